package io.slipstream.flink.planner;

import java.util.Collection;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.LookupFunction;

/** Stands for the table that Nexmark's query 13 looks things up in; only planned, never run. */
public final class SideInputTable implements DynamicTableSourceFactory {

    private static final ConfigOption<Integer> ROWS = ConfigOptions.key("rows").intType().noDefaultValue();

    @Override
    public String factoryIdentifier() {
        return "nexmark-side-input";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(ROWS);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        return new Source();
    }

    private static final class Source implements LookupTableSource {

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new Nothing());
        }

        @Override
        public DynamicTableSource copy() {
            return new Source();
        }

        @Override
        public String asSummaryString() {
            return "SideInput";
        }
    }

    /** Finds nothing. */
    public static final class Nothing extends LookupFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public Collection<RowData> lookup(RowData key) {
            return Set.of();
        }
    }
}

package io.slipstream.flink.testing.nexmark;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.functions.LookupFunction;

/**
 * The bounded side input of query 13: rows {@code (i, 'i')} for i from 0 to {@code rows} - 1, to be looked up by the first column. Nexmark
 * keeps them in a file, which no source of Flink 2.2 can look up.
 */
public final class SideInputFactory implements DynamicTableSourceFactory {

    private static final ConfigOption<Long> ROWS =
            ConfigOptions.key("rows").longType().defaultValue(10_000L).withDescription("How many rows there are.");

    @Override
    public String factoryIdentifier() {
        return "nexmark-side-input";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(ROWS);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        return new SideInput(helper.getOptions().get(ROWS));
    }

    private record SideInput(long rows) implements LookupTableSource {
        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new Lookup(rows));
        }

        @Override
        public DynamicTableSource copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "Nexmark's side input";
        }
    }

    /** Must be public: Flink's generated code calls it. */
    public static final class Lookup extends LookupFunction {

        private final long rows;

        Lookup(long rows) {
            this.rows = rows;
        }

        @Override
        public Collection<RowData> lookup(RowData key) {
            if (key.isNullAt(0) || key.getLong(0) < 0 || key.getLong(0) >= rows) {
                return List.of();
            }
            long value = key.getLong(0);
            return List.of(GenericRowData.of(value, StringData.fromString(Long.toString(value))));
        }
    }
}

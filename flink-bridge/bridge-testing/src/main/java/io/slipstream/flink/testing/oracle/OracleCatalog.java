package io.slipstream.flink.testing.oracle;

import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.Factory;

/** A catalog whose tables are sources without any ability: nothing is pushed into them, no value is known to the planner. */
final class OracleCatalog extends GenericInMemoryCatalog {
    static final String NAME = "oracle";

    OracleCatalog() {
        super(NAME);
    }

    @Override
    public Optional<Factory> getFactory() {
        return Optional.of(new OpaqueSourceFactory());
    }

    private static final class OpaqueSourceFactory implements DynamicTableSourceFactory {
        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            return new OpaqueSource();
        }

        @Override
        public String factoryIdentifier() {
            return "oracle";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Set.of();
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Set.of();
        }
    }

    private static final class OpaqueSource implements ScanTableSource {
        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            return new ScanRuntimeProvider() {
                @Override
                public boolean isBounded() {
                    return false;
                }
            };
        }

        @Override
        public DynamicTableSource copy() {
            return new OpaqueSource();
        }

        @Override
        public String asSummaryString() {
            return "oracle";
        }
    }
}

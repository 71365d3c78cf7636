package io.slipstream.flink.testing.oracle;

import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.Factory;

/** A catalog whose tables are sources without any ability: nothing is pushed into them, no value is known to the planner. Plans are made, and never run. */
final class OracleCatalog extends GenericInMemoryCatalog {
    static final String NAME = "oracle";
    /** Of a table: {@code all} for all four row kinds, {@code upsert} for all but -U; insert-only otherwise. */
    static final String CHANGELOG_OPTION = "changelog";

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
            return new OpaqueSource(changelogModeOf(context.getCatalogTable().getOptions().get(CHANGELOG_OPTION)));
        }

        private static ChangelogMode changelogModeOf(String option) {
            if ("upsert".equals(option)) {
                return ChangelogMode.upsert();
            }
            return "all".equals(option) ? ChangelogMode.all() : ChangelogMode.insertOnly();
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
        private final ChangelogMode changelogMode;

        OpaqueSource(ChangelogMode changelogMode) {
            this.changelogMode = changelogMode;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return changelogMode;
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            return new DataStreamScanProvider() {
                @Override
                public DataStream<RowData> produceDataStream(
                        ProviderContext providerContext, StreamExecutionEnvironment environment) {
                    return environment.fromSequence(0, 0).map(number -> (RowData) null).returns(RowData.class);
                }

                @Override
                public boolean isBounded() {
                    return false;
                }
            };
        }

        @Override
        public DynamicTableSource copy() {
            return new OpaqueSource(changelogMode);
        }

        @Override
        public String asSummaryString() {
            return "oracle";
        }
    }
}

package io.slipstream.flink.planner;

import io.slipstream.flink.connector.RawCapableSink;
import io.slipstream.flink.connector.RawCapableSource;
import io.slipstream.flink.proto.RawSections;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/** A connector that hands over undecoded records and takes encoded ones; its sources and sinks are only planned, never run. */
public final class RawTestTables implements DynamicTableSourceFactory, DynamicTableSinkFactory {

    /** Runs in place of the stock sink. */
    static final class EncodedSink extends DiscardingSink<RowData> {
        private static final long serialVersionUID = 1L;
    }

    private static final ConfigOption<Integer> PARALLELISM = ConfigOptions.key("parallelism").intType().noDefaultValue();
    private static final ConfigOption<Boolean> CHANGELOG = ConfigOptions.key("changelog").booleanType().defaultValue(false);

    @Override
    public String factoryIdentifier() {
        return "raw-test";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(PARALLELISM, CHANGELOG);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        return new TableSource();
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        String parallelism = context.getCatalogTable().getOptions().get(PARALLELISM.key());
        boolean changelog = Boolean.parseBoolean(context.getCatalogTable().getOptions().get(CHANGELOG.key()));
        return new TableSink(parallelism == null ? null : Integer.valueOf(parallelism), changelog);
    }

    private static final class TableSource implements ScanTableSource, RawCapableSource {

        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        @SuppressWarnings("unchecked")
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            Source<?, ?, ?> source = new NumberSequenceSource(1, 2);
            return SourceProvider.of((Source<RowData, ?, ?>) source);
        }

        @Override
        public DynamicTableSource copy() {
            return new TableSource();
        }

        @Override
        public String asSummaryString() {
            return "RawTest";
        }

        @Override
        public Optional<String> rawRefusal() {
            return Optional.empty();
        }

        @Override
        public Source<?, ?, ?> packedSource(RawSections sections) {
            return new NumberSequenceSource(1, 2);
        }
    }

    private record TableSink(Integer parallelism, boolean changelog) implements DynamicTableSink, RawCapableSink {

        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            return changelog ? requested : ChangelogMode.insertOnly();
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
            return SinkV2Provider.of(new DiscardingSink<>(), parallelism);
        }

        @Override
        public DynamicTableSink copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "RawTest";
        }

        @Override
        public Optional<String> rawRefusal() {
            return Optional.empty();
        }

        @Override
        public Sink<?> encodedSink() {
            return new EncodedSink();
        }
    }
}

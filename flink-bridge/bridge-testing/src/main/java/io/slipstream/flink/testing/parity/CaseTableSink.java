package io.slipstream.flink.testing.parity;

import io.slipstream.flink.connector.RawCapableSink;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

/** Sink side of the {@code case} connector: keeps rows, or with a format the messages they are serialized to. */
final class CaseTableSink implements DynamicTableSink, RawCapableSink {

    /** {@code changelog} and {@code parallelism} may be null. */
    record Settings(
            String run, String table, ChangelogMode changelog, boolean raw, boolean collectWatermarks, Integer parallelism) {}

    private final Settings settings;

    /** Null when rows are kept. */
    private final EncodingFormat<SerializationSchema<RowData>> format;

    private final DataType consumedType;

    CaseTableSink(Settings settings, EncodingFormat<SerializationSchema<RowData>> format, DataType consumedType) {
        this.settings = settings;
        this.format = format;
        this.consumedType = consumedType;
    }

    /** Those of the option, else of the format; a table without a format takes what the query gives. */
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        if (settings.changelog() != null) {
            return settings.changelog();
        }
        return format == null ? requested : format.getChangelogMode();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        CaseSink.LineWriter<RowData> lines =
                format == null
                        ? new RowLines(consumedType.getLogicalType())
                        : new SerializedLines(format.createRuntimeEncoder(context, consumedType));
        Sink<RowData> sink = new CaseSink<>(settings.run(), settings.table(), settings.collectWatermarks(), lines);
        return settings.parallelism() == null ? SinkV2Provider.of(sink) : SinkV2Provider.of(sink, settings.parallelism());
    }

    @Override
    public Optional<String> rawRefusal() {
        if (format == null) {
            return Optional.of("the case table has no format");
        }
        if (!settings.raw()) {
            return Optional.of("the case table has 'raw' = 'false'");
        }
        if (settings.changelog() != null) {
            return Optional.of("the case table has row kinds of its own");
        }
        return Optional.empty();
    }

    @Override
    public Sink<?> encodedSink() {
        return new CaseSink<>(settings.run(), settings.table(), settings.collectWatermarks(), new EncodedLines());
    }

    @Override
    public DynamicTableSink copy() {
        return new CaseTableSink(settings, format, consumedType);
    }

    @Override
    public String asSummaryString() {
        return "Case table sink";
    }
}

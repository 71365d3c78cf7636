package io.slipstream.flink.testing.parity;

import io.slipstream.flink.connector.RawCapableSink;
import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.runtime.EncodedRecord;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sink side of a {@code case} table with keys: each line is the key and the value of a record.
 *
 * @param kafka the Kafka table whose schema encodes
 */
record KeyedCaseSink(String run, String table, boolean raw, DynamicTableSink kafka) implements DynamicTableSink, RawCapableSink {

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        return kafka.getChangelogMode(requested);
    }

    @Override
    @SuppressWarnings("unchecked")
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        Sink<RowData> stock = ((SinkV2Provider) kafka.getSinkRuntimeProvider(context)).createSink();
        KafkaRecordSerializationSchema<RowData> schema =
                (KafkaRecordSerializationSchema<RowData>) Reflection.field(stock, "recordSerializer");
        return SinkV2Provider.of(new CaseSink<>(run, table, false, new RecordLines(schema)));
    }

    @Override
    public Optional<String> rawRefusal() {
        return raw ? Optional.empty() : Optional.of("the case table has 'raw' = 'false'");
    }

    @Override
    public Sink<?> encodedSink() {
        return new CaseSink<>(run, table, false, new EncodedRecordLines());
    }

    @Override
    public DynamicTableSink copy() {
        return new KeyedCaseSink(run, table, raw, kafka.copy());
    }

    @Override
    public String asSummaryString() {
        return "Case table sink with keys";
    }

    private static CaseRun.SinkLine line(byte[] key, byte[] value) {
        String text = "@key " + SerializedLines.text(key) + " @value " + SerializedLines.text(value);
        return new CaseRun.SinkLine(RowKind.INSERT.shortString(), text);
    }

    /** Serializes rows by the Kafka table's own schema. */
    private record RecordLines(KafkaRecordSerializationSchema<RowData> schema) implements CaseSink.LineWriter<RowData> {
        @Override
        public void open(WriterInitContext context) throws Exception {
            schema.open(context.asSerializationSchemaInitializationContext(), OnePartition.INSTANCE);
        }

        @Override
        public CaseRun.SinkLine line(RowData row) {
            ProducerRecord<byte[], byte[]> record = schema.serialize(row, OnePartition.INSTANCE, null);
            return KeyedCaseSink.line(record.key(), record.value());
        }
    }

    /** Records that the sidecar has encoded. */
    private record EncodedRecordLines() implements CaseSink.LineWriter<RowData> {
        @Override
        public void open(WriterInitContext context) {}

        @Override
        public CaseRun.SinkLine line(RowData element) {
            EncodedRecord record = (EncodedRecord) element;
            return KeyedCaseSink.line(record.key(), record.value());
        }
    }

    private enum OnePartition implements KafkaRecordSerializationSchema.KafkaSinkContext {
        INSTANCE;

        @Override
        public int getParallelInstanceId() {
            return 0;
        }

        @Override
        public int getNumberOfParallelInstances() {
            return 1;
        }

        @Override
        public int[] getPartitionsForTopic(String topic) {
            return new int[] {0};
        }
    }
}

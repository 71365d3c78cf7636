package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.runtime.EncodedRecord;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts records into the batches that the stock writer's producer has open, and hands the others, the first of each batch among them, to the
 * stock writer, which sends them. Failures reach the stock writer's callback through that first record; it throws them at the next
 * record of its own, at a flush, or from the mailbox.
 */
final class OpenBatchWriter implements StatefulSinkWriter<RowData, Object>, CommittingSinkWriter<RowData, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(OpenBatchWriter.class);

    private final StatefulSinkWriter<RowData, Object> stock;
    private final EncodedRecordSchema schema;
    private final Counter numRecordsOut;
    private final Field currentProducer;
    private final Field failure;

    /** Of this producer; null until it has been sent a record. In exactly-once each checkpoint has another producer. */
    private @Nullable KafkaProducer<?, ?> producer;

    private @Nullable OpenBatches open;

    private OpenBatchWriter(StatefulSinkWriter<RowData, Object> stock, EncodedRecordSchema schema, Counter numRecordsOut) {
        this.stock = stock;
        this.schema = schema;
        this.numRecordsOut = numRecordsOut;
        this.currentProducer = Reflection.accessible(stock.getClass(), "currentProducer");
        this.failure = Reflection.accessible(stock.getClass(), "asyncProducerException");
    }

    /** The stock writer itself when its producer does more with a record than append it. */
    @SuppressWarnings("unchecked")
    static StatefulSinkWriter<RowData, Object> around(SinkWriter<RowData> stock, WriterInitContext context) {
        EncodedRecordSchema schema = (EncodedRecordSchema) Reflection.field(stock, "recordSerializer");
        StatefulSinkWriter<RowData, Object> writer = (StatefulSinkWriter<RowData, Object>) stock;
        String refusal = OpenBatchSupport.refusal((KafkaProducer<?, ?>) Reflection.field(stock, "currentProducer"), context);
        if (refusal != null) {
            LOG.info("Records for Kafka topic {} are sent one by one: {}", schema.topic(), refusal);
            return writer;
        }
        LOG.info("Records for Kafka topic {} are appended to the producer's open batches", schema.topic());
        return new OpenBatchWriter(writer, schema, context.metricGroup().getIOMetricGroup().getNumRecordsOutCounter());
    }

    @Override
    public void write(RowData element, Context context) throws IOException, InterruptedException {
        if (open != null && append((EncodedRecord) element)) {
            numRecordsOut.inc();
            return;
        }
        stock.write(element, context);
        follow();
    }

    private boolean append(EncodedRecord record) {
        return schema.hasPartitioner()
                ? open.append(schema.partition(), record.key(), record.value())
                : open.append(record.key(), record.value());
    }

    private void follow() {
        if (Reflection.value(failure, stock) != null) {
            // The stock writer throws it at the next record.
            open = null;
            return;
        }
        KafkaProducer<?, ?> current = (KafkaProducer<?, ?>) Reflection.value(currentProducer, stock);
        if (open == null || current != producer) {
            producer = current;
            open = OpenBatches.of(current, schema.topic());
        }
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        stock.writeWatermark(watermark);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        stock.flush(endOfInput);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Collection<Object> prepareCommit() throws IOException, InterruptedException {
        // The first record of a transaction has to be sent: that is what tells the producer that there is one.
        open = null;
        return ((CommittingSinkWriter<RowData, Object>) (Object) stock).prepareCommit();
    }

    @Override
    public List<Object> snapshotState(long checkpointId) throws IOException {
        open = null;
        return stock.snapshotState(checkpointId);
    }

    @Override
    public void close() throws Exception {
        open = null;
        stock.close();
    }
}

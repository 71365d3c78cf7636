package io.slipstream.flink.kafka.client;

import io.slipstream.flink.runtime.PackedRecords;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Emits a packed batch; its timestamp, as all of its metrics, is the last record's. Flink's counters go on counting records. */
final class PackedRecordEmitter implements RecordEmitter<ConsumerRecord<byte[], byte[]>, PackedRecords, KafkaPartitionSplitState> {

    private final Counter recordsIn;
    private final Counter recordsOut;

    PackedRecordEmitter(SourceReaderMetricGroup metrics) {
        recordsIn = metrics.getIOMetricGroup().getNumRecordsInCounter();
        recordsOut = metrics.getIOMetricGroup().getNumRecordsOutCounter();
    }

    @Override
    public void emitRecord(
            ConsumerRecord<byte[], byte[]> batch, SourceOutput<PackedRecords> output, KafkaPartitionSplitState split) throws Exception {
        int recordCount = ByteBuffer.wrap(batch.value()).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        recordsIn.inc(recordCount - 1L);
        recordsOut.inc(recordCount - 1L);
        try {
            output.collect(
                    PackedRecords.records(split.splitId(), batch.topic(), batch.partition(), recordCount, batch.value()),
                    batch.timestamp());
        } catch (ExceptionInChainedOperatorException e) {
            // The operator behind us has found the failure of an earlier record, wrapped as stock Flink's reader wraps it: in stock
            // Flink no chain is around that.
            throw KafkaRecordDecoder.isOfReader(e.getCause()) ? (Exception) e.getCause() : e;
        }
        split.setCurrentOffset(batch.offset() + 1);
    }
}

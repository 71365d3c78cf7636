package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.runtime.EncodedRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Flink's operators of one subtask of a sink: the writer and, for exactly-once, the committer behind it. */
final class SinkHarness implements AutoCloseable {

    /** What a checkpoint keeps. */
    record State(long checkpointId, OperatorSubtaskState writer, OperatorSubtaskState committer) {}

    private final OneInputStreamOperatorTestHarness<RowData, CommittableMessage<Object>> writer;
    private final OneInputStreamOperatorTestHarness<CommittableMessage<Object>, CommittableMessage<Object>> committer;

    @SuppressWarnings("unchecked")
    SinkHarness(Sink<RowData> sink, @Nullable State restored, int parallelism, int subtask) throws Exception {
        writer = new OneInputStreamOperatorTestHarness<>(
                new SinkWriterOperatorFactory<RowData, Object>(sink), parallelism, parallelism, subtask);
        committer = new OneInputStreamOperatorTestHarness<>(
                new CommitterOperatorFactory<>((SupportsCommitter<Object>) (Object) sink, false, true), parallelism, parallelism, subtask);
        for (OneInputStreamOperatorTestHarness<?, CommittableMessage<Object>> harness : List.of(committer, writer)) {
            harness.setup(new ByReference<>());
            if (restored != null) {
                harness.setRestoredCheckpointId(restored.checkpointId);
                harness.initializeState(harness == writer ? restored.writer : restored.committer);
            }
            harness.open();
        }
    }

    void write(@Nullable String key, @Nullable String value) throws Exception {
        writer.processElement(new StreamRecord<>(new EncodedRecord(bytes(key), bytes(value))));
    }

    /** Up to the barrier; not committed yet. */
    State snapshot(long checkpointId) throws Exception {
        writer.prepareSnapshotPreBarrier(checkpointId);
        while (!writer.getOutput().isEmpty()) {
            if (writer.getOutput().poll() instanceof StreamRecord<?> record) {
                committer.processElement(cast(record));
            }
        }
        return new State(checkpointId, writer.snapshot(checkpointId, checkpointId), committer.snapshot(checkpointId, checkpointId));
    }

    void complete(long checkpointId) throws Exception {
        committer.notifyOfCompletedCheckpoint(checkpointId);
        writer.notifyOfCompletedCheckpoint(checkpointId);
    }

    long numRecordsOut() {
        return writer.getOneInputOperator().getMetricGroup().getIOMetricGroup().getNumRecordsOutCounter().getCount();
    }

    /** Of those, how many the producer was sent one by one. */
    long sentOneByOne() {
        return (long) Reflection.field(stockWriter(), "numRecordsSent");
    }

    KafkaProducer<?, ?> producer() {
        return (KafkaProducer<?, ?>) Reflection.field(stockWriter(), "currentProducer");
    }

    SinkWriter<?> sinkWriter() {
        return (SinkWriter<?>) Reflection.field(writer.getOneInputOperator(), "sinkWriter");
    }

    private Object stockWriter() {
        SinkWriter<?> outer = sinkWriter();
        return outer instanceof OpenBatchWriter ? Reflection.field(outer, "stock") : outer;
    }

    @SuppressWarnings("unchecked")
    private static StreamRecord<CommittableMessage<Object>> cast(StreamRecord<?> record) {
        return (StreamRecord<CommittableMessage<Object>>) record;
    }

    private static @Nullable byte[] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws Exception {
        try (committer) {
            writer.close();
        }
    }
}

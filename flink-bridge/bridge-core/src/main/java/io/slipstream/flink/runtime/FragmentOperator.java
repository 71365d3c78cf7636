package io.slipstream.flink.runtime;

import com.google.protobuf.UnsafeByteOperations;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.annotation.Nullable;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Runs a fragment: one subtask, one stream to a worker of the sidecar.
 *
 * <p>Batches are sent as they fill, up to the credits' number at a time; everything else (watermarks, their status, latency
 * markers, splits) waits in {@link #pending} behind the batches that came before it. Answers arrive on gRPC's thread, which only
 * queues them and puts one mail into the mailbox; they are emitted, in order, by the task's thread. Before a barrier and at the
 * end everything is drained, blocking, so that the operator has no state.
 *
 * <p>The fragments of this version are stateless: watermarks do not cross to the sidecar.
 *
 * @param <IN> {@link PackedRecords} when the input's form is RAW, {@link RowData} when it is ROWS
 */
final class FragmentOperator<IN> extends AbstractStreamOperator<RowData>
        implements OneInputStreamOperator<IN, RowData>, BoundedOneInput {

    private static final long serialVersionUID = 1L;

    /** Flink's option, whose class belongs to the planner's API. */
    private static final ConfigOption<String> LOCAL_TIME_ZONE =
            ConfigOptions.key("table.local-time-zone").stringType().defaultValue("default");

    private static final int ATTEMPT_BITS = 8;

    private final FragmentSpec spec;
    private final BatchLimits limits;
    private final MailboxExecutor mailbox;
    /** Sent batches and, behind those they have to wait for, actions. */
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    private final AtomicBoolean mailQueued = new AtomicBoolean();
    private final Batch.Builder batch = Batch.newBuilder();

    private @Nullable FragmentSession session;
    private ResultEmitter emitter;
    private FragmentMetrics fragmentMetrics;
    private FragmentFailures failures;
    private @Nullable RowBatchBuilder rows;
    private @Nullable SplitWatermarks splitWatermarks;
    private @Nullable AssignedWatermarks assignedWatermarks;
    private long batchStartedMs;
    private boolean flushTimerSet;
    private boolean handling;
    private boolean finished;
    private boolean closed;

    /** What waits for its turn: a sent frame for its answer, an action for the frames before it. */
    private record Pending(int slot, @Nullable PackedRecords records, @Nullable ThrowingRunnable<Exception> action) {

        static final int NO_SLOT = -1;
    }

    FragmentOperator(StreamOperatorParameters<RowData> parameters, FragmentSpec spec) {
        super(parameters);
        this.spec = spec;
        this.limits = spec.limits();
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void open() throws Exception {
        super.open();
        boolean packed = spec.input().form() == Form.FORM_RAW;
        emitter = new ResultEmitter(spec.outputs(), output, !getExecutionConfig().isObjectReuseEnabled());
        fragmentMetrics = new FragmentMetrics(getMetricGroup(), packed, () -> session == null ? 0 : session.inFlight());
        failures = new FragmentFailures(spec.input().decoder(), getRuntimeContext());
        if (!packed) {
            rows = new RowBatchBuilder(new RowDataSerializer(spec.input().rowType()));
        }
        Configuration config = new Configuration(getContainingTask().getEnvironment().getTaskManagerInfo().getConfiguration());
        spec.config().forEach(config::setString);
        int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        // Greater for each new attempt, also after a failover of the JobManager, which counts attempts from 0 again.
        long epoch = (System.currentTimeMillis() << ATTEMPT_BITS) | (attempt & ((1 << ATTEMPT_BITS) - 1));
        session = FragmentSession.open(config, openMessage(config), epoch, this::answerArrived);
        startWatermarks();
    }

    private void startWatermarks() {
        TaskIOMetricGroup taskMetrics = getContainingTask().getEnvironment().getMetricGroup().getIOMetricGroup();
        if (spec.watermarkAssignment() != null) {
            assignedWatermarks = new AssignedWatermarks(
                    spec.watermarkAssignment().idleTimeoutMs(),
                    getExecutionConfig().getAutoWatermarkInterval(),
                    getProcessingTimeService(),
                    taskMetrics,
                    output);
        }
        if (spec.input().watermarks() != null) {
            splitWatermarks = new SplitWatermarks(
                    spec.input().watermarks(),
                    getProcessingTimeService(),
                    getMetricGroup(),
                    taskMetrics,
                    getExecutionConfig().getAutoWatermarkInterval(),
                    new WatermarksToOutput<>(output));
        }
    }

    private Open.Builder openMessage(Configuration config) {
        var task = getRuntimeContext().getTaskInfo();
        return Open.newBuilder()
                .setJobId(getRuntimeContext().getJobInfo().getJobId().toString())
                .setFragmentId(spec.fragmentId())
                .setPlan(UnsafeByteOperations.unsafeWrap(spec.plan()))
                .setSubtaskIndex(task.getIndexOfThisSubtask())
                .setParallelism(task.getNumberOfParallelSubtasks())
                .setMaxParallelism(task.getMaxNumberOfParallelSubtasks())
                // No keyed state: an empty range.
                .setKeyGroupStart(0)
                .setKeyGroupEnd(-1)
                .setTaskName(task.getTaskNameWithSubtasks())
                .setJvm(JvmFactsProbe.of(config.get(LOCAL_TIME_ZONE)));
    }

    // ---- in ----

    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        if (rows != null) {
            processRow((RowData) element.getValue());
        } else {
            processPacked((PackedRecords) element.getValue());
        }
    }

    private void processRow(RowData row) throws Exception {
        rows.add(row);
        if (rows.rowCount() >= limits.rows() || rows.rowBytes() >= limits.bytes() || limits.latencyMs() == 0) {
            flush();
        } else if (rows.rowCount() == 1) {
            batchStartedMs = getProcessingTimeService().getCurrentProcessingTime();
            setFlushTimer(batchStartedMs + limits.latencyMs());
        }
    }

    private void processPacked(PackedRecords records) throws Exception {
        fragmentMetrics.packedElementArrived();
        switch (records.kind()) {
            case RECORDS -> {
                handleArrived();
                batch.setSplitId(records.splitId()).setTopic(records.topic()).setPartition(records.partition());
                send(records.recordCount(), records.payload(), records);
            }
            case SPLIT_ADDED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitAdded(records.splitId())));
            case SPLIT_FINISHED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitFinished(records.splitId())));
            case WATERMARK_MARK -> inTurn(() -> ifWatermarks(() -> splitWatermarks.mark(
                    records.splitId(), records.watermarkMs(), getProcessingTimeService().getCurrentProcessingTime())));
        }
    }

    private void ifWatermarks(Runnable action) {
        if (splitWatermarks != null) {
            action.run();
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (assignedWatermarks != null) {
            if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
                inTurn(assignedWatermarks::emitLast);
            }
            return;
        }
        if (splitWatermarks != null && mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
            splitWatermarks.stop();
        }
        inTurn(() -> output.emitWatermark(mark));
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        inTurn(() -> {
            if (assignedWatermarks != null) {
                assignedWatermarks.emitStatus(status);
            } else {
                output.emitWatermarkStatus(status);
            }
        });
    }

    @Override
    public void processLatencyMarker(LatencyMarker marker) throws Exception {
        inTurn(() -> reportOrForwardLatencyMarker(marker));
    }

    @Override
    public void processRecordAttributes(RecordAttributes attributes) throws Exception {
        inTurn(() -> super.processRecordAttributes(attributes));
    }

    @Override
    public void processWatermark(WatermarkEvent watermark) throws Exception {
        inTurn(() -> output.emitWatermark(watermark));
    }

    /** Runs the action after the answers of everything that came before it. */
    private void inTurn(ThrowingRunnable<Exception> action) throws Exception {
        flush();
        if (pending.isEmpty()) {
            action.run();
        } else {
            pending.add(new Pending(Pending.NO_SLOT, null, action));
        }
    }

    // ---- batches ----

    private void setFlushTimer(long timeMs) {
        if (!flushTimerSet) {
            flushTimerSet = true;
            getProcessingTimeService().registerTimer(timeMs, this::onFlushTimer);
        }
    }

    /** One timer at a time: it finds out how old the batch at hand is. */
    private void onFlushTimer(long timeMs) throws Exception {
        flushTimerSet = false;
        if (rows.rowCount() == 0 || closed) {
            return;
        }
        long dueMs = batchStartedMs + limits.latencyMs();
        if (handling) {
            setFlushTimer(timeMs + limits.latencyMs());
        } else if (dueMs <= getProcessingTimeService().getCurrentProcessingTime()) {
            flush();
        } else {
            setFlushTimer(dueMs);
        }
    }

    private void flush() throws Exception {
        if (rows != null && rows.rowCount() > 0) {
            int rowCount = rows.rowCount();
            send(rowCount, rows.take(), null);
        }
    }

    private void send(int rowCount, byte[] payload, @Nullable PackedRecords records) throws Exception {
        while (!session.maySend()) {
            handle(session.stream().take());
        }
        batch.setInput(spec.input().index()).setRowCount(rowCount);
        pending.add(new Pending(session.send(batch, payload), records, null));
    }

    // ---- answers ----

    /** On gRPC's thread. */
    private void answerArrived() {
        if (mailQueued.compareAndSet(false, true)) {
            try {
                mailbox.execute(this::handleMail, "Answers of the Slipstream sidecar");
            } catch (RejectedExecutionException e) {
                LOG.debug("An answer came after the end of the task", e);
            }
        }
    }

    private void handleMail() throws Exception {
        mailQueued.set(false);
        handleArrived();
    }

    private void handleArrived() throws Exception {
        // An operator behind us may yield to the mailbox while it takes a row: the loop that is at work goes on later.
        if (handling || closed || session == null) {
            return;
        }
        ServerFrame answer;
        while ((answer = session.stream().poll()) != null) {
            handle(answer);
        }
    }

    private void handle(ServerFrame answer) throws Exception {
        Pending head = pending.peek();
        if (head == null || handling) {
            throw new IllegalStateException("SLIP-9001: an answer " + answer.getSequence() + " that nothing waits for");
        }
        handling = true;
        try {
            session.answered(answer);
            switch (answer.getBodyCase()) {
                case RESULT -> emit(answer.getResult(), head);
                case FAILURE -> throw failures.exceptionOf(answer.getFailure(), head.records());
                default -> throw new IllegalStateException("SLIP-9001: unexpected answer " + answer.getBodyCase());
            }
            pending.remove();
            runActions();
        } finally {
            handling = false;
        }
    }

    private void emit(Result result, Pending sent) throws Exception {
        if (assignedWatermarks != null) {
            assignedWatermarks.beforeRows(result.getRowsIn());
        }
        emitter.emit(result, session.lane(), this::emitMark);
        if (sent.slot() == Pending.NO_SLOT) {
            return;
        }
        session.freeSlot(sent.slot());
        fragmentMetrics.resultArrived(result);
        if (splitWatermarks != null && sent.records() != null && result.getRowsIn() > 0) {
            splitWatermarks.rowsEmitted(sent.records().splitId(), result.getHasWatermark(), result.getWatermarkMs());
        } else if (assignedWatermarks != null && result.getHasWatermark()) {
            assignedWatermarks.afterRows(result.getWatermarkMs());
        }
    }

    private void emitMark(long timestampMs) {
        if (assignedWatermarks == null) {
            throw new IllegalStateException("SLIP-9001: a watermark of a fragment without a watermark assigner");
        }
        assignedWatermarks.mark(timestampMs);
    }

    private void runActions() throws Exception {
        while (!pending.isEmpty() && pending.peek().action() != null) {
            pending.remove().action().run();
        }
    }

    private void drain() throws Exception {
        flush();
        while (!pending.isEmpty()) {
            handle(session.stream().take());
        }
    }

    // ---- the end ----

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        drain();
    }

    @Override
    public void endInput() throws Exception {
        drain();
        session.stream().sendEndInput(spec.input().index());
        pending.add(new Pending(Pending.NO_SLOT, null, null));
        drain();
        if (splitWatermarks != null) {
            splitWatermarks.stop();
        }
        finished = true;
    }

    @Override
    public void finish() throws Exception {
        if (assignedWatermarks != null) {
            assignedWatermarks.emitLast();
        }
        super.finish();
    }

    /** Also after a failure or cancellation: gives everything back and waits for nothing. */
    @Override
    public void close() throws Exception {
        closed = true;
        try {
            if (splitWatermarks != null) {
                splitWatermarks.close();
            }
            if (assignedWatermarks != null) {
                assignedWatermarks.close();
            }
            if (session != null) {
                session.close(finished);
            }
        } finally {
            super.close();
        }
    }
}

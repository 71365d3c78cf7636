package io.slipstream.flink.runtime;

import com.google.protobuf.UnsafeByteOperations;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.OutputTarget;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import java.util.List;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
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
 * <p>Batches are sent as they fill, up to the credits' number at a time; everything else that came behind them (watermarks, their
 * status, latency markers, splits) waits for their answers in {@link FrameQueue}. Before a barrier and at the end everything is
 * drained, blocking. The state of a keyed fragment is in the sidecar; it is copied there before the barrier, and fetched and
 * written while the stream goes on.
 *
 * <p>Watermarks stay here and only keep their place, unless the fragment acts on them: then they cross over, and what comes back as
 * marks goes downstream.
 *
 * @param <IN> {@link PackedRecords} when the input's form is RAW, {@link RowsPiece} when it is PIECES, {@link RowData} when it is ROWS
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
    private final FrameQueue queue;
    private final FragmentTimer timer;

    private @Nullable FragmentSession session;
    private FragmentState state;
    private List<OutputTarget> targets = List.of();
    private OptionalLong restoredTimerMs = OptionalLong.empty();
    private ResultEmitter emitter;
    private FragmentMetrics fragmentMetrics;
    private FragmentFailures failures;
    /** Null when the input is packed. */
    private @Nullable RowBatchBuilder rows;
    private @Nullable SplitWatermarks splitWatermarks;
    private @Nullable AssignedWatermarks assignedWatermarks;
    private long batchStartedMs;
    private boolean flushTimerSet;
    private boolean finished;
    private boolean closed;

    FragmentOperator(StreamOperatorParameters<RowData> parameters, FragmentSpec spec) {
        super(parameters);
        this.spec = spec;
        this.limits = spec.limits();
        this.queue = new FrameQueue(parameters.getMailboxExecutor(), this::answered);
        this.timer = new FragmentTimer(getProcessingTimeService(), this::timerFired);
    }

    // ---- the start ----

    @Override
    protected boolean isUsingCustomRawKeyedState() {
        return spec.keyed();
    }

    /** The keys are in the sidecar: no element has one here, although Flink restores raw state of keyed operators only. */
    @Override
    public boolean hasKeyContext1() {
        return false;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement1(StreamRecord record) {}

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        // With RocksDB's state and timers on the heap it would write its (no) timers where our state goes, and fail.
        timeServiceManager = null;
        failures = new FragmentFailures(spec.input().decoder(), getRuntimeContext());
        state = new FragmentState(spec.keyed(), getRuntimeContext().getTaskInfo());
        openSession();
        restoredTimerMs = state.restore(context, session, getUserCodeClassloader());
    }

    private void openSession() throws Exception {
        var task = getRuntimeContext().getTaskInfo();
        targets = OutputTargets.of(spec.outputs(), getContainingTask(), getOperatorConfig(), task.getMaxNumberOfParallelSubtasks());
        Configuration config = new Configuration(getContainingTask().getEnvironment().getTaskManagerInfo().getConfiguration());
        spec.config().forEach(config::setString);
        // Greater for each new attempt, also after a failover of the JobManager, which counts attempts from 0 again.
        long epoch = (System.currentTimeMillis() << ATTEMPT_BITS) | (task.getAttemptNumber() & ((1 << ATTEMPT_BITS) - 1));
        session = FragmentSession.open(config, openMessage(config), epoch, queue::answerArrived);
    }

    @Override
    public void open() throws Exception {
        super.open();
        TaskIOMetricGroup taskMetrics = getContainingTask().getEnvironment().getMetricGroup().getIOMetricGroup();
        boolean packed = spec.input().form() == Form.FORM_RAW;
        fragmentMetrics = new FragmentMetrics(getMetricGroup(), taskMetrics, packed, queue::inFlight);
        emitter = new ResultEmitter(
                spec.outputs(), targets, output, !getExecutionConfig().isObjectReuseEnabled(), fragmentMetrics::pieceEmitted);
        if (!packed) {
            boolean pieces = spec.input().form() == Form.FORM_PIECES;
            rows = new RowBatchBuilder(pieces ? null : new RowDataSerializer(spec.input().rowType()));
        }
        queue.start(session);
        startWatermarks(taskMetrics);
        // The answer to the last frame counts.
        (restoredTimerMs.isPresent() ? restoredTimerMs : session.openedTimerMs()).ifPresent(timer::wish);
    }

    private void startWatermarks(TaskIOMetricGroup taskMetrics) {
        if (spec.watermarkAssignment() != null) {
            assignedWatermarks = new AssignedWatermarks(
                    spec.watermarkAssignment().idleTimeoutMs(),
                    getExecutionConfig().getAutoWatermarkInterval(),
                    getProcessingTimeService(),
                    taskMetrics,
                    watermarkTarget(false));
        }
        if (spec.input().watermarks() != null) {
            splitWatermarks = new SplitWatermarks(
                    spec.input().watermarks(),
                    getProcessingTimeService(),
                    getMetricGroup(),
                    taskMetrics,
                    getExecutionConfig().getAutoWatermarkInterval(),
                    new WatermarksToOutput<>(output, watermarkTarget(true)));
        }
    }

    private WatermarkTarget watermarkTarget(boolean statusInTurn) {
        return spec.consumesWatermarks() ? new Crossing(output, queue, this::cross, statusInTurn) : new Downstream(output);
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
                .setKeyGroupStart(state.keyGroups().getStartKeyGroup())
                .setKeyGroupEnd(state.keyGroups().getEndKeyGroup())
                .setTaskName(task.getTaskNameWithSubtasks())
                .setJvm(JvmFactsProbe.of(config.get(LOCAL_TIME_ZONE)))
                .addAllTargets(targets);
    }

    // ---- in ----

    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        switch (spec.input().form()) {
            case FORM_RAW -> processPacked((PackedRecords) element.getValue());
            case FORM_PIECES -> processPiece((RowsPiece) element.getValue());
            default -> processRow((RowData) element.getValue());
        }
    }

    private void processRow(RowData row) throws Exception {
        boolean first = rows.rowCount() == 0;
        rows.add(row);
        rowsAdded(first);
    }

    /** Small pieces become one batch again; one that is a batch by itself is sent as it is. */
    private void processPiece(RowsPiece piece) throws Exception {
        fragmentMetrics.pieceArrived(piece.rowCount());
        boolean large = piece.rowCount() >= limits.rows() || piece.rows().length >= limits.bytes();
        if (large
                || rows.rowCount() + piece.rowCount() > limits.rows()
                || (long) rows.rowBytes() + piece.rows().length > limits.bytes()) {
            flush();
        }
        if (large) {
            send(Batch.newBuilder(), piece.rowCount(), piece.rows(), null);
        } else if (piece.rowCount() > 0) {
            boolean first = rows.rowCount() == 0;
            rows.addAll(piece.rows(), piece.rowCount());
            rowsAdded(first);
        }
    }

    private void rowsAdded(boolean first) throws Exception {
        if (rows.rowCount() >= limits.rows() || rows.rowBytes() >= limits.bytes() || limits.latencyMs() == 0) {
            flush();
        } else if (first) {
            batchStartedMs = getProcessingTimeService().getCurrentProcessingTime();
            setFlushTimer(batchStartedMs + limits.latencyMs());
        }
    }

    private void processPacked(PackedRecords records) throws Exception {
        fragmentMetrics.packedElementArrived();
        switch (records.kind()) {
            case RECORDS -> {
                queue.handleArrived();
                Batch.Builder batch = Batch.newBuilder()
                        .setSplitId(records.splitId())
                        .setTopic(records.topic())
                        .setPartition(records.partition());
                send(batch, records.recordCount(), records.payload(), records);
            }
            case SPLIT_ADDED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitAdded(records.splitId())));
            case SPLIT_FINISHED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitFinished(records.splitId())));
            case WATERMARK_MARK -> {
                if (spec.consumesWatermarks()) {
                    // What follows must not be sent before the watermark, which the rows in flight may still raise.
                    queue.drain();
                }
                inTurn(() -> ifWatermarks(() -> splitWatermarks.mark(
                        records.splitId(), records.watermarkMs(), getProcessingTimeService().getCurrentProcessingTime())));
            }
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
        if (spec.consumesWatermarks()) {
            cross(mark);
        } else {
            inTurn(() -> output.emitWatermark(mark));
        }
    }

    /** Sends the watermark to the fragment, behind the rows that came before it. */
    private void cross(Watermark mark) throws Exception {
        flush();
        long timestampMs = mark.getTimestamp();
        queue.frame(() -> session.stream().sendWatermark(spec.input().index(), timestampMs));
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
        queue.inTurn(action);
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
        if (dueMs <= getProcessingTimeService().getCurrentProcessingTime()) {
            flush();
        } else {
            setFlushTimer(dueMs);
        }
    }

    private void flush() throws Exception {
        if (rows != null && rows.rowCount() > 0) {
            int rowCount = rows.rowCount();
            send(Batch.newBuilder(), rowCount, rows.take(), null);
        }
    }

    private void send(Batch.Builder batch, int rowCount, byte[] payload, @Nullable PackedRecords records) throws Exception {
        queue.batch(batch.setInput(spec.input().index()).setRowCount(rowCount), payload, records);
    }

    private void timerFired(long timestampMs) throws Exception {
        if (finished || closed) {
            return;
        }
        flush();
        queue.frame(() -> session.stream().sendTimer(timestampMs));
    }

    // ---- answers ----

    private void answered(ServerFrame answer, boolean ofBatch, @Nullable PackedRecords records) throws Exception {
        switch (answer.getBodyCase()) {
            case RESULT -> emit(answer.getResult(), ofBatch, records);
            case SNAPSHOT -> {
                state.snapshotTaken(answer.getSnapshot());
                emit(answer.getSnapshot().getResult(), false, null);
            }
            case FAILURE -> throw failures.exceptionOf(answer.getFailure(), records);
            default -> throw new IllegalStateException("SLIP-9001: unexpected answer " + answer.getBodyCase());
        }
    }

    private void emit(Result result, boolean ofBatch, @Nullable PackedRecords records) throws Exception {
        if (result.getHasTimer()) {
            timer.wish(result.getTimerMs());
        }
        if (assignedWatermarks != null) {
            assignedWatermarks.beforeRows(result.getRowsIn());
        }
        emitter.emit(result, session.lane(), this::emitMark);
        if (!ofBatch) {
            return;
        }
        fragmentMetrics.resultArrived(result);
        if (splitWatermarks != null && records != null && result.getRowsIn() > 0) {
            splitWatermarks.rowsEmitted(records.splitId(), result.getHasWatermark(), result.getWatermarkMs());
        } else if (assignedWatermarks != null && result.getHasWatermark()) {
            assignedWatermarks.afterRows(result.getWatermarkMs());
        }
    }

    private void emitMark(long timestampMs) throws Exception {
        if (spec.consumesWatermarks()) {
            output.emitWatermark(new Watermark(timestampMs));
        } else if (assignedWatermarks != null) {
            assignedWatermarks.mark(timestampMs);
        } else {
            throw new IllegalStateException("SLIP-9001: a watermark of a fragment that makes none");
        }
    }

    /** Whether something that was sent is not answered yet. */
    boolean hasPending() {
        return !queue.isEmpty();
    }

    private void drain() throws Exception {
        flush();
        queue.drain();
    }

    // ---- checkpoints ----

    /** Everything that came before the barrier goes out before it, and the state is copied as it is then. */
    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        queue.release();
        drain();
        if (!spec.keyed() && !spec.consumesWatermarks()) {
            return;
        }
        state.beforeSnapshot();
        queue.askAndHold(() -> session.stream().sendSnapshot(checkpointId));
        state.afterSnapshot(checkpointId);
    }

    /** Behind the barrier: the rest is written asynchronously. */
    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestamp, CheckpointOptions checkpointOptions, CheckpointStreamFactory factory) throws Exception {
        queue.release();
        OperatorSnapshotFutures futures = super.snapshotState(checkpointId, timestamp, checkpointOptions, factory);
        state.write(checkpointId, session.stream(), factory, getContainingTask().getCancelables(), futures);
        return futures;
    }

    // ---- the end ----

    @Override
    public void endInput() throws Exception {
        queue.release();
        drain();
        if (spec.consumesWatermarks() && assignedWatermarks != null) {
            // Flink's assigner sends its last watermark before the operators behind it see the end.
            assignedWatermarks.emitLast();
        }
        queue.frame(() -> session.stream().sendEndInput(spec.input().index()));
        queue.drain();
        if (splitWatermarks != null) {
            splitWatermarks.stop();
        }
        finished = true;
    }

    @Override
    public void finish() throws Exception {
        if (finished) {
            queue.drain();
        }
        if (assignedWatermarks != null) {
            assignedWatermarks.emitLast();
        }
        super.finish();
    }

    /** Also after a failure or cancellation: gives everything back and waits for nothing. */
    @Override
    public void close() throws Exception {
        closed = true;
        queue.close();
        timer.close();
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

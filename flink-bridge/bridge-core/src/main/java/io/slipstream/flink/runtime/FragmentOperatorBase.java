package io.slipstream.flink.runtime;

import com.google.protobuf.UnsafeByteOperations;
import io.slipstream.flink.OptionValues;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.OutputTarget;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * What the operators of fragments have in common, however many inputs they have: one subtask, one stream to a worker of the sidecar.
 *
 * <p>Batches are sent as they fill, up to the credits' number at a time; everything else that came behind them (watermarks, their
 * status, latency markers, splits) waits for their answers in {@link FrameQueue}. Before a barrier and at the end everything is
 * drained, blocking. The state of a keyed fragment is in the sidecar; it is copied there before the barrier, and fetched and
 * written while the stream goes on.
 *
 * <p>Watermarks stay here and only keep their place, unless the fragment acts on them: then they cross over, and what comes back as
 * marks goes downstream.
 */
abstract class FragmentOperatorBase extends AbstractStreamOperator<RowData> {

    private static final long serialVersionUID = 1L;

    /** Flink's option, whose class belongs to the planner's API. */
    private static final ConfigOption<String> LOCAL_TIME_ZONE =
            ConfigOptions.key("table.local-time-zone").stringType().defaultValue("default");

    private static final int ATTEMPT_BITS = 8;

    final FragmentSpec spec;
    final FrameQueue queue;
    FragmentMetrics fragmentMetrics;
    FragmentFailures failures;
    boolean finished;
    boolean closed;

    private final BatchLimits limits;
    private final FragmentTimer timer;
    /** By input; none when records come packed. */
    private final List<InputBatch> batches = new ArrayList<>();

    private @Nullable FragmentSession session;
    private FragmentState state;
    private List<OutputTarget> targets = List.of();
    private OptionalLong restoredTimerMs = OptionalLong.empty();
    private ResultEmitter emitter;
    private boolean flushTimerSet;

    FragmentOperatorBase(StreamOperatorParameters<RowData> parameters, FragmentSpec spec) {
        super(parameters);
        this.spec = spec;
        this.limits = spec.limits();
        this.queue = new FrameQueue(parameters.getMailboxExecutor(), this::answered);
        this.timer = new FragmentTimer(getProcessingTimeService(), this::timerFired);
        spec.inputs().stream().filter(input -> input.form() != Form.FORM_RAW).map(InputBatch::of).forEach(batches::add);
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
    public boolean hasKeyContext2() {
        return false;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement1(StreamRecord record) {}

    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement2(StreamRecord record) {}

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        // With RocksDB's state and timers on the heap it would write its (no) timers where our state goes, and fail.
        timeServiceManager = null;
        failures = new FragmentFailures(spec.inputs().get(0).decoder(), getRuntimeContext());
        state = new FragmentState(spec.keyed(), getRuntimeContext().getTaskInfo());
        openSession();
        restoredTimerMs = state.restore(context, session, getUserCodeClassloader());
    }

    private void openSession() throws Exception {
        var task = getRuntimeContext().getTaskInfo();
        targets = OutputTargets.of(spec.outputs(), getContainingTask(), getOperatorConfig(), task.getMaxNumberOfParallelSubtasks());
        Configuration config = new Configuration(getContainingTask().getEnvironment().getTaskManagerInfo().getConfiguration());
        spec.config().forEach(config::setString);
        OptionValues.refusal(config).ifPresent(refusal -> {
            // Of the TaskManager's own configuration: the planner has looked at what came with the job.
            throw new IllegalConfigurationException(refusal);
        });
        // Greater for each new attempt, also after a failover of the JobManager, which counts attempts from 0 again.
        long epoch = (System.currentTimeMillis() << ATTEMPT_BITS) | (task.getAttemptNumber() & ((1 << ATTEMPT_BITS) - 1));
        session = FragmentSession.open(config, openMessage(config), epoch, queue::answerArrived);
    }

    @Override
    public void open() throws Exception {
        super.open();
        TaskIOMetricGroup taskMetrics = getContainingTask().getEnvironment().getMetricGroup().getIOMetricGroup();
        fragmentMetrics = new FragmentMetrics(getMetricGroup(), taskMetrics, batches.isEmpty(), queue::inFlight);
        emitter = new ResultEmitter(
                spec.outputs(), targets, output, !getExecutionConfig().isObjectReuseEnabled(), fragmentMetrics::pieceEmitted);
        queue.start(session);
        startWatermarks(taskMetrics);
        // The answer to the last frame counts.
        (restoredTimerMs.isPresent() ? restoredTimerMs : session.openedTimerMs()).ifPresent(timer::wish);
    }

    /** Of those watermarks that are made here. */
    void startWatermarks(TaskIOMetricGroup taskMetrics) {}

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

    InputBatch batchOf(int position) {
        return batches.get(position);
    }

    void processRow(InputBatch batch, RowData row) throws Exception {
        boolean first = batch.rows().rowCount() == 0;
        batch.rows().add(row);
        rowsAdded(batch, first);
    }

    /** Small pieces become one batch again; one that is a batch by itself is sent as it is. */
    void processPiece(InputBatch batch, RowsPiece piece) throws Exception {
        fragmentMetrics.pieceArrived(piece.rowCount());
        RowBatchBuilder rows = batch.rows();
        boolean large = piece.rowCount() >= limits.rows() || piece.rows().length >= limits.bytes();
        if (large
                || rows.rowCount() + piece.rowCount() > limits.rows()
                || (long) rows.rowBytes() + piece.rows().length > limits.bytes()) {
            flush(batch);
        }
        if (large) {
            send(batch.input(), Batch.newBuilder(), piece.rowCount(), piece.rows(), null);
        } else if (piece.rowCount() > 0) {
            boolean first = rows.rowCount() == 0;
            rows.addAll(piece.rows(), piece.rowCount());
            rowsAdded(batch, first);
        }
    }

    private void rowsAdded(InputBatch batch, boolean first) throws Exception {
        if (batch.rows().rowCount() >= limits.rows() || batch.rows().rowBytes() >= limits.bytes() || limits.latencyMs() == 0) {
            flush(batch);
        } else if (first) {
            batch.startedMs = getProcessingTimeService().getCurrentProcessingTime();
            setFlushTimer(batch.startedMs + limits.latencyMs());
        }
    }

    /** The operator's own watermark: of several inputs the least, as Flink combines them. */
    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (spec.consumesWatermarks()) {
            cross(mark);
        } else {
            inTurn(() -> output.emitWatermark(mark));
        }
    }

    /** Sends the watermark to the fragment, behind the rows that came before it. */
    void cross(Watermark mark) throws Exception {
        flush();
        long timestampMs = mark.getTimestamp();
        int input = spec.inputs().get(0).index();
        queue.frame(() -> session.stream().sendWatermark(input, timestampMs));
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        inTurn(() -> output.emitWatermarkStatus(status));
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
    void inTurn(ThrowingRunnable<Exception> action) throws Exception {
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

    /** One timer at a time: it finds out how old the batches at hand are. */
    private void onFlushTimer(long timeMs) throws Exception {
        flushTimerSet = false;
        if (closed) {
            return;
        }
        long nowMs = getProcessingTimeService().getCurrentProcessingTime();
        for (InputBatch batch : batches) {
            long dueMs = batch.startedMs + limits.latencyMs();
            if (batch.rows().rowCount() > 0 && dueMs <= nowMs) {
                flush(batch);
            }
        }
        batches.stream()
                .filter(batch -> batch.rows().rowCount() > 0)
                .mapToLong(batch -> batch.startedMs + limits.latencyMs())
                .min()
                .ifPresent(this::setFlushTimer);
    }

    private void flush() throws Exception {
        for (InputBatch batch : batches) {
            flush(batch);
        }
    }

    private void flush(InputBatch batch) throws Exception {
        int rowCount = batch.rows().rowCount();
        if (rowCount > 0) {
            send(batch.input(), Batch.newBuilder(), rowCount, batch.rows().take(), null);
        }
    }

    void send(int input, Batch.Builder batch, int rowCount, byte[] payload, @Nullable PackedRecords records) throws Exception {
        queue.batch(batch.setInput(input).setRowCount(rowCount), payload, records);
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
        beforeOutputs(result);
        emitter.emit(result, session.lane(), this::emitMark);
        if (ofBatch) {
            fragmentMetrics.resultArrived(result);
            afterBatch(result, records);
        }
    }

    /** Before the outputs of a result are emitted. */
    void beforeOutputs(Result result) throws Exception {}

    /** After the outputs of a batch; {@code records} is the batch, or null when it consisted of rows. */
    void afterBatch(Result result, @Nullable PackedRecords records) throws Exception {}

    void emitMark(long timestampMs) throws Exception {
        if (!spec.consumesWatermarks()) {
            throw new IllegalStateException("SLIP-9001: a watermark of a fragment that makes none");
        }
        output.emitWatermark(new Watermark(timestampMs));
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

    /** Everything of before goes out; then the caller may say what else comes before the end, and {@link #sendEnd}s it. */
    void drainBeforeEnd() throws Exception {
        queue.release();
        drain();
    }

    void sendEnd(int input) throws Exception {
        queue.frame(() -> session.stream().sendEndInput(input));
        queue.drain();
    }

    @Override
    public void finish() throws Exception {
        if (finished) {
            queue.drain();
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
            if (session != null) {
                session.close(finished);
            }
        } finally {
            super.close();
        }
    }
}

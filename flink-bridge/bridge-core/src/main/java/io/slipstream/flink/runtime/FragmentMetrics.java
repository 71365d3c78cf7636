package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Result;
import java.util.function.IntSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;

/**
 * Flink counts elements of streams; a packed element is many rows. What Flink has counted is corrected here, so that its metrics
 * mean what they mean in stock Flink. Our own are in the group {@code slipstream}.
 */
final class FragmentMetrics {

    private static final long NANOS_PER_MS = 1_000_000;

    private final boolean packedInput;
    private final Counter recordsIn;
    private final Counter recordsOut;
    /** The task counts what leaves its chain on its own. */
    private final Counter taskRecordsOut = new SimpleCounter();
    private final Counter batches;
    private final Counter rowsSkipped;
    private long busyNs;

    FragmentMetrics(OperatorMetricGroup operator, TaskIOMetricGroup task, boolean packedInput, IntSupplier inFlight) {
        this.packedInput = packedInput;
        recordsIn = operator.getIOMetricGroup().getNumRecordsInCounter();
        recordsOut = operator.getIOMetricGroup().getNumRecordsOutCounter();
        task.reuseRecordsOutputCounter(taskRecordsOut);
        MetricGroup group = operator.addGroup("slipstream");
        batches = group.counter("batches");
        rowsSkipped = group.counter("rowsSkipped");
        group.gauge("inFlight", (Gauge<Integer>) inFlight::getAsInt);
        group.gauge("busyTimeMs", (Gauge<Long>) () -> busyNs / NANOS_PER_MS);
        group.gauge("accelerated", (Gauge<Integer>) () -> 1);
    }

    /** Flink has counted it as one row; its rows count when they are known. */
    void packedElementArrived() {
        recordsIn.dec();
    }

    /** Flink has counted it as one row. */
    void pieceArrived(int rowCount) {
        recordsIn.inc(rowCount - 1L);
    }

    /** Flink has counted it as one row. */
    void pieceEmitted(int rowCount) {
        recordsOut.inc(rowCount - 1L);
        taskRecordsOut.inc(rowCount - 1L);
    }

    void resultArrived(Result result) {
        batches.inc();
        rowsSkipped.inc(result.getRowsSkipped());
        busyNs += result.getBusyNs();
        if (packedInput) {
            recordsIn.inc(result.getRowsIn());
        }
    }
}

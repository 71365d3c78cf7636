package io.slipstream.flink.testing.parity;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Reads a table's messages from its {@link CaseRun}.
 *
 * @param <T> rows, or packed records
 */
final class CaseSource<T> implements Source<T, CaseSplit, List<Integer>>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final String run;
    private final String table;
    private final int splits;
    private final boolean bounded;
    private final CaseEmitter.Factory<T> emitter;
    private final TypeInformation<T> type;

    CaseSource(CaseTableSource.Settings settings, CaseEmitter.Factory<T> emitter, TypeInformation<T> type) {
        this.run = settings.run();
        this.table = settings.table();
        this.splits = settings.splits();
        this.bounded = settings.bounded();
        this.emitter = emitter;
        this.type = type;
    }

    /** Unbounded to the planner by default, as a Kafka table is; the readers end all the same when the messages do. */
    @Override
    public Boundedness getBoundedness() {
        return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, CaseSplit> createReader(SourceReaderContext context) throws Exception {
        return new CaseReader<>(CaseRun.named(run), table, splits, emitter.create(context));
    }

    @Override
    public SplitEnumerator<CaseSplit, List<Integer>> createEnumerator(SplitEnumeratorContext<CaseSplit> context) {
        return new CaseEnumerator(context, IntStream.range(0, splits).boxed().toList());
    }

    @Override
    public SplitEnumerator<CaseSplit, List<Integer>> restoreEnumerator(
            SplitEnumeratorContext<CaseSplit> context, List<Integer> unassigned) {
        return new CaseEnumerator(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<CaseSplit> getSplitSerializer() {
        return new CaseSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<List<Integer>> getEnumeratorCheckpointSerializer() {
        return new CaseEnumerator.Serializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}

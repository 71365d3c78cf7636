package io.slipstream.flink.kafka.client;

import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.table.data.RowData;

/**
 * The stock {@link KafkaSink}, its writer wrapped by an {@link OpenBatchWriter}. State, committables, topology and lineage are the
 * stock sink's, so a savepoint of the one can be restored by the other. Objects stand for the connector's types that are not public.
 */
final class OpenBatchSink
        implements Sink<RowData>,
                SupportsWriterState<RowData, Object>,
                SupportsCommitter<Object>,
                SupportsPostCommitTopology<Object>,
                LineageVertexProvider {

    private static final long serialVersionUID = 1L;

    private final KafkaSink<RowData> stock;

    OpenBatchSink(KafkaSink<RowData> stock) {
        this.stock = stock;
    }

    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) throws IOException {
        return OpenBatchWriter.around(((Sink<RowData>) stock).createWriter(context), context);
    }

    @Override
    public StatefulSinkWriter<RowData, Object> restoreWriter(WriterInitContext context, Collection<Object> recoveredState)
            throws IOException {
        return OpenBatchWriter.around(stateful().restoreWriter(context, recoveredState), context);
    }

    @Override
    public SimpleVersionedSerializer<Object> getWriterStateSerializer() {
        return stateful().getWriterStateSerializer();
    }

    @Override
    public Committer<Object> createCommitter(CommitterInitContext context) throws IOException {
        return committing().createCommitter(context);
    }

    @Override
    public SimpleVersionedSerializer<Object> getCommittableSerializer() {
        return committing().getCommittableSerializer();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void addPostCommitTopology(DataStream<CommittableMessage<Object>> committables) {
        ((SupportsPostCommitTopology<Object>) (Object) stock).addPostCommitTopology(committables);
    }

    @Override
    public LineageVertex getLineageVertex() {
        return stock.getLineageVertex();
    }

    @SuppressWarnings("unchecked")
    private SupportsWriterState<RowData, Object> stateful() {
        return (SupportsWriterState<RowData, Object>) (Object) stock;
    }

    @SuppressWarnings("unchecked")
    private SupportsCommitter<Object> committing() {
        return (SupportsCommitter<Object>) (Object) stock;
    }
}

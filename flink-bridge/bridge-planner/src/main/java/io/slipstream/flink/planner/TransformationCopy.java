package io.slipstream.flink.planner;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.transformations.TransformationWithLineage;

/** What a transformation that stands in for a stock one takes over from it. */
final class TransformationCopy {

    private TransformationCopy() {}

    /** All but name, type, parallelism and inputs, which its constructor takes. */
    static void attributes(Transformation<?> stock, Transformation<?> standIn) {
        standIn.setDescription(stock.getDescription());
        if (stock.getUid() != null) {
            standIn.setUid(stock.getUid());
        }
        if (stock.getUserProvidedNodeHash() != null) {
            standIn.setUidHash(stock.getUserProvidedNodeHash());
        }
        if (stock.getMaxParallelism() > 0) {
            standIn.setMaxParallelism(stock.getMaxParallelism());
        }
        stock.getSlotSharingGroup().ifPresent(standIn::setSlotSharingGroup);
        if (stock.getCoLocationGroupKey() != null) {
            standIn.setCoLocationGroupKey(stock.getCoLocationGroupKey());
        }
        if (stock.getAdditionalMetricVariables() != null) {
            stock.getAdditionalMetricVariables().forEach(standIn::addMetricVariable);
        }
        if (stock instanceof TransformationWithLineage<?> from && standIn instanceof TransformationWithLineage<?> to) {
            LineageVertex vertex = from.getLineageVertex();
            if (vertex != null) {
                to.setLineageVertex(vertex);
            }
        }
    }
}

package io.slipstream.flink.planner;

import java.util.Collections;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** Stands in for the input of a sink while we look at what Flink makes of the sink. */
final class PlaceholderExecNode extends ExecNodeBase<RowData> implements StreamExecNode<RowData> {

    private final int parallelism;

    PlaceholderExecNode(ExecNode<?> replaced, int parallelism) {
        super(
                replaced.getId(),
                new ExecNodeContext("slipstream-placeholder_1"),
                new Configuration(),
                Collections.emptyList(),
                replaced.getOutputType(),
                "Placeholder");
        this.parallelism = parallelism;
        setInputEdges(Collections.emptyList());
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        return new Transformation<>("Placeholder", InternalTypeInfo.of(getOutputType()), parallelism, false) {
            @Override
            protected List<Transformation<?>> getTransitivePredecessorsInternal() {
                return List.of(this);
            }

            @Override
            public List<Transformation<?>> getInputs() {
                return Collections.emptyList();
            }
        };
    }
}

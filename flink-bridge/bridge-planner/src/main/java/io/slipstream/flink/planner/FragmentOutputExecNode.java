package io.slipstream.flink.planner;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.transformations.SideOutputTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;

/** What a sink or an exchange reads: the outputs that fragments have for it, united in the order of the plan's inputs. */
final class FragmentOutputExecNode extends ExecNodeBase<RowData> implements StreamExecNode<RowData> {

    /** Output {@code index} of {@code fragment}. */
    record Part(FragmentExecNode fragment, int index) {}

    private final List<Part> parts;

    FragmentOutputExecNode(ExecNode<?> replaced, List<Part> parts) {
        super(
                replaced.getId(),
                new ExecNodeContext("stream-exec-slipstream-output_1"),
                new Configuration(),
                Collections.emptyList(),
                replaced.getOutputType(),
                replaced.getDescription());
        this.parts = List.copyOf(parts);
        setInputEdges(Collections.emptyList());
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        List<Transformation<RowData>> streams =
                parts.stream().map(part -> stream(part, planner)).collect(Collectors.toList());
        return streams.size() == 1 ? streams.get(0) : new UnionTransformation<>(streams);
    }

    private static Transformation<RowData> stream(Part part, PlannerBase planner) {
        Transformation<RowData> main = part.fragment().translateToPlan(planner);
        return part.index() == 0 ? main : new SideOutputTransformation<>(main, part.fragment().output(part.index()).tag());
    }
}

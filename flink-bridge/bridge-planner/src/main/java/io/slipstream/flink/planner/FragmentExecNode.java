package io.slipstream.flink.planner;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.FragmentOperatorFactory;
import io.slipstream.flink.runtime.FragmentSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.utils.ExecNodeUtil;
import org.apache.flink.table.planner.plan.nodes.exec.utils.TransformationMetadata;
import org.apache.flink.table.types.logical.RowType;

/**
 * One fragment as one operator behind its source. It takes the id of the node that it reads: of the fragments of a plan no two
 * read the same one, and so uids of compiled plans are stable and distinct.
 */
final class FragmentExecNode extends ExecNodeBase<RowData> implements StreamExecNode<RowData> {

    /** Part of the uid: never to be changed, or savepoints of running jobs lose their state. */
    private static final String TRANSFORMATION = "slipstream-fragment";

    private final Fragment fragment;
    private final ExecNode<?> inputNode;
    private final SourceEnd source;
    private final List<ExecNode<?>> nodes;
    private final List<FragmentSpec.Output> outputs;

    /**
     * @param source what the fragment reads
     * @param nodes that run in it, in topological order
     * @param outputs by index
     */
    FragmentExecNode(
            Fragment fragment, ExecNode<?> inputNode, SourceEnd source, List<ExecNode<?>> nodes, List<FragmentSpec.Output> outputs) {
        super(
                inputNode.getId(),
                new ExecNodeContext("stream-exec-slipstream-fragment_1"),
                new Configuration(),
                Collections.emptyList(),
                outputs.get(0).rowType(),
                nodes.stream().map(ExecNode::getDescription).collect(Collectors.joining(" -> ")));
        this.fragment = fragment;
        this.inputNode = inputNode;
        this.source = source;
        this.nodes = nodes;
        this.outputs = outputs;
        setInputEdges(Collections.emptyList());
        setCompiled(ExecNodeAccess.isCompiled(inputNode));
    }

    FragmentSpec.Output output(int index) {
        return outputs.get(index);
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        FragmentInput input = fragment.getInputs(0);
        BatchLimits limits = BatchLimits.of(planner.getTableConfig());
        if (input.getForm() == Form.FORM_RAW) {
            return operator(source.packed(planner, input, limits), source.packedInput(planner, input), limits, planner, config);
        }
        FragmentSpec.Input rows = FragmentSpec.Input.rows(input.getIndex(), (RowType) inputNode.getOutputType());
        return operator(SourceEnd.rowsOf(inputNode, planner), rows, limits, planner, config);
    }

    private <T> Transformation<RowData> operator(
            Transformation<T> input, FragmentSpec.Input inputSpec, BatchLimits limits, PlannerBase planner, ExecNodeConfig config) {
        FragmentSpec spec =
                new FragmentSpec(
                        fragment.getId(),
                        fragment.getPlan().toByteArray(),
                        inputSpec,
                        outputs,
                        ownOptions(planner),
                        limits,
                        fragment.hasWatermarkAssignment()
                                ? new FragmentSpec.WatermarkAssignment(fragment.getWatermarkAssignment().getIdleTimeoutMs())
                                : null);
        return ExecNodeUtil.createOneInputTransformation(
                input,
                metadata(config),
                new FragmentOperatorFactory<T>(spec),
                outputs.get(0).type(),
                input.getParallelism(),
                false);
    }

    private TransformationMetadata metadata(ExecNodeConfig config) {
        String ids = nodes.stream().map(node -> Integer.toString(node.getId())).collect(Collectors.joining(", "));
        String kinds = nodes.stream().map(NodeNames::kind).collect(Collectors.joining(" -> "));
        String name = "Slipstream[" + ids + "](" + (nodes.isEmpty() ? "format" : kinds) + ")";
        String description = "Slipstream[" + ids + "]:" + getDescription();
        return config.shouldSetUid()
                ? new TransformationMetadata(createTransformationUid(TRANSFORMATION, config), name, description)
                : new TransformationMetadata(name, description);
    }

    private static Map<String, String> ownOptions(PlannerBase planner) {
        Map<String, String> own = new TreeMap<>(planner.getTableConfig().toMap());
        own.keySet().removeIf(key -> !key.startsWith("slipstream.") && !key.equals("table.local-time-zone"));
        return own;
    }
}

package io.slipstream.flink.planner;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.FragmentOperatorFactory;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.TwoInputFragmentOperatorFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.NullByteKeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.utils.ExecNodeUtil;
import org.apache.flink.table.planner.plan.nodes.exec.utils.TransformationMetadata;
import org.apache.flink.table.types.logical.RowType;

/**
 * One fragment as one operator behind a source, an exchange, or two exchanges. It takes the id of the (first) node that it reads: of
 * the fragments of a plan no two read the same one, and so uids of compiled plans are stable and distinct.
 *
 * <p>Behind a SINGLETON exchange it gets parallelism and max parallelism 1 from its base class, as Flink's operators do.
 */
final class FragmentExecNode extends ExecNodeBase<RowData>
        implements StreamExecNode<RowData>, SingleTransformationTranslator<RowData> {

    /** Part of the uid: never to be changed, or savepoints of running jobs lose their state. */
    private static final String TRANSFORMATION = "slipstream-fragment";

    private final Fragment fragment;
    private final List<ExecNode<?>> inputNodes;
    private final @Nullable SourceEnd source;
    private final List<ExecNode<?>> nodes;
    private final List<FragmentSpec.Output> outputs;

    /**
     * @param inputNodes what the fragment reads, by index: a source, or an {@link ExchangeExecNode} or two
     * @param source null when it reads an exchange
     * @param compiled whether the plan was compiled before
     * @param nodes that run in it, in topological order
     * @param outputs by index
     */
    FragmentExecNode(
            Fragment fragment,
            List<ExecNode<?>> inputNodes,
            @Nullable SourceEnd source,
            boolean compiled,
            List<ExecNode<?>> nodes,
            List<FragmentSpec.Output> outputs) {
        super(
                inputNodes.get(0).getId(),
                new ExecNodeContext("stream-exec-slipstream-fragment_1"),
                new Configuration(),
                Collections.emptyList(),
                outputs.get(0).rowType(),
                nodes.stream().map(ExecNode::getDescription).collect(Collectors.joining(" -> ")));
        this.fragment = fragment;
        this.inputNodes = inputNodes;
        this.source = source;
        this.nodes = nodes;
        this.outputs = outputs;
        setInputEdges(Collections.emptyList());
        setCompiled(compiled);
    }

    FragmentSpec.Output output(int index) {
        return outputs.get(index);
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        if (inputNodes.size() > 1) {
            return twoInputOperator(planner, config);
        }
        ExecNode<?> inputNode = inputNodes.get(0);
        FragmentInput input = fragment.getInputs(0);
        BatchLimits limits = BatchLimits.of(planner.getTableConfig());
        if (input.getForm() == Form.FORM_RAW) {
            return operator(source.packed(planner, input, limits), source.packedInput(planner, input), limits, planner, config);
        }
        RowType type = (RowType) inputNode.getOutputType();
        FragmentSpec.Input spec =
                input.getForm() == Form.FORM_PIECES
                        ? FragmentSpec.Input.pieces(input.getIndex(), type)
                        : FragmentSpec.Input.rows(input.getIndex(), type);
        return operator(SourceEnd.rowsOf(inputNode, planner), spec, limits, planner, config);
    }

    /** Flink looks at the exchange itself; a node that wants one subtask may also stand further behind, on a source that has one. */
    @Override
    protected boolean inputsContainSingleton() {
        return nodes.stream().anyMatch(Distribution::needsOneSubtask);
    }

    private <T> Transformation<RowData> operator(
            Transformation<T> input, FragmentSpec.Input inputSpec, BatchLimits limits, PlannerBase planner, ExecNodeConfig config) {
        OneInputTransformation<T, RowData> operator =
                ExecNodeUtil.createOneInputTransformation(
                        input,
                        metadata(config),
                        new FragmentOperatorFactory<T>(spec(List.of(inputSpec), limits, planner)),
                        outputs.get(0).type(),
                        input.getParallelism(),
                        false);
        if (fragment.getKeyed()) {
            // Raw keyed state needs a keyed backend, for the range of key groups. No key is ever set.
            operator.setStateKeySelector(new NullByteKeySelector<>());
            operator.setStateKeyType(Types.BYTE);
        }
        return operator;
    }

    /** Pieces are declared as rows to Flink's API. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Transformation<RowData> twoInputOperator(PlannerBase planner, ExecNodeConfig config) {
        List<FragmentSpec.Input> inputs = new ArrayList<>();
        for (FragmentInput input : fragment.getInputsList()) {
            RowType type = (RowType) inputNodes.get(inputs.size()).getOutputType();
            inputs.add(FragmentSpec.Input.pieces(input.getIndex(), type));
        }
        Transformation<RowData> first = SourceEnd.rowsOf(inputNodes.get(0), planner);
        TwoInputFragmentOperatorFactory factory =
                new TwoInputFragmentOperatorFactory(spec(inputs, BatchLimits.of(planner.getTableConfig()), planner));
        TwoInputTransformation<RowData, RowData, RowData> operator =
                ExecNodeUtil.createTwoInputTransformation(
                        first,
                        SourceEnd.rowsOf(inputNodes.get(1), planner),
                        metadata(config),
                        (StreamOperatorFactory<RowData>) (StreamOperatorFactory) factory,
                        outputs.get(0).type(),
                        first.getParallelism(),
                        0L,
                        false);
        if (fragment.getKeyed()) {
            operator.setStateKeySelectors(new NullByteKeySelector<>(), new NullByteKeySelector<>());
            operator.setStateKeyType(Types.BYTE);
        }
        return operator;
    }

    private FragmentSpec spec(List<FragmentSpec.Input> inputs, BatchLimits limits, PlannerBase planner) {
        return new FragmentSpec(
                fragment.getId(),
                fragment.getPlan().toByteArray(),
                inputs,
                outputs,
                ownOptions(planner),
                limits,
                fragment.hasWatermarkAssignment()
                        ? new FragmentSpec.WatermarkAssignment(fragment.getWatermarkAssignment().getIdleTimeoutMs())
                        : null,
                fragment.getKeyed(),
                fragment.getConsumesWatermarks());
    }

    private TransformationMetadata metadata(ExecNodeConfig config) {
        String ids = nodes.stream().map(node -> Integer.toString(node.getId())).collect(Collectors.joining(", "));
        String kinds = nodes.stream().map(NodeNames::kind).collect(Collectors.joining(" -> "));
        String description = getDescription();
        if (nodes.isEmpty() || materializesForSink()) {
            // Named after what it reads.
            ids = Integer.toString(getId());
            description = workWithoutNodes();
        }
        String name = "Slipstream[" + ids + "](" + (nodes.isEmpty() ? workWithoutNodes() : kinds) + ")";
        description = "Slipstream[" + ids + "]:" + description;
        return config.shouldSetUid()
                ? new TransformationMetadata(createTransformationUid(TRANSFORMATION, config), name, description)
                : new TransformationMetadata(name, description);
    }

    private String workWithoutNodes() {
        if (materializesForSink()) {
            return "SinkMaterializer";
        }
        return outputs.stream().anyMatch(output -> output.form() == Form.FORM_PIECES) ? "partition" : "format";
    }

    /** It is what Flink puts in front of a sink, and not in a node of its own. */
    private boolean materializesForSink() {
        return inputNodes.get(0) instanceof ExchangeExecNode exchange && exchange.isOfSink();
    }

    private static Map<String, String> ownOptions(PlannerBase planner) {
        Map<String, String> own = new TreeMap<>(planner.getTableConfig().toMap());
        own.keySet().removeIf(key -> !key.startsWith("slipstream.") && !key.equals("table.local-time-zone"));
        return own;
    }
}

package io.slipstream.flink.planner;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.proto.FragmentOutput;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecUnion;

/**
 * Whether the fragments of an answer make up the plan: cut at its exchanges and nowhere else, each node run for all rows that the
 * plan gives it. As fragments then follow the plan's own edges, they cannot form a cycle.
 */
final class ReplyCheck {

    /** Flink's TwoInputStreamOperator. */
    private static final int INPUTS_MAX = 2;

    private final PlanExport export;
    /** By the source or exchange that they read. */
    private final Map<Integer, Fragment> byInput = new HashMap<>();
    /** Sinks whose rows fragments materialize: each is an exchange, too, in front of its materializer. */
    private final Set<Integer> materialized = new HashSet<>();

    private ReplyCheck(PlanExport export) {
        this.export = export;
    }

    static void check(PlanExport export, List<Fragment> fragments) throws InvalidReplyException {
        ReplyCheck check = new ReplyCheck(export);
        Set<String> ids = new HashSet<>();
        for (Fragment fragment : fragments) {
            fragment.getInputsList().stream().map(FragmentInput::getNodeId).filter(export::isSinkId).forEach(check.materialized::add);
        }
        for (Fragment fragment : fragments) {
            if (!ids.add(fragment.getId())) {
                throw new InvalidReplyException("two fragments are called " + fragment.getId());
            }
            check.checkEnds(fragment);
            check.checkNodesOf(fragment);
        }
        for (ExecNode<?> node : export.nodes().all()) {
            check.checkNode(node);
        }
        for (int sinkId : export.sinkIds()) {
            check.checkConsumer(sinkId);
        }
    }

    private void checkEnds(Fragment fragment) throws InvalidReplyException {
        if (fragment.getInputsCount() < 1 || fragment.getInputsCount() > INPUTS_MAX || fragment.getOutputsCount() == 0) {
            throw new InvalidReplyException(
                    "expected one input or two and at least one output of " + fragment.getId() + ", found "
                            + fragment.getInputsCount() + " and " + fragment.getOutputsCount());
        }
        for (int i = 0; i < fragment.getInputsCount(); i++) {
            FragmentInput input = fragment.getInputs(i);
            if (input.getIndex() != i) {
                throw new InvalidReplyException(
                        "expected inputs of " + fragment.getId() + " numbered 0, 1, found input " + input.getIndex() + " at " + i);
            }
            checkInput(fragment, input);
        }
        checkOutputs(fragment);
    }

    private void checkInput(Fragment fragment, FragmentInput input) throws InvalidReplyException {
        checkForm(fragment, "reads", input.getNodeId(), input.getForm(), export.isSourceId(input.getNodeId()));
        if (materialized.contains(input.getNodeId())) {
            checkMaterializer(fragment, input.getNodeId());
        }
        if (input.getForm() == Form.FORM_RAW) {
            checkRaw(input.getNodeId(), export.source(export.nodes().get(input.getNodeId())).rawRefusal());
        }
        if (byInput.put(input.getNodeId(), fragment) != null) {
            throw new InvalidReplyException("two fragments read the same source or exchange, node " + input.getNodeId());
        }
        if (fragment.getKeyed() && !isExchange(input.getNodeId())) {
            throw new InvalidReplyException(
                    fragment.getId() + " keeps keyed state, but reads source " + input.getNodeId() + ", whose rows are not spread by key");
        }
        if (fragment.getInputsCount() > 1 && !export.isExchangeId(input.getNodeId())) {
            throw new InvalidReplyException(
                    fragment.getId() + " joins source " + input.getNodeId() + ", which has no exchange behind it");
        }
    }

    /** The keys of a sink's materializer are those of the sink: nothing else runs behind its exchange. */
    private void checkMaterializer(Fragment fragment, int sinkId) throws InvalidReplyException {
        if (!export.isMaterializedId(sinkId)) {
            throw new InvalidReplyException(fragment.getId() + " reads sink " + sinkId + ", which has no materializer in front of it");
        }
        boolean feedsIt = fragment.getOutputsList().stream().allMatch(output -> output.getNodeId() == sinkId);
        if (!fragment.getKeyed() || fragment.getInputsCount() > 1 || fragment.getNodeIdsCount() > 0 || !feedsIt) {
            throw new InvalidReplyException(
                    fragment.getId() + " materializes the rows of sink " + sinkId + ", expected it to keep keyed state for that and do no more");
        }
    }

    private boolean isExchange(int id) {
        return export.isExchangeId(id) || materialized.contains(id);
    }

    private void checkOutputs(Fragment fragment) throws InvalidReplyException {
        Set<Integer> fed = new HashSet<>();
        for (FragmentOutput output : fragment.getOutputsList()) {
            boolean feedsSink =
                    export.isSinkId(output.getNodeId())
                            && (!materialized.contains(output.getNodeId()) || inputIds(fragment).contains(output.getNodeId()));
            checkForm(fragment, "feeds", output.getNodeId(), output.getForm(), feedsSink);
            if (output.getForm() == Form.FORM_RAW) {
                checkRaw(output.getNodeId(), rawRefusal(output.getNodeId()));
            }
            if (output.getIndex() != fed.size() || !fed.add(output.getNodeId())) {
                throw new InvalidReplyException(
                        "expected outputs of " + fragment.getId() + " numbered 0, 1 …, one for each node it feeds, found output "
                                + output.getIndex() + " for node " + output.getNodeId());
            }
            // One watermark leaves a fragment, that of all its inputs.
            if (fragment.getInputsCount() > 1 && !boundaryIds(export.inputOf(output.getNodeId())).containsAll(inputIds(fragment))) {
                throw new InvalidReplyException(
                        fragment.getId() + " feeds node " + output.getNodeId() + ", where not all of its inputs come together");
            }
        }
    }

    /** @param end of the plan: a source of what is read, a sink of what is fed */
    private void checkForm(Fragment fragment, String does, int nodeId, Form form, boolean end) throws InvalidReplyException {
        if (!end && !isExchange(nodeId)) {
            throw new InvalidReplyException(
                    fragment.getId() + " " + does + " node " + nodeId + ", which is no "
                            + (does.equals("reads") ? "source" : "sink") + " and no exchange");
        }
        if (end ? form != Form.FORM_ROWS && form != Form.FORM_RAW : form != Form.FORM_PIECES) {
            throw new InvalidReplyException(
                    fragment.getId() + " " + does + " node " + nodeId + " as " + form + ", expected "
                            + (end ? "FORM_ROWS or FORM_RAW" : "FORM_PIECES"));
        }
    }

    private @Nullable String rawRefusal(int sinkId) {
        return export.isMaterializedId(sinkId) && !materialized.contains(sinkId)
                ? "Flink materializes its rows"
                : export.sink(sinkId).rawRefusal();
    }

    private static void checkRaw(int nodeId, @Nullable String refusal) throws InvalidReplyException {
        if (refusal != null) {
            throw new InvalidReplyException("records of node " + nodeId + " cannot cross as bytes: " + refusal);
        }
    }

    private void checkNodesOf(Fragment fragment) throws InvalidReplyException {
        Set<Integer> done = new HashSet<>();
        for (int id : fragment.getNodeIdsList()) {
            if (!export.isInnerId(id) || export.isExchangeId(id)) {
                throw new InvalidReplyException(
                        fragment.getId() + " runs node " + id + ", which the plan does not have between its sources, exchanges and sinks");
            }
            for (ExecEdge edge : export.nodes().get(id).getInputEdges()) {
                int inputId = edge.getSource().getId();
                if (fragment.getNodeIdsList().contains(inputId) && !done.contains(inputId)) {
                    throw new InvalidReplyException(fragment.getId() + " runs node " + id + " before its input " + inputId);
                }
            }
            if (!done.add(id)) {
                throw new InvalidReplyException(fragment.getId() + " runs node " + id + " twice");
            }
        }
    }

    private void checkNode(ExecNode<?> node) throws InvalidReplyException {
        int id = node.getId();
        if (PlanNodes.isExchange(node)) {
            if (!byInput.containsKey(id)) {
                throw new InvalidReplyException("no fragment reads exchange " + id);
            }
            checkConsumer(id);
        } else if (export.isInnerId(id)) {
            checkInnerNode(node);
        }
    }

    private void checkInnerNode(ExecNode<?> node) throws InvalidReplyException {
        int id = node.getId();
        Set<Integer> expected = boundaryIds(node);
        Set<Integer> found = new TreeSet<>();
        byInput.values().stream()
                .filter(fragment -> fragment.getNodeIdsList().contains(id))
                .forEach(fragment -> found.addAll(inputsThatCount(fragment, expected)));
        if (!found.equals(expected)) {
            throw new InvalidReplyException(
                    "node " + id + " works on what " + expected + " give, the fragments that run it read " + found);
        }
        boolean together = expected.stream().map(byInput::get).distinct().count() == 1;
        if (!together && node.getInputEdges().size() > 1 && !(node instanceof StreamExecUnion)) {
            throw new InvalidReplyException("node " + id + " needs its inputs together, its fragments read some each of " + expected);
        }
    }

    /**
     * A sink or an exchange gets all of its rows through fragments; a sink may also be left alone with sources no fragment took. Of a
     * sink with a materializer it is that which gets them.
     */
    private void checkConsumer(int id) throws InvalidReplyException {
        ExecNode<?> input = export.inputOf(id);
        Set<Integer> expected = boundaryIds(input);
        Set<Integer> found = new TreeSet<>();
        Set<Form> forms = new HashSet<>();
        byInput.values().stream().filter(fragment -> !materialized.contains(id) || fragment != byInput.get(id)).forEach(fragment -> fragment.getOutputsList().stream().filter(output -> output.getNodeId() == id).forEach(output -> {
            found.addAll(inputsThatCount(fragment, expected));
            forms.add(output.getForm());
        }));
        boolean untouched =
                export.isSinkId(id) && !materialized.contains(id) && found.isEmpty() && PlanNodes.isSource(input) && expected.stream().noneMatch(byInput::containsKey);
        if (!untouched && !found.equals(expected)) {
            throw new InvalidReplyException(
                    (export.isSinkId(id) ? "sink " : "exchange ") + id + " gets what " + expected + " give, its fragments read " + found);
        }
        if (forms.size() > 1) {
            throw new InvalidReplyException("sink " + id + " gets both rows and encoded records");
        }
    }

    /** Of a fragment that does something for what {@code expected} give: those inputs, or all where it has nothing to do with them. */
    private static Set<Integer> inputsThatCount(Fragment fragment, Set<Integer> expected) {
        Set<Integer> inputs = inputIds(fragment);
        Set<Integer> counting = new TreeSet<>(inputs);
        counting.retainAll(expected);
        return counting.isEmpty() ? inputs : counting;
    }

    private static Set<Integer> inputIds(Fragment fragment) {
        Set<Integer> ids = new TreeSet<>();
        fragment.getInputsList().forEach(input -> ids.add(input.getNodeId()));
        return ids;
    }

    private static Set<Integer> boundaryIds(ExecNode<?> node) {
        Set<Integer> ids = new TreeSet<>();
        PlanNodes.boundariesOf(node).forEach(boundary -> ids.add(boundary.getId()));
        return ids;
    }
}

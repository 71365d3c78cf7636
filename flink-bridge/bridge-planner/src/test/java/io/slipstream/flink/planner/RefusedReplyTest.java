package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.PlanNode;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers whose fragments do not make up the plan leave it to stock Flink, with a text that says what is wrong. */
class RefusedReplyTest {

    private static final String CALC = "INSERT INTO snk SELECT a + 1, b FROM src";
    private static final String UNION = "INSERT INTO snk SELECT a + 1, b FROM src UNION ALL SELECT a, b FROM src2";
    private static final String COUNTS = "INSERT INTO counts SELECT b, COUNT(*) FROM src WHERE a > 3 GROUP BY b";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.sidecar.known.add("stream-exec-group-aggregate");
        plans.env.executeSql("CREATE TABLE counts (b STRING, n BIGINT) WITH ('connector' = 'print')");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void aNodeThatNobodyRuns() {
        assertThat(refusal(COUNTS, reply -> reply.removeFragments(1))).matches("no fragment reads exchange \\d+");
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(1).clearNodeIds())).matches("node \\d+ works on what .* read \\[]");
        assertThat(refusal(UNION, reply -> reply.removeFragments(0)))
                .matches("node \\d+ works on what \\[\\d+] give, the fragments that run it read \\[]");
        assertThat(refusal(COUNTS, reply -> reply.removeVerdicts(1))).contains("the sidecar did not answer for it");
    }

    @Test
    void aNodeInTheWrongPlace() {
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(1).addNodeIds(id("Calc"))))
                .matches("node \\d+ works on what \\[\\d+] give, the fragments that run it read \\[\\d+, \\d+]");
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(0).addNodeIds(id("Exchange"))))
                .matches("fragment-\\d+ runs node \\d+, which the plan does not have between its sources, exchanges and sinks");
        assertThat(refusal(CALC, reply -> reply.getFragmentsBuilder(0).addNodeIds(4711))).contains("runs node 4711, which the plan");
        assertThat(refusal(CALC, reply -> reply.getFragmentsBuilder(0).addNodeIds(id("Calc")))).matches("fragment-\\d+ runs node \\d+ twice");
        assertThat(
                        refusal(UNION, reply -> {
                            Fragment.Builder first = reply.getFragmentsBuilder(0);
                            int calc = first.getNodeIds(0);
                            first.setNodeIds(0, first.getNodeIds(1)).setNodeIds(1, calc);
                        }))
                .matches("fragment-\\d+ runs node \\d+ before its input \\d+");
    }

    @Test
    void anExchangeOrSinkThatDoesNotGetItsRows() {
        assertThat(refusal(UNION, reply -> reply.getFragmentsBuilder(0).getOutputsBuilder(0).setNodeId(4711)))
                .matches("fragment-\\d+ feeds node 4711, which is no sink and no exchange");
        // Past the exchange: the sink gets too much, the exchange nothing.
        assertThat(
                        refusal(COUNTS, reply -> reply.getFragmentsBuilder(0).getOutputsBuilder(0)
                                .setNodeId(id("Sink")).setForm(Form.FORM_ROWS)))
                .matches("exchange \\d+ gets what \\[\\d+] give, its fragments read \\[]");
        assertThat(
                        refusal(COUNTS, reply -> reply.getFragmentsBuilder(0).addOutputsBuilder()
                                .setIndex(1).setNodeId(id("Sink")).setForm(Form.FORM_ROWS)))
                .matches("sink \\d+ gets what \\[\\d+] give, its fragments read \\[\\d+, \\d+]");
        assertThat(
                        refusal(UNION, reply -> {
                            reply.getFragmentsBuilder(0).getOutputsBuilder(0).setForm(Form.FORM_RAW);
                        }))
                .matches("records of node \\d+ cannot cross as bytes: BlackHole takes rows, not records");
    }

    @Test
    void aFragmentThatFeedsWhatItReads() {
        assertThat(
                        refusal(COUNTS, reply -> {
                            Fragment.Builder second = reply.getFragmentsBuilder(1);
                            second.addOutputsBuilder().setIndex(1).setNodeId(second.getInputs(0).getNodeId()).setForm(Form.FORM_PIECES);
                        }))
                .matches("exchange \\d+ gets what \\[\\d+] give, its fragments read \\[\\d+, \\d+]");
    }

    @Test
    void twoReadersOrEndsOfTheWrongForm() {
        assertThat(refusal(CALC, reply -> reply.addFragments(reply.getFragments(0).toBuilder().setId("other"))))
                .matches("two fragments read the same source or exchange, node \\d+");
        assertThat(refusal(CALC, reply -> reply.addFragments(reply.getFragments(0)))).matches("two fragments are called fragment-\\d+");
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(1).getInputsBuilder(0).setForm(Form.FORM_ROWS)))
                .matches("fragment-\\d+ reads node \\d+ as FORM_ROWS, expected FORM_PIECES");
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(1).getOutputsBuilder(0).setForm(Form.FORM_PIECES)))
                .matches("fragment-\\d+ feeds node \\d+ as FORM_PIECES, expected FORM_ROWS or FORM_RAW");
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(1).getInputsBuilder(0).setNodeId(id("Calc"))))
                .matches("fragment-\\d+ reads node \\d+, which is no source and no exchange");
        assertThat(refusal(CALC, reply -> reply.getFragmentsBuilder(0).clearOutputs()))
                .matches("expected one input or two and at least one output of fragment-\\d+, found 1 and 0");
        assertThat(refusal(CALC, reply -> reply.getFragmentsBuilder(0).getOutputsBuilder(0).setIndex(1)))
                .matches("expected outputs of fragment-\\d+ numbered 0, 1 …, .* found output 1 for node \\d+");
    }

    @Test
    void keyedStateWithoutKeys() {
        assertThat(refusal(COUNTS, reply -> reply.getFragmentsBuilder(0).setKeyed(true)))
                .matches("fragment-\\d+ keeps keyed state, but reads source \\d+, whose rows are not spread by key");
    }

    @Test
    void aJoinWhoseInputsAreApart() {
        plans.sidecar.known.add("stream-exec-join");

        assertThat(refusal("INSERT INTO snk SELECT src.a, src2.b FROM src JOIN src2 ON src.a = src2.a", reply -> {}))
                .matches("node \\d+ needs its inputs together, its fragments read some each of \\[\\d+, \\d+]");
    }

    @Test
    void inputsThatDoNotComeTogether() {
        plans.sidecar.known.add("stream-exec-join");
        plans.sidecar.together.add("stream-exec-join");
        String join = "INSERT INTO snk SELECT src.a, src2.b FROM src JOIN src2 ON src.a = src2.a";

        assertThat(refusal(join, reply -> reply.getFragmentsBuilder(1).addInputs(reply.getFragments(0).getInputs(0))))
                .matches("expected one input or two and at least one output of fragment-\\d+, found 3 and 1");
        assertThat(refusal(join, reply -> reply.getFragmentsBuilder(1).getInputsBuilder(1).setIndex(5)))
                .matches("expected inputs of fragment-\\d+ numbered 0, 1, found input 5 at 1");
        assertThat(
                        refusal(join, reply -> {
                            var input = reply.getFragments(0).getInputs(0).toBuilder().setIndex(1);
                            reply.getFragmentsBuilder(1).setKeyed(false).setInputs(1, input);
                            reply.removeFragments(0);
                        }))
                .matches("fragment-\\d+ joins source \\d+, which has no exchange behind it");
        assertThat(
                        refusal(join, reply -> {
                            int exchange = reply.getFragments(1).getInputs(1).getNodeId();
                            reply.getFragmentsBuilder(1).addOutputsBuilder().setIndex(1).setNodeId(exchange).setForm(Form.FORM_PIECES);
                        }))
                .matches("fragment-\\d+ feeds node \\d+, where not all of its inputs come together");
        assertThat(refusal(join, reply -> reply.getFragmentsBuilder(1).removeInputs(1))).matches("no fragment reads exchange \\d+");
    }

    /** What is said of the answer, changed. */
    private String refusal(String insert, Consumer<CheckPlanReply.Builder> change) {
        plans.sidecar.change = reply -> {
            CheckPlanReply.Builder builder = reply.toBuilder();
            change.accept(builder);
            return builder.build();
        };
        assertThat(plans.operators(insert)).noneMatch(line -> line.contains("Slipstream"));
        return plans.report().logLine().replaceFirst("^Slipstream: plan not accelerated: (the sidecar's answer is not valid: )?", "");
    }

    private int id(String kind) {
        Predicate<PlanNode> isIt = node -> node.getDescription().startsWith(kind);
        CheckPlanRequest request = plans.sidecar.requests.get(plans.sidecar.requests.size() - 1);
        return request.getNodesList().stream().filter(isIt).findFirst().orElseThrow().getId();
    }
}

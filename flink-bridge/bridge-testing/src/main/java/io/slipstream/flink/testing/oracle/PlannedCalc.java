package io.slipstream.flink.testing.oracle;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.serde.CompiledPlanSerdeUtil;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecTableSourceScan;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;

/** The one calc into which stock Flink plans a query over the oracle's table. */
final class PlannedCalc {
    final RowType inputType;
    final RowType outputType;
    final List<RexNode> projection;
    final RexNode condition;
    /** The node as a compiled plan writes it. */
    final String json;

    private PlannedCalc(StreamExecCalc calc, String json) throws ReflectiveOperationException {
        this.inputType = (RowType) calc.getInputEdges().get(0).getOutputType();
        this.outputType = (RowType) calc.getOutputType();
        this.projection = projectionOf(calc);
        this.condition = (RexNode) field("condition").get(calc);
        this.json = json;
    }

    /** Throws what the planner throws; {@link NoCalcException} when the plan has another shape. */
    static PlannedCalc plan(TableEnvironmentImpl tableEnvironment, String query) throws Exception {
        Table table = tableEnvironment.sqlQuery(query);
        PlannerBase planner = (PlannerBase) tableEnvironment.getPlanner();
        RelNode relNode = planner.translateToRel(new CollectModifyOperation(table.getQueryOperation()));
        List<RelNode> optimized = new ArrayList<>();
        optimized.addAll(
                JavaScalaConversionUtil.toJava(
                        planner.optimize(JavaScalaConversionUtil.toScala(List.of(relNode)))));
        ExecNodeGraph graph =
                planner.translateToExecNodeGraph(JavaScalaConversionUtil.toScala(optimized), false);
        ExecNode<?> sink = graph.getRootNodes().get(0);
        ExecNode<?> top = sink.getInputEdges().get(0).getSource();
        if (!(top instanceof StreamExecCalc) || !readsScan(top)) {
            throw new NoCalcException(describe(top));
        }
        String json =
                CompiledPlanSerdeUtil.createJsonObjectWriter(planner.createSerdeContext()).writeValueAsString(top);
        return new PlannedCalc((StreamExecCalc) top, json);
    }

    /** A calc of any plan. */
    static PlannedCalc of(StreamExecCalc calc) throws ReflectiveOperationException {
        return new PlannedCalc(calc, "");
    }

    private static boolean readsScan(ExecNode<?> calc) {
        return calc.getInputEdges().get(0).getSource() instanceof StreamExecTableSourceScan;
    }

    static String describe(ExecNode<?> node) {
        StringBuilder text = new StringBuilder(node.getClass().getSimpleName());
        for (ExecEdge edge : node.getInputEdges()) {
            text.append(" <- ").append(describe(edge.getSource()));
        }
        return text.toString();
    }

    @SuppressWarnings("unchecked")
    private static List<RexNode> projectionOf(StreamExecCalc calc) throws ReflectiveOperationException {
        return (List<RexNode>) field("projection").get(calc);
    }

    private static Field field(String name) throws ReflectiveOperationException {
        Field field = CommonExecCalc.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** The plan is not scan, calc, sink: everything was folded into constants, or nothing is computed. */
    static final class NoCalcException extends Exception {
        private static final long serialVersionUID = 1L;

        NoCalcException(String shape) {
            super(shape);
        }
    }
}

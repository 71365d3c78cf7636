package io.slipstream.flink.testing.oracle;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.serde.CompiledPlanSerdeUtil;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecTableSourceScan;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;

/** The one group aggregate into which stock Flink plans a query over the oracle's table, and the calc in front of it. */
final class PlannedAggregate {
    final RowType inputType;
    final RowType outputType;
    /** Null: the aggregate reads the scan. */
    final PlannedCalc calc;
    /** The node as a compiled plan writes it. */
    final String json;
    /** With Flink's own operator and key selector. */
    final OneInputTransformation<RowData, RowData> transformation;

    @SuppressWarnings("unchecked")
    private PlannedAggregate(StreamExecGroupAggregate node, PlannedCalc calc, PlannerBase planner) throws Exception {
        this.inputType = (RowType) node.getInputEdges().get(0).getOutputType();
        this.outputType = (RowType) node.getOutputType();
        this.calc = calc;
        this.json =
                CompiledPlanSerdeUtil.createJsonObjectWriter(planner.createSerdeContext()).writeValueAsString(node);
        // The planner rewinds its own environment before it translates.
        planner.beforeTranslation();
        this.transformation = (OneInputTransformation<RowData, RowData>) node.translateToPlan(planner);
        planner.afterTranslation();
    }

    /** Throws what the planner throws; {@link PlannedCalc.NoCalcException} when the plan has another shape. */
    static PlannedAggregate plan(
            TableEnvironmentImpl tableEnvironment, String query, boolean updateBefore, boolean sum0)
            throws Exception {
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
        ExecNode<?> node = inputOf(sink);
        if (node instanceof StreamExecCalc) {
            node = inputOf(node);
        }
        if (!(node instanceof StreamExecGroupAggregate) || !(inputOf(node) instanceof StreamExecExchange)) {
            throw new PlannedCalc.NoCalcException(PlannedCalc.describe(sink));
        }
        ExecNode<?> below = inputOf(inputOf(node));
        PlannedCalc calc = null;
        if (below instanceof StreamExecCalc) {
            calc = PlannedCalc.of((StreamExecCalc) below);
            below = inputOf(below);
        }
        if (!(below instanceof StreamExecTableSourceScan)) {
            throw new PlannedCalc.NoCalcException(PlannedCalc.describe(sink));
        }
        if (!updateBefore) {
            // As for a sink that upserts.
            field("generateUpdateBefore").set(node, false);
        }
        if (sum0) {
            replaceSums((AggregateCall[]) field("aggCalls").get(node));
        }
        return new PlannedAggregate((StreamExecGroupAggregate) node, calc, planner);
    }

    /** No SQL of one aggregate leads to SUM0: it stands where partial counts are added up. */
    private static void replaceSums(AggregateCall[] calls) {
        for (int index = 0; index < calls.length; index++) {
            AggregateCall call = calls[index];
            if (call.getAggregation().getKind() == SqlKind.SUM) {
                calls[index] =
                        AggregateCall.create(
                                SqlStdOperatorTable.SUM0,
                                call.isDistinct(),
                                call.isApproximate(),
                                call.ignoreNulls(),
                                call.rexList,
                                call.getArgList(),
                                call.filterArg,
                                call.distinctKeys,
                                call.collation,
                                call.getType(),
                                call.getName());
            }
        }
    }

    private static Field field(String name) throws ReflectiveOperationException {
        Field field = StreamExecGroupAggregate.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static ExecNode<?> inputOf(ExecNode<?> node) {
        List<ExecEdge> edges = ((ExecNodeBase<?>) node).getInputEdges();
        return edges.get(0).getSource();
    }
}

package io.slipstream.flink.testing.oracle;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
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
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;

/** The first node of a class in stock Flink's plan of a query, seen from the sink: its JSON, and Flink's own operator. */
final class PlannedOperator {
    final RowType inputType;
    final RowType outputType;
    /** The node as a compiled plan writes it. */
    final String json;
    /** With Flink's own operator and key selector. */
    final OneInputTransformation<RowData, RowData> transformation;

    @SuppressWarnings("unchecked")
    private PlannedOperator(ExecNodeBase<RowData> node, PlannerBase planner) throws Exception {
        this.inputType = (RowType) node.getInputEdges().get(0).getOutputType();
        this.outputType = (RowType) node.getOutputType();
        this.json =
                CompiledPlanSerdeUtil.createJsonObjectWriter(planner.createSerdeContext()).writeValueAsString(node);
        // The planner rewinds its own environment before it translates.
        planner.beforeTranslation();
        this.transformation = (OneInputTransformation<RowData, RowData>) node.translateToPlan(planner);
        planner.afterTranslation();
    }

    /**
     * Throws what the planner throws; {@link NoSuchNodeException} when the plan has no such node.
     *
     * @param fields boolean fields of the node that another sink would have planned otherwise
     */
    @SuppressWarnings("unchecked")
    static PlannedOperator plan(
            TableEnvironmentImpl tableEnvironment, String query, String nodeClass, Map<String, JsonNode> fields)
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
        ExecNode<?> root = graph.getRootNodes().get(0);
        ExecNode<?> node = find(root, nodeClass);
        if (node == null) {
            throw new NoSuchNodeException(PlannedCalc.describe(root));
        }
        for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
            Field target = node.getClass().getDeclaredField(field.getKey());
            target.setAccessible(true);
            target.set(node, field.getValue().booleanValue());
        }
        return new PlannedOperator((ExecNodeBase<RowData>) node, planner);
    }

    private static ExecNode<?> find(ExecNode<?> node, String nodeClass) {
        if (node.getClass().getSimpleName().equals(nodeClass)) {
            return node;
        }
        for (ExecEdge edge : node.getInputEdges()) {
            ExecNode<?> found = find(edge.getSource(), nodeClass);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The plan has another shape than the test expects. */
    static final class NoSuchNodeException extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchNodeException(String shape) {
            super(shape);
        }
    }
}

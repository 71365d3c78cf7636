package io.slipstream.flink.planner;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectWriter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.TextNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions.CatalogPlanCompilation;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.planner.calcite.FlinkContext;
import org.apache.flink.table.planner.calcite.FlinkContextImpl;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.exec.serde.CompiledPlanSerdeUtil;
import org.apache.flink.table.planner.plan.nodes.exec.serde.SerdeContext;
import org.apache.flink.table.planner.plan.utils.ExecNodeMetadataUtil;

/**
 * Exec nodes as Flink's compiled plan writes them, with two differences: tables are always written in full, temporary ones
 * too and whatever {@code table.plan.compile.catalog-objects} says, and secrets in their options are blanked out.
 */
final class NodeJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectWriter writer;

    NodeJson(PlannerBase planner) {
        FlinkContext context = planner.getFlinkContext();
        FlinkContext complete =
                new FlinkContextImpl(
                        context.isBatchMode(),
                        withCompleteTables(context.getTableConfig()),
                        context.getModuleManager(),
                        context.getFunctionCatalog(),
                        context.getCatalogManager(),
                        context.getRexFactory(),
                        context.getClassLoader());
        writer =
                CompiledPlanSerdeUtil.createJsonObjectWriter(
                        new SerdeContext(
                                planner.getParser(), complete, planner.getTypeFactory(), planner.createFlinkPlanner().operatorTable()));
    }

    /** Whether Flink has a JSON form for nodes of this class at all. */
    static boolean hasJsonForm(ExecNode<?> node) {
        return !ExecNodeMetadataUtil.isUnsupported(node.getClass());
    }

    /** The node without its inputs, as a mutable tree. */
    ObjectNode write(ExecNode<?> node) throws JsonProcessingException {
        ObjectNode json = (ObjectNode) tree(node);
        if (node instanceof CommonExecTableSourceScan scan) {
            completeTable(json, "scanTableSource", scan.getTableSourceSpec().getContextResolvedTable());
        } else if (node instanceof CommonExecSink sink) {
            completeTable(json, "dynamicTableSink", sink.getTableSinkSpec().getContextResolvedTable());
        }
        return json;
    }

    /** Any value that has a place in a compiled plan: types, changelog modes. */
    JsonNode tree(Object value) throws JsonProcessingException {
        return MAPPER.readTree(writer.writeValueAsString(value));
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode strings(List<String> values) {
        return MAPPER.valueToTree(values);
    }

    private void completeTable(ObjectNode json, String spec, ContextResolvedTable table) throws JsonProcessingException {
        ObjectNode written = (ObjectNode) json.get(spec).get("table");
        if (!written.has("resolvedTable")) {
            written.set("resolvedTable", tree(table.getResolvedTable()));
        }
        if (written.get("resolvedTable").get("options") instanceof ObjectNode options) {
            for (Map.Entry<String, JsonNode> option : options.properties()) {
                if (GlobalConfiguration.isSensitive(option.getKey())) {
                    option.setValue(TextNode.valueOf(GlobalConfiguration.HIDDEN_CONTENT));
                }
            }
        }
    }

    private static TableConfig withCompleteTables(TableConfig config) {
        TableConfig copy = TableConfig.getDefault();
        copy.setRootConfiguration(config.getRootConfiguration());
        copy.addConfiguration(config.getConfiguration());
        copy.set(TableConfigOptions.PLAN_COMPILE_CATALOG_OBJECTS, CatalogPlanCompilation.ALL);
        return copy;
    }
}

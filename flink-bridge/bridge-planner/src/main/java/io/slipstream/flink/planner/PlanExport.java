package io.slipstream.flink.planner;

import com.google.protobuf.ByteString;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.NodeRole;
import io.slipstream.flink.proto.PlanNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** A plan as the sidecar is asked about it: {@code CheckPlanRequest}, and what was learnt of its two ends on the way. */
final class PlanExport {

    /** A root that is no sink (EXPLAIN of a query) is asked about as if its rows were collected. */
    static final String COLLECT = "slipstream-collect";

    private final PlannerBase planner;
    private final NodeJson json;
    private final PlanNodes nodes;
    private final Map<Integer, SourceEnd> sources = new LinkedHashMap<>();
    private final Map<Integer, SinkEnd> sinks = new LinkedHashMap<>();
    private final Set<Integer> materialized = new HashSet<>();
    private final Map<Integer, String> reasons = new LinkedHashMap<>();
    /** By id of the collecting sink that stands for it: a root that is no sink. */
    private final Map<Integer, ExecNode<?>> collected = new LinkedHashMap<>();
    private final CheckPlanRequest request;

    /** @param planner a throw-away one: sources, and sinks of a kind that takes encoded records, are translated with it */
    PlanExport(PlanNodes nodes, PlannerBase planner) {
        this.nodes = nodes;
        this.planner = planner;
        this.json = new NodeJson(planner);
        TableConfig config = planner.getTableConfig();
        CheckPlanRequest.Builder builder =
                CheckPlanRequest.newBuilder().setFlinkVersion(EnvironmentInformation.getVersion()).setJvm(JvmProbe.facts(config));
        config.toMap().forEach((key, value) -> {
            if (!GlobalConfiguration.isSensitive(key)) {
                builder.putConfig(key, value);
            }
        });
        nodes.all().forEach(node -> builder.addNodes(message(node)));
        addCollectingSinks(builder);
        request = builder.build();
    }

    CheckPlanRequest request() {
        return request;
    }

    PlanNodes nodes() {
        return nodes;
    }

    SourceEnd source(ExecNode<?> node) {
        return sources.get(node.getId());
    }

    SinkEnd sink(int id) {
        return sinks.get(id);
    }

    boolean isSourceId(int id) {
        return sources.containsKey(id);
    }

    /** The node whose rows go into sink or exchange {@code id}. */
    ExecNode<?> inputOf(int id) {
        return collected.containsKey(id) ? collected.get(id) : nodes.get(id).getInputEdges().get(0).getSource();
    }

    boolean isSinkId(int id) {
        return sinks.containsKey(id);
    }

    /** Whether the rows of a sink are materialized by its primary key in front of it, behind an exchange that no node stands for. */
    boolean isMaterializedId(int id) {
        return materialized.contains(id);
    }

    Set<Integer> sinkIds() {
        return sinks.keySet();
    }

    boolean isExchangeId(int id) {
        return nodes.contains(id) && PlanNodes.isExchange(nodes.get(id));
    }

    /** Exchanges, and what is to run in fragments. */
    boolean isInnerId(int id) {
        return nodes.contains(id) && !isSourceId(id) && !isSinkId(id);
    }

    Map<Integer, ExecNode<?>> collected() {
        return collected;
    }

    /** Why a node cannot run in the sidecar whatever that says, by id: Flink cannot write it, for example. */
    Map<Integer, String> reasons() {
        return reasons;
    }

    private PlanNode message(ExecNode<?> node) {
        NodeRole role = PlanNodes.isSink(node) ? NodeRole.NODE_ROLE_SINK
                : PlanNodes.isSource(node) ? NodeRole.NODE_ROLE_SOURCE : NodeRole.NODE_ROLE_INNER;
        PlanNode.Builder message =
                PlanNode.newBuilder().setId(node.getId()).setRole(role).setDescription(node.getDescription());
        node.getInputEdges().forEach(edge -> message.addInputs(edge.getSource().getId()));
        ObjectNode spec = spec(node, role);
        setType(message, node, spec);
        String refusal = null;
        if (role == NodeRole.NODE_ROLE_SOURCE) {
            refusal = describeSource(node);
        } else if (role == NodeRole.NODE_ROLE_SINK) {
            refusal = describeSink(node, spec);
        }
        message.setRawCapable(role != NodeRole.NODE_ROLE_INNER && refusal == null);
        if (refusal != null) {
            message.setRawRefusal(refusal);
        }
        if (spec != null) {
            message.setSpec(ByteString.copyFromUtf8(spec.toString()));
        }
        return message.build();
    }

    /** Flink's JSON. For a source or sink without one: what rows it makes or takes. Null for an inner node without one. */
    private ObjectNode spec(ExecNode<?> node, NodeRole role) {
        String reason;
        if (NodeJson.hasJsonForm(node)) {
            try {
                return json.write(node);
            } catch (JsonProcessingException | TableException | ValidationException e) {
                reason = "Flink cannot write it into a compiled plan: " + rootMessage(e);
            }
        } else {
            reason = "Flink has no compiled-plan form of it";
        }
        if (role == NodeRole.NODE_ROLE_INNER) {
            reasons.put(node.getId(), reason);
            return null;
        }
        // What a sink makes of its rows for the user, a RAW type often, is its own affair.
        return minimal(node.getId(), role == NodeRole.NODE_ROLE_SINK ? node.getInputEdges().get(0).getSource() : node);
    }

    /** @param rows the node whose rows they are */
    private ObjectNode minimal(int id, ExecNode<?> rows) {
        ObjectNode spec = NodeJson.object();
        spec.put("id", id);
        try {
            spec.set("outputType", json.tree(rows.getOutputType()));
        } catch (JsonProcessingException | TableException | ValidationException e) {
            reasons.put(id, "its row type has no compiled-plan form: " + rootMessage(e));
        }
        return spec;
    }

    private static void setType(PlanNode.Builder message, ExecNode<?> node, ObjectNode spec) {
        String type = spec != null && spec.has("type") ? spec.get("type").asText() : "";
        int separator = type.lastIndexOf('_');
        if (separator < 0) {
            message.setExecNode(node.getClass().getSimpleName());
        } else {
            message.setExecNode(type.substring(0, separator)).setVersion(Integer.parseInt(type.substring(separator + 1)));
        }
    }

    private String describeSource(ExecNode<?> node) {
        SourceEnd end = SourceEnd.of(node, planner, planner.getTableConfig());
        sources.put(node.getId(), end);
        return end.rawRefusal();
    }

    private String describeSink(ExecNode<?> node, ObjectNode spec) {
        int parallelism = Distribution.stockParallelism(node.getInputEdges().get(0).getSource(), planner);
        boolean isMaterialized = SinkFacts.isMaterialized(spec);
        SinkEnd end = SinkEnd.of(node, planner, planner.getTableConfig(), parallelism, isMaterialized);
        sinks.put(node.getId(), end);
        if (isMaterialized) {
            materialized.add(node.getId());
        }
        if (RecordTimestamps.areVisibleAt(node)) {
            reasons.put(node.getId(), "without a calculation in between, its stream records show the timestamps of their source");
        }
        try {
            spec.set("slipstream", SinkFacts.of(node, end, json));
        } catch (JsonProcessingException | TableException | ValidationException e) {
            reasons.put(node.getId(), "its input's row type has no compiled-plan form: " + rootMessage(e));
        }
        return end.rawRefusal();
    }

    private void addCollectingSinks(CheckPlanRequest.Builder builder) {
        int id = 0;
        for (ExecNode<?> root : nodes.roots()) {
            if (PlanNodes.isSink(root)) {
                continue;
            }
            do {
                id++;
            } while (nodes.contains(id));
            collected.put(id, root);
            sinks.put(id, SinkEnd.collecting());
            builder.addNodes(
                    PlanNode.newBuilder()
                            .setId(id)
                            .setExecNode(COLLECT)
                            .setRole(NodeRole.NODE_ROLE_SINK)
                            .addInputs(root.getId())
                            .setDescription("Collect")
                            .setRawRefusal(SinkEnd.collecting().rawRefusal())
                            .setSpec(ByteString.copyFromUtf8(minimal(id, root).toString())));
        }
    }

    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null ? root.getClass().getSimpleName() : message.split("\n", 2)[0];
    }
}

package io.slipstream.flink.planner;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** What the JSON of a sink lacks and the sidecar needs, under the key {@code slipstream} of its spec. */
final class SinkFacts {

    private SinkFacts() {}

    /**
     * {@code inputRowType}: of the rows that go in. {@code operatorsBefore}: what Flink puts between them and the sink (constraint
     * enforcer, partitioner, upsert materializer …); only looked at for sinks that could take encoded records.
     */
    static ObjectNode of(ExecNode<?> sink, SinkEnd end, NodeJson json) throws JsonProcessingException {
        ObjectNode facts = NodeJson.object();
        facts.set("inputRowType", json.tree(sink.getInputEdges().get(0).getOutputType()));
        facts.set("operatorsBefore", NodeJson.strings(end.operatorsBefore()));
        return facts;
    }

    /** Whether Flink puts an upsert materializer in front of it, and an exchange by primary key in front of that; by its spec. */
    static boolean isMaterialized(ObjectNode spec) {
        JsonNode changes = spec.path("inputChangelogMode");
        boolean insertOnly = changes.size() == 1 && changes.get(0).asText().equals("INSERT");
        return spec.path("requireUpsertMaterialize").asBoolean() && !insertOnly;
    }
}

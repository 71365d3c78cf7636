package io.slipstream.flink.planner;

import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** Names of exec nodes as users read them. */
final class NodeNames {

    private NodeNames() {}

    /** E.g. {@code Calc}: the class without the prefix that all have. */
    static String kind(ExecNode<?> node) {
        return node.getClass().getSimpleName().replace("StreamExec", "");
    }

    /** E.g. {@code [4] Calc}. */
    static String tag(ExecNode<?> node) {
        return "[" + node.getId() + "] " + kind(node);
    }
}

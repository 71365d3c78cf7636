package io.slipstream.flink.planner;

import java.lang.reflect.Field;
import org.apache.flink.table.legacy.sinks.TableSink;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecLegacySink;

/** The hidden fields of Flink's exec nodes that we need. */
final class ExecNodeAccess {

    private static final Field TRANSFORMATION = field(ExecNodeBase.class, "transformation");
    private static final Field COMPILED = field(ExecNodeBase.class, "isCompiled");
    private static final Field TABLE_SINK = field(CommonExecLegacySink.class, "tableSink");

    private ExecNodeAccess() {}

    /** A node keeps what it was translated to, also across executions of a compiled plan; forget it, so that it is made again. */
    static void forgetTransformation(ExecNode<?> node) {
        try {
            TRANSFORMATION.set(node, null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the node came out of, or goes into, a compiled plan: its operators get uids then. */
    static boolean isCompiled(ExecNode<?> node) {
        try {
            return COMPILED.getBoolean(node);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a legacy sink hands its rows to. */
    static TableSink<?> tableSink(CommonExecLegacySink<?> node) {
        try {
            return (TableSink<?>) TABLE_SINK.get(node);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(owner.getSimpleName() + " has no field " + name + ": not the Flink this was built for", e);
        }
    }
}

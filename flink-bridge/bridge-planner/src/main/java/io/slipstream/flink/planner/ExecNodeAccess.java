package io.slipstream.flink.planner;

import java.lang.reflect.Field;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;

/** The two private fields of Flink's {@link ExecNodeBase} that we need. */
final class ExecNodeAccess {

    private static final Field TRANSFORMATION = field("transformation");
    private static final Field COMPILED = field("isCompiled");

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

    private static Field field(String name) {
        try {
            Field field = ExecNodeBase.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("ExecNodeBase has no field " + name + ": not the Flink this was built for", e);
        }
    }
}

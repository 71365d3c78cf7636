package io.slipstream.flink.planner;

import io.slipstream.flink.kafka.Reflection;
import java.util.Arrays;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.runtime.operators.sink.constraint.Constraint;
import org.apache.flink.table.runtime.operators.sink.constraint.ConstraintEnforcer;
import org.apache.flink.table.runtime.operators.sink.constraint.ConstraintEnforcerExecutor;

/** What Flink's constraint enforcer in front of a sink checks. */
final class SinkConstraints {

    private static final String NOT_NULL = "NotNullConstraint";

    private SinkConstraints() {}

    /** Whether this operator does no more than to look for NULL in NOT NULL columns, as the sidecar does for the sinks that it encodes for. */
    static boolean isNotNullOnly(Transformation<?> operator) {
        if (!(operator instanceof OneInputTransformation<?, ?> transformation)) {
            return false;
        }
        StreamOperator<?> enforcer = transformation.getOperator();
        return enforcer instanceof ConstraintEnforcer
                && Arrays.stream(((ConstraintEnforcerExecutor) Reflection.field(enforcer, "executor")).getConstraints())
                        .allMatch(SinkConstraints::isNotNull);
    }

    private static boolean isNotNull(Constraint constraint) {
        return constraint.getClass().getSimpleName().equals(NOT_NULL);
    }
}

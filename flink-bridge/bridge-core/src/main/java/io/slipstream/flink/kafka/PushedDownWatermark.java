package io.slipstream.flink.kafka;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Takes apart the watermark strategy that Flink's WatermarkPushDownSpec has put together: a generated generator, perhaps aligned,
 * perhaps with an idle time-out.
 *
 * @param refusal why a fragment's operator does not make the same watermarks; null when it does
 * @param makesWatermarks false: the table has none
 * @param idleTimeout null: splits are never idle
 */
record PushedDownWatermark(@Nullable String refusal, boolean makesWatermarks, @Nullable Duration idleTimeout) {

    private static final String UNKNOWN = "its watermark strategy is not one of a table";

    static PushedDownWatermark of(WatermarkStrategy<?> strategy) {
        if (strategy.getAlignmentParameters().isEnabled()) {
            return refused("its watermarks are aligned with other sources");
        }
        Duration idleTimeout = null;
        Object base = strategy;
        if (base.getClass().getSimpleName().equals("WatermarkStrategyWithIdleness")) {
            idleTimeout = (Duration) Reflection.field(base, "idlenessTimeout");
            base = Reflection.field(base, "baseStrategy");
        }
        SerializedLambda lambda = lambdaOf(base);
        if (lambda == null) {
            return refused(UNKNOWN);
        }
        if (lambda.getCapturedArgCount() == 0 && lambda.getImplMethodName().contains("noWatermarks")) {
            return new PushedDownWatermark(null, false, null);
        }
        Object supplier = lambda.getCapturedArgCount() == 1 ? lambda.getCapturedArg(0) : null;
        if (supplier == null || !supplier.getClass().getSimpleName().equals("GeneratedWatermarkGeneratorSupplier")) {
            return refused(UNKNOWN);
        }
        return emitsOnEvent(supplier)
                ? refused("its watermarks are emitted on each event")
                : new PushedDownWatermark(null, true, idleTimeout);
    }

    private static boolean emitsOnEvent(Object supplier) {
        Object params = Reflection.field(supplier, "watermarkParams");
        return params != null && "ON_EVENT".equals(((Enum<?>) Reflection.field(params, "emitStrategy")).name());
    }

    private static PushedDownWatermark refused(String reason) {
        return new PushedDownWatermark(reason, true, null);
    }

    /** WatermarkStrategy.forGenerator and .noWatermarks return lambdas; null for anything else. */
    private static @Nullable SerializedLambda lambdaOf(Object object) {
        if (!(object instanceof Serializable) || !object.getClass().isSynthetic()) {
            return null;
        }
        try {
            Method writeReplace = object.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(object) instanceof SerializedLambda lambda ? lambda : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}

package io.slipstream.flink.runtime;

import io.slipstream.flink.SlipstreamOptions;
import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;

/** When a batch is full: whichever of the three is reached first. */
public record BatchLimits(int rows, int bytes, long latencyMs) implements Serializable {

    public BatchLimits {
        if (rows < 1 || bytes < 1 || latencyMs < 0) {
            throw new IllegalArgumentException(
                    "expected slipstream.batch.max-rows and .max-size of at least 1 and .max-delay of at least 0, found "
                            + rows + ", " + bytes + " and " + latencyMs + " ms");
        }
    }

    public static BatchLimits of(ReadableConfig config) {
        return new BatchLimits(
                config.get(SlipstreamOptions.BATCH_MAX_ROWS),
                Math.toIntExact(config.get(SlipstreamOptions.BATCH_MAX_SIZE).getBytes()),
                config.get(SlipstreamOptions.BATCH_MAX_DELAY).toMillis());
    }
}

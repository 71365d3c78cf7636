package io.slipstream.flink.runtime;

import java.util.SplittableRandom;

/**
 * Whether this JVM's {@code Math.pow(x, 0.5)}, which SQRT and STDDEV become, is the correctly rounded square root. Java only promises
 * one unit in the last place.
 */
public final class SquareRootProbe {

    private static final int SAMPLES = 20_000;
    private static final double[] EDGES = {
        0.0, -0.0, 1.0, -1.0, 2.0, 0.25, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
    };
    private static final boolean EXACT = isExactForSamples();

    private SquareRootProbe() {}

    public static boolean isExact() {
        return EXACT;
    }

    private static boolean isExactForSamples() {
        for (double x : EDGES) {
            if (!isExactFor(x)) return false;
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int n = 0; n < SAMPLES; n++) {
            // Any double, and in turn one of the size of a variance.
            double x = n % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextDouble() * 1e6;
            if (!isExactFor(x)) return false;
        }
        return true;
    }

    private static boolean isExactFor(double x) {
        double root = x == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : Math.sqrt(x) + 0.0;
        return Double.doubleToLongBits(Math.pow(x, 0.5)) == Double.doubleToLongBits(root);
    }
}

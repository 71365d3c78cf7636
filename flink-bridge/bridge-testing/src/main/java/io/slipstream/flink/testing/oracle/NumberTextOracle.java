package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * What {@link Double#toString} and {@link Float#toString} of the running JVM say. In: lines of raw bits in hex, 16 digits for a double
 * and 8 for a float. Out: the texts.
 */
public final class NumberTextOracle {
    private NumberTextOracle() {}

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.length() == 8) {
                out.append(Float.intBitsToFloat(Integer.parseUnsignedInt(line, 16)));
            } else {
                out.append(Double.longBitsToDouble(Long.parseUnsignedLong(line, 16)));
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}

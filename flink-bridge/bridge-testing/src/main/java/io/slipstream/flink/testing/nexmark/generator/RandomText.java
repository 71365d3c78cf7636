package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/** Random strings and prices, as {@code StringsGenerator} and {@code PriceGenerator} of nexmark-flink make them. */
final class RandomText {

    private static final int LENGTH_MIN = 3;
    private static final int POOL_CHARS = 1 << 20;

    /** Cut for the `extra` fields. Its letters run from 'H' to 'z': half of the draws are negative, so backslashes occur. */
    private final String pool;

    RandomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder(POOL_CHARS);
        int letters = 0;
        int drawsLeft = 0;
        while (text.length() < POOL_CHARS) {
            if (drawsLeft == 0) {
                letters = random.nextInt();
                drawsLeft = 6;
            }
            text.append((char) ('a' + letters % 26));
            letters /= 26;
            drawsLeft--;
        }
        pool = text.toString();
    }

    /** 3 to {@code lengthMax - 1} letters, one in 13 of them {@code special}, trimmed. */
    static String word(SplittableRandom random, int lengthMax, char special) {
        int length = LENGTH_MIN + random.nextInt(lengthMax - LENGTH_MIN);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(13) == 0 ? special : (char) ('a' + random.nextInt(26)));
        }
        return text.toString().trim();
    }

    /** A filler that brings a record of {@code bytes} to {@code bytesAverage}, give or take a fifth; empty when it is there already. */
    String extra(SplittableRandom random, int bytes, int bytesAverage) {
        if (bytes > bytesAverage) {
            return "";
        }
        int missing = bytesAverage - bytes;
        int delta = (int) Math.round(missing * 0.2);
        int length = missing - delta + (delta == 0 ? 0 : random.nextInt(2 * delta));
        int offset = random.nextInt(POOL_CHARS - length);
        return pool.substring(offset, offset + length);
    }

    /** In cents, logarithmic between 1 and 1,000,000. */
    static long price(SplittableRandom random) {
        return Math.round(Math.pow(10.0, random.nextDouble() * 6.0) * 100.0);
    }
}

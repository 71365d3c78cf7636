package io.slipstream.flink.testing.nexmark.generator;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/** One JSON record in the form that Flink's `json` format writes: SQL timestamps, no spaces. Reused from record to record. */
final class JsonBytes {

    private byte[] bytes = new byte[2048];
    private int length;
    private long cachedSecond = Long.MIN_VALUE;
    private String cachedSecondText = "";

    JsonBytes reset() {
        length = 0;
        return this;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** ASCII that needs no escape. */
    JsonBytes raw(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    JsonBytes field(String key, long value) {
        return key(key).raw(Long.toString(value));
    }

    JsonBytes field(String key, String value) {
        key(key).raw("\"");
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        ensure(utf8.length * 2);
        for (byte b : utf8) {
            if (b == '"' || b == '\\') {
                bytes[length++] = '\\';
            }
            bytes[length++] = b;
        }
        return raw("\"");
    }

    /** `yyyy-MM-dd HH:mm:ss`, and the milliseconds without trailing zeros. */
    JsonBytes timestamp(String key, long timestampMs) {
        long second = Math.floorDiv(timestampMs, 1000L);
        if (second != cachedSecond) {
            LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
            cachedSecondText = String.format("%tF %<tT", time);
            cachedSecond = second;
        }
        key(key).raw("\"").raw(cachedSecondText);
        int millis = (int) Math.floorMod(timestampMs, 1000L);
        for (int unit = 100; millis > 0; unit /= 10) {
            raw(unit == 100 ? "." : "").raw(Integer.toString(millis / unit));
            millis %= unit;
        }
        return raw("\"");
    }

    private JsonBytes key(String key) {
        ensure(2);
        if (length > 0 && bytes[length - 1] != '{') {
            bytes[length++] = ',';
        }
        return raw("\"").raw(key).raw("\":");
    }

    private void ensure(int more) {
        if (length + more + 8 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more + 8));
        }
    }
}

package io.slipstream.flink.testing.nexmark;

import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.ScalarFunction;

/** Nexmark's user-defined function: how often the first byte of {@code character} occurs in the UTF-8 of {@code text}. */
public final class CountChar extends ScalarFunction {

    /** 0 for a null text. */
    public long eval(@DataTypeHint("STRING") StringData text, @DataTypeHint("STRING") StringData character) {
        if (text == null) {
            return 0;
        }
        byte wanted = character.toBytes()[0];
        long count = 0;
        for (byte b : text.toBytes()) {
            count += b == wanted ? 1 : 0;
        }
        return count;
    }
}

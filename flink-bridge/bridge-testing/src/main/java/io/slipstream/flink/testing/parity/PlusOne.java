package io.slipstream.flink.testing.parity;

import org.apache.flink.table.functions.ScalarFunction;

/** A function of a user, for cases which show that it stays in Flink. */
public final class PlusOne extends ScalarFunction {

    private static final long serialVersionUID = 1L;

    public Integer eval(Integer value) {
        return value == null ? null : value + 1;
    }
}

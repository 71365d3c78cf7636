package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Form;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** Rows of one input on their way into its next batch. */
final class InputBatch {

    private final int input;
    private final RowBatchBuilder rows;
    /** Since when the first of the rows waits. */
    long startedMs;

    private InputBatch(int input, RowBatchBuilder rows) {
        this.input = input;
        this.rows = rows;
    }

    static InputBatch of(FragmentSpec.Input input) {
        boolean pieces = input.form() == Form.FORM_PIECES;
        return new InputBatch(input.index(), new RowBatchBuilder(pieces ? null : new RowDataSerializer(input.rowType())));
    }

    /** Its index in the fragment. */
    int input() {
        return input;
    }

    RowBatchBuilder rows() {
        return rows;
    }
}

package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Form;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.OutputTag;

/**
 * What a subtask needs to run a fragment. Travels in the job graph.
 *
 * @param fragmentId {@code Fragment.id} of the plan's reply
 * @param plan {@code Fragment.plan}, opaque here
 * @param inputs one, or the two that an operator of the fragment joins
 * @param outputs by index, 0 first; output 0 is the operator's main output, the others are side outputs
 * @param config every {@code slipstream.*} key of the table config that is set, and {@code table.local-time-zone}
 * @param watermarkAssignment null: the fragment contains no watermark assigner
 * @param keyed keeps state by key, as keyed raw state; the operator needs a state key type, though it sets no key
 * @param consumesWatermarks watermarks cross over to the fragment, and what it makes of them comes back
 */
public record FragmentSpec(
        String fragmentId,
        byte[] plan,
        List<Input> inputs,
        List<Output> outputs,
        Map<String, String> config,
        BatchLimits limits,
        @Nullable WatermarkAssignment watermarkAssignment,
        boolean keyed,
        boolean consumesWatermarks)
        implements Serializable {

    /** Of one input. */
    public FragmentSpec(
            String fragmentId,
            byte[] plan,
            Input input,
            List<Output> outputs,
            Map<String, String> config,
            BatchLimits limits,
            @Nullable WatermarkAssignment watermarkAssignment,
            boolean keyed,
            boolean consumesWatermarks) {
        this(fragmentId, plan, List.of(input), outputs, config, limits, watermarkAssignment, keyed, consumesWatermarks);
    }

    /** Stateless, and without a watermark assigner. */
    public FragmentSpec(
            String fragmentId, byte[] plan, Input input, List<Output> outputs, Map<String, String> config, BatchLimits limits) {
        this(fragmentId, plan, input, outputs, config, limits, null);
    }

    /** Stateless. */
    public FragmentSpec(
            String fragmentId,
            byte[] plan,
            Input input,
            List<Output> outputs,
            Map<String, String> config,
            BatchLimits limits,
            @Nullable WatermarkAssignment watermarkAssignment) {
        this(fragmentId, plan, input, outputs, config, limits, watermarkAssignment, false, false);
    }

    public FragmentSpec {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        config = Map.copyOf(config);
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i).index() != i) {
                throw new IllegalArgumentException("expected output " + i + " of " + fragmentId + ", found " + outputs.get(i).index());
            }
        }
    }

    /** The one input. */
    public Input input() {
        if (inputs.size() != 1) {
            throw new IllegalStateException("expected one input of " + fragmentId + ", found " + inputs);
        }
        return inputs.get(0);
    }

    /**
     * @param rowType of the rows (ROWS, PIECES), or of the rows that Flink's own decoder would make (RAW)
     * @param decoder RAW only: for a record that the sidecar refuses
     * @param watermarks RAW only: null when the source makes none
     */
    public record Input(
            int index,
            Form form,
            RowType rowType,
            @Nullable RecordDecoder decoder,
            @Nullable WatermarkSettings watermarks)
            implements Serializable {

        public static Input rows(int index, RowType rowType) {
            return new Input(index, Form.FORM_ROWS, rowType, null, null);
        }

        /** {@link RowsPiece}s of another fragment. */
        public static Input pieces(int index, RowType rowType) {
            return new Input(index, Form.FORM_PIECES, rowType, null, null);
        }
    }

    /** @param rowType of the rows (ROWS, PIECES), or of the rows that were encoded (RAW) */
    public record Output(int index, Form form, RowType rowType) implements Serializable {

        /**
         * Of the stream of this output; an {@link EncodedRecord} is not a row that Flink's serializer could copy, and a
         * {@link RowsPiece} is no row at all: only partitioners, the network and the next fragment may touch it.
         */
        @SuppressWarnings("unchecked")
        public TypeInformation<RowData> type() {
            return switch (form) {
                case FORM_RAW -> EncodedRecordTypeInfo.INSTANCE;
                case FORM_PIECES -> (TypeInformation<RowData>) (TypeInformation<?>) RowsPieceTypeInfo.INSTANCE;
                default -> InternalTypeInfo.of(rowType);
            };
        }

        /** For {@code SideOutputTransformation}; of every output but the first. */
        public OutputTag<RowData> tag() {
            return new OutputTag<>("slipstream-output-" + index, type());
        }
    }

    /**
     * Per-split watermarks as the source would make them.
     *
     * @param idleTimeout null: a split is never idle
     * @param onMarks false: periodically, at pipeline.auto-watermark-interval; true: at the source's watermark marks only
     */
    public record WatermarkSettings(@Nullable Duration idleTimeout, boolean onMarks) implements Serializable {}

    /**
     * A watermark assigner in the fragment, of which periodic emission (at pipeline.auto-watermark-interval) and idleness are ours.
     *
     * @param idleTimeoutMs table.exec.source.idle-timeout; 0: never idle
     */
    public record WatermarkAssignment(long idleTimeoutMs) implements Serializable {}
}

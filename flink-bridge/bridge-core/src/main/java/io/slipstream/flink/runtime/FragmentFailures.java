package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Failure;
import java.util.HexFormat;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.serialization.RuntimeContextInitializationContextAdapters;

/** What a task throws for a failure in the sidecar: where it is the user's data or SQL, what stock Flink throws. */
final class FragmentFailures {

    private final @Nullable RecordDecoder decoder;
    private final RuntimeContext context;
    private boolean decoderOpen;

    /** @param decoder null for inputs that are no undecoded records */
    FragmentFailures(@Nullable RecordDecoder decoder, RuntimeContext context) {
        this.decoder = decoder;
        this.context = context;
    }

    /**
     * Returns the exception, or throws it where Flink's own decoder does.
     *
     * @param records the batch that failed; null when it was none of undecoded records
     */
    Exception exceptionOf(Failure failure, @Nullable PackedRecords records) throws Exception {
        if (failure.getHasRecordIndex() && records != null && decoder != null) {
            return exceptionOfRecord(failure, records, decoder);
        }
        Exception exception = JavaFailures.exceptionOf(failure, context.getUserCodeClassLoader());
        return decoder == null || failure.getCausesCount() == 0 ? exception : decoder.fromChain(exception);
    }

    private Exception exceptionOfRecord(Failure failure, PackedRecords records, RecordDecoder flinksDecoder) throws Exception {
        if (!decoderOpen) {
            decoderOpen = true;
            flinksDecoder.open(RuntimeContextInitializationContextAdapters.deserializationAdapter(context));
        }
        int rowCount = flinksDecoder.decode(records, failure.getRecordIndex());
        byte[] value = new RawBatchView(records.payload()).value(failure.getRecordIndex());
        return new IllegalStateException("SLIP-9001: the sidecar has refused a record (" + failure.getMessage()
                + ") of which Flink's decoder makes " + rowCount + " rows; record " + failure.getRecordIndex() + " of " + records
                + ", value in hexadecimal: " + (value == null ? "null" : HexFormat.of().formatHex(value)));
    }
}

package io.slipstream.flink.testing.parity;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;

/** Serializes rows by the table's real format; the compared text is the message's. */
final class SerializedLines implements CaseSink.LineWriter<RowData> {

    private static final long serialVersionUID = 1L;

    private final SerializationSchema<RowData> schema;

    SerializedLines(SerializationSchema<RowData> schema) {
        this.schema = schema;
    }

    @Override
    public void open(WriterInitContext context) throws Exception {
        schema.open(context.asSerializationSchemaInitializationContext());
    }

    @Override
    public CaseRun.SinkLine line(RowData row) {
        return new CaseRun.SinkLine(row.getRowKind().shortString(), text(schema.serialize(row)));
    }

    /** Distinct bytes give distinct texts: UTF-8 that is valid as it is, all else in hexadecimal. */
    static String text(byte[] message) {
        if (message == null) {
            return "@tombstone";
        }
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        try {
            return decoder.decode(ByteBuffer.wrap(message)).toString();
        } catch (CharacterCodingException notText) {
            return "@bytes " + HexFormat.of().formatHex(message);
        }
    }
}

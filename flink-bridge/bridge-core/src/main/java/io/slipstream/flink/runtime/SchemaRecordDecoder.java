package io.slipstream.flink.runtime;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.data.RowData;

/**
 * Of sources that hand the value, and nothing else, to a {@link DeserializationSchema} and let its exception escape.
 *
 * @param schema as the source uses it
 */
public record SchemaRecordDecoder(DeserializationSchema<RowData> schema) implements RecordDecoder {

    @Override
    public void open(DeserializationSchema.InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public int decode(PackedRecords records, int index) throws Exception {
        List<RowData> rows = new ArrayList<>();
        schema.deserialize(new RawBatchView(records.payload()).value(index), new ListCollector<>(rows));
        return rows.size();
    }
}

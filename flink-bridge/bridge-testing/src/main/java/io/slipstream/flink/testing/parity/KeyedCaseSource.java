package io.slipstream.flink.testing.parity;

import io.slipstream.flink.connector.RawCapableSource;
import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import io.slipstream.flink.runtime.RawBatchView;
import io.slipstream.flink.runtime.RecordDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.DataType;

/**
 * Source side of a {@code case} table with keys.
 *
 * @param kafka the Kafka table whose schema decodes
 */
record KeyedCaseSource(CaseTableSource.Settings settings, ScanTableSource kafka, DataType producedType)
        implements ScanTableSource, RawCapableSource {

    @Override
    public ChangelogMode getChangelogMode() {
        return kafka.getChangelogMode();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        CaseRowEmitter.Factory emitter = new CaseRowEmitter.Factory(new CaseDecoder.OfRecord(schema(context)), List.of(), null);
        return SourceProvider.of(new CaseSource<>(settings, emitter, context.createTypeInformation(producedType)));
    }

    @SuppressWarnings("unchecked")
    private KafkaRecordDeserializationSchema<RowData> schema(ScanContext context) {
        DataStreamScanProvider provider = (DataStreamScanProvider) kafka.getScanRuntimeProvider(context);
        SourceTransformation<?, ?, ?> source = (SourceTransformation<?, ?, ?>)
                provider.produceDataStream(name -> Optional.empty(), new StreamExecutionEnvironment()).getTransformation();
        return (KafkaRecordDeserializationSchema<RowData>) Reflection.field(source.getSource(), "deserializationSchema");
    }

    @Override
    public Optional<String> rawRefusal() {
        return settings.raw() ? Optional.empty() : Optional.of("the case table has 'raw' = 'false'");
    }

    @Override
    public Source<?, ?, ?> packedSource(RawSections sections) {
        return new CaseSource<>(settings, new CasePackedEmitter.Factory(sections.toByteArray()), PackedRecordsTypeInfo.INSTANCE);
    }

    @Override
    public RecordDecoder recordDecoder() {
        return new Decoder(schema(ScanRuntimeProviderContext.INSTANCE));
    }

    @Override
    public boolean emitsWatermarksOnMarks() {
        return true;
    }

    @Override
    public DynamicTableSource copy() {
        return new KeyedCaseSource(settings, (ScanTableSource) kafka.copy(), producedType);
    }

    @Override
    public String asSummaryString() {
        return "Case table source with keys";
    }

    private record Decoder(KafkaRecordDeserializationSchema<RowData> schema) implements RecordDecoder {
        @Override
        public void open(DeserializationSchema.InitializationContext context) throws Exception {
            schema.open(context);
        }

        @Override
        public int decode(PackedRecords records, int index) throws Exception {
            List<RowData> rows = new ArrayList<>();
            RawBatchView batch = new RawBatchView(records.payload());
            schema.deserialize(
                    CaseDecoder.consumerRecord(records.topic(), records.partition(), 0, batch.key(index), batch.value(index)),
                    new ListCollector<>(rows));
            return rows.size();
        }
    }
}

package io.slipstream.flink.testing.parity;

import io.slipstream.flink.connector.RawCapableSource;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import io.slipstream.flink.runtime.RecordDecoder;
import io.slipstream.flink.runtime.SchemaRecordDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.format.ProjectableDecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.DataType;

/**
 * Source side of the {@code case} connector. Like a Kafka table it reads metadata; whether the watermark and the projection are
 * pushed into it depends on the subclass, because the planner asks for the interface.
 */
class CaseTableSource implements ScanTableSource, SupportsReadingMetadata, RawCapableSource {

    /** What does not change when abilities are applied; {@code changelog} and {@code parallelism} may be null. */
    record Settings(
            String run, String table, int splits, boolean bounded, ChangelogMode changelog, boolean raw, Integer parallelism) {}

    protected final Settings settings;
    protected final DecodingFormat<DeserializationSchema<RowData>> format;
    protected final DataType physicalType;
    protected List<String> metadataKeys = List.of();
    protected DataType producedType;
    protected WatermarkStrategy<RowData> watermarkStrategy;

    /** Paths of the physical columns to decode; null for all. */
    protected int[][] projection;

    CaseTableSource(Settings settings, DecodingFormat<DeserializationSchema<RowData>> format, DataType physicalType) {
        this.settings = settings;
        this.format = format;
        this.physicalType = physicalType;
        this.producedType = physicalType;
    }

    static CaseTableSource create(
            Settings settings,
            DecodingFormat<DeserializationSchema<RowData>> format,
            DataType physicalType,
            boolean watermarkPushDown,
            boolean projectionPushDown) {
        if (projectionPushDown) {
            return watermarkPushDown
                    ? new ProjectedWithWatermark(settings, format, physicalType)
                    : new Projected(settings, format, physicalType);
        }
        return watermarkPushDown
                ? new WithWatermark(settings, format, physicalType)
                : new CaseTableSource(settings, format, physicalType);
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return settings.changelog() == null ? format.getChangelogMode() : settings.changelog();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        CaseRowEmitter.Factory emitter =
                new CaseRowEmitter.Factory(new CaseDecoder.OfValue(decoder(context)), metadataKeys.stream().map(CaseMetadata::byKey).toList(), watermarkStrategy);
        Source<RowData, ?, ?> source =
                new CaseSource<>(settings, emitter, context.createTypeInformation(producedType));
        return settings.parallelism() == null ? SourceProvider.of(source) : SourceProvider.of(source, settings.parallelism());
    }

    private DeserializationSchema<RowData> decoder(ScanContext context) {
        if (projection == null) {
            return format.createRuntimeDecoder(context, physicalType);
        }
        if (format instanceof ProjectableDecodingFormat<DeserializationSchema<RowData>> projectable) {
            return projectable.createRuntimeDecoder(context, physicalType, projection);
        }
        throw new UnsupportedOperationException("the format cannot project; leave out 'projection.push-down'");
    }

    @Override
    public Map<String, DataType> listReadableMetadata() {
        Map<String, DataType> result = new LinkedHashMap<>();
        for (CaseMetadata metadata : CaseMetadata.values()) {
            result.put(metadata.key, metadata.type);
        }
        return result;
    }

    @Override
    public void applyReadableMetadata(List<String> keys, DataType newProducedType) {
        metadataKeys = keys;
        producedType = newProducedType;
    }

    @Override
    public boolean supportsMetadataProjection() {
        return false;
    }

    @Override
    public Optional<String> rawRefusal() {
        if (!settings.raw()) {
            return Optional.of("the case table has 'raw' = 'false'");
        }
        if (settings.changelog() != null) {
            return Optional.of("the case table has row kinds of its own");
        }
        return Optional.empty();
    }

    @Override
    public Source<?, ?, ?> packedSource(RawSections sections) {
        return new CaseSource<>(settings, new CasePackedEmitter.Factory(sections.toByteArray()), PackedRecordsTypeInfo.INSTANCE);
    }

    @Override
    public RecordDecoder recordDecoder() {
        return new SchemaRecordDecoder(decoder(ScanRuntimeProviderContext.INSTANCE));
    }

    @Override
    public boolean emitsWatermarksOnMarks() {
        return true;
    }

    @Override
    public DynamicTableSource copy() {
        CaseTableSource copy =
                create(
                        settings,
                        format,
                        physicalType,
                        this instanceof SupportsWatermarkPushDown,
                        this instanceof SupportsProjectionPushDown);
        copy.metadataKeys = metadataKeys;
        copy.producedType = producedType;
        copy.watermarkStrategy = watermarkStrategy;
        copy.projection = projection;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return "Case table source";
    }

    private static class WithWatermark extends CaseTableSource implements SupportsWatermarkPushDown {
        WithWatermark(Settings settings, DecodingFormat<DeserializationSchema<RowData>> format, DataType physicalType) {
            super(settings, format, physicalType);
        }

        @Override
        public void applyWatermark(WatermarkStrategy<RowData> strategy) {
            watermarkStrategy = strategy;
        }
    }

    private static class Projected extends CaseTableSource implements SupportsProjectionPushDown {
        Projected(Settings settings, DecodingFormat<DeserializationSchema<RowData>> format, DataType physicalType) {
            super(settings, format, physicalType);
        }

        @Override
        public boolean supportsNestedProjection() {
            return format instanceof ProjectableDecodingFormat<?> projectable && projectable.supportsNestedProjection();
        }

        @Override
        public void applyProjection(int[][] projectedFields, DataType newProducedType) {
            projection = projectedFields;
            producedType = newProducedType;
        }
    }

    private static final class ProjectedWithWatermark extends Projected implements SupportsWatermarkPushDown {
        ProjectedWithWatermark(Settings settings, DecodingFormat<DeserializationSchema<RowData>> format, DataType physicalType) {
            super(settings, format, physicalType);
        }

        @Override
        public void applyWatermark(WatermarkStrategy<RowData> strategy) {
            watermarkStrategy = strategy;
        }
    }
}

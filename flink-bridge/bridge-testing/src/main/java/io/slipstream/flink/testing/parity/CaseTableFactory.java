package io.slipstream.flink.testing.parity;

import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.SerializationFormatFactory;
import org.apache.flink.types.RowKind;

/** The {@code case} connector: messages of a parity case in, rows or serialized messages out. */
public final class CaseTableFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {

    static final String IDENTIFIER = "case";

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        if (KeyedCaseTables.isKeyed(context)) {
            return KeyedCaseTables.source(context);
        }
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        DecodingFormat<DeserializationSchema<RowData>> format =
                helper.discoverDecodingFormat(DeserializationFormatFactory.class, FactoryUtil.FORMAT);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        return CaseTableSource.create(
                new CaseTableSource.Settings(
                        context.getConfiguration().get(CaseOptions.RUN),
                        context.getObjectIdentifier().getObjectName(),
                        options.get(CaseOptions.SPLITS),
                        options.get(CaseOptions.BOUNDED),
                        options.getOptional(CaseOptions.CHANGELOG).map(CaseTableFactory::changelogMode).orElse(null),
                        options.get(CaseOptions.RAW),
                        options.getOptional(FactoryUtil.SOURCE_PARALLELISM).orElse(null)),
                format,
                context.getPhysicalRowDataType(),
                options.get(CaseOptions.WATERMARK_PUSH_DOWN),
                options.get(CaseOptions.PROJECTION_PUSH_DOWN));
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        if (KeyedCaseTables.isKeyed(context)) {
            return KeyedCaseTables.sink(context);
        }
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        EncodingFormat<SerializationSchema<RowData>> format =
                helper.discoverOptionalEncodingFormat(SerializationFormatFactory.class, FactoryUtil.FORMAT).orElse(null);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        return new CaseTableSink(
                new CaseTableSink.Settings(
                        context.getConfiguration().get(CaseOptions.RUN),
                        context.getObjectIdentifier().getObjectName(),
                        options.getOptional(CaseOptions.CHANGELOG).map(CaseTableFactory::changelogMode).orElse(null),
                        options.get(CaseOptions.RAW),
                        options.get(CaseOptions.COLLECT_WATERMARKS),
                        options.getOptional(FactoryUtil.SINK_PARALLELISM).orElse(null)),
                format,
                context.getPhysicalRowDataType());
    }

    /** Row kinds by their short names, as in the {@code values} connector of Flink's tests. */
    private static ChangelogMode changelogMode(String kinds) {
        ChangelogMode.Builder builder = ChangelogMode.newBuilder();
        for (String kind : kinds.split(",")) {
            builder.addContainedKind(
                    switch (kind.trim()) {
                        case "I" -> RowKind.INSERT;
                        case "UB" -> RowKind.UPDATE_BEFORE;
                        case "UA" -> RowKind.UPDATE_AFTER;
                        case "D" -> RowKind.DELETE;
                        default -> throw new IllegalArgumentException("option 'changelog': expected I, UB, UA or D, found " + kind);
                    });
        }
        return builder.build();
    }

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(
                FactoryUtil.FORMAT,
                FactoryUtil.SOURCE_PARALLELISM,
                FactoryUtil.SINK_PARALLELISM,
                FactoryUtil.WATERMARK_EMIT_STRATEGY,
                FactoryUtil.WATERMARK_ALIGNMENT_GROUP,
                FactoryUtil.WATERMARK_ALIGNMENT_MAX_DRIFT,
                FactoryUtil.WATERMARK_ALIGNMENT_UPDATE_INTERVAL,
                FactoryUtil.SOURCE_IDLE_TIMEOUT,
                CaseOptions.SPLITS,
                CaseOptions.BOUNDED,
                CaseOptions.WATERMARK_PUSH_DOWN,
                CaseOptions.PROJECTION_PUSH_DOWN,
                CaseOptions.CHANGELOG,
                CaseOptions.RAW,
                CaseOptions.COLLECT_WATERMARKS,
                CaseOptions.UPSERT);
    }
}

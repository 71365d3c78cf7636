package io.slipstream.flink.testing.parity;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicTableFactory;
import org.apache.flink.streaming.connectors.kafka.table.UpsertKafkaDynamicTableFactory;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * {@code case} tables whose records have keys. Stock Flink's side is the schema of a real Kafka table, which is made of the same options
 * and never asked for its consumer or producer.
 */
final class KeyedCaseTables {

    private static final String KEY_FORMAT = "key.format";
    private static final Set<String> OF_KAFKA_TABLES = Set.of("format", "key", "value");

    private KeyedCaseTables() {}

    static boolean isKeyed(DynamicTableFactory.Context context) {
        return context.getCatalogTable().getOptions().containsKey(KEY_FORMAT);
    }

    static DynamicTableSource source(DynamicTableFactory.Context context) {
        DynamicTableFactory.Context kafka = kafkaContext(context);
        DynamicTableSourceFactory stock = isUpsert(context) ? new UpsertKafkaDynamicTableFactory() : new KafkaDynamicTableFactory();
        CaseTableSource.Settings settings = new CaseTableSource.Settings(
                context.getConfiguration().get(CaseOptions.RUN),
                context.getObjectIdentifier().getObjectName(),
                option(context, CaseOptions.SPLITS.key()).map(Integer::valueOf).orElse(1),
                false,
                null,
                isRaw(context),
                null);
        return new KeyedCaseSource(settings, (ScanTableSource) stock.createDynamicTableSource(kafka), context.getPhysicalRowDataType());
    }

    static DynamicTableSink sink(DynamicTableFactory.Context context) {
        DynamicTableFactory.Context kafka = kafkaContext(context);
        DynamicTableSinkFactory stock = isUpsert(context) ? new UpsertKafkaDynamicTableFactory() : new KafkaDynamicTableFactory();
        return new KeyedCaseSink(
                context.getConfiguration().get(CaseOptions.RUN),
                context.getObjectIdentifier().getObjectName(),
                isRaw(context),
                stock.createDynamicTableSink(kafka));
    }

    private static Optional<String> option(DynamicTableFactory.Context context, String key) {
        return Optional.ofNullable(context.getCatalogTable().getOptions().get(key));
    }

    private static boolean isUpsert(DynamicTableFactory.Context context) {
        return option(context, CaseOptions.UPSERT.key()).map(Boolean::valueOf).orElse(false);
    }

    private static boolean isRaw(DynamicTableFactory.Context context) {
        return option(context, CaseOptions.RAW.key()).map(Boolean::valueOf).orElse(true);
    }

    private static DynamicTableFactory.Context kafkaContext(DynamicTableFactory.Context context) {
        Map<String, String> given = context.getCatalogTable().getOptions();
        String format = given.getOrDefault("format", "");
        Map<String, String> options = new HashMap<>(given.entrySet().stream()
                .filter(option -> isOfKafkaTables(option.getKey(), format))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        options.put("connector", isUpsert(context) ? "upsert-kafka" : "kafka");
        options.put("topic", context.getObjectIdentifier().getObjectName());
        options.put("properties.bootstrap.servers", "127.0.0.1:1");
        if (!isUpsert(context)) {
            options.put("scan.startup.mode", "earliest-offset");
        }
        return new FactoryUtil.DefaultDynamicTableContext(
                context.getObjectIdentifier(),
                context.getCatalogTable().copy(options),
                Map.of(),
                context.getConfiguration(),
                context.getClassLoader(),
                context.isTemporary());
    }

    private static boolean isOfKafkaTables(String key, String format) {
        String first = key.split("\\.", 2)[0];
        return OF_KAFKA_TABLES.contains(first) || first.equals(format);
    }
}

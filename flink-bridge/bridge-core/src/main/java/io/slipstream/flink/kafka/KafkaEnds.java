package io.slipstream.flink.kafka;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where undecoded records leave, and encoded ones enter, Flink's Kafka connector. Names none of the connector's types, so that
 * it loads without it.
 */
public final class KafkaEnds {

    private static final String SOURCE = "org.apache.flink.connector.kafka.source.KafkaSource";
    private static final String SINK = "org.apache.flink.connector.kafka.sink.KafkaSink";

    private static final String SPLIT = "org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit";

    /** We subclass and read the connector's insides: nothing but what was tested. */
    private static final Set<String> CONNECTOR_VERSIONS = Set.of("5.0.0-2.2");

    private static final String CLIENT_PACKAGE = "org.apache.kafka.";
    private static final String BINDING = "io.slipstream.flink.kafka.client.KafkaClientBinding";
    private static final String SQL_CLIENT_PACKAGE = "org.apache.flink.kafka.shaded." + CLIENT_PACKAGE;
    private static final String SQL_BINDING = "io.slipstream.flink.kafka.sqlclient.KafkaClientBinding";

    private KafkaEnds() {}

    /** Null when this source's records can leave it undecoded; otherwise why not. */
    public static @Nullable String rawSourceRefusal(Source<?, ?, ?> source) {
        String refusal = connectorRefusal(source, SOURCE, "source");
        return refusal != null ? refusal : bindingOf(source).rawSourceRefusal(source);
    }

    /** Null when the fragment's operator makes the watermarks that this pushed-down strategy makes in the source; otherwise why not. */
    public static @Nullable String watermarkRefusal(WatermarkStrategy<?> strategy) {
        return PushedDownWatermark.of(strategy).refusal();
    }

    /**
     * The same source, emitting undecoded records; name, uid, parallelism, slot sharing as the stock transformation's. Its
     * watermarks are left to the fragment's operator.
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static SourceTransformation<PackedRecords, ?, ?> packedSource(
            SourceTransformation<RowData, ?, ?> stock, RawSections sections, BatchLimits limits) {
        SourceTransformation<PackedRecords, ?, ?> packed = new SourceTransformation(
                stock.getName(),
                bindingOf(stock.getSource()).packedSource(stock.getSource(), sections, limits),
                WatermarkStrategy.noWatermarks(),
                PackedRecordsTypeInfo.INSTANCE,
                stock.getParallelism(),
                stock.isParallelismConfigured());
        packed.setDescription(stock.getDescription());
        packed.setChainingStrategy(stock.getChainingStrategy());
        packed.setCoordinatorListeningID(stock.getCoordinatorListeningID());
        if (stock.getUid() != null) {
            packed.setUid(stock.getUid());
        }
        if (stock.getUserProvidedNodeHash() != null) {
            packed.setUidHash(stock.getUserProvidedNodeHash());
        }
        if (stock.getMaxParallelism() > 0) {
            packed.setMaxParallelism(stock.getMaxParallelism());
        }
        stock.getSlotSharingGroup().ifPresent(packed::setSlotSharingGroup);
        if (stock.getCoLocationGroupKey() != null) {
            packed.setCoLocationGroupKey(stock.getCoLocationGroupKey());
        }
        return packed;
    }

    /** What the operator behind {@link #packedSource} has to know of the stock source. */
    public static FragmentSpec.Input rawInput(int index, SourceTransformation<RowData, ?, ?> stock, RowType producedType) {
        PushedDownWatermark watermark = PushedDownWatermark.of(stock.getWatermarkStrategy());
        if (watermark.refusal() != null) {
            throw new IllegalArgumentException("expected a source whose records can leave undecoded: " + watermark.refusal());
        }
        return new FragmentSpec.Input(
                index,
                Form.FORM_RAW,
                producedType,
                bindingOf(stock.getSource()).decoder(stock.getSource()),
                watermark.makesWatermarks() ? new FragmentSpec.WatermarkSettings(watermark.idleTimeout(), false) : null);
    }

    /** Null when this sink can take encoded records; otherwise why not. */
    public static @Nullable String rawSinkRefusal(Sink<?> sink) {
        String refusal = connectorRefusal(sink, SINK, "sink");
        return refusal != null ? refusal : bindingOf(sink).rawSinkRefusal(sink);
    }

    /** Whether the records for this sink carry a key. */
    public static boolean sinkHasKey(Sink<?> sink) {
        return bindingOf(sink).sinkHasKey(sink);
    }

    /**
     * The same sink, taking {@link io.slipstream.flink.runtime.EncodedRecord}s.
     *
     * @param intoOpenBatches whether it may append them to the producer's batches; when not, each is sent
     */
    public static Sink<RowData> rawSink(Sink<RowData> stock, boolean intoOpenBatches) {
        return bindingOf(stock).rawSink(stock, intoOpenBatches);
    }

    private static @Nullable String connectorRefusal(Object end, String expectedClass, String kind) {
        Class<?> type = end.getClass();
        if (!type.getName().equals(expectedClass)) {
            return type.getSimpleName() + " is not a " + kind + " of undecoded records";
        }
        String version = type.getPackage().getImplementationVersion();
        if (version == null || !CONNECTOR_VERSIONS.contains(version)) {
            return "Flink's Kafka connector is of version " + version + ", expected one of " + CONNECTOR_VERSIONS;
        }
        try {
            if (Class.forName(expectedClass, false, KafkaEnds.class.getClassLoader()) != type) {
                return "the Kafka connector is loaded twice: put its jar only into Flink's lib";
            }
            bindingOf(end);
        } catch (ClassNotFoundException e) {
            return "the Kafka connector is not in Flink's lib, where Slipstream is";
        } catch (LinkageError | IllegalStateException e) {
            return "the Kafka connector cannot be used: " + e.getMessage();
        }
        return null;
    }

    /** The SQL connector's jar carries the Kafka client in a package of its own. */
    private static KafkaBinding bindingOf(Object end) {
        String client = clientClass(end.getClass().getClassLoader());
        String binding = client.startsWith(CLIENT_PACKAGE) ? BINDING : client.startsWith(SQL_CLIENT_PACKAGE) ? SQL_BINDING : null;
        if (binding == null) {
            throw new IllegalStateException("its Kafka client is in an unknown package: " + client);
        }
        try {
            return (KafkaBinding) Class.forName(binding).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no class " + binding, e);
        }
    }

    private static String clientClass(ClassLoader connector) {
        try {
            Class<?> split = Class.forName(SPLIT, false, connector);
            return split.getMethod("getTopicPartition").getReturnType().getName();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no method " + SPLIT + ".getTopicPartition", e);
        }
    }
}

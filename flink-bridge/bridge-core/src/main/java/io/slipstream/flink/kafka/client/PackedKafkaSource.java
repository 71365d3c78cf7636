package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import java.io.IOException;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;
import org.apache.flink.table.data.RowData;

/**
 * The stock source with its enumerator, splits, offsets and state; only the reader hands over records as they came, packed. State
 * taken with the one can be restored by the other.
 */
final class PackedKafkaSource
        implements Source<PackedRecords, KafkaPartitionSplit, KafkaSourceEnumState>,
                ResultTypeQueryable<PackedRecords>,
                LineageVertexProvider {

    private static final long serialVersionUID = 1L;

    private final KafkaSource<RowData> stock;
    private final RawSections sections;
    private final BatchLimits limits;

    PackedKafkaSource(KafkaSource<RowData> stock, RawSections sections, BatchLimits limits) {
        this.stock = stock;
        this.sections = sections;
        this.limits = limits;
    }

    @Override
    public Boundedness getBoundedness() {
        return stock.getBoundedness();
    }

    /** As KafkaSource.createReader, but that nothing is deserialised here. */
    @Override
    public SourceReader<PackedRecords, KafkaPartitionSplit> createReader(SourceReaderContext context) {
        Properties properties = (Properties) Reflection.field(stock, "props");
        Supplier<?> rackIds = (Supplier<?>) Reflection.field(stock, "rackIdSupplier");
        KafkaSourceReaderMetrics metrics = new KafkaSourceReaderMetrics(context.metricGroup());
        Properties uncopied = UncopiedRecords.of(properties);
        Supplier<KafkaPartitionSplitReader> splitReaders = () -> new PackedSplitReader(
                uncopied, context, metrics, rackIds == null ? null : (String) rackIds.get(), new RecordPacker(sections, limits));
        return PackedKafkaReader.create(splitReaders, configurationOf(properties), context, metrics);
    }

    private static Configuration configurationOf(Properties properties) {
        Configuration configuration = new Configuration();
        properties.stringPropertyNames().forEach(key -> configuration.setString(key, properties.getProperty(key)));
        return configuration;
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return stock.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state) throws IOException {
        return stock.restoreEnumerator(context, state);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return stock.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return stock.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<PackedRecords> getProducedType() {
        return PackedRecordsTypeInfo.INSTANCE;
    }

    @Override
    public SourceLineageVertex getLineageVertex() {
        return stock.getLineageVertex();
    }
}

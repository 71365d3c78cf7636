package io.slipstream.flink.kafka.client;

import java.io.IOException;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Flink's split reader, which packs each poll on its own thread, the fetcher's: the task's thread sees batches only. */
final class PackedSplitReader extends KafkaPartitionSplitReader {

    private final RecordPacker packer;

    PackedSplitReader(
            Properties properties,
            SourceReaderContext context,
            KafkaSourceReaderMetrics metrics,
            @Nullable String rackId,
            RecordPacker packer) {
        super(properties, context, metrics, rackId);
        this.packer = packer;
    }

    @Override
    public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() throws IOException {
        return packer.pack(super.fetch());
    }
}

package io.slipstream.flink.kafka.client;

import io.slipstream.flink.runtime.PackedRecords;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;

/** Flink's reader, which also tells the operator behind it of splits that come and go. */
final class PackedKafkaReader extends KafkaSourceReader<PackedRecords> {

    private final ArrayDeque<PackedRecords> splitsAdded = new ArrayDeque<>();
    private SplitReportingOutput output;

    private PackedKafkaReader(
            KafkaSourceFetcherManager fetchers,
            Configuration configuration,
            SourceReaderContext context,
            KafkaSourceReaderMetrics metrics) {
        super(fetchers.getQueue(), fetchers, new PackedRecordEmitter(context.metricGroup()), configuration, context, metrics);
    }

    static PackedKafkaReader create(
            Supplier<KafkaPartitionSplitReader> splitReaders,
            Configuration configuration,
            SourceReaderContext context,
            KafkaSourceReaderMetrics metrics) {
        // It makes the queue itself and ignores this one, as in KafkaSource.
        KafkaSourceFetcherManager fetchers =
                new KafkaSourceFetcherManager(new FutureCompletingBlockingQueue<>(), splitReaders::get, splits -> {});
        return new PackedKafkaReader(fetchers, configuration, context, metrics);
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        super.addSplits(splits);
        splits.forEach(split -> splitsAdded.add(PackedRecords.splitAdded(split.splitId())));
        splitFetcherManager.getQueue().notifyAvailable();
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return splitsAdded.isEmpty() ? super.isAvailable() : FutureCompletingBlockingQueue.AVAILABLE;
    }

    @Override
    public InputStatus pollNext(ReaderOutput<PackedRecords> target) throws Exception {
        if (output == null || output.target() != target) {
            output = new SplitReportingOutput(target);
        }
        PackedRecords added = splitsAdded.poll();
        if (added != null) {
            output.collect(added);
            return InputStatus.MORE_AVAILABLE;
        }
        return super.pollNext(output);
    }
}

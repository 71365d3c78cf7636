package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.OutputDigest;
import io.slipstream.flink.testing.kafka.TopicReader;
import io.slipstream.flink.testing.nexmark.Tables;
import java.util.List;

/**
 * All committed messages of a sink.
 *
 * @param bidsHash of {@link BidTotals}; 0 when the query is another one
 */
record CommittedOutput(OutputDigest.Summary digest, long bidsHash, List<String> sequenceFaults) {

    static CommittedOutput read(String bootstrapServers, Tables.Sink sink, boolean bidTotals) {
        OutputDigest digest = new OutputDigest(sink.keyed());
        BidTotals totals = new BidTotals();
        TopicReader.read(bootstrapServers, sink.topic(), update -> {
            digest.add(update);
            if (bidTotals) {
                totals.add(update);
            }
        });
        return new CommittedOutput(digest.summary(), totals.bidsHash(), totals.faults());
    }

    /**
     * Keyed: the same table at the end, and, where the updates are known, as many of them, made of the same bids; otherwise the
     * same messages.
     */
    boolean isAsGoodAs(CommittedOutput expected, boolean keyed, boolean bidTotals) {
        boolean sameCount = digest.records() == expected.digest.records();
        if (!keyed) {
            return sameCount && digest.multisetHash().equals(expected.digest.multisetHash());
        }
        return digest.tableHash().equals(expected.digest.tableHash()) && (!bidTotals || (sameCount && bidsHash == expected.bidsHash));
    }
}

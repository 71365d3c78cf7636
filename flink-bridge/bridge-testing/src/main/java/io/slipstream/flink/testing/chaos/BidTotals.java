package io.slipstream.flink.testing.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The committed updates of {@code group-by.sql}, each compared with the one of its key before it. Its input is insert-only and every bid
 * changes its auction's totals, so Flink writes one update for each bid: one bid more, its price more, the greatest price so far, a
 * bidder more or not. In which order bids of several partitions come is nobody's promise; which bids come is: {@link #bidsHash} is
 * that of the bids themselves, whatever their order.
 */
final class BidTotals {

    private static final int FAULTS_MAX = 20;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private record Totals(int partition, long bids, long priceSum, long priceMax, long bidders) {}

    private final ObjectMapper json = new ObjectMapper();
    private final Map<Long, Totals> last = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long faultCount;
    private long bidsHash;

    /** Updates of a partition have to come in their order. */
    void add(ConsumerRecord<byte[], byte[]> update) {
        add(update.partition(), update.offset(), update.value());
    }

    void add(int partition, long offset, byte[] value) {
        String where = "partition " + partition + " offset " + offset + ": ";
        if (value == null) {
            fault(where + "a deletion, which an insert-only input does not make");
            return;
        }
        JsonNode row;
        try {
            row = json.readTree(value);
        } catch (IOException e) {
            fault(where + "no JSON: " + e.getMessage());
            return;
        }
        long auction = row.get("auction").asLong();
        Totals now = new Totals(
                partition,
                row.get("bids").asLong(),
                row.get("price_sum").asLong(),
                row.get("price_max").asLong(),
                row.get("bidders").asLong());
        Totals before = last.put(auction, now);
        if (before == null) {
            before = new Totals(partition, 0, 0, Long.MIN_VALUE, 0);
        }
        long price = now.priceSum() - before.priceSum();
        bidsHash += mix(mix(auction) + price);
        boolean follows = now.partition() == before.partition()
                && now.bids() == before.bids() + 1
                && now.priceMax() == Math.max(before.priceMax(), price)
                && (now.bidders() == before.bidders() || now.bidders() == before.bidders() + 1);
        if (!follows) {
            fault(where + "auction " + auction + ": " + now + " after " + before);
        }
    }

    private void fault(String text) {
        faultCount++;
        if (faults.size() < FAULTS_MAX) {
            faults.add(text);
        }
    }

    /** Updates that cannot follow the one before; the first of them as text, and how many there are. */
    List<String> faults() {
        List<String> texts = new ArrayList<>(faults);
        if (faultCount > faults.size()) {
            texts.add("and " + (faultCount - faults.size()) + " more");
        }
        return texts;
    }

    /** Of the (auction, price) of all bids, as a multiset. */
    long bidsHash() {
        return bidsHash;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 32)) * MULTIPLIER;
        return (mixed ^ (mixed >>> 29)) * MULTIPLIER;
    }
}

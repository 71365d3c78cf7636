package io.slipstream.flink.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BidTotalsTest {

    private static final String TOTALS = "{\"auction\":%d,\"bids\":%d,\"price_sum\":%d,\"price_max\":%d,\"bidders\":%d}";

    private final BidTotals totals = new BidTotals();
    private long offset;

    @Test
    void acceptsWhatFlinkWrites() {
        add(0, 1, 1, 10, 10, 1);
        add(1, 2, 1, 5, 5, 1);
        add(0, 1, 2, 14, 10, 1);
        add(0, 1, 3, 34, 20, 2);
        assertThat(totals.faults()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "lost,        0, 3, 34, 20, 2",
        "again,       0, 1, 10, 10, 1",
        "elsewhere,   1, 2, 14, 10, 1",
        "other price, 0, 2, 14, 14, 1",
        "two bidders, 0, 2, 14, 10, 3"
    })
    void findsUpdatesThatDoNotFollow(String what, int partition, long bids, long sum, long max, long bidders) {
        add(0, 1, 1, 10, 10, 1);
        add(partition, 1, bids, sum, max, bidders);
        assertThat(totals.faults()).singleElement().asString().contains("offset 1: auction 1:").contains("bids=" + bids);
    }

    @Test
    void findsDeletionsAndWhatIsNoJson() {
        totals.add(0, 0, null);
        totals.add(0, 1, "{".getBytes(StandardCharsets.UTF_8));
        assertThat(totals.faults()).hasSize(2);
    }

    @Test
    void hashesTheBidsWhateverTheirOrder() {
        add(0, 1, 1, 10, 10, 1);
        add(0, 1, 2, 14, 10, 2);
        add(0, 2, 1, 4, 4, 1);
        BidTotals other = new BidTotals();
        add(other, 0, 2, 1, 4, 4, 1);
        add(other, 0, 1, 1, 4, 4, 1);
        add(other, 0, 1, 2, 14, 10, 1);
        assertThat(other.bidsHash()).isEqualTo(totals.bidsHash());
        BidTotals different = new BidTotals();
        add(different, 0, 1, 1, 4, 4, 1);
        add(different, 0, 2, 1, 4, 4, 1);
        add(different, 0, 2, 2, 14, 10, 1);
        assertThat(different.bidsHash()).isNotEqualTo(totals.bidsHash());
    }

    private void add(int partition, long auction, long bids, long sum, long max, long bidders) {
        add(totals, partition, auction, bids, sum, max, bidders);
    }

    private void add(BidTotals into, int partition, long auction, long bids, long sum, long max, long bidders) {
        into.add(partition, offset++, TOTALS.formatted(auction, bids, sum, max, bidders).getBytes(StandardCharsets.UTF_8));
    }
}

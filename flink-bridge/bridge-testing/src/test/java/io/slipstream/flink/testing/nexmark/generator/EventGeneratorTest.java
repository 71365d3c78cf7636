package io.slipstream.flink.testing.nexmark.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventGeneratorTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void equalSeedsGiveEqualBytesWhateverFollows() {
        assertThat(events(7, 5000)).startsWith(events(7, 1000).toArray(String[]::new));
        assertThat(events(8, 10)).isNotEqualTo(events(7, 10));
    }

    @Test
    void theFirstEventsOfSeedOneStayAsTheyAre() {
        assertThat(events(1, 4).get(3))
                .isEqualTo("{\"event_type\":2,\"person\":null,\"auction\":null,\"bid\":{\"auction\":1000,\"bidder\":2001,\"price\":85752,"
                        + "\"channel\":\"channel-3900\",\"url\":\"https://www.nexmark.com/knwh/_ds/tbq/item.htm?query=1&channel_id=1022361600\","
                        + "\"dateTime\":\"2015-07-15 00:00:00\",\"extra\":\"xfiidnppgbnymlsPYJW`YuhurydrxoqmjtfzsgtnvsfyxMHHQ_QMTS]LRJ[UJHSqedrdl]WJML\"}}");
    }

    @Test
    void fiftyEventsAreOnePersonThreeAuctionsAndFortySixBids() throws Exception {
        int[] counts = new int[3];
        for (String event : events(1, 50_000)) {
            counts[JSON.readTree(event).get("event_type").intValue()]++;
        }
        assertThat(counts).containsExactly(1000, 3000, 46_000);
    }

    @Test
    void theMeanEventHasAboutAsManyBytesAsTheReference() {
        assertThat(events(1, 50_000).stream().mapToInt(String::length).average().orElseThrow()).isBetween(325.0, 340.0);
    }

    @Test
    void recordsAreValidJsonAlsoWithBackslashes() throws Exception {
        int backslashes = 0;
        for (String event : events(3, 2000)) {
            JsonNode node = JSON.readTree(event);
            JsonNode body = node.get(new String[] {"person", "auction", "bid"}[node.get("event_type").intValue()]);
            backslashes += body.get("extra").textValue().indexOf('\\') >= 0 ? 1 : 0;
            assertThat(body.get("dateTime").textValue()).matches("2015-07-15 00:00:\\d\\d(\\.\\d{0,2}[1-9])?");
        }
        assertThat(backslashes).isPositive();
    }

    private static List<String> events(long seed, int count) {
        EventGenerator generator = new EventGenerator(seed);
        List<String> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(new String(generator.next(), StandardCharsets.UTF_8));
        }
        return events;
    }
}

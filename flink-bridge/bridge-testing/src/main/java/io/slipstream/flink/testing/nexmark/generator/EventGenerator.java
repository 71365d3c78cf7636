package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/**
 * Nexmark's event stream as JSON records for the table of {@code nexmark/queries/source.sql}. Equal seeds give equal bytes; the first n
 * events do not depend on how many follow.
 *
 * <p>The formulas are those of nexmark-flink's generator with its default settings, on a seeded random source (there it is not seeded).
 */
public final class EventGenerator {

    private static final String[] KINDS = {"person", "auction", "bid"};

    private final SplittableRandom random;
    private final RandomText text;
    private final BidGenerator bids;
    private final JsonBytes out = new JsonBytes();
    /** Both start at 1 in nexmark-flink, and the first event's id is their sum. */
    private long eventNumber = 1;

    public EventGenerator(long seed) {
        random = new SplittableRandom(seed);
        text = new RandomText(random.split());
        bids = new BidGenerator(random.split());
    }

    /** The next event's record. */
    public byte[] next() {
        long eventId = 1 + eventNumber;
        long timestampMs = EventIds.timestampMs(eventNumber);
        long offset = eventId % EventIds.CYCLE;
        int kind = offset < EventIds.PERSONS ? 0 : offset < EventIds.PERSONS + EventIds.AUCTIONS ? 1 : 2;
        out.reset().raw("{").field("event_type", kind);
        for (int i = 0; i < KINDS.length; i++) {
            out.raw(",\"").raw(KINDS[i]).raw("\":");
            if (i != kind) {
                out.raw("null");
                continue;
            }
            out.raw("{");
            switch (kind) {
                case 0 -> PersonGenerator.write(out, eventId, timestampMs, random, text);
                case 1 -> AuctionGenerator.write(out, eventId, eventNumber, random, text);
                default -> bids.write(out, eventId, timestampMs, random, text);
            }
            out.raw("}");
        }
        eventNumber++;
        return out.raw("}").toByteArray();
    }
}

package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/** The fields of a new auction. */
final class AuctionGenerator {

    private static final int BYTES_AVERAGE = 500;
    private static final int HOT_SELLERS_RATIO = 4;
    private static final int CATEGORIES = 5;
    private static final long FIRST_CATEGORY_ID = 10;

    private AuctionGenerator() {}

    static void write(JsonBytes out, long eventId, long eventNumber, SplittableRandom random, RandomText text) {
        long timestampMs = EventIds.timestampMs(eventNumber);
        boolean hot = random.nextInt(HOT_SELLERS_RATIO) > 0;
        long seller = hot ? EventIds.hot(EventIds.lastPerson(eventId)) : EventIds.anyPerson(eventId, random);
        long category = FIRST_CATEGORY_ID + random.nextInt(CATEGORIES);
        long initialBid = RandomText.price(random);
        long expiresMs = timestampMs + EventIds.auctionLengthMs(eventNumber, random);
        String name = RandomText.word(random, 20, ' ');
        String description = RandomText.word(random, 100, ' ');
        long reserve = initialBid + RandomText.price(random);
        int bytes = 8 + name.length() + description.length() + 5 * 8;
        out.field("id", EventIds.lastAuction(eventId) + EventIds.FIRST_AUCTION_ID)
                .field("itemName", name)
                .field("description", description)
                .field("initialBid", initialBid)
                .field("reserve", reserve)
                .timestamp("dateTime", timestampMs)
                .timestamp("expires", expiresMs)
                .field("seller", seller + EventIds.FIRST_PERSON_ID)
                .field("category", category)
                .field("extra", text.extra(random, bytes, BYTES_AVERAGE));
    }
}

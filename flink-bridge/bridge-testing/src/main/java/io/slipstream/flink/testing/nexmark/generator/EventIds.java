package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/**
 * Which event comes when, and which persons and auctions exist then: of 50 consecutive event ids 1 is a person, 3 are auctions and 46 are
 * bids. Follows {@code GeneratorConfig}, {@code PersonGenerator} and {@code AuctionGenerator} of nexmark-flink with their default settings.
 */
final class EventIds {

    static final int PERSONS = 1;
    static final int AUCTIONS = 3;
    static final int CYCLE = 50;
    static final long FIRST_PERSON_ID = 1000;
    static final long FIRST_AUCTION_ID = 1000;

    /** Persons and auctions of every hundred draw most of the traffic. */
    static final long HOT_GROUP = 100;

    private static final int ACTIVE_PERSONS = 1000;
    private static final int AUCTIONS_IN_FLIGHT = 100;
    /** Ids may run ahead of what exists by this many. */
    private static final int ID_LEAD = 10;
    /** 10,000 events a second. */
    private static final long INTERVAL_US = 100;
    /** 2015-07-15T00:00:00Z, as in Beam: the stream must not depend on the clock. */
    private static final long BASE_TIME_MS = 1_436_918_400_000L;

    private EventIds() {}

    /** Event time of the event with this number, in milliseconds. */
    static long timestampMs(long eventNumber) {
        return BASE_TIME_MS + eventNumber * INTERVAL_US / 1000;
    }

    /** The last person that exists at this event, counted from 0; the event's own if it is one. */
    static long lastPerson(long eventId) {
        return eventId / CYCLE * PERSONS + Math.min(eventId % CYCLE, PERSONS - 1);
    }

    /** The last auction that exists at this event, counted from 0; the event's own if it is one. */
    static long lastAuction(long eventId) {
        long cycle = eventId / CYCLE;
        long offset = eventId % CYCLE;
        if (offset < PERSONS) {
            return (cycle - 1) * AUCTIONS + AUCTIONS - 1;
        }
        return cycle * AUCTIONS + Math.min(offset - PERSONS, AUCTIONS - 1);
    }

    /** A person among the active ones or a little ahead of them, counted from 0. */
    static long anyPerson(long eventId, SplittableRandom random) {
        long count = lastPerson(eventId) + 1;
        long active = Math.min(count, ACTIVE_PERSONS);
        return count - active + random.nextInt((int) active + ID_LEAD);
    }

    /** An auction among those in flight or a little ahead of them, counted from 0. */
    static long anyAuction(long eventId, SplittableRandom random) {
        long last = lastAuction(eventId);
        long first = Math.max(last - AUCTIONS_IN_FLIGHT, 0);
        return first + random.nextInt((int) (last - first) + 1 + ID_LEAD);
    }

    /** How long an auction that opens now stays open, in milliseconds; on average until 100 more have opened. */
    static long auctionLengthMs(long eventNumber, SplittableRandom random) {
        long events = (long) AUCTIONS_IN_FLIGHT * CYCLE / AUCTIONS;
        long horizonMs = timestampMs(eventNumber + events) - timestampMs(eventNumber);
        return 1 + random.nextInt((int) Math.max(horizonMs * 2, 1));
    }

    /** The first of the hundred that {@code last} belongs to. */
    static long hot(long last) {
        return last / HOT_GROUP * HOT_GROUP;
    }
}

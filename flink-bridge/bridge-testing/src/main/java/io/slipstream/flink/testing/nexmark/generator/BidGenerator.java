package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/** The fields of a bid: half of the bids go to a hot auction, three quarters come from a hot bidder. */
final class BidGenerator {

    private static final int BYTES_AVERAGE = 100;
    private static final int HOT_AUCTIONS_RATIO = 2;
    private static final int HOT_BIDDERS_RATIO = 4;
    private static final int HOT_CHANNELS_RATIO = 2;
    private static final int CHANNEL_COUNT = 10_000;
    private static final String[] HOT_CHANNELS = {"Google", "Facebook", "Baidu", "Apple"};

    private final String[] hotUrls = new String[HOT_CHANNELS.length];
    private final String[] urls = new String[CHANNEL_COUNT];

    BidGenerator(SplittableRandom random) {
        for (int i = 0; i < hotUrls.length; i++) {
            hotUrls[i] = url(random);
        }
        for (int i = 0; i < CHANNEL_COUNT; i++) {
            String url = url(random);
            urls[i] = random.nextInt(10) > 0 ? url + "&channel_id=" + Math.abs(Integer.reverse(i)) : url;
        }
    }

    void write(JsonBytes out, long eventId, long timestampMs, SplittableRandom random, RandomText text) {
        boolean hotAuction = random.nextInt(HOT_AUCTIONS_RATIO) > 0;
        long auction = hotAuction ? EventIds.hot(EventIds.lastAuction(eventId)) : EventIds.anyAuction(eventId, random);
        boolean hotBidder = random.nextInt(HOT_BIDDERS_RATIO) > 0;
        // The second of each hundred, so that hot bidders and hot sellers are different people.
        long bidder = hotBidder ? EventIds.hot(EventIds.lastPerson(eventId)) + 1 : EventIds.anyPerson(eventId, random);
        long price = RandomText.price(random);
        boolean hotChannel = random.nextInt(HOT_CHANNELS_RATIO) > 0;
        int channel = random.nextInt(hotChannel ? HOT_CHANNELS.length : CHANNEL_COUNT);
        out.field("auction", auction + EventIds.FIRST_AUCTION_ID)
                // The reference adds the first id twice.
                .field("bidder", bidder + 2 * EventIds.FIRST_PERSON_ID)
                .field("price", price)
                .field("channel", hotChannel ? HOT_CHANNELS[channel] : "channel-" + channel)
                .field("url", hotChannel ? hotUrls[channel] : urls[channel])
                .timestamp("dateTime", timestampMs)
                .field("extra", text.extra(random, 4 * 8, BYTES_AVERAGE));
    }

    private static String url(SplittableRandom random) {
        StringBuilder url = new StringBuilder("https://www.nexmark.com/");
        for (int part = 0; part < 3; part++) {
            url.append(RandomText.word(random, 5, '_')).append('/');
        }
        return url.append("item.htm?query=1").toString();
    }
}

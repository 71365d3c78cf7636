package io.slipstream.flink.testing.nexmark.generator;

import java.util.SplittableRandom;

/** The fields of a new person. */
final class PersonGenerator {

    private static final int BYTES_AVERAGE = 200;
    private static final String[] STATES = "AZ,CA,ID,OR,WA,WY".split(",");
    private static final String[] CITIES =
            "Phoenix,Los Angeles,San Francisco,Boise,Portland,Bend,Redmond,Seattle,Kent,Cheyenne".split(",");
    private static final String[] FIRST_NAMES = "Peter,Paul,Luke,John,Saul,Vicky,Kate,Julie,Sarah,Deiter,Walter".split(",");
    private static final String[] LAST_NAMES = "Shultz,Abrams,Spencer,White,Bartels,Walton,Smith,Jones,Noris".split(",");

    private PersonGenerator() {}

    static void write(JsonBytes out, long eventId, long timestampMs, SplittableRandom random, RandomText text) {
        String name = any(FIRST_NAMES, random) + " " + any(LAST_NAMES, random);
        String email = RandomText.word(random, 7, ' ') + "@" + RandomText.word(random, 5, ' ') + ".com";
        String creditCard = creditCard(random);
        String city = any(CITIES, random);
        String state = any(STATES, random);
        int bytes = 8 + name.length() + email.length() + creditCard.length() + city.length() + state.length();
        out.field("id", EventIds.lastPerson(eventId) + EventIds.FIRST_PERSON_ID)
                .field("name", name)
                .field("emailAddress", email)
                .field("creditCard", creditCard)
                .field("city", city)
                .field("state", state)
                .timestamp("dateTime", timestampMs)
                .field("extra", text.extra(random, bytes, BYTES_AVERAGE));
    }

    private static String any(String[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }

    private static String creditCard(SplittableRandom random) {
        StringBuilder digits = new StringBuilder(19);
        for (int block = 0; block < 4; block++) {
            digits.append(block == 0 ? "" : " ").append(Integer.toString(10_000 + random.nextInt(10_000)), 1, 5);
        }
        return digits.toString();
    }
}

package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.JvmFacts;
import java.time.ZoneId;
import java.util.Locale;

/** What a result may depend on and only this JVM knows. */
public final class JvmFactsProbe {

    private static final String DEFAULT_ZONE = "default";

    private JvmFactsProbe() {}

    /** @param localTimeZone of the option {@code table.local-time-zone}; "default" is this JVM's zone, as in Flink */
    public static JvmFacts of(String localTimeZone) {
        return JvmFacts.newBuilder()
                .setSpecificationVersion(System.getProperty("java.specification.version"))
                .setDoubleProbe(Double.toString(2e23))
                .setLocalTimeZone(DEFAULT_ZONE.equals(localTimeZone) ? ZoneId.systemDefault().getId() : localTimeZone)
                .setLocale(Locale.getDefault().toLanguageTag())
                .setExactSquareRoot(SquareRootProbe.isExact())
                .build();
    }
}

package io.slipstream.flink.planner;

import io.slipstream.flink.proto.JvmFacts;
import io.slipstream.flink.runtime.SquareRootProbe;
import java.util.Locale;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.planner.utils.TableConfigUtils;

/** What a result may depend on and only this JVM knows. */
final class JvmProbe {

    private JvmProbe() {}

    static JvmFacts facts(ReadableConfig config) {
        return JvmFacts.newBuilder()
                .setSpecificationVersion(System.getProperty("java.specification.version"))
                .setDoubleProbe(Double.toString(2e23))
                .setLocalTimeZone(TableConfigUtils.getLocalTimeZone(config).getId())
                .setLocale(Locale.getDefault().toLanguageTag())
                .setExactSquareRoot(SquareRootProbe.isExact())
                .build();
    }
}

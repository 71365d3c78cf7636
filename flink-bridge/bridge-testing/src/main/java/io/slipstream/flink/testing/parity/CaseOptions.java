package io.slipstream.flink.testing.parity;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of {@code case} tables, and the table configuration key that names the run. */
final class CaseOptions {

    static final ConfigOption<String> RUN =
            ConfigOptions.key("parity.run").stringType().noDefaultValue().withDescription("Name of the CaseRun in this JVM.");

    static final ConfigOption<Integer> SPLITS =
            ConfigOptions.key("splits")
                    .intType()
                    .defaultValue(1)
                    .withDescription("Message n goes to split n mod splits; marks go to every split.");

    static final ConfigOption<Boolean> WATERMARK_PUSH_DOWN =
            ConfigOptions.key("watermark.push-down")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("As Kafka tables do. When off, the plan has a watermark assigner.");

    static final ConfigOption<Boolean> PROJECTION_PUSH_DOWN =
            ConfigOptions.key("projection.push-down")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Let the format decode only what the query reads. Kafka tables do not.");

    static final ConfigOption<String> CHANGELOG =
            ConfigOptions.key("changelog")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Row kinds of a source or sink, e.g. 'I,UB,UA,D' or 'I,UA,D'; by default those of the format.");

    static final ConfigOption<Boolean> RAW =
            ConfigOptions.key("raw")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("When off, Flink decodes or encodes and rows cross to the sidecar, as for connectors it does not know.");

    static final ConfigOption<Boolean> COLLECT_WATERMARKS =
            ConfigOptions.key("collect-watermarks")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("A sink also keeps the watermarks that it sees.");

    static final ConfigOption<Boolean> BOUNDED =
            ConfigOptions.key("bounded")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether the planner is told that the source ends, as batch mode needs.");

    static final ConfigOption<Boolean> UPSERT =
            ConfigOptions.key("upsert")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("As `upsert-kafka`: the primary key is the record's key, and a record without a value is a deletion.");

    private CaseOptions() {}
}

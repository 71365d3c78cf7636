/** A real job, Kafka to Kafka and exactly-once, while its sidecar is killed again and again. */
package io.slipstream.flink.testing.chaos;

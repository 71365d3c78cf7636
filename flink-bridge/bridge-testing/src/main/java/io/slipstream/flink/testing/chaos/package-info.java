/** A real job, Kafka to Kafka and exactly-once, while the sidecar, its workers and the TaskManagers are killed again and again. */
package io.slipstream.flink.testing.chaos;

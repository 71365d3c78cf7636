/**
 * The parity harness: runs a case on stock Flink or accelerated, in this JVM, and answers what came out.
 *
 * <p>{@link io.slipstream.flink.testing.parity.ParityHarness} talks JSON lines with {@code parity-tests/cli.ts}. The {@code case}
 * connector feeds a case's messages through the table's real format and keeps what a sink was given in a {@link
 * io.slipstream.flink.testing.parity.CaseRun}.
 */
package io.slipstream.flink.testing.parity;

/** The gate: asks the sidecar about a plan as Flink has planned it, and rewrites it when all of it can run there. */
package io.slipstream.flink.planner;

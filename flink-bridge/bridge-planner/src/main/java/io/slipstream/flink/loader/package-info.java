/** Gets our planner into Flink. Loaded before the planner and outside of its class loader: touches no planner class. */
package io.slipstream.flink.loader;

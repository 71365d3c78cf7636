/** What a connector implements so that its records cross undecoded (sources) or encoded (sinks). */
package io.slipstream.flink.connector;

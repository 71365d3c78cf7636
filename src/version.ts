/** The same numbers as in package.json and io.slipstream.flink.Slipstream. */
export const SIDECAR_VERSION = '0.1.0';
export const PROTOCOL_VERSION = 2;

package io.slipstream.flink;

/** Names and versions that both sides of the bridge agree on. */
public final class Slipstream {

    /** Version of the protocol in {@code proto/sidecar.proto}; a sidecar of another version is refused at Hello. */
    public static final int PROTOCOL_VERSION = 2;

    /** Of the bridge, as in the Maven modules. */
    public static final String VERSION = "0.1.0";

    private Slipstream() {}
}

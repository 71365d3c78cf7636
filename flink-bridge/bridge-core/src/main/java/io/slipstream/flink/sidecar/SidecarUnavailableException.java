package io.slipstream.flink.sidecar;

/** The sidecar cannot be started or reached; the message is meant for the user and says what to do. */
public final class SidecarUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    public SidecarUnavailableException(String message) {
        super(message);
    }

    public SidecarUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}

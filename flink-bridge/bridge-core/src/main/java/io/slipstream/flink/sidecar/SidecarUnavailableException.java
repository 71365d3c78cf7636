package io.slipstream.flink.sidecar;

/**
 * The sidecar cannot be started or reached; the message is meant for the user and says what to do. It has no cause: Flink's clients
 * print the innermost exception only, and that of a missing program is no more than {@code error=2}. The message says it, too.
 */
public final class SidecarUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    public SidecarUnavailableException(String message) {
        super(message);
    }
}

package io.slipstream.flink.planner;

/** The sidecar's fragments do not make up the plan that it was asked about. */
final class InvalidReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    InvalidReplyException(String message) {
        super(message);
    }
}

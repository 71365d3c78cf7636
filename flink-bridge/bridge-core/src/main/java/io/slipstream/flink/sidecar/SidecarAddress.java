package io.slipstream.flink.sidecar;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where an endpoint of the sidecar listens: a Unix socket, or host and port.
 *
 * @param path of the socket; null for TCP
 * @param host null for a Unix socket
 */
record SidecarAddress(String path, String host, int port) {

    /** Parses {@code unix:PATH} (also {@code unix://PATH}) or {@code HOST:PORT}. */
    static SidecarAddress parse(String text) throws SidecarUnavailableException {
        if (text.startsWith("unix:")) {
            String path = text.substring("unix:".length());
            if (path.startsWith("//")) {
                path = path.substring(2);
            }
            if (path.isEmpty()) {
                throw new SidecarUnavailableException("expected a path behind unix: in the sidecar's address, found '" + text + "'");
            }
            return new SidecarAddress(path, null, 0);
        }
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port < 65536) {
                return new SidecarAddress(null, text.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
            }
        } catch (NumberFormatException e) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    boolean isUnixSocket() {
        return path != null;
    }

    /** Whether the address cannot leave this machine. */
    boolean isLoopback() throws SidecarUnavailableException {
        if (isUnixSocket()) {
            return true;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new SidecarUnavailableException("the host of the Slipstream sidecar is unknown: " + host);
        }
    }

    @Override
    public String toString() {
        return isUnixSocket() ? "unix:" + path : host + ":" + port;
    }

    private static SidecarUnavailableException invalid(String text) {
        return new SidecarUnavailableException(
                "expected unix:PATH or HOST:PORT as the address of the Slipstream sidecar, found '" + text + "'");
    }
}

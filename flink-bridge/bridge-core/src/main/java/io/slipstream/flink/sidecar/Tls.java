package io.slipstream.flink.sidecar;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.slipstream.flink.SlipstreamOptions;
import java.io.File;
import javax.annotation.Nullable;
import javax.net.ssl.SSLException;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** Mutual TLS to an external sidecar: both ends show a certificate. All three files, or none. */
record Tls(File certificate, File privateKey, File caCertificate) {

    /** Null when none of the options is set. */
    static @Nullable Tls of(ReadableConfig config) throws SidecarUnavailableException {
        File certificate = file(config, SlipstreamOptions.TLS_CERTIFICATE);
        File privateKey = file(config, SlipstreamOptions.TLS_PRIVATE_KEY);
        File caCertificate = file(config, SlipstreamOptions.TLS_CA_CERTIFICATE);
        if (certificate == null && privateKey == null && caCertificate == null) {
            return null;
        }
        if (certificate == null || privateKey == null || caCertificate == null) {
            throw new SidecarUnavailableException(
                    "TLS to the Slipstream sidecar needs all of slipstream.sidecar.tls.certificate, .private-key and .ca-certificate");
        }
        return new Tls(certificate, privateKey, caCertificate);
    }

    SslContext context() throws SidecarUnavailableException {
        try {
            return GrpcSslContexts.forClient().keyManager(certificate, privateKey).trustManager(caCertificate).build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new SidecarUnavailableException("the TLS files for the Slipstream sidecar cannot be used: " + e.getMessage()
                    + (e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")"));
        }
    }

    private static @Nullable File file(ReadableConfig config, ConfigOption<String> option) throws SidecarUnavailableException {
        String path = config.getOptional(option).orElse(null);
        if (path == null) {
            return null;
        }
        File file = new File(path);
        if (!file.canRead()) {
            throw new SidecarUnavailableException("cannot read the file of " + option.key() + ": " + path);
        }
        return file;
    }
}

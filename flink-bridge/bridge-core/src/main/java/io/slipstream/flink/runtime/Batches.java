package io.slipstream.flink.runtime;

import java.io.IOException;

/** What payloads from the sidecar are checked with. No varargs: some checks are made for each row. */
final class Batches {

    private Batches() {}

    static void check(boolean holds, String found, int first, int second) throws IOException {
        if (!holds) {
            throw new IOException("SLIP-2004: corrupt payload from the sidecar: found " + String.format(found, first, second));
        }
    }

    static void check(boolean holds, String found, int first, int second, int third) throws IOException {
        if (!holds) {
            throw new IOException("SLIP-2004: corrupt payload from the sidecar: found " + String.format(found, first, second, third));
        }
    }

    static void check(boolean holds, String found, int first) throws IOException {
        if (!holds) {
            throw new IOException("SLIP-2004: corrupt payload from the sidecar: found " + String.format(found, first));
        }
    }
}

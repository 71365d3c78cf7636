package io.slipstream.flink.testing.parity;

import java.util.concurrent.CompletableFuture;

/**
 * Where the readers of a job wait until those without a split are gone, and what the harness knows of them. A reader without a split ends at once and
 * its subtask says that it has no more watermarks to come; which of another subtask's records are in front of that is chance in Flink, and with it
 * where the bundles of mini-batches end.
 */
final class ReaderGate {

    private final CompletableFuture<Void> open = new CompletableFuture<>();
    private int created;
    private int informed;
    private int idle;
    private int idleEnded;
    private int ended;

    /** Done when readers may begin. */
    CompletableFuture<Void> opened() {
        return open;
    }

    void open() {
        open.complete(null);
    }

    synchronized void readerCreated() {
        created++;
    }

    /** A reader has all the splits that it gets. */
    synchronized void readerInformed(boolean hasSplits) {
        informed++;
        if (!hasSplits) {
            idle++;
        }
    }

    synchronized void readerEnded(boolean hadSplits) {
        ended++;
        if (!hadSplits) {
            idleEnded++;
        }
    }

    /** Every reader that there is knows its splits, and those without have ended. */
    synchronized boolean idleReadersEnded() {
        return informed == created && idleEnded == idle;
    }

    /** How many have no split. */
    synchronized int idleReaders() {
        return idle;
    }

    synchronized boolean allEnded() {
        return created > 0 && ended == created;
    }
}

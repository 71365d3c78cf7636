package io.slipstream.flink.testing.nexmark;

import java.io.IOException;

/** Ends this JVM when the process that started it is gone: its end of our standard input is closed then. */
public final class ParentWatch {

    private static final int EXIT_CODE = 3;

    private ParentWatch() {}

    public static void start() {
        Thread thread = new Thread(ParentWatch::watch, "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            System.err.println("standard input: " + e.getMessage());
        }
        Runtime.getRuntime().exit(EXIT_CODE);
    }
}

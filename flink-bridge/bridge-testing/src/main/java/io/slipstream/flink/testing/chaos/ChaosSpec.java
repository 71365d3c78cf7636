package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.nexmark.NexmarkSpec;

/**
 * What {@code src/tools/chaos.ts} asks for.
 *
 * @param nexmark the job; its first query runs, its settings must allow restarts
 * @param kills how many times the sidecar, or a worker of it, is killed
 * @param killSeed of the random pauses between kills
 * @param eventsPerSecond how fast the input grows while the job runs
 * @param target {@code process}, {@code worker}, or {@code both} in turn
 * @param chaosDirectory where the sidecar's workers look for orders to die
 * @param fullDisk whether the lane's file system is full at every second kill, until the job is back
 * @param laneDirectory for the shared memory of this job only, empty at the start
 * @param sidecarDirectory for the sidecar's sockets only, empty at the start
 * @param timeoutSeconds for the output to be complete after the last event
 */
record ChaosSpec(
        NexmarkSpec nexmark,
        int kills,
        long killSeed,
        int eventsPerSecond,
        String target,
        String chaosDirectory,
        boolean fullDisk,
        String laneDirectory,
        String sidecarDirectory,
        int timeoutSeconds) {}

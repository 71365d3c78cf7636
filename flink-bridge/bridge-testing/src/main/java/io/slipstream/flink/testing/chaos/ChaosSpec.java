package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.nexmark.NexmarkSpec;
import java.util.List;

/**
 * What {@code src/tools/chaos.ts} asks for.
 *
 * @param nexmark the job; its first query runs, its settings must allow restarts
 * @param bidTotals whether the query's output is that of {@link BidTotals}
 * @param kills how many in all
 * @param killSeed of victims, moments and pauses
 * @param victims in random order, each as often as the others
 * @param eventsPerSecond how fast the input grows while the job runs
 * @param chaosDirectory where the sidecar's workers look for orders to die
 * @param fullDisk whether the lane's file system is full at every kill of the process, until the job is back
 * @param laneDirectory for the shared memory of this job only, empty at the start
 * @param sidecarDirectory for the sidecar's sockets only, empty at the start
 * @param timeoutSeconds for the output to be complete after the last event
 */
record ChaosSpec(
        NexmarkSpec nexmark,
        boolean bidTotals,
        int kills,
        long killSeed,
        List<Victim> victims,
        int eventsPerSecond,
        String chaosDirectory,
        boolean fullDisk,
        String laneDirectory,
        String sidecarDirectory,
        int timeoutSeconds) {}

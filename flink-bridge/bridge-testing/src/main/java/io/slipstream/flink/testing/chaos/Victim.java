package io.slipstream.flink.testing.chaos;

/** What is killed. */
enum Victim {
    /** The sidecar: SIGKILL. */
    PROCESS,
    /** A thread of the sidecar: out of heap. */
    WORKER,
    /** One of the cluster's TaskManagers, in the middle of its tasks; another one takes its place. */
    TASK_MANAGER
}

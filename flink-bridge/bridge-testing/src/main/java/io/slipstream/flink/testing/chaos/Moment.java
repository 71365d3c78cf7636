package io.slipstream.flink.testing.chaos;

/** When a kill comes. */
enum Moment {
    /** Some time after the first checkpoint since the last restart. */
    ANY,
    /** While tasks get their state back from the kill before. */
    RESTORE,
    /** While a checkpoint is under way. */
    CHECKPOINT
}

package io.slipstream.flink.runtime;

import java.util.concurrent.ScheduledFuture;
import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** The one processing-time timer that a fragment has, as its results wish for it. */
final class FragmentTimer {

    /** Called when the wished time has come. */
    interface Target {
        void fired(long timestampMs) throws Exception;
    }

    private final ProcessingTimeService timeService;
    private final Target target;
    private @Nullable ScheduledFuture<?> timer;
    private long wishedMs;
    /** A mail of a timer that was cancelled may be in the mailbox already. */
    private long generation;

    FragmentTimer(ProcessingTimeService timeService, Target target) {
        this.timeService = timeService;
        this.target = target;
    }

    /** Replaces the earlier wish, if there is one. */
    void wish(long timestampMs) {
        if (timer != null) {
            if (wishedMs == timestampMs) {
                return;
            }
            timer.cancel(false);
        }
        wishedMs = timestampMs;
        long own = ++generation;
        timer = timeService.registerTimer(timestampMs, time -> fire(own));
    }

    private void fire(long fired) throws Exception {
        if (timer != null && generation == fired) {
            timer = null;
            target.fired(wishedMs);
        }
    }

    void close() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}

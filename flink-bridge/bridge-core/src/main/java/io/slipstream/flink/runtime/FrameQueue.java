package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.ServerFrame;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.annotation.Nullable;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order of a subtask: what was sent and waits for its answer, and behind it the actions that have to wait for those answers.
 *
 * <p>Answers arrive on gRPC's thread, which only queues them and puts one mail into the mailbox; they are handled, in order, by the
 * task's thread. It blocks where no credit or slot is left, in {@link #drain} and in {@link #askAndHold}; never while an answer is
 * being handled: an operator behind us may yield to the mailbox there, and what its mails make us send waits in {@link #unsent}.
 */
final class FrameQueue {

    /** On the task's thread. */
    interface Receiver {
        /**
         * @param ofBatch whether it answers a batch
         * @param records the batch; null when it consisted of rows
         */
        void answered(ServerFrame answer, boolean ofBatch, @Nullable PackedRecords records) throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(FrameQueue.class);

    private static final int NO_SLOT = -1;
    /** Frames without a batch need no credit; so many may still not wait without end. */
    private static final int PENDING_MAX = 1024;

    private final MailboxExecutor mailbox;
    private final Receiver receiver;
    private final ArrayDeque<Entry> pending = new ArrayDeque<>();
    /** Those of the pending frames that have not been sent yet, in the same order. */
    private final ArrayDeque<Entry> unsent = new ArrayDeque<>();

    private final AtomicBoolean mailQueued = new AtomicBoolean();
    private @Nullable FragmentSession session;
    private boolean handling;
    private boolean held;
    private boolean closed;

    /** A batch, another frame, or an action. */
    private static final class Entry {
        @Nullable Batch.Builder batch;
        /** Until it is sent. */
        @Nullable byte[] payload;
        @Nullable PackedRecords records;
        @Nullable Runnable transmit;
        @Nullable ThrowingRunnable<Exception> action;
        int slot = NO_SLOT;
        boolean sent;
        boolean answered;
    }

    FrameQueue(MailboxExecutor mailbox, Receiver receiver) {
        this.mailbox = mailbox;
        this.receiver = receiver;
    }

    /** Before anything is put into the queue; answers of before, which nobody waits for in it, are taken from the stream itself. */
    void start(FragmentSession openedSession) {
        session = openedSession;
    }

    void close() {
        closed = true;
    }

    /** Whether an answer is being handled: whoever is called now was called by an operator behind us. */
    boolean isHandling() {
        return handling;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    int inFlight() {
        return session == null ? 0 : session.inFlight();
    }

    // ---- in ----

    /** Sends a batch as soon as there is a credit and a slot for it, and waits for them where that is possible. */
    void batch(Batch.Builder batch, byte[] payload, @Nullable PackedRecords records) throws Exception {
        Entry entry = new Entry();
        entry.batch = batch;
        entry.payload = payload;
        entry.records = records;
        put(entry);
        while (!entry.sent && mayBlock()) {
            handle(session.stream().take());
        }
    }

    /** Sends a frame that carries no batch. */
    void frame(Runnable transmit) throws Exception {
        Entry entry = new Entry();
        entry.transmit = transmit;
        put(entry);
        while (pending.size() > PENDING_MAX && mayBlock()) {
            handle(session.stream().take());
        }
    }

    /** Runs the action after the answers of everything that came before it. */
    void inTurn(ThrowingRunnable<Exception> action) throws Exception {
        if (pending.isEmpty()) {
            action.run();
        } else {
            Entry entry = new Entry();
            entry.action = action;
            pending.add(entry);
        }
    }

    /**
     * Sends a frame and waits for its answer; nothing may be pending. Whatever comes from now on, even while the answer's outputs
     * are emitted, is sent after {@link #release} only.
     */
    void askAndHold(Runnable transmit) throws Exception {
        Entry entry = new Entry();
        entry.transmit = transmit;
        put(entry);
        held = true;
        while (!entry.answered) {
            handle(session.stream().take());
        }
    }

    void release() {
        held = false;
        sendUnsent();
    }

    /** Waits until nothing is pending. */
    void drain() throws Exception {
        while (!pending.isEmpty()) {
            handle(session.stream().take());
        }
    }

    private void put(Entry entry) {
        pending.add(entry);
        unsent.add(entry);
        sendUnsent();
    }

    private boolean mayBlock() {
        return !handling && !held;
    }

    private void sendUnsent() {
        while (mayBlock() && !unsent.isEmpty() && (unsent.peek().batch == null || session.maySend())) {
            Entry entry = unsent.remove();
            entry.sent = true;
            if (entry.batch == null) {
                entry.transmit.run();
            } else {
                entry.slot = session.send(entry.batch, entry.payload);
                entry.payload = null;
            }
        }
    }

    // ---- answers ----

    /** On gRPC's thread. */
    void answerArrived() {
        if (mailQueued.compareAndSet(false, true)) {
            try {
                mailbox.execute(this::handleMail, "Answers of the Slipstream sidecar");
            } catch (RejectedExecutionException e) {
                LOG.debug("An answer came after the end of the task", e);
            }
        }
    }

    private void handleMail() throws Exception {
        mailQueued.set(false);
        handleArrived();
    }

    void handleArrived() throws Exception {
        // An operator behind us may yield to the mailbox while it takes a row: the loop that is at work goes on later.
        if (handling || closed || session == null) {
            return;
        }
        ServerFrame answer;
        while ((answer = session.stream().poll()) != null) {
            handle(answer);
        }
    }

    private void handle(ServerFrame answer) throws Exception {
        Entry head = pending.peek();
        if (head == null || !head.sent || handling) {
            throw new IllegalStateException("SLIP-9001: an answer " + answer.getSequence() + " that nothing waits for");
        }
        handling = true;
        try {
            session.answered(answer);
            receiver.answered(answer, head.batch != null, head.records);
            if (head.slot != NO_SLOT) {
                session.freeSlot(head.slot);
            }
            head.answered = true;
            pending.remove();
            while (!pending.isEmpty() && pending.peek().action != null) {
                pending.remove().action.run();
            }
        } finally {
            handling = false;
        }
        sendUnsent();
    }
}

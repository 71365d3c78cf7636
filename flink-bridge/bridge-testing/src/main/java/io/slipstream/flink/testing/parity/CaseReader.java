package io.slipstream.flink.testing.parity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Emits the messages of its splits in the order of the table's list, so that several splits in one reader come out as they were
 * written down. One with splits begins when the {@link ReaderGate} opens. At a barrier mark it stands still until a checkpoint that saw it there is complete.
 */
final class CaseReader<T> implements SourceReader<T, CaseSplit> {

    private static final long NOT_WAITING = -1;
    private static final long NO_CHECKPOINT_YET = 0;

    private final CaseRun run;
    private final String table;
    private final int splitCount;
    private final CaseEmitter<T> emitter;
    private final List<CaseMessage> messages;
    private final TreeMap<Integer, CaseSplit> splits = new TreeMap<>();
    private final TreeMap<Integer, SourceOutput<T>> outputs = new TreeMap<>();

    private final ReaderGate gate;
    private boolean noMoreSplits;
    private boolean hadSplits;
    private boolean ended;
    private CompletableFuture<Void> available = new CompletableFuture<>();

    /** Checkpoint that has to complete before the reader goes on from a barrier. */
    private long barrierCheckpoint = NOT_WAITING;

    CaseReader(CaseRun run, String table, int splitCount, CaseEmitter<T> emitter) {
        this.run = run;
        this.table = table;
        this.splitCount = splitCount;
        this.emitter = emitter;
        this.messages = run.messages(table);
        this.gate = run.gate();
        gate.readerCreated();
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        // Not before the enumerator's last word: a case that fails at once would be gone when it comes, and Flink would report that.
        if (barrierCheckpoint != NOT_WAITING || !noMoreSplits) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (hadSplits && !gate.opened().isDone()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        splits.values().removeIf(split -> nextOf(split) == messages.size());
        if (splits.isEmpty()) {
            end();
            return InputStatus.END_OF_INPUT;
        }
        CaseSplit split = splits.values().stream().min(Comparator.comparingInt(this::nextOf)).orElseThrow();
        int position = nextOf(split);
        SourceOutput<T> splitOutput =
                outputs.computeIfAbsent(split.partition(), partition -> output.createOutputForSplit(split.splitId()));
        CaseMessage message = messages.get(position);
        switch (message.kind()) {
            case RECORD -> emitRecords(split, position, splitOutput);
            case WATERMARK -> {
                emitter.watermark(table, split.partition(), message.watermarkMs(), splitOutput);
                splits.put(split.partition(), new CaseSplit(split.partition(), position + 1, split.offset()));
            }
            case BARRIER -> {
                splits.replaceAll((partition, other) -> new CaseSplit(partition, nextOf(other), other.offset()));
                barrierCheckpoint = NO_CHECKPOINT_YET;
                available = new CompletableFuture<>();
                run.barriersReached.release();
                return InputStatus.NOTHING_AVAILABLE;
            }
        }
        return InputStatus.MORE_AVAILABLE;
    }

    private void end() {
        if (!ended) {
            ended = true;
            gate.readerEnded(hadSplits);
        }
    }

    private void emitRecords(CaseSplit split, int position, SourceOutput<T> output) throws Exception {
        List<CaseMessage> records = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int at = position; at < messages.size() && messages.get(at).kind() == CaseMessage.Kind.RECORD; at++) {
            if (at % splitCount == split.partition()) {
                records.add(messages.get(at));
                positions.add(at);
            } else if (splits.containsKey(at % splitCount)) {
                break; // the next record belongs to another split of this reader
            }
        }
        int emitted = emitter.records(table, split.partition(), split.offset(), records, output);
        int behind = positions.get(emitted - 1) + 1;
        splits.put(split.partition(), new CaseSplit(split.partition(), behind, split.offset() + emitted));
    }

    /** Position of the split's next record or mark; the number of messages when there is none. */
    private int nextOf(CaseSplit split) {
        int at = split.position();
        while (at < messages.size()
                && messages.get(at).kind() == CaseMessage.Kind.RECORD
                && at % splitCount != split.partition()) {
            at++;
        }
        return at;
    }

    @Override
    public List<CaseSplit> snapshotState(long checkpointId) {
        if (barrierCheckpoint == NO_CHECKPOINT_YET) {
            barrierCheckpoint = checkpointId;
        }
        // A restored reader goes on behind the barrier: its checkpoint is the one that restores.
        return splits.values().stream().map(split -> barrierCheckpoint == NOT_WAITING ? split : split.behindMark()).toList();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        if (barrierCheckpoint > NO_CHECKPOINT_YET && checkpointId >= barrierCheckpoint) {
            splits.replaceAll((partition, split) -> split.behindMark());
            barrierCheckpoint = NOT_WAITING;
            available.complete(null);
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return noMoreSplits && hadSplits && !gate.opened().isDone() ? gate.opened() : available;
    }

    @Override
    public void addSplits(List<CaseSplit> added) {
        added.forEach(split -> splits.put(split.partition(), split));
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        hadSplits = !splits.isEmpty();
        gate.readerInformed(hadSplits);
        available.complete(null);
    }

    @Override
    public void close() {}
}

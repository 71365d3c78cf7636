package io.slipstream.flink.testing.parity;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Writes what it is given into the {@link CaseRun}.
 *
 * @param <T> rows, or encoded records
 */
final class CaseSink<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;

    private final String run;
    private final String table;
    private final boolean collectWatermarks;
    private final LineWriter<T> lines;

    /** Turns an element into what is compared. Shipped to the task, then opened. */
    interface LineWriter<T> extends Serializable {
        void open(WriterInitContext context) throws Exception;

        CaseRun.SinkLine line(T element);
    }

    CaseSink(String run, String table, boolean collectWatermarks, LineWriter<T> lines) {
        this.run = run;
        this.table = table;
        this.collectWatermarks = collectWatermarks;
        this.lines = lines;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        try {
            lines.open(context);
        } catch (Exception e) {
            throw new IOException("cannot open the format of case table " + table, e);
        }
        return new Writer(CaseRun.named(run), context.getTaskInfo().getIndexOfThisSubtask());
    }

    private final class Writer implements SinkWriter<T> {
        private final CaseRun caseRun;
        private final int subtask;

        Writer(CaseRun caseRun, int subtask) {
            this.caseRun = caseRun;
            this.subtask = subtask;
        }

        @Override
        public void write(T element, Context context) {
            caseRun.collect(table, subtask, lines.line(element));
        }

        @Override
        public void writeWatermark(Watermark watermark) {
            if (collectWatermarks) {
                caseRun.collect(table, subtask, new CaseRun.SinkLine("W", Long.toString(watermark.getTimestamp())));
            }
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}

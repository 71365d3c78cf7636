package io.slipstream.flink.testing.parity;

import io.slipstream.flink.runtime.EncodedRecord;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;

/** Messages that the sidecar has encoded. */
final class EncodedLines implements CaseSink.LineWriter<RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public void open(WriterInitContext context) {}

    @Override
    public CaseRun.SinkLine line(RowData element) {
        EncodedRecord record = (EncodedRecord) element;
        return new CaseRun.SinkLine(record.getRowKind().shortString(), SerializedLines.text(record.value()));
    }
}

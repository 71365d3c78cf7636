package io.slipstream.flink.testing.parity;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.RawBatchBuilder;
import java.util.List;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;

/**
 * Packs records as they are. A batch ends at a mark and after a few records, so that a case of some lines has batches of several
 * records and, in most cases, several batches.
 */
final class CasePackedEmitter implements CaseEmitter<PackedRecords> {

    private static final int BATCH_RECORDS_MAX = 100;
    private static final int CREATE_TIME = 1;

    private final RawSections sections;

    private CasePackedEmitter(RawSections sections) {
        this.sections = sections;
    }

    /** Keeps the sections as bytes: protobuf messages are serializable, but their class may be relocated. */
    record Factory(byte[] sections) implements CaseEmitter.Factory<PackedRecords> {
        @Override
        public CaseEmitter<PackedRecords> create(SourceReaderContext context) throws Exception {
            return new CasePackedEmitter(RawSections.parseFrom(sections));
        }
    }

    @Override
    public int records(
            String table, int partition, long firstOffset, List<CaseMessage> records, SourceOutput<PackedRecords> output) {
        RawBatchBuilder batch = new RawBatchBuilder(sections);
        int count = Math.min(records.size(), BATCH_RECORDS_MAX);
        for (int i = 0; i < count; i++) {
            long offset = firstOffset + i;
            batch.add(
                    new RawBatchBuilder.Record(
                            records.get(i).key(), records.get(i).value(), offset, CaseMetadata.timestampMs(offset), CREATE_TIME, -1, List.of()));
        }
        output.collect(PackedRecords.records(splitId(partition), table, partition, count, batch.take()));
        return count;
    }

    @Override
    public void watermark(String table, int partition, Long timestampMs, SourceOutput<PackedRecords> output) {
        output.collect(PackedRecords.watermarkMark(splitId(partition), timestampMs == null ? Long.MIN_VALUE : timestampMs));
    }

    private static String splitId(int partition) {
        return Integer.toString(partition);
    }
}

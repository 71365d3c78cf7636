package io.slipstream.flink.testing.parity;

import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A partition of a {@code case} table.
 *
 * @param partition its number
 * @param position index of its next message in the table's list, which also holds the other splits' messages
 * @param offset number of its next record
 */
record CaseSplit(int partition, int position, long offset) implements SourceSplit {

    @Override
    public String splitId() {
        return Integer.toString(partition);
    }

    /** The same split behind a mark. */
    CaseSplit behindMark() {
        return new CaseSplit(partition, position + 1, offset);
    }

    /** Writes the three numbers. */
    static final class Serializer implements SimpleVersionedSerializer<CaseSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(CaseSplit split) {
            return ByteBuffer.allocate(16).putInt(split.partition).putInt(split.position).putLong(split.offset).array();
        }

        @Override
        public CaseSplit deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new CaseSplit(buffer.getInt(), buffer.getInt(), buffer.getLong());
        }
    }
}

package io.slipstream.flink.testing.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What was written to a topic, as numbers that are equal when the messages are. Hashes are 64 bits wide and sums of the records'
 * hashes where the order does not count.
 */
public final class OutputDigest {

    private static final long SEED = 0x9E3779B97F4A7C15L;
    private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;
    private static final long NULL_HASH = 0x632BE59BD9B4E019L;

    private long records;
    private long bytes;
    private long multisetHash;
    private long orderedHash;
    private final boolean keyed;
    /** Last value's hash by key's hash; only for keyed output. */
    private final Map<Long, Long> table = new HashMap<>();

    /** @param keyed whether the last record of a key counts, as in an upsert topic */
    public OutputDigest(boolean keyed) {
        this.keyed = keyed;
    }

    /** Records of one partition have to come in their order. */
    public void add(ConsumerRecord<byte[], byte[]> row) {
        add(row.partition(), row.key(), row.value());
    }

    void add(int partition, byte[] key, byte[] value) {
        records++;
        bytes += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        long keyHash = hash(key);
        long valueHash = hash(value);
        long row = mix(keyHash * 31 + valueHash);
        multisetHash += row;
        orderedHash = mix(orderedHash * 31 + row + partition);
        if (!keyed) {
            return;
        }
        if (value == null) {
            table.remove(keyHash);
        } else {
            table.put(keyHash, valueHash);
        }
    }

    /** The comparable numbers; those of the table are absent for output without keys. */
    public Summary summary() {
        long tableHash = 0;
        long keysHash = 0;
        for (Map.Entry<Long, Long> entry : table.entrySet()) {
            keysHash += mix(entry.getKey());
            tableHash += mix(entry.getKey() * 31 + entry.getValue());
        }
        return new Summary(records, bytes, hex(multisetHash), hex(orderedHash), table.size(), hex(tableHash), hex(keysHash));
    }

    /**
     * @param bytes of keys and values
     * @param orderedHash depends on the order, and is meaningful for one partition only
     * @param tableRows keys that are left at the end
     * @param tableHash of the last value of each key
     */
    public record Summary(
            long records, long bytes, String multisetHash, String orderedHash, long tableRows, String tableHash, String keysHash) {}

    private static String hex(long value) {
        return String.format("%016x", value);
    }

    private static long hash(byte[] data) {
        if (data == null) {
            return NULL_HASH;
        }
        long hash = SEED ^ data.length;
        for (byte b : data) {
            hash = (hash ^ (b & 0xFF)) * MULTIPLIER;
            hash ^= hash >>> 29;
        }
        return mix(hash);
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 32)) * MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 29)) * SEED;
        return mixed ^ (mixed >>> 32);
    }
}

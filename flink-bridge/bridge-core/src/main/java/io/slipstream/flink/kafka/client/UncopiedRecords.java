package io.slipstream.flink.kafka.client;

import java.nio.ByteBuffer;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Records whose keys and values are parts of what the consumer has fetched, not arrays of their own: they are copied once more anyway,
 * into a batch. Such a part holds on to all of the fetch, so nobody may keep it.
 */
final class UncopiedRecords {

    private UncopiedRecords() {}

    /** The properties of a consumer of such records; as they are when others than Flink's reader look at keys and values. */
    static Properties of(Properties stock) {
        boolean isIntercepted = !stock.getOrDefault(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, "").equals("");
        Properties properties = new Properties();
        properties.putAll(stock);
        if (!isIntercepted) {
            replaceDeserializer(properties, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
            replaceDeserializer(properties, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        }
        return properties;
    }

    /** A table may name one of its own, which makes arrays. */
    private static void replaceDeserializer(Properties properties, String option) {
        properties.replace(option, ByteArrayDeserializer.class.getName(), ByteBufferDeserializer.class.getName());
    }

    /** Of a key or value, array or buffer. */
    static @Nullable ByteBuffer bufferOf(@Nullable Object bytes) {
        return bytes instanceof byte[] array ? ByteBuffer.wrap(array) : (ByteBuffer) bytes;
    }
}

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Makes topics of one partition: {@code CreateTopics BOOTSTRAP_SERVERS TOPIC…}. Run from its source, on the broker's class path. */
public final class CreateTopics {

    private CreateTopics() {}

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", arguments[0]))) {
            admin.createTopics(
                            Arrays.stream(arguments)
                                    .skip(1)
                                    .map(name -> new NewTopic(name, 1, (short) 1))
                                    .collect(Collectors.toList()))
                    .all()
                    .get();
        }
    }
}

package io.slipstream.flink.testing.parity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.util.FileUtils;

/**
 * Reads requests as JSON lines from standard input and answers each with a line on standard output, until the input ends. One JVM
 * and one cluster serve many cases; each case has its own table environment.
 */
public final class ParityHarness {

    private static final int SLOTS = 16;

    private final ObjectMapper json = new ObjectMapper();
    private final MiniCluster cluster;
    private final Path savepoints;
    private final PlanLog plans;
    private int runs;

    private ParityHarness(MiniCluster cluster, Path savepoints, PlanLog plans) {
        this.cluster = cluster;
        this.savepoints = savepoints;
        this.plans = plans;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // whatever prints must not come between the answers
        Path savepoints = Files.createTempDirectory("slipstream-parity");
        try (MiniCluster cluster = new MiniCluster(clusterConfiguration())) {
            cluster.start();
            new ParityHarness(cluster, savepoints, PlanLog.attach()).serve(answers);
        } finally {
            FileUtils.deleteDirectory(savepoints.toFile());
        }
        System.exit(0); // Flink leaves threads that are no daemons
    }

    private static MiniClusterConfiguration clusterConfiguration() {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
        return new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build();
    }

    private void serve(PrintStream answers) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream utf8 = new PrintStream(answers, true, StandardCharsets.UTF_8);
        utf8.println(json.writeValueAsString(Map.of("ready", true)));
        String line;
        while ((line = requests.readLine()) != null) {
            CaseRequest request = CaseRequest.parse(json.readTree(line));
            utf8.println(json.writeValueAsString(answer(request)));
        }
    }

    private Map<String, Object> answer(CaseRequest request) {
        long startNs = System.nanoTime();
        plans.clear();
        String runName = "run-" + ++runs;
        CaseRun run = CaseRun.open(runName, request.messages());
        CaseExecution execution = new CaseExecution(cluster, request, runName, run, savepoints);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", request.id());
        try {
            execution.run();
            answer.put("outcome", "finished");
        } catch (TimeoutException timeout) {
            answer.put("outcome", "timeout");
            answer.put("causes", Failures.causes(timeout));
        } catch (Exception failure) {
            answer.put("outcome", "failed");
            answer.put("phase", execution.phase().name().toLowerCase());
            answer.put("causes", Failures.causes(failure));
        } finally {
            CaseRun.close(runName);
        }
        answer.put("accelerated", plans.accelerated());
        answer.put("reasons", plans.reasons());
        answer.put("notes", plans.notes());
        answer.put("sinks", run.collected());
        answer.put("millis", (System.nanoTime() - startNs) / 1_000_000);
        return answer;
    }
}

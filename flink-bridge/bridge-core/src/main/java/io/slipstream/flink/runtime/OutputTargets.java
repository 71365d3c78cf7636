package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.OutputTarget;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/** Finds the channels of Flink's network that the pieces of a fragment's outputs go to. */
final class OutputTargets {

    private OutputTargets() {}

    /**
     * By output index; of an output that is not of form PIECES nothing is said.
     *
     * @param operator the fragment's own config, which the task's is not when the fragment is chained to something before it
     * @param ownMaxParallelism stands in where there is no network, as in a test of the operator alone
     */
    static List<OutputTarget> of(
            List<FragmentSpec.Output> outputs, StreamTask<?, ?> task, StreamConfig operator, int ownMaxParallelism) {
        List<OutputTarget> targets = new ArrayList<>();
        // Also where a barrier starts aligned: it may overtake records when its timeout is over.
        boolean unaligned = CheckpointingOptions.isUnalignedCheckpointEnabled(task.getJobConfiguration());
        for (FragmentSpec.Output output : outputs) {
            targets.add(
                    output.form() == Form.FORM_PIECES
                            ? targetOf(output, task, operator, ownMaxParallelism).setPiecePerKeyGroup(unaligned).build()
                            : OutputTarget.getDefaultInstance());
        }
        return targets;
    }

    private static OutputTarget.Builder targetOf(
            FragmentSpec.Output output, StreamTask<?, ?> task, StreamConfig operator, int ownMaxParallelism) {
        ClassLoader classLoader = task.getUserCodeClassLoader();
        // The writers of a task are in the order of its own config, see StreamTask.createRecordWriters.
        List<NonChainedOutput> writers = task.getConfiguration().getVertexNonChainedOutputs(classLoader);
        OutputTarget.Builder found = null;
        for (NonChainedOutput edge : operator.getOperatorNonChainedOutputs(classLoader)) {
            if (isOf(edge, output)) {
                OutputTarget.Builder target = targetOf(task.getEnvironment(), writers.indexOf(edge), ownMaxParallelism);
                if (found != null && !found.build().equals(target.build())) {
                    throw new IllegalStateException("SLIP-9001: output " + output.index() + " feeds " + found.getChannels() + " and "
                            + target.getChannels() + " channels, and a piece belongs to one");
                }
                found = target;
            }
        }
        return found != null ? found : OutputTarget.newBuilder().setChannels(1).setMaxParallelism(ownMaxParallelism);
    }

    private static OutputTarget.Builder targetOf(Environment environment, int writerIndex, int ownMaxParallelism) {
        ResultPartitionWriter writer = environment.getWriter(writerIndex);
        int keyGroups = writer.getNumTargetKeyGroups();
        return OutputTarget.newBuilder()
                .setChannels(writer.getNumberOfSubpartitions())
                .setMaxParallelism(keyGroups > 0 ? keyGroups : ownMaxParallelism);
    }

    private static boolean isOf(NonChainedOutput edge, FragmentSpec.Output output) {
        return output.index() == 0
                ? edge.getOutputTag() == null
                : edge.getOutputTag() != null && edge.getOutputTag().getId().equals(output.tag().getId());
    }
}

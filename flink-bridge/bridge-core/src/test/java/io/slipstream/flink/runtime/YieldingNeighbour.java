package io.slipstream.flink.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;

/** A fragment whose neighbour downstream does something else before it takes a row, as one does that yields to the mailbox. */
final class YieldingNeighbour<IN> extends AbstractStreamOperatorFactory<RowData> implements OneInputStreamOperatorFactory<IN, RowData> {

    private static final long serialVersionUID = 1L;

    private final FragmentOperatorFactory<IN> fragment;
    private final transient ThrowingRunnable<Exception> onRow;

    YieldingNeighbour(FragmentOperatorFactory<IN> fragment, ThrowingRunnable<Exception> onRow) {
        this.fragment = fragment;
        this.onRow = onRow;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<RowData>> T createStreamOperator(StreamOperatorParameters<RowData> parameters) {
        Output<StreamRecord<RowData>> output = parameters.getOutput();
        Output<StreamRecord<RowData>> yielding = (Output<StreamRecord<RowData>>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Output.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("collect")) {
                        onRow.run();
                    }
                    try {
                        return method.invoke(output, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (T) fragment.createStreamOperator(new StreamOperatorParameters<>(
                parameters.getContainingTask(),
                parameters.getStreamConfig(),
                yielding,
                parameters::getProcessingTimeService,
                parameters.getOperatorEventDispatcher(),
                parameters.getMailboxExecutor()));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return FragmentOperator.class;
    }
}

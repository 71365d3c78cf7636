package io.slipstream.flink.runtime;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;

/**
 * Makes the operator of a fragment. Chained to what it reads and to what reads it, as Flink's own table operators are.
 *
 * @param <IN> {@link PackedRecords} when the input's form is RAW, {@link RowData} when it is ROWS
 */
public final class FragmentOperatorFactory<IN> extends AbstractStreamOperatorFactory<RowData>
        implements OneInputStreamOperatorFactory<IN, RowData> {

    private static final long serialVersionUID = 1L;

    private final FragmentSpec spec;

    public FragmentOperatorFactory(FragmentSpec spec) {
        this.spec = spec;
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    public FragmentSpec spec() {
        return spec;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<RowData>> T createStreamOperator(StreamOperatorParameters<RowData> parameters) {
        return (T) new FragmentOperator<IN>(parameters, spec);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return FragmentOperator.class;
    }
}

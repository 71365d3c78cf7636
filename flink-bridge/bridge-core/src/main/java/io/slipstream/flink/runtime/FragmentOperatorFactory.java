package io.slipstream.flink.runtime;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;

/** @param <IN> {@link PackedRecords} when the input's form is RAW, {@link RowData} when it is ROWS */
public final class FragmentOperatorFactory<IN> extends AbstractStreamOperatorFactory<RowData>
        implements OneInputStreamOperatorFactory<IN, RowData> {

    private static final long serialVersionUID = 1L;

    private final FragmentSpec spec;

    public FragmentOperatorFactory(FragmentSpec spec) {
        this.spec = spec;
    }

    public FragmentSpec spec() {
        return spec;
    }

    @Override
    public <T extends StreamOperator<RowData>> T createStreamOperator(StreamOperatorParameters<RowData> parameters) {
        throw new UnsupportedOperationException("not there yet");
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        throw new UnsupportedOperationException("not there yet");
    }
}

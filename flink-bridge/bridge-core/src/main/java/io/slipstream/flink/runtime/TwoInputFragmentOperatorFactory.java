package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Form;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.apache.flink.table.data.RowData;

/** Makes the operator of a fragment that reads two exchanges; chained to what reads it. */
public final class TwoInputFragmentOperatorFactory extends AbstractStreamOperatorFactory<RowData>
        implements TwoInputStreamOperatorFactory<RowsPiece, RowsPiece, RowData> {

    private static final long serialVersionUID = 1L;

    private final FragmentSpec spec;

    public TwoInputFragmentOperatorFactory(FragmentSpec spec) {
        if (spec.inputs().size() != 2 || spec.inputs().stream().anyMatch(input -> input.form() != Form.FORM_PIECES)) {
            throw new IllegalArgumentException("expected two inputs of pieces of " + spec.fragmentId() + ", found " + spec.inputs());
        }
        this.spec = spec;
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    public FragmentSpec spec() {
        return spec;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<RowData>> T createStreamOperator(StreamOperatorParameters<RowData> parameters) {
        return (T) new TwoInputFragmentOperator(parameters, spec);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return TwoInputFragmentOperator.class;
    }
}

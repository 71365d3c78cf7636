package io.slipstream.flink.planner;

import java.lang.reflect.Field;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.sink.SinkUpsertMaterializer;

/** The upsert materializer that Flink has put in front of a sink, and ours in its place. */
final class SinkMaterializer {

    private static final Field INPUT = field("input");
    private static final Field OPERATOR_FACTORY = field("operatorFactory");

    private final OneInputTransformation<RowData, RowData> stock;

    private SinkMaterializer(OneInputTransformation<RowData, RowData> stock) {
        this.stock = stock;
    }

    /** Whether Flink has put this operator in front of a sink for the sake of its materializer. */
    static boolean isPartOf(Transformation<?> operator) {
        return isMaterializer(operator) || operator instanceof PartitionTransformation;
    }

    /**
     * That of a translated sink.
     *
     * @param pieces what the sink was translated on; between it and the materializer there may be a check of NOT NULL and the partitioner
     */
    @SuppressWarnings("unchecked")
    static SinkMaterializer of(Transformation<?> sink, Transformation<?> pieces) {
        Transformation<?> found = sink;
        while (!isMaterializer(found)) {
            found = inputOf(found);
        }
        Transformation<?> before = inputOf(found);
        if (before instanceof PartitionTransformation) {
            before = inputOf(before);
        }
        if (before != pieces && SinkConstraints.isNotNullOnly(before)) {
            before = inputOf(before);
        }
        if (before != pieces) {
            throw new IllegalStateException("unexpected operator in front of a sink's materializer: " + before.getName());
        }
        return new SinkMaterializer((OneInputTransformation<RowData, RowData>) found);
    }

    /** Gives ours the parallelism of Flink's. */
    void configure(Transformation<RowData> ours) {
        ours.setParallelism(stock.getParallelism(), stock.isParallelismConfigured());
    }

    /** Whatever reads Flink's materializer, operators that the connector brings along too, reads ours from now on. */
    void become(OneInputTransformation<RowData, RowData> ours) {
        try {
            INPUT.set(stock, ours.getInputs().get(0));
            OPERATOR_FACTORY.set(stock, ours.getOperatorFactory());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        stock.setStateKeySelector(ours.getStateKeySelector());
        stock.setStateKeyType(ours.getStateKeyType());
        stock.setName(ours.getName());
        stock.setDescription(ours.getDescription());
        if (ours.getUid() != null) {
            stock.setUid(ours.getUid());
        }
    }

    private static boolean isMaterializer(Transformation<?> operator) {
        return operator instanceof OneInputTransformation<?, ?> transformation
                && transformation.getOperatorFactory() instanceof SimpleOperatorFactory<?> factory
                && factory.getOperator() instanceof SinkUpsertMaterializer;
    }

    private static Transformation<?> inputOf(Transformation<?> operator) {
        if (operator.getInputs().size() != 1) {
            throw new IllegalStateException("expected one input of " + operator.getName() + ", found " + operator.getInputs().size());
        }
        return operator.getInputs().get(0);
    }

    private static Field field(String name) {
        try {
            Field field = OneInputTransformation.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("OneInputTransformation has no field " + name + ": not the Flink this was built for", e);
        }
    }
}

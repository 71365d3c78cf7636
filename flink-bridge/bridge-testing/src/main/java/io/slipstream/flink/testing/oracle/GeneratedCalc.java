package io.slipstream.flink.testing.oracle;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.data.BoxedWrapperRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.codegen.CalcCodeGenerator$;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;

/** Flink's own generated code for a calc, compiled with Janino and called in this process. */
final class GeneratedCalc {
    private final FlatMapFunction<RowData, RowData> function;

    GeneratedCalc(
            RowType inputType,
            RowType outputType,
            List<RexNode> projection,
            RexNode condition,
            ReadableConfig config,
            ClassLoader classLoader)
            throws Exception {
        function =
                CalcCodeGenerator$.MODULE$
                        .generateFunction(
                                inputType,
                                "OracleCalc",
                                outputType,
                                BoxedWrapperRowData.class,
                                JavaScalaConversionUtil.toScala(projection),
                                JavaScalaConversionUtil.toScala(Optional.ofNullable(condition)),
                                config,
                                classLoader)
                        .newInstance(classLoader);
        if (function instanceof RichFunction) {
            ((RichFunction) function).setRuntimeContext(runtimeContext(classLoader));
            ((RichFunction) function).open(DefaultOpenContext.INSTANCE);
        }
    }

    /** The row that comes out, which the next call reuses, or null when the condition does not hold. */
    RowData apply(RowData row) throws Exception {
        List<RowData> rows = new ArrayList<>();
        function.flatMap(row, new ListCollector<>(rows));
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** Enough of a context for functions that ask for the class loader; anything else is answered with null. */
    private static RuntimeContext runtimeContext(ClassLoader classLoader) {
        return (RuntimeContext)
                Proxy.newProxyInstance(
                        GeneratedCalc.class.getClassLoader(),
                        new Class<?>[] {RuntimeContext.class},
                        (proxy, method, args) ->
                                method.getName().equals("getUserCodeClassLoader") ? classLoader : null);
    }
}

package io.slipstream.flink.testing.nexmark;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** A query's tables and its INSERTs as one statement set, in a table environment of its own. */
public final class PlannedQuery {

    private static final Pattern INSERT = Pattern.compile("(?is)^INSERT\\s.*");
    private static final Pattern SELECT = Pattern.compile("(?is)^(SELECT|WITH)\\s.*");
    private static final Pattern STATEMENT_SET = Pattern.compile("(?is)^(EXECUTE\\s+)?(BEGIN\\s+)?STATEMENT\\s+SET(\\s+BEGIN)?\\s*");
    private static final Pattern END = Pattern.compile("(?is)^END\\s*$");
    /** The sink of a file that holds a bare SELECT. */
    private static final String DEFAULT_SINK = "query_output";

    private final StreamTableEnvironment tables;
    private final StatementSet inserts;

    /** Runs every statement but the INSERTs; {@code accelerated}: with the settings of the accelerated engine. */
    public PlannedQuery(
            Cluster cluster, NexmarkSpec spec, List<String> source, Query query, Tables options, boolean accelerated, Consumer<StreamGraph> onSubmit) {
        StreamExecutionEnvironment environment = cluster.environment(spec.parallelism(), onSubmit);
        tables = StreamTableEnvironment.create(environment);
        spec.settings().forEach((key, value) -> tables.getConfig().set(key, value));
        if (accelerated) {
            spec.slipstreamSettings().forEach((key, value) -> tables.getConfig().set(key, value));
        }
        tables.getConfig().set("pipeline.name", query.name() + (accelerated ? " accelerated" : " stock"));
        inserts = tables.createStatementSet();
        source.forEach(statement -> tables.executeSql(options.fill(statement)));
        query.statements().forEach(statement -> add(statement, options));
    }

    private void add(String text, Tables options) {
        String statement = STATEMENT_SET.matcher(text).replaceFirst("");
        if (statement.isEmpty() || END.matcher(statement).matches()) {
            return;
        }
        if (INSERT.matcher(statement).matches()) {
            inserts.addInsertSql(statement);
        } else if (SELECT.matcher(statement).matches()) {
            String columns = tables.sqlQuery(statement).getResolvedSchema().getColumns().stream()
                    .map(column -> "`" + column.getName() + "` " + column.getDataType().getLogicalType().asSerializableString())
                    .collect(Collectors.joining(", "));
            tables.executeSql(options.fill("CREATE TABLE " + DEFAULT_SINK + " (" + columns + ") WITH (${sink})"));
            inserts.addInsertSql("INSERT INTO " + DEFAULT_SINK + " " + statement);
        } else {
            tables.executeSql(options.fill(statement));
        }
    }

    public StatementSet inserts() {
        return inserts;
    }
}

package io.slipstream.flink.testing.nexmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A query's file, cut into statements. */
public record Query(String name, Comparison comparison, List<String> statements) {

    public static Query read(Path file) throws IOException {
        String script = Files.readString(file);
        String name = file.getFileName().toString().replaceFirst("\\.sql$", "");
        List<String> statements = SqlScript.statements(script);
        if (statements.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no statement");
        }
        return new Query(name, Comparison.of(script), statements);
    }
}

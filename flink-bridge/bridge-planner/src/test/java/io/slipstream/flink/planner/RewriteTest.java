package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shapes of plans: several sinks, several sources, both. */
class RewriteTest {

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void theSinksOfASharedSourceReadSideOutputsOfOneFragment() {
        assertThat(shape("INSERT INTO snk SELECT a, b FROM src WHERE a > 3", "INSERT INTO snk2 SELECT a + 1, b FROM src"))
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "Slipstream(Calc -> Calc) <- src",
                        "snk <- Slipstream(Calc -> Calc)",
                        "SideOutput <- Slipstream(Calc -> Calc)",
                        "snk2 <- SideOutput");
    }

    @Test
    void aUnionIsMadeOfTheOutputsOfItsSourcesFragments() {
        assertThat(shape("INSERT INTO snk SELECT a + 1, b FROM src2 UNION ALL SELECT a, b FROM src WHERE a > 3"))
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "src2 <- ",
                        "Slipstream(Calc -> Union) <- src",
                        "Slipstream(Calc -> Union) <- src2",
                        "Union <- Slipstream(Calc -> Union), Slipstream(Calc -> Union)",
                        "snk <- Union");
    }

    @Test
    void twoStatementsThatShareOneOfTheirSourcesShareItsFragment() {
        List<String> shape =
                shape(
                        "INSERT INTO snk SELECT a + 1, b FROM src UNION ALL SELECT a, b FROM src2 WHERE a > 3",
                        "INSERT INTO snk2 SELECT a + 2, b FROM src");

        assertThat(shape).filteredOn(line -> line.startsWith("Slipstream")).hasSize(2);
        assertThat(shape).contains("snk <- Union", "snk2 <- SideOutput");
    }

    @Test
    void theGraphIsLeftAsItWas() {
        String before = plans.env.explainSql("INSERT INTO snk SELECT a + 1, b FROM src");
        plans.env.getConfig().set("slipstream.enabled", "false");
        String off = plans.env.explainSql("INSERT INTO snk SELECT a + 1, b FROM src");

        assertThat(before).startsWith(off.stripTrailing()).contains("== Slipstream ==");
    }

    private List<String> shape(String... inserts) {
        return plans.operators(inserts).stream().map(line -> line.replaceAll("\\[[\\d, ]*]", "")).collect(Collectors.toList());
    }
}

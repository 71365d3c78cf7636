package io.slipstream.flink.testing.parity;

import org.apache.flink.table.functions.AggregateFunction;

/** An aggregate function of a user, for cases which show that it stays in Flink. */
public final class LongestText extends AggregateFunction<String, LongestText.Longest> {

    private static final long serialVersionUID = 1L;

    /** What Flink keeps for each group. */
    public static final class Longest {
        public String text;
    }

    @Override
    public Longest createAccumulator() {
        return new Longest();
    }

    public void accumulate(Longest longest, String text) {
        if (text != null && (longest.text == null || text.length() > longest.text.length())) {
            longest.text = text;
        }
    }

    @Override
    public String getValue(Longest longest) {
        return longest.text;
    }
}

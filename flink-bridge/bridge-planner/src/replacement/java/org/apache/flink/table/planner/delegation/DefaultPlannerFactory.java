package org.apache.flink.table.planner.delegation;

import io.slipstream.flink.planner.SlipstreamPlanners;
import java.util.Collections;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;

/**
 * Stands in for Flink's class of this name, which is final and looked up by name. Travels in our jar as a resource;
 * {@code PlannerHook} defines it in the planner's class loader before Flink's is loaded.
 */
public final class DefaultPlannerFactory implements PlannerFactory {

    @Override
    public String factoryIdentifier() {
        return PlannerFactory.DEFAULT_IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Collections.emptySet();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Collections.emptySet();
    }

    @Override
    public Planner create(Context context) {
        return SlipstreamPlanners.create(context);
    }
}

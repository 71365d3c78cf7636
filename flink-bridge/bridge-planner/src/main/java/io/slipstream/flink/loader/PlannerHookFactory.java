package io.slipstream.flink.loader;

import java.util.Collections;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.factories.Factory;

/**
 * Never selected as a factory. Flink's FactoryUtil instantiates every registered factory before it picks one, in class path
 * order; this one's constructor is how we run before the planner is loaded.
 */
public final class PlannerHookFactory implements Factory {

    public PlannerHookFactory() {
        PlannerHook.install();
    }

    @Override
    public String factoryIdentifier() {
        return "slipstream-planner-hook";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Collections.emptySet();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Collections.emptySet();
    }
}

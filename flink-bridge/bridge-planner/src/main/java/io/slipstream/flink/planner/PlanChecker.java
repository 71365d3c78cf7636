package io.slipstream.flink.planner;

import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.sidecar.SidecarClient;
import io.slipstream.flink.sidecar.SidecarUnavailableException;
import org.apache.flink.configuration.ReadableConfig;

/** Who is asked about a plan: the sidecar, or a canned answer in tests. */
@FunctionalInterface
interface PlanChecker {

    CheckPlanReply check(ReadableConfig config, CheckPlanRequest request) throws SidecarUnavailableException;

    static PlanChecker sidecar() {
        return (config, request) -> {
            try (SidecarClient client = SidecarClient.connect(config)) {
                return client.checkPlan(request);
            }
        };
    }
}

package io.slipstream.flink.loader;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Defines our {@code DefaultPlannerFactory} in the class loader that the planner will be loaded from: the isolated one of
 * flink-table-planner-loader in a distribution, our own when flink-table-planner is on the class path. Whatever is not as
 * expected leaves stock Flink untouched, with one log line.
 */
final class PlannerHook {

    private static final Logger LOG = LoggerFactory.getLogger(PlannerHook.class);

    /** The Flink versions whose planner this build was made for; tested on 2.2.1. */
    private static final String VERSIONS = "2.2.x";

    static final String REPLACEMENT = "org.apache.flink.table.planner.delegation.DefaultPlannerFactory";

    /** Where the build has put the class file; not a .class, so that nothing finds it by its name. */
    static final String REPLACEMENT_RESOURCE = "io/slipstream/flink/loader/DefaultPlannerFactory.bin";

    /** Any small class of the replacement's package: a class can only be defined next to a loaded one. */
    private static final String NEIGHBOUR = "org.apache.flink.table.planner.delegation.DefaultParserFactory";

    private static final String PLANNER_MODULE = "org.apache.flink.table.planner.loader.PlannerModule";

    /** What flink-table-planner-loader carries the planner in. */
    private static final String PLANNER_JAR = "flink-table-planner.jar";

    private static boolean attempted;

    private PlannerHook() {}

    static synchronized void install() {
        ClassLoader own = PlannerHook.class.getClassLoader();
        // The planner's own loader finds our services file a second time, when all is done.
        if (attempted || own.getClass().getName().contains("PlannerComponentClassLoader")) {
            return;
        }
        attempted = true;
        String version = EnvironmentInformation.getVersion();
        if (!fits(version)) {
            LOG.warn("Slipstream is off: this jar is made for Flink {}, found Flink {}. Every plan runs on stock Flink.", VERSIONS, version);
            return;
        }
        try {
            ClassLoader plannerLoader = plannerLoader(own);
            Class<?> neighbour = Class.forName(NEIGHBOUR, false, plannerLoader);
            MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup()).defineClass(replacement(own));
            LOG.info("Slipstream is installed in the planner of Flink {}; 'slipstream.enabled' turns it on for a session.", version);
        } catch (LinkageError e) {
            LOG.warn(
                    "Slipstream is off: the planner was loaded before it. Its jar has to come first on the class path; in Flink's lib"
                            + " keep its name, which sorts before all others. Every plan runs on stock Flink. ({})",
                    e.toString());
        } catch (InvocationTargetException e) {
            LOG.warn("Slipstream is off: the planner could not be reached. Every plan runs on stock Flink.", e.getCause());
        } catch (ReflectiveOperationException | IOException | RuntimeException e) {
            LOG.warn("Slipstream is off: this planner is not the one it was made for. Every plan runs on stock Flink.", e);
        }
    }

    /** Patch releases keep the planner's inside; a snapshot is nobody's release. */
    static boolean fits(String flinkVersion) {
        return flinkVersion.matches("2\\.2\\.\\d+");
    }

    private static ClassLoader plannerLoader(ClassLoader own) throws ReflectiveOperationException {
        if (own.getResource(PLANNER_JAR) == null) {
            return own;
        }
        Class<?> module = Class.forName(PLANNER_MODULE, true, own);
        Object instance = module.getMethod("getInstance").invoke(null);
        URL self = PlannerHook.class.getProtectionDomain().getCodeSource().getLocation();
        module.getMethod("addUrlToClassLoader", URL.class).invoke(instance, self);
        return (ClassLoader) module.getMethod("getSubmoduleClassLoader").invoke(instance);
    }

    private static byte[] replacement(ClassLoader own) throws IOException {
        try (InputStream in = own.getResourceAsStream(REPLACEMENT_RESOURCE)) {
            if (in == null) {
                throw new IOException("the jar lacks " + REPLACEMENT_RESOURCE);
            }
            return in.readAllBytes();
        }
    }
}

package io.slipstream.flink.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sidecars that this JVM has started: one per command line, shared by all users.
 *
 * <p>Flink's planner has a class loader of its own, so this class may exist twice in a JVM. The registry therefore lies in the
 * system properties' table and is made of JDK types only:
 *
 * <pre>
 * System.getProperties()["io.slipstream.sidecars"] = Map: command line → Object[]{
 *     Process, String control address, AtomicLong users, AtomicLong idleSinceNanos }
 * </pre>
 *
 * All access is synchronized on the map.
 */
final class ManagedSidecar {

    private static final Logger LOG = LoggerFactory.getLogger(ManagedSidecar.class);
    private static final String REGISTRY = "io.slipstream.sidecars";
    private static final String DIRECTORY_PREFIX = "slipstream-sidecar";
    /** A Unix socket's path has at most 107 bytes; the file's name and what the directory adds take about 60. */
    private static final int PARENT_BYTES_MAX = 48;

    private static final long STOP_GRACE_SECONDS = 5;

    private final String key;
    private final Object[] entry;
    private final Duration idleTimeout;
    private boolean released;

    private ManagedSidecar(String key, Object[] entry, Duration idleTimeout) {
        this.key = key;
        this.entry = entry;
        this.idleTimeout = idleTimeout;
    }

    /** Takes part in the sidecar of this command line; starts one when there is none that lives. */
    static ManagedSidecar acquire(SidecarCommand command, Duration startTimeout, Duration idleTimeout)
            throws SidecarUnavailableException {
        String key = command.toString();
        Map<String, Object[]> registry = registry();
        synchronized (registry) {
            Object[] entry = registry.get(key);
            if (entry == null || !process(entry).isAlive()) {
                entry = start(command, startTimeout);
                registry.put(key, entry);
            }
            users(entry).incrementAndGet();
            return new ManagedSidecar(key, entry, idleTimeout);
        }
    }

    Process process() {
        return process(entry);
    }

    String control() {
        return (String) entry[1];
    }

    /** The last user's release stops the process when it stays the last for the idle time. */
    void release() {
        Map<String, Object[]> registry = registry();
        synchronized (registry) {
            if (released) {
                return;
            }
            released = true;
            if (users(entry).decrementAndGet() > 0) {
                return;
            }
            idleSinceNanos(entry).set(System.nanoTime());
        }
        Thread stopper = new Thread(this::stopIfStillIdle, "slipstream-sidecar-idle");
        stopper.setDaemon(true);
        stopper.setContextClassLoader(null);
        stopper.start();
    }

    private void stopIfStillIdle() {
        long idleSince = idleSinceNanos(entry).get();
        try {
            Thread.sleep(idleTimeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Map<String, Object[]> registry = registry();
        synchronized (registry) {
            if (users(entry).get() > 0 || idleSinceNanos(entry).get() != idleSince) {
                return;
            }
            registry.remove(key, entry);
        }
        if (!process().isAlive()) {
            return;
        }
        LOG.info("Stopping the Slipstream sidecar (pid {}): unused for {} s", process().pid(), idleTimeout.toSeconds());
        stop(process());
    }

    private static Object[] start(SidecarCommand command, Duration timeout) throws SidecarUnavailableException {
        Path directory;
        try {
            Path parent = command.directory().toString().getBytes().length > PARENT_BYTES_MAX && Files.isWritable(Path.of("/tmp"))
                    ? Path.of("/tmp")
                    : command.directory();
            directory = PrivateDirectories.create(parent, DIRECTORY_PREFIX);
        } catch (IOException e) {
            throw new SidecarUnavailableException("cannot make a directory for the sidecar's sockets: " + e);
        }
        SidecarProcess.Started started;
        try {
            started = SidecarProcess.start(command, directory, timeout);
        } catch (SidecarUnavailableException e) {
            PrivateDirectories.delete(directory);
            throw e;
        }
        Process process = started.process();
        Thread hook = new Thread(() -> stop(process), "slipstream-sidecar-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        process.onExit().thenRun(() -> {
            PrivateDirectories.delete(directory);
            removeHook(hook);
        });
        return new Object[] {process, started.control(), new AtomicLong(), new AtomicLong()};
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The JVM is shutting down, its hook has stopped the sidecar", e);
        }
    }

    /** Asks first: the sidecar removes its sockets. */
    private static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(STOP_GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object[]> registry() {
        Properties properties = System.getProperties();
        return (Map<String, Object[]>) properties.computeIfAbsent(REGISTRY, name -> new ConcurrentHashMap<String, Object[]>());
    }

    private static Process process(Object[] entry) {
        return (Process) entry[0];
    }

    private static AtomicLong users(Object[] entry) {
        return (AtomicLong) entry[2];
    }

    private static AtomicLong idleSinceNanos(Object[] entry) {
        return (AtomicLong) entry[3];
    }
}

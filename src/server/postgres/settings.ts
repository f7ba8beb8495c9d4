import { release } from "node:os";

/**
 * How the embedded server runs, as command-line flags: durable, small, silent about people, and reachable through
 * one Unix socket only. `throwAway` trades durability for speed, for clusters that are deleted after a test.
 */
export function serverFlags(socket: string, throwAway: boolean): string[] {
  const durable = throwAway ? "off" : "on";
  const settings = {
    listen_addresses: "",
    // A list of folders, in which a comma would begin the next one.
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",

    fsync: durable,
    // In either case: what was committed outlasts a kill of the server.
    synchronous_commit: "on",
    full_page_writes: durable,
    recovery_init_sync_method: syncMethod(),

    max_connections: "60",
    shared_buffers: "128MB",
    work_mem: "4MB",
    maintenance_work_mem: "32MB",
    max_wal_size: "256MB",
    jit: "off",
    // One process per job the server really does: an institute's database has no use for the others.
    io_method: "sync",
    max_worker_processes: "2",
    max_parallel_workers: "2",
    max_logical_replication_workers: "0",
    autovacuum_max_workers: "1",

    // Refused statements and their values are personal data; the application logs its own failures.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    log_timezone: "UTC",
    timezone: "UTC",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * How the start after a crash makes sure that what was written before is on the disk: by one call for the whole file system, or
 * file by file, of which an empty cluster has a thousand. Linux tells of a failed write at that call since 5.8.
 */
function syncMethod(): "syncfs" | "fsync" {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return process.platform === "linux" && (major > 5 || (major === 5 && minor >= 8)) ? "syncfs" : "fsync";
}

/** What the server's programs see of the environment: none of the product's secrets. */
export const serverEnvironment = { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;

import { release } from "node:os";

/** Flags of the embedded server: durable (not with `throwAway`), small, no personal data in its log. */
export function serverFlags(socket: string, throwAway: boolean): string[] {
  const durable = throwAway ? "off" : "on";
  const settings = {
    listen_addresses: "",
    // Quoted, since a comma separates folders.
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",

    fsync: durable,
    // In both modes committed data survives a kill of the server.
    synchronous_commit: "on",
    full_page_writes: durable,
    recovery_init_sync_method: syncMethod(),

    max_connections: "60",
    shared_buffers: "128MB",
    work_mem: "4MB",
    maintenance_work_mem: "32MB",
    max_wal_size: "256MB",
    jit: "off",
    // Disable background processes that a small database does not need.
    io_method: "sync",
    max_worker_processes: "2",
    max_parallel_workers: "2",
    max_logical_replication_workers: "0",
    autovacuum_max_workers: "1",

    // Rejected statements and their values are personal data; the application logs its own failures.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    log_timezone: "UTC",
    timezone: "UTC",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** `syncfs` replaces a thousand `fsync` calls in crash recovery. Linux reports failed writes there since 5.8. */
function syncMethod(): "syncfs" | "fsync" {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return process.platform === "linux" && (major > 5 || (major === 5 && minor >= 8)) ? "syncfs" : "fsync";
}

/** Environment of the server's programs, without the product's secrets. */
export const serverEnvironment = { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;

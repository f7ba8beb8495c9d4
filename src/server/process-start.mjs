// The system reuses pids: after many processes, and immediately after a power cut.
import { spawnSync } from "node:child_process";

// Like src/server/builtins.ts, which plain Node cannot load.
const { readFileSync } = process.getBuiltinModule("node:fs");

/**
 * When a process started, as the system reports it; empty if it does not.
 * @param {number} pid
 */
export function startOf(pid) {
  try {
    // The fields of Linux come after a name in brackets, which may contain anything.
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
    const words = ["LC_ALL=C", "TZ=UTC", "ps", "-o", "lstart=", "-p", String(pid)];
    return spawnSync("/usr/bin/env", words, { encoding: "utf8" }).stdout.trim();
  } catch {
    return "";
  }
}

/**
 * True if the process runs that had this pid and this {@link startOf}; an unknown start counts as the same.
 * @param {number} pid @param {string} start
 */
export function isRunning(pid, start) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  const found = startOf(pid);
  return start === "" || found === "" || found === start;
}

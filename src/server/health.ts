import "server-only";
import { pool } from "./db";

const shared = globalThis as typeof globalThis & { lyceumStopping?: boolean };

/** Says from now on that this process takes no new work. */
export function stopBeingReady(): void {
  shared.lyceumStopping = true;
}

/** True when requests can be served: the database answers and this process is not on its way out. */
export async function isReady(): Promise<boolean> {
  if (shared.lyceumStopping) return false;
  try {
    await pool().query("select 1");
    return true;
  } catch {
    return false;
  }
}

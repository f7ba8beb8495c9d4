import "server-only";
import pino from "pino";
import { env } from "@/env";

const shared = globalThis as typeof globalThis & { lyceumLog?: pino.Logger };

/** The server's log: JSON lines on standard error, without personal data. */
export function log(): pino.Logger {
  shared.lyceumLog ??= pino(
    { level: env().LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  return shared.lyceumLog;
}

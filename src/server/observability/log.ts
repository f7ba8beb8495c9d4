import "server-only";
import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import pino from "pino";
import { env } from "@/env";
import { secret } from "@/server/auth/secret";
import { codesOf } from "@/server/db/database-errors";
import { processState } from "@/server/process-state";
import { requestId } from "./request-scope";

const shared = processState<{ lyceumLog?: pino.Logger }>();

/** Logger: JSON lines on stderr with the request's id and without personal data. */
export function log(): pino.Logger {
  shared.lyceumLog ??= pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const request = requestId();
        return request === undefined ? {} : { request };
      },
    },
    // Buffers lines asynchronously; pino flushes them at exit.
    pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 100 }),
  );
  return shared.lyceumLog;
}

type Trace = { name?: string; code?: string; causes?: string[]; digest?: string; places?: string[] };

/** Loggable part of an error: name, code, codes of its causes and stack locations. Messages may quote user input. */
export function traceOf(error: unknown): Trace {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = "" } = error;
  const { code, digest } = error as { code?: unknown; digest?: unknown };
  const causes = codesOf(error).filter((one) => one !== code);
  const places = stack.replace(message, "").split("\n");
  return {
    name,
    ...(typeof code === "string" && { code }),
    ...(causes.length > 0 && { causes }),
    ...(typeof digest === "string" && { digest }),
    places: places.map((line) => line.trim()).filter((line) => line.startsWith("at ")),
  };
}

/** Logs an uncaught error synchronously before the process ends. */
export function logFatal(error: unknown): void {
  log().fatal({ error: traceOf(error) }, "uncaught error");
}

/** Stable pseudonym of a user, irreversible without the secret. */
export function pseudonymOf(userId: string): string {
  const known = pseudonyms.get(userId);
  if (known) return known;
  const pseudonym = createHmac("sha256", secret()).update(`log ${userId}`).digest("base64url").slice(0, 16);
  pseudonyms.set(userId, pseudonym);
  return pseudonym;
}

const pseudonyms = new LRUCache<string, string>({ max: 1_000 });

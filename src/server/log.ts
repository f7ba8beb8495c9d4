import "server-only";
import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import pino from "pino";
import { env } from "@/env";
import { requestId } from "./request";
import { secret } from "./secret";

const shared = globalThis as typeof globalThis & { lyceumLog?: pino.Logger };

/** The server's log: JSON lines on standard error, each with the id of its request, without personal data. */
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
    // Written while nobody waits, many lines at once in a rush; pino itself writes the rest when the process ends.
    pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 100 }),
  );
  return shared.lyceumLog;
}

/** What a log may say of an error: messages can quote what people typed; name, code and the stack's places cannot. */
export function traceOf(error: unknown): { name?: string; code?: string; digest?: string; places?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = "" } = error;
  const { code, digest } = error as { code?: unknown; digest?: unknown };
  const places = stack.replace(message, "").split("\n");
  return {
    name,
    ...(typeof code === "string" && { code }),
    ...(typeof digest === "string" && { digest }),
    places: places.map((line) => line.trim()).filter((line) => line.startsWith("at ")),
  };
}

/** The last that is heard of a process which an error ends that nothing caught; written at once. */
export function logFatal(error: unknown): void {
  log().fatal({ error: traceOf(error) }, "uncaught error");
}

/** Stands for a person in the log: the same for the same person, and nobody without the secret finds out who it is. */
export function pseudonymOf(userId: string): string {
  const known = pseudonyms.get(userId);
  if (known) return known;
  const pseudonym = createHmac("sha256", secret()).update(`log ${userId}`).digest("base64url").slice(0, 16);
  pseudonyms.set(userId, pseudonym);
  return pseudonym;
}

// Whoever asks once asks again.
const pseudonyms = new LRUCache<string, string>({ max: 1_000 });

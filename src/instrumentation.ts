import type { Instrumentation } from "next";
import { processState } from "@/server/process-state";

/** Set by `src/main/serve.mjs` when that serves the product: receives the progress of the start and its promise. */
type Host = { say(line: string): void; follow(start: Promise<unknown>): void };

/** Runs once before the server takes its first request; a build renders pages but opens no data. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { lyceumHost: host } = processState<{ lyceumHost?: Host }>();
  const say = host?.say ?? (() => {});
  const { connectDatabase } = await import("./main/open-database");
  const stops: Parameters<typeof connectDatabase>[1] = [];
  // The database starts while the modules load; `start` awaits it and reports its failure.
  const reached = connectDatabase(say, stops);
  reached.catch(() => {});
  const started = import("./main/start").then(({ start }) => start(say, reached, stops));
  if (!host) return void (await started);
  host.follow(started);
  // The host reports the failure itself; Next would wrap an error that is thrown here.
  await started.catch(() => {});
}

/** Logs errors of pages and routes: where they were thrown, but no user input. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logUnexpected } = await import("./server/trpc/trpc");
  logUnexpected(error, routePath);
};

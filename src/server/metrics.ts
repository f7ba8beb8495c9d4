import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "@/env";
import { lookingUpNow, pool } from "./db";
import { countJobs } from "./jobs";
import { keptNow } from "./kept/keep";
import { countMails } from "./mail";
import { hashingNow } from "./passwords";

type Labels = { method: string; route: string; status: number };

type Metrics = { registry: Registry; requests: Counter; durations: Histogram };

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumMetrics?: Metrics };

function metrics(): Metrics {
  shared.lyceumMetrics ??= newMetrics();
  return shared.lyceumMetrics;
}

function newMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // The process itself: memory, processor, garbage, and how late the event loop is.
  collectDefaultMetrics({ register: registry });
  gauge(registry, "lyceum_jobs", "Jobs on the queue", "state", countJobs);
  gauge(registry, "lyceum_mails", "Mails by state", "state", countMails);
  gauge(registry, "lyceum_password_hashes", "Passwords being hashed, and in line for it", "state", hashingNow);
  gauge(
    registry,
    "lyceum_kept_answers",
    "Public answers that left ready or were made, and what is kept",
    "state",
    keptNow,
  );
  gauge(
    registry,
    "lyceum_database_connections",
    "Connections of the pool, who waits for one, and who looks something up beside it",
    "state",
    () => {
      const { totalCount, idleCount, waitingCount } = pool();
      return { open: totalCount, idle: idleCount, waiting: waitingCount, looking: lookingUpNow() };
    },
  );
  const labelNames = ["method", "route", "status"];
  return {
    registry,
    requests: new Counter({ name: "http_requests_total", help: "Requests answered", labelNames, registers }),
    durations: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time until a request was answered",
      labelNames: ["method", "route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}

type Counts = Record<string, number>;

/** A number for each of its counts, asked for when somebody looks; it has none while nobody can answer. */
function gauge(registry: Registry, name: string, help: string, label: string, count: () => Counts | Promise<Counts>) {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await Promise.resolve()
        .then(count)
        .catch(() => ({}));
      for (const [value, number] of Object.entries(counts)) this.set({ [label]: value }, number);
    },
  });
}

/** Counts an answered request; does nothing while nobody may look. */
export function countRequest({ method, route, status }: Labels, seconds: number): void {
  if (env().METRICS_TOKEN === undefined) return;
  metrics().requests.inc({ method, route, status });
  metrics().durations.observe({ method, route }, seconds);
}

/** True when `authorization` carries the token of the settings; undefined when those name none. */
export function mayReadMetrics(authorization: string | undefined): boolean | undefined {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) return undefined;
  // Of equal length, so that the time a comparison takes tells nothing.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${METRICS_TOKEN}`));
}

/** All numbers as Prometheus reads them, with their content type. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = metrics();
  return { type: registry.contentType, text: await registry.metrics() };
}

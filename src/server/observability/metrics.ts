import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "@/env";
import { hashingStats } from "@/server/auth/passwords";
import { pool } from "@/server/db/client";
import { countJobs } from "@/server/jobs/jobs";
import { countEmailsByState } from "@/server/mail/outbox";
import { processState } from "@/server/process-state";
import { cacheStats } from "@/server/response-cache/store";

type Labels = { method: string; route: string; status: number };

type Metrics = { registry: Registry; requests: Counter; durations: Histogram };

const shared = processState<{ lyceumMetrics?: Metrics }>();

function metrics(): Metrics {
  shared.lyceumMetrics ??= newMetrics();
  return shared.lyceumMetrics;
}

function newMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  gauge(registry, "lyceum_jobs", "Jobs on the queue", countJobs);
  gauge(registry, "lyceum_mails", "Mails by state", countEmailsByState);
  gauge(registry, "lyceum_password_hashes", "Passwords being hashed, and waiting for it", hashingStats);
  gauge(
    registry,
    "lyceum_kept_answers",
    "Public responses from the cache and rendered ones, and the size of the cache",
    cacheStats,
  );
  gauge(registry, "lyceum_database_connections", "Connections of the pool, and requests that wait for one", () => {
    const { totalCount, idleCount, waitingCount } = pool();
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  });
  const labelNames = ["method", "route", "status"];
  return {
    registry,
    requests: new Counter({
      name: "http_requests_total",
      help: "Requests answered, except those that the response cache answered directly",
      labelNames,
      registers,
    }),
    durations: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time until a request was answered, except those that the response cache answered directly",
      labelNames: ["method", "route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}

type Counts = Record<string, number>;

function gauge(registry: Registry, name: string, help: string, count: () => Counts | Promise<Counts>) {
  new Gauge({
    name,
    help,
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await Promise.resolve()
        .then(count)
        .catch(() => ({}));
      for (const [state, number] of Object.entries(counts)) this.set({ state }, number);
    },
  });
}

/** Counts a request, if metrics are enabled. */
export function countRequest({ method, route, status }: Labels, seconds: number): void {
  if (env().METRICS_TOKEN === undefined) return;
  metrics().requests.inc({ method, route, status });
  metrics().durations.observe({ method, route }, seconds);
}

/** True if the bearer token is right; undefined if metrics are disabled. */
export function mayReadMetrics(authorization: string | undefined): boolean | undefined {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) return undefined;
  // Equal lengths, for a comparison in constant time.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${METRICS_TOKEN}`));
}

/** All metrics in the Prometheus text format. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = metrics();
  return { type: registry.contentType, text: await registry.metrics() };
}

import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, type Runner, run, runMigrations } from "graphile-worker";
import { z } from "zod";
import { clientFor } from "./connect";
import { connectionInUse, pool, type Transaction } from "./db";
import { log, traceOf } from "./log";
import { lockKey } from "./postgres/migrate";
import { requestId, within } from "./request";

/** What a job does with its payload. It may run more than once and must end the same. */
export type Task = (payload: unknown) => Promise<void>;

/** Jobs by name, and when those that nobody enqueues are due (crontab lines of graphile-worker). */
export type Jobs = { tasks: Record<string, Task>; crontab: string };

// What the queue itself complains of; of a task that failed it would repeat the words, and `done` has said it already.
const quiet = new Logger(() => (level, message) => {
  if (level !== "error" && level !== "warning") return;
  if (!message.startsWith("Failed task")) log().warn({ queue: message.split("\n")[0] }, "jobs");
});

/** Does a job, as a part of the request that ordered it. What goes wrong keeps its words to itself. */
async function done(name: string, task: Task, payload: unknown): Promise<void> {
  const { requestId: id, ...rest } = ordered.parse(payload);
  const work = async () => {
    const began = performance.now();
    try {
      await task(rest);
    } catch (error) {
      log().error({ job: name, error: traceOf(error) }, "job failed");
      throw new Error(`${name} failed; the log says where.`);
    }
    log().debug({ job: name, ms: Math.round(performance.now() - began) }, "job");
  };
  await (id === undefined ? work() : within({ id }, work));
}

const ordered = z.looseObject({ requestId: z.string().optional() }).catch({});

/** Makes the queue's tables, or brings them up to date; several processes may do so at once. */
export async function prepareJobs(): Promise<void> {
  // To wait for others may take long.
  const client = clientFor(connectionInUse(), { connectionTimeoutMillis: 10_000, application_name: "lyceum jobs" });
  client.on("error", () => {});
  await client.connect();
  try {
    // The queue's own tool fails where another process makes the same table at the same moment. Unlike a session's, a
    // transaction's lock also holds through a pooler.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await runMigrations({ pgPool: pool(), logger: quiet });
  } finally {
    // Ends the transaction too.
    await client.end().catch(() => {});
  }
}

/** Works on the queue until it is stopped; a runner that the loss of the database has ended is followed by another. */
export async function startJobs(jobs: Jobs): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let runner = await runnerOf(jobs);
  const watch = () => {
    const again = async () => {
      for (let wait = 1_000; !stopping; wait = 5_000) {
        await delay(wait, undefined, { ref: false });
        const next = stopping ? undefined : await runnerOf(jobs).catch(() => undefined);
        if (!next) continue;
        runner = next;
        return watch();
      }
    };
    void runner.promise.catch(() => {}).then(again);
  };
  watch();
  return {
    stop: async () => {
      stopping = true;
      // One that has ended by itself cannot be stopped.
      await runner.stop().catch(() => {});
    },
  };
}

function runnerOf({ tasks, crontab }: Jobs): Promise<Runner> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => done(name, task, payload)]),
  );
  return run({
    pgPool: pool(),
    taskList,
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    // A pooler in transaction mode hands out another connection each time.
    noPreparedStatements: true,
    pollInterval: 5_000,
    logger: quiet,
  });
}

/**
 * Puts a job on the queue when, and only when, the transaction commits.
 * With `once`, a job of that key which still waits is replaced instead of doubled.
 */
export async function enqueue(
  tx: Transaction,
  name: string,
  payload: Record<string, unknown>,
  { once }: { once?: string } = {},
): Promise<void> {
  const key = once === undefined ? null : `${name}:${once}`;
  const order = JSON.stringify({ ...payload, requestId: requestId() });
  await tx.$executeRaw`select graphile_worker.add_job(${name}, payload := ${order}::json, job_key := ${key})`;
}

/** How many jobs wait for their time or another attempt, and how many were given up. */
export async function countJobs(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool().query<{ waiting: number; failed: number }>(
    `select count(*) filter (where attempts < max_attempts)::int as waiting,
       count(*) filter (where attempts >= max_attempts)::int as failed
     from graphile_worker.jobs`,
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Puts a job on the queue at once, unless it waits there already. */
export async function enqueueNow(name: string): Promise<void> {
  await pool().query("select graphile_worker.add_job($1, job_key := $1)", [name]);
}

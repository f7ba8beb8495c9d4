import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, parseCrontab, type Runner, run, runMigrations } from "graphile-worker";
import { z } from "zod";
import { connectionInUse, db, pool, sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { log, traceOf } from "@/server/observability/log";
import { requestId, runInScope } from "@/server/observability/request-scope";
import { whileLocked } from "@/server/postgres/migrate";
import { refreshVersions } from "@/server/response-cache/versions";
import { forgetLaterRuns, watchClock } from "./corrected-clock";

/** Handler of a job. It may run more than once, so it must be idempotent. */
export type Task = (payload: unknown) => Promise<void>;

/**
 * Handlers by job name, the schedule as crontab lines of graphile-worker, and the names of jobs that may take long: they run
 * beside the others, which never wait for them.
 */
export type Jobs = { tasks: Record<string, Task>; crontab: string; long?: readonly string[] };

// Logs messages of the queue itself. Task failures are logged in `runTask`, without quoting user input.
const queueLogger = new Logger(() => (level, message) => {
  if (level !== "error" && level !== "warning") return;
  if (!message.startsWith("Failed task")) log().warn({ queue: message.split("\n")[0] }, "jobs");
});

/** Runs a task in the scope of the request that enqueued it, and hides the text of errors. */
async function runTask(name: string, task: Task, payload: unknown): Promise<void> {
  const { requestId: id, ...rest } = jobPayload.parse(payload);
  const work = async () => {
    const began = performance.now();
    try {
      // Emails and documents contain the published content, which another process may have changed.
      await refreshVersions();
      await task(rest);
    } catch (error) {
      log().error({ job: name, error: traceOf(error) }, "job failed");
      throw new Error(`${name} failed; see the log.`);
    }
    log().debug({ job: name, ms: Math.round(performance.now() - began) }, "job");
  };
  // Even without an id: if a request opened the queue's connection, the job would otherwise run in the scope of that request.
  await runInScope(id === undefined ? undefined : { id }, work);
}

const jobPayload = z.looseObject({ requestId: z.string().optional() }).catch({});

/** Creates or migrates the tables of the queue; safe for concurrent processes. */
export async function prepareJobs(): Promise<void> {
  // graphile-worker fails if two processes create a table at once.
  await whileLocked(connectionInUse(), "lyceum jobs", () => runMigrations({ pgPool: pool(), logger: queueLogger }));
}

/** Runs the queue until it is stopped; restarts a runner after a loss of the database. `stop` takes no more jobs from its first call on. */
export async function startJobs({ tasks, crontab, long = [] }: Jobs): Promise<{ stop(): Promise<void> }> {
  const some = (isLong: boolean) =>
    Object.fromEntries(Object.entries(tasks).filter(([name]) => long.includes(name) === isLong));
  // Emails hold one of the slots while they are sent.
  const kinds = [{ tasks: some(false), crontab, concurrency: 3 }];
  if (long.length > 0) kinds.push({ tasks: some(true), crontab: "", concurrency: 2 });
  const kept: Runner["stop"][] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= Promise.all(kept.map((end) => end())).then(() => {});
    return stopped;
  };
  try {
    for (const kind of kinds) kept.push(await keepRunner(kind));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

type Kind = { tasks: Record<string, Task>; crontab: string; concurrency: number };

/** Starts a runner and replaces it when it ends unexpectedly. Returns how to stop it. */
async function keepRunner(kind: Kind): Promise<() => Promise<void>> {
  let stopping = false;
  let runner = await createRunner(kind);
  const superviseRunner = () => {
    const restart = async () => {
      for (let wait = 1_000; !stopping; wait = 5_000) {
        await delay(wait, undefined, { ref: false });
        const next = stopping ? undefined : await createRunner(kind).catch(() => undefined);
        if (!next) continue;
        runner = next;
        // A stop during this time has stopped only the former runner.
        return stopping ? endRunner() : superviseRunner();
      }
    };
    void runner.promise.catch(() => {}).then(restart);
  };
  superviseRunner();
  // A runner that has already ended cannot be stopped.
  const endRunner = () => runner.stop().catch(() => {});
  // The schedule waits for the next minute of the old clock; the next runner begins with the new one.
  const endWatch = kind.crontab === "" ? () => {} : watchClock(endRunner);
  return async () => {
    stopping = true;
    endWatch();
    await endRunner();
  };
}

/** A line replaces its own job that failed or still waits, keeping its place: otherwise a failing line would add a job each minute. */
function replacingWaiting<Item extends { task: string; options: object }>(item: Item): Item {
  return { ...item, options: { ...item.options, jobKey: item.task, jobKeyMode: "preserve_run_at" } };
}

async function createRunner({ tasks, crontab, concurrency }: Kind): Promise<Runner> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => runTask(name, task, payload)]),
  );
  const lines = parseCrontab(crontab).map(replacingWaiting);
  await forgetLaterRuns(lines.map(({ task }) => task));
  return run({
    pgPool: pool(),
    taskList,
    parsedCronItems: lines,
    concurrency,
    noHandleSignals: true,
    // A pooler in transaction mode may use another connection for each statement.
    noPreparedStatements: true,
    pollInterval: 5_000,
    logger: queueLogger,
  });
}

/** Enqueues a job with the transaction. With `once`, replaces a waiting job of the same key; with `at`, for later. */
export async function enqueue(
  tx: Transaction,
  name: string,
  payload: Record<string, unknown>,
  { once, at }: { once?: string; at?: Date } = {},
): Promise<void> {
  const key = once === undefined ? null : `${name}:${once}`;
  const json = JSON.stringify({ ...payload, requestId: requestId() });
  await tx.$executeRaw`
    select graphile_worker.add_job(${name}, payload := ${json}::json, job_key := ${key}, run_at := ${at ?? null}::timestamptz)`;
}

/**
 * SQL condition on `graphile_worker.jobs`: a job that is never tried again and need not be, because a line of the schedule does
 * its work, or `sweepTasks` does that of `runTask`. It was replaced while it ran, failed too often, or was left behind by a
 * dead process.
 */
const isDoneByOthers = Prisma.sql`key is null and attempts >= max_attempts
  and (locked_at is null or locked_at < now() - interval '4 hours')
  and (task_identifier = 'runTask' or task_identifier in (select identifier from graphile_worker._private_known_crontabs))`;

/**
 * The number of waiting jobs, and of failed ones, whether or not they will be tried again; a line of the schedule never fails
 * for good. A running job counts as waiting, even if it has been replaced.
 */
export async function countJobs(): Promise<{ waiting: number; failed: number }> {
  const [counts] = await sql<{ waiting: number; failed: number }>(Prisma.sql`
    select count(*) filter (where not has_failed)::int as waiting, count(*) filter (where has_failed)::int as failed
    from (
      select locked_at is null and last_error is not null as has_failed from graphile_worker.jobs where not (${isDoneByOthers})
    ) as job`);
  return counts ?? { waiting: 0, failed: 0 };
}

/** Deletes jobs that failed for good a week ago or earlier, and jobs that were replaced while they ran and are over. */
export async function purgeFailedJobs(now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000);
  await db().$executeRaw`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and updated_at < ${weekAgo} or ${isDoneByOthers}))`;
}

/** Enqueues a job unless it is waiting already. */
export async function enqueueNow(name: string): Promise<void> {
  await pool().query("select graphile_worker.add_job($1, job_key := $1)", [name]);
}

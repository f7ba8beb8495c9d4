import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, type Runner, run, runMigrations } from "graphile-worker";
import { pool, type Transaction } from "./db";
import { log } from "./log";

/** What a job does with its payload. It may run more than once and must end the same. */
export type Task = (payload: unknown) => Promise<void>;

/** Jobs by name, and when those that nobody enqueues are due (crontab lines of graphile-worker). */
export type Jobs = { tasks: Record<string, Task>; crontab: string };

const quiet = new Logger(() => (level, message) => {
  if (level === "error" || level === "warning") log().warn({ queue: message.split("\n")[0] }, "jobs");
});

/** Makes the queue's tables, or brings them up to date; several processes may do so at once. */
export async function prepareJobs(): Promise<void> {
  await runMigrations({ pgPool: pool(), logger: quiet });
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
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  );
  return run({
    pgPool: pool(),
    taskList,
    crontab,
    concurrency: 2,
    noHandleSignals: true,
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
  await tx.$executeRaw`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key})`;
}

/** Puts a job on the queue at once, unless it waits there already. */
export async function enqueueNow(name: string): Promise<void> {
  await pool().query("select graphile_worker.add_job($1, job_key := $1)", [name]);
}

import "server-only";
import { pool } from "@/server/db/client";

const [minute, day] = [60 * 1000, 24 * 60 * 60 * 1000];

/**
 * Makes the schedule due again after a clock that was ahead (decision 367). graphile-worker queues a line only for a later minute than
 * its last one, and a line does not move its job that waits. No public interface of it reaches the first, so a test watches the table.
 * Lines start a day back: those that are made up for run once, as after any day on which the product was off.
 */
export async function forgetLaterRuns(tasks: readonly string[]): Promise<void> {
  const now = Date.now();
  const [dayAgo, soon] = [new Date(now - day), new Date(now + minute)];
  await pool().query(
    `update graphile_worker._private_known_crontabs set known_since = least(known_since, $1), last_execution = $1
     where greatest(known_since, last_execution) > $2`,
    [dayAgo, soon],
  );
  await pool().query(
    `select graphile_worker.reschedule_jobs(array(
       select id from graphile_worker.jobs where key = any($1) and attempts = 0 and run_at > $2), run_at := $3)`,
    [tasks, soon, new Date(now)],
  );
}

const late = 5 * minute;

/** True if this process has run for five minutes in which nothing of the schedule was queued: some lines are due each minute. */
export async function isScheduleLate(): Promise<boolean> {
  if (process.uptime() * 1000 < late) return false;
  const now = Date.now();
  const { rows } = await pool().query<{ isLate: boolean }>(
    `select not bool_or(coalesce(last_execution between $1 and $2, false)) as "isLate"
     from graphile_worker._private_known_crontabs`,
    [new Date(now - late), new Date(now + minute)],
  );
  return rows[0]?.isLate ?? false;
}

/** How far the wall clock has been set since the process began. */
const setBy = () => Date.now() - performance.now();

/** Calls `changed` when the wall clock is set by more than a minute, either way. Returns how to stop watching. */
export function watchClock(changed: () => void): () => void {
  let known = setBy();
  const timer = setInterval(() => {
    const latest = setBy();
    if (Math.abs(latest - known) > minute) changed();
    known = latest;
  }, 5_000);
  timer.unref();
  return () => clearInterval(timer);
}

import "server-only";
import { pool } from "@/server/db/client";

const [minute, day] = [60 * 1000, 24 * 60 * 60 * 1000];

/**
 * Makes cron lines run again after a clock that was ahead (decision 367). graphile-worker queues a line only for a minute after its
 * last execution, and leaves a waiting job where it is. It has no public interface for the former, so a test watches the table.
 * The last execution is set a day back: lines with a backfill then run once, as after any day on which the product was off.
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

/** True if this process has run for five minutes and no cron line was queued in them: some are due each minute. */
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

/** The wall clock minus the monotonic clock: changes only when somebody sets the wall clock. */
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

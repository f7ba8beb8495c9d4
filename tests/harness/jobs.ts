import { Logger, runOnce } from "graphile-worker";
import { jobs } from "@/main/jobs";
import { openSecret } from "@/server/auth/secret";
import { pool } from "@/server/db/client";

const quiet = new Logger(() => () => {});

/** Runs all due jobs, including those that they enqueue. */
export async function doJobs(): Promise<void> {
  await openSecret();
  await runOnce({ pgPool: pool(), taskList: jobs.tasks, noPreparedStatements: true, logger: quiet });
}

/** Makes failed jobs due for a retry. */
export async function makeJobsDue(): Promise<void> {
  await pool().query("update graphile_worker._private_jobs set run_at = now()");
}

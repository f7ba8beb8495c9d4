import { Logger, runOnce } from "graphile-worker";
import { jobs } from "@/api/jobs";
import { pool } from "@/server/db";

const quiet = new Logger(() => () => {});

/** Does what is on the queue, and what that puts there, until nothing is due. */
export async function doJobs(): Promise<void> {
  await runOnce({ pgPool: pool(), taskList: jobs.tasks, noPreparedStatements: true, logger: quiet });
}

/** Makes those due that failed and wait for another attempt. */
export async function makeJobsDue(): Promise<void> {
  await pool().query("update graphile_worker._private_jobs set run_at = now()");
}

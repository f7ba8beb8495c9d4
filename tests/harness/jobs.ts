import { Logger, runOnce } from "graphile-worker";
import { jobs } from "@/main/jobs";
import { pool } from "@/server/db/client";
import { enqueueNow } from "@/server/jobs/jobs";

const quiet = new Logger(() => () => {});

/** Runs all due jobs, including those that they enqueue. */
export async function doJobs(): Promise<void> {
  await runOnce({ pgPool: pool(), taskList: jobs.tasks, noPreparedStatements: true, logger: quiet });
}

/** Runs all due jobs, and sends the emails that wait, as after their delay. */
export async function doJobsAfterDelay(): Promise<void> {
  await doJobs();
  await pool().query("update mails set due_at = now() - interval '1 second' where state = 'waiting'");
  await enqueueNow("sendMails");
  await doJobs();
}

/** Makes failed jobs due for a retry. */
export async function makeJobsDue(): Promise<void> {
  await pool().query("update graphile_worker._private_jobs set run_at = now()");
}

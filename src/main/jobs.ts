import "server-only";
import { z } from "zod";
import { env } from "@/env";
import { features } from "@/features";
import { sealEvents, verifyChainInJob } from "@/server/audit/chain";
import { connectionInUse } from "@/server/db/client";
import { type Jobs, purgeFailedJobs } from "@/server/jobs/jobs";
import { deliverDueEmails } from "@/server/mail/delivery";
import { markKeptEmails, removeMailFiles, sweepMailFolder } from "@/server/mail/kept-emails";
import type { Composer } from "@/server/mail/outbox";
import { log } from "@/server/observability/log";
import { purgeThrottles } from "@/server/rate-limits/rate-limit";
import { purgeIdempotencyKeys } from "@/server/rest/idempotency";
import { runTask, sweepTasks } from "@/server/tasks/run";
import type { TaskKind } from "@/server/tasks/tasks";
import { backUpNightly } from "./backups";
import { purgeNightly } from "./retention";

const taskKinds: Record<string, TaskKind> = Object.assign(
  {},
  ...features.map(({ backgroundTasks }) => backgroundTasks),
);
const composers: Record<string, Composer> = Object.assign({}, ...features.map(({ emails }) => emails));

export const jobs: Jobs = {
  tasks: {
    ...Object.assign({}, ...features.map(({ tasks }) => tasks)),

    /** Delivers due emails: on enqueue, and every minute for retries. */
    sendMails: () => deliverDueEmails(composers),

    runTask: async (payload) => runTask(taskKinds, z.object({ id: z.string() }).parse(payload).id),

    /** Restarts tasks that a crash interrupted, and deletes expired results. */
    sweepTasks,

    /** Deletes the files of purged emails. */
    sweepMailFolder,

    /** Deletes the files of emails that may name an erased person. */
    removeMailFiles,

    /** Migrates emails of an earlier version: marks those that were stored as files. */
    markKeptMails: async () => {
      await markKeptEmails();
    },

    /** Purges expired rate-limit counts and idempotency keys, and jobs that failed long ago or whose work other jobs do. */
    sweepCounts: async () => {
      await purgeFailedJobs(new Date());
      await purgeThrottles(new Date());
      await purgeIdempotencyKeys(new Date());
    },

    /** Writes a backup if BACKUP_DIR is set; the queue tries again after another backup. */
    backUp: async () => {
      if (!env().BACKUP_DIR) return;
      const { missing } = await backUpNightly(connectionInUse());
      if (missing.length > 0) log().warn({ missing }, "the backup lacks files that are missing in the data folder");
    },

    /** Adds new audit events of the last day to the hash chain. */
    sealEvents: async () => {
      await sealEvents();
    },

    /** Completes and verifies the hash chain of the audit trail, at each start and each night. */
    watchChain: async () => {
      await sealEvents({ all: true });
      await verifyChainInJob();
    },

    forgetOld: (payload) => purgeNightly(payload, new Date()),
  },
  crontab: [
    ...features.flatMap(({ crontab }) => crontab ?? []),
    "* * * * * sendMails",
    "* * * * * sealEvents",
    "* * * * * sweepTasks",
    "37 * * * * sweepCounts",
    "43 2 * * * watchChain",
    // UTC. A computer that is off at night does them once when it is switched on.
    "13 3 * * * forgetOld ?fill=1d",
    "43 1 * * * backUp ?fill=1d",
  ].join("\n"),
  long: ["runTask", "backUp", "watchChain", "forgetOld"],
};

import "server-only";
import { z } from "zod";
import { kept } from "@/content/retention";
import { env } from "@/env";
import { authMails } from "@/features/auth/mails";
import { removeFile, sweepUploads } from "@/features/materials/mutations";
import { resultMails } from "@/features/results/mails";
import { tellOfResults } from "@/features/results/mutations";
import { serviceMails } from "@/features/services/mails";
import { removeFormsBefore } from "@/features/services/mutations";
import { removeTokensBefore } from "@/server/account-tokens";
import { removeEventsBefore } from "@/server/audit";
import { sealEvents, watchChain } from "@/server/audit-chain";
import { connectionInUse } from "@/server/db";
import { forgetting } from "@/server/forgetting";
import { sweepIdempotencyKeys } from "@/server/idempotency";
import type { Jobs } from "@/server/jobs";
import { sweepThrottles } from "@/server/limits";
import { log } from "@/server/log";
import { removeMailsBefore, sendDueMails, sweepMailFolder } from "@/server/mail";
import { removeSessionsEndedBefore } from "@/server/sessions";
import { backUpNightly } from "./backups";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * Forgets what is older than the privacy policy says (`content/retention.ts`), whole or not at all. Answers how much of
 * what; on a `trial` it only counts.
 */
export async function forgetOld(now: Date, { trial = false } = {}): Promise<Record<string, number>> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  const forgotten: Record<string, number> = {};
  await forgetting(trial, async () => {
    forgotten.sessions = await removeSessionsEndedBefore(before(kept.sessions));
    forgotten.links = await removeTokensBefore(before(kept.links));
    forgotten.forms = await removeFormsBefore(before(kept.forms));
    forgotten.mails = await removeMailsBefore(before(kept.mails));
    forgotten.securityRecords = await removeEventsBefore(before(kept.securityRecords));
    return Object.values(forgotten).some((count) => count > 0)
      ? { action: "old-data-removed", by: null, detail: forgotten }
      : undefined;
  });
  if (!trial) await sweepMailFolder();
  return forgotten;
}

/** All that the product does on its own. */
export const jobs: Jobs = {
  tasks: {
    /** Deletes the file of a material that is gone. */
    removeFile: async (payload) => removeFile(z.object({ key: z.string() }).parse(payload).key),

    /** Clears what broken uploads left behind, an hour after they were last heard of. */
    sweepUploads: async () => {
      await sweepUploads(new Date(Date.now() - hour));
    },

    /** Orders the mails of new results, which the request that wrote them does not wait for. */
    tellOfResults: async (payload) => tellOfResults(z.object({ ids: z.array(z.uuid()) }).parse(payload).ids),

    /** Sends the mails that are due: those just ordered, and each minute those that are to be tried again. */
    sendMails: () => sendDueMails({ ...authMails, ...resultMails, ...serviceMails }),

    /** Deletes the files of mails that are forgotten. */
    sweepMailFolder,

    /** Deletes counts and keys that have run out. */
    sweepCounts: async () => {
      await sweepThrottles(new Date());
      await sweepIdempotencyKeys(new Date());
    },

    /** Backs up where the settings say so. */
    backUp: async () => {
      if (env().BACKUP_DIR) await backUpNightly(connectionInUse());
    },

    /** Seals what was added to the audit trail. */
    sealEvents: async () => {
      await sealEvents();
    },

    /** Looks whether anyone has tampered with the audit trail, at each start and each night. */
    watchChain: async () => {
      await sealEvents();
      await watchChain();
    },

    /** Keeps the promises of the privacy policy. */
    forgetOld: async () => {
      log().info(await forgetOld(new Date()), "forgot what is old");
    },
  },
  crontab: [
    "7 * * * * sweepUploads",
    "* * * * * sendMails",
    "* * * * * sealEvents",
    "37 * * * * sweepCounts",
    "43 2 * * * watchChain",
    "13 3 * * * forgetOld",
    "43 1 * * * backUp",
  ].join("\n"),
};

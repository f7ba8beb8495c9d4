import "server-only";
import { z } from "zod";
import { authMails } from "@/features/auth/mails";
import { removeFile, sweepUploads } from "@/features/materials/mutations";
import { resultMails } from "@/features/results/mails";
import { serviceMails } from "@/features/services/mails";
import { removeFormsBefore } from "@/features/services/mutations";
import { removeTokensBefore } from "@/server/account-tokens";
import { removeEventsBefore } from "@/server/audit";
import { sealEvents, watchChain } from "@/server/audit-chain";
import { sweepIdempotencyKeys } from "@/server/idempotency";
import type { Jobs } from "@/server/jobs";
import { sweepThrottles } from "@/server/limits";
import { log } from "@/server/log";
import { removeMailsBefore, sendDueMails, sweepMailFolder } from "@/server/mail";
import { removeSessionsEndedBefore } from "@/server/sessions";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** How long things are kept, in days, as the privacy policy says (`content/policies.ts`). */
const kept = { endedSessions: 30, tokens: 1, forms: 365, mails: 365, auditEvents: 366 };

/** Forgets what is older than {@link kept}. */
export async function forgetOld(now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  const forgotten = {
    sessions: await removeSessionsEndedBefore(before(kept.endedSessions)),
    tokens: await removeTokensBefore(before(kept.tokens)),
    forms: await removeFormsBefore(before(kept.forms)),
    mails: await removeMailsBefore(before(kept.mails)),
    auditEvents: await removeEventsBefore(before(kept.auditEvents)),
  };
  await sweepMailFolder();
  log().info(forgotten, "forgot what is old");
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

    /** Sends the mails that are due: those just ordered, and each minute those that are to be tried again. */
    sendMails: () => sendDueMails({ ...authMails, ...resultMails, ...serviceMails }),

    /** Deletes the files of mails that are forgotten. */
    sweepMailFolder,

    /** Deletes counts and keys that have run out. */
    sweepCounts: async () => {
      await sweepThrottles(new Date());
      await sweepIdempotencyKeys(new Date());
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
    forgetOld: () => forgetOld(new Date()),
  },
  crontab: [
    "7 * * * * sweepUploads",
    "* * * * * sendMails",
    "* * * * * sealEvents",
    "37 * * * * sweepCounts",
    "43 2 * * * watchChain",
    "13 3 * * * forgetOld",
  ].join("\n"),
};

import "server-only";
import { z } from "zod";
import { env } from "@/env";
import { authMails } from "@/features/auth/mails";
import { removeFile, sweepUploads } from "@/features/materials/mutations";
import { resultMails } from "@/features/results/mails";
import { tellOfResults } from "@/features/results/mutations";
import { serviceMails } from "@/features/services/mails";
import { sealEvents, watchChain } from "@/server/audit-chain";
import { connectionInUse } from "@/server/db";
import { sweepIdempotencyKeys } from "@/server/idempotency";
import type { Jobs } from "@/server/jobs";
import { sweepThrottles } from "@/server/limits";
import { log } from "@/server/log";
import { markKeptMails, sweepMailFolder } from "@/server/mail-kept";
import { sendDueMails } from "@/server/mail-run";
import { backUpNightly } from "./backups";
import { forgetOld } from "./retention";

const hour = 60 * 60 * 1000;

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

    /** Looks through the mails of an earlier version for those that were kept as a file. */
    markKeptMails: async () => {
      await markKeptMails();
    },

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

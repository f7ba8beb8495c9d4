import "server-only";
import { kept } from "@/content/retention";
import { removeFormsBefore } from "@/features/services/mutations";
import { removeTokensBefore } from "@/server/account-tokens";
import { removeEventsBefore } from "@/server/audit";
import { forgetting } from "@/server/forgetting";
import { removeMailsBefore } from "@/server/mail";
import { sweepMailFolder } from "@/server/mail-kept";
import { removeSessionsEndedBefore } from "@/server/sessions";

const day = 24 * 60 * 60 * 1000;

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

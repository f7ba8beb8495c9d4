import "server-only";
import { kept } from "@/content/retention";
import { features } from "@/features";
import type { Feature } from "@/features/feature";
import { removeEventsBefore } from "@/server/audit/audit";
import { purgeTokens } from "@/server/auth/account-tokens";
import { purgeSessions } from "@/server/auth/sessions";
import { sweepMailFolder } from "@/server/mail/kept-emails";
import { purgeEmails } from "@/server/mail/outbox";
import { runRetention } from "@/server/privacy/retention";

const day = 24 * 60 * 60 * 1000;

const ownData = [
  { name: "sessions", days: kept.sessions, purge: purgeSessions },
  { name: "links", days: kept.links, purge: purgeTokens },
  { name: "mails", days: kept.mails, purge: purgeEmails },
  { name: "securityRecords", days: kept.securityRecords, purge: removeEventsBefore },
] satisfies Feature["retention"];

/**
 * Purges all data past its retention (`content/retention.ts`) in one transaction and returns the counts; a `trial` only
 * counts.
 */
export async function purgeExpired(now: Date, { trial = false } = {}): Promise<Record<string, number>> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  const purged: Record<string, number> = {};
  await runRetention(trial, async () => {
    for (const { name, days, purge } of [...ownData, ...features.flatMap(({ retention }) => retention ?? [])]) {
      purged[name] = (purged[name] ?? 0) + (await purge(before(days)));
    }
    return Object.values(purged).some((count) => count > 0)
      ? { action: "old-data-removed", by: null, detail: purged }
      : undefined;
  });
  if (!trial) await sweepMailFolder();
  return purged;
}

import "server-only";
import { z } from "zod";
import { kept } from "@/content/retention";
import { features } from "@/features";
import type { Retention } from "@/features/feature";
import { type AuditEntry, findLastEvent, removeEventsBefore } from "@/server/audit/audit";
import { purgeTokens } from "@/server/auth/account-tokens";
import { purgeSessions } from "@/server/auth/sessions";
import { sweepMailFolder } from "@/server/mail/kept-emails";
import { purgeEmails } from "@/server/mail/outbox";
import { log, traceOf } from "@/server/observability/log";
import { runRetention, tryRetention } from "@/server/privacy/retention";

const day = 24 * 60 * 60 * 1000;

const ownData: readonly Retention[] = [
  { name: "sessions", days: kept.sessions, purge: purgeSessions },
  { name: "links", days: kept.links, purge: purgeTokens },
  { name: "mails", days: kept.mails, purge: purgeEmails },
  { name: "securityRecords", days: kept.securityRecords, purge: removeEventsBefore },
];

/**
 * Purges all data past its retention (`content/retention.ts`) and returns the counts; a `trial` only counts. Each round of a
 * purge is a transaction of its own: if one fails, the later rounds and the other purges still run.
 * @throws Error that names the purges that failed
 */
export async function purgeExpired(now: Date, { trial = false } = {}): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  const failed: string[] = [];
  const purges = [...ownData, ...features.flatMap(({ retention }) => retention ?? [])];
  async function run({ name, days, purge }: (typeof purges)[number], failures = 0): Promise<AuditEntry | undefined> {
    const count = await purge(new Date(now.getTime() - days * day), failures);
    purged[name] = (purged[name] ?? 0) + count;
    return count > 0 ? { action: "old-data-removed", by: null, detail: { [name]: count } } : undefined;
  }
  if (trial) {
    await tryRetention(async () => {
      for (const purge of purges) await run(purge);
    });
    return purged;
  }
  for (const purge of purges) {
    let failures = 0;
    for (let round = 0; round < (purge.rounds ?? 1); round += 1) {
      try {
        if (!(await runRetention(() => run(purge, failures)))) break;
      } catch (error) {
        log().error({ purge: purge.name, error: traceOf(error) }, "purge failed");
        failures += 1;
      }
    }
    if (failures > 0) failed.push(purge.name);
  }
  await sweepMailFolder();
  if (failed.length > 0) throw new Error(`These data past their retention were not removed: ${failed.join(", ")}.`);
  return purged;
}

/** Longest time without any event, in days, after which a missed purge is caught up. */
const mostIdleDays = 60;

/** What the queue adds to the payload of a line of the schedule. */
const scheduled = z.object({ _cron: z.object({ ts: z.coerce.date(), backfilled: z.boolean() }) });

/** The nightly purge. A missed one is left to the next night if nobody had used the product for long before it (decision 363). */
export async function purgeNightly(payload: unknown, now: Date): Promise<void> {
  const { _cron } = scheduled.safeParse(payload).data ?? {};
  // Events of a start with a wrong clock are newer than the missed night, and must not count.
  const last = _cron?.backfilled ? await findLastEvent(_cron.ts) : null;
  if (last && last.getTime() < now.getTime() - mostIdleDays * day) {
    log().warn(
      { last, now },
      "no old data were deleted, since nobody worked for two months: check the clock; the next purge is at 03:13 UTC",
    );
    return;
  }
  log().info(await purgeExpired(now), "purged expired data");
}

import "server-only";
import { db, type Transaction } from "@/server/db/client";
import type { MailOutage } from "@/server/generated/prisma/client";

// A process that probes the mail server has this many seconds before another one may probe.
const probeTimeout = 120;

/** Claims the next probe during an outage. Returns false if there is no outage, or the probe is not due or taken. */
export async function claimProbe(): Promise<boolean> {
  const count = await db().$executeRaw`
    update mail_outages set next_try_at = now() + make_interval(secs => ${probeTimeout}) where next_try_at <= now()`;
  return count > 0;
}

/** Like {@link claimProbe}, but only if no email is due: then the server has to be probed without one. */
export async function claimIdleProbe(): Promise<boolean> {
  const count = await db().$executeRaw`
    update mail_outages set next_try_at = now() + make_interval(secs => ${probeTimeout})
    where next_try_at <= now() and not exists (select from mails where state = 'waiting' and due_at <= now())`;
  return count > 0;
}

/** Opens the circuit: one email probes the server after a minute; each failed probe adds one minute, up to five. */
export async function openCircuit(fault: string, wasProbe: boolean): Promise<void> {
  await db().$executeRaw`
    insert into mail_outages (fault, next_try_at) values (${fault}, now() + interval '1 minute')
    on conflict (id) do update set fault = excluded.fault, attempts = least(mail_outages.attempts + 1, 1000),
      next_try_at = now() + least(mail_outages.attempts + 1, 5) * interval '1 minute'
    where ${wasProbe}`;
}

export async function closeCircuit(): Promise<void> {
  await db().mailOutage.deleteMany();
}

/** Makes the next probe due now, for example after a change of settings. */
export async function probeNow(tx: Transaction): Promise<void> {
  await tx.mailOutage.updateMany({ data: { nextTryAt: new Date() } });
}

/** The current outage of the mail server, or null. */
export async function findOutage(): Promise<Pick<MailOutage, "fault" | "since" | "nextTryAt"> | null> {
  return db().mailOutage.findFirst();
}

import "server-only";
import { db, type Transaction } from "./db";
import type { MailOutage } from "./generated/prisma/client";

// Whoever tries the one mail has so long to say what came of it, before another process tries one.
const turn = 120;

/** Takes the turn to try one mail although the mail server took none last time. Answers false where all is well. */
export async function takeTurn(): Promise<boolean> {
  const count = await db().$executeRaw`
    update mail_outages set next_try_at = now() + make_interval(secs => ${turn}) where next_try_at <= now()`;
  return count > 0;
}

/** The same where no mail waits that could be tried, so that the server has to be asked itself. */
export async function takeIdleTurn(): Promise<boolean> {
  const count = await db().$executeRaw`
    update mail_outages set next_try_at = now() + make_interval(secs => ${turn})
    where next_try_at <= now() and not exists (select from mails where state = 'waiting')`;
  return count > 0;
}

/**
 * Notes that the mail server takes no mail at all: none is tried for a minute, then one, and after each such try for
 * longer, up to five minutes.
 */
export async function noteOutage(fault: string, wasTurn: boolean): Promise<void> {
  await db().$executeRaw`
    insert into mail_outages (fault, next_try_at) values (${fault}, now() + interval '1 minute')
    on conflict (id) do update set fault = excluded.fault, attempts = least(mail_outages.attempts + 1, 1000),
      next_try_at = now() + least(mail_outages.attempts + 1, 5) * interval '1 minute'
    where ${wasTurn}`;
}

/** Notes that the mail server does take mails. */
export async function endOutage(): Promise<void> {
  await db().mailOutage.deleteMany();
}

/** Has the next mail tried at once: the settings may be other ones now, or somebody has asked for it. */
export async function tryNow(tx: Transaction): Promise<void> {
  await tx.mailOutage.updateMany({ data: { nextTryAt: new Date() } });
}

/** What the mail server says while it takes no mail at all, and since when; null while it takes mails. */
export async function findOutage(): Promise<Pick<MailOutage, "fault" | "since" | "nextTryAt"> | null> {
  return db().mailOutage.findFirst();
}

import "server-only";
import { db } from "./db";
import type { Mail } from "./generated/prisma/client";
import type { Fault } from "./mail-faults";
import { noteOutage } from "./mail-outage";

/** How often a mail is tried, from its first minute to most of a day later. */
const mostAttempts = 12;
const longestPause = 6 * 60;
/** Where the settings may be at fault: mended, they must not leave a mail behind for hours. */
const longestOutage = 30;

/** A mail that is under way is left alone for so long, in seconds; if its process died, it is tried again after that. */
const lease = 120;

/** How often the one who has a mail under way says that it lives, in milliseconds. */
export const renewal = (lease / 4) * 1000;

/** A mail of which this process has the lease; `dueAt` is when that ends. */
export type Taken = Mail;

type Bounds = {
  /** Nobody gets two mails at once: one who is slow or refuses must not hold up the others. */
  except: string[];
  mostRank: number;
};

/**
 * Takes the next mail that is due. The attempt is counted before it is made, so that one that ends the process counts. The
 * fault of the attempt before goes: while it is under way, nobody is offered to try it at once, and so twice.
 */
export async function takeNext({ except, mostRank }: Bounds): Promise<Taken | undefined> {
  const [taken] = await db().$queryRaw<Mail[]>`
    update mails set attempts = attempts + 1, fault = null, due_at = now() + make_interval(secs => ${lease})
    where id = (
      select id from mails
      where state = 'waiting' and due_at <= now() and rank <= ${mostRank} and recipient <> all(${except}::text[])
        and not exists (select from mail_outages where next_try_at > now())
      order by rank, due_at, id limit 1 for update skip locked
    )
    returning id, event, kind, recipient, user_id as "userId", about, state, rank, attempts, fault,
      created_at as "createdAt", due_at as "dueAt", sent_at as "sentAt", request_id as "requestId"`;
  return taken;
}

/** Makes the lease of a mail last longer, unless it was lost. */
export async function renew(mail: Taken): Promise<void> {
  const [renewed] = await db().$queryRaw<{ dueAt: Date }[]>`
    update mails set due_at = now() + make_interval(secs => ${lease})
    where id = ${mail.id}::uuid and state = 'waiting' and due_at = ${mail.dueAt}
    returning due_at as "dueAt"`;
  if (renewed) mail.dueAt = renewed.dueAt;
}

/** What came of a mail: it was taken, it need not be written any more, it was given up by this process, or a fault. */
export type Outcome = "sent" | "kept" | "needless" | "broken off" | Fault;

/** Notes what came of a mail. Answers the state it is in now. */
export async function settle(mail: Taken, outcome: Outcome, wasTurn: boolean): Promise<string> {
  // Unless it was ordered again meanwhile, or taken over by another process.
  const mine = { where: { id: mail.id, state: "waiting", dueAt: mail.dueAt } } as const;
  if (outcome === "needless") {
    await db().mail.deleteMany(mine);
    return "needless";
  }
  if (typeof outcome === "object" && outcome.isGeneral) await noteOutage(outcome.words, wasTurn);
  const data = changeOf(mail, outcome);
  await db().mail.updateMany({ ...mine, data });
  return data.state ?? "waiting";
}

function changeOf({ attempts }: Taken, outcome: Exclude<Outcome, "needless">) {
  if (outcome === "kept") return { state: outcome, fault: null };
  if (outcome === "sent") return { state: outcome, sentAt: new Date(), fault: null };
  // What the end of this process broke off is no attempt.
  if (outcome === "broken off") return { attempts: attempts - 1, dueAt: new Date() };
  const { words, isFinal, isGeneral, isCounted } = outcome;
  // Behind those that are due: the next one is tried first, in case it is about this mail after all.
  if (!isCounted) return { fault: words, attempts: attempts - 1, dueAt: minutesFromNow(1) };
  const isOver = isFinal || (!isGeneral && attempts >= mostAttempts);
  if (isOver) return { fault: words, state: "failed" as const };
  const longest = isGeneral ? longestOutage : longestPause;
  return { fault: words, dueAt: minutesFromNow(Math.min(2 ** (attempts - 1), longest)) };
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

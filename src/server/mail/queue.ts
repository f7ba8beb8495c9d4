import "server-only";
import { db } from "@/server/db/client";
import { type Mail, Prisma } from "@/server/generated/prisma/client";
import { currentSite } from "@/server/institute/site";
import { logUnexpected } from "@/server/trpc/trpc";
import { canGetMail, isSentAtOnce } from "./choices";
import { openCircuit } from "./circuit-breaker";
import type { Outcome } from "./outcome";
import { rateClauses } from "./sending-rate";

/** With growing pauses, 12 attempts take about a day. */
const maxAttempts = 12;
const maxPause = 6 * 60;
/** Longest pause in minutes when the settings may be at fault, so that a fixed setting takes effect soon. */
const maxOutagePause = 30;

/** Seconds that an email is leased to one process. If the process dies, the email is retried after that. */
const leaseSeconds = 120;

/** Interval at which a lease is renewed, in milliseconds. */
const renewalInterval = (leaseSeconds / 4) * 1000;

/** An email leased by this process; `dueAt` is the end of the lease. */
export type LeasedEmail = Mail;

type Bounds = {
  /** Recipients with a delivery in progress: a slow recipient must not take all slots. */
  except: string[];
  mostRank: number;
};

/**
 * An email to the office goes to the office's current address, and an email to a person to the person's current address if that
 * is confirmed. Account emails keep their recipient, because they are about that address.
 */
const addressNow = (office: string) => Prisma.sql`case when about ->> 'toOffice' = 'true' then ${office}
  else coalesce((select u.email from users u
    where u.id = mails.user_id and mails.rank > 0 and ${canGetMail(Prisma.sql`u`)}), recipient) end`;

/**
 * Leases the next due email. Counts the attempt in advance, so that an attempt that crashes the process counts. Clears
 * the last failure, so that the screen offers no second attempt in the meantime.
 */
export async function leaseNext({ except, mostRank }: Bounds): Promise<LeasedEmail | undefined> {
  const pace = rateClauses(mostRank);
  const { facts } = await currentSite();
  const [email] = await db().$queryRaw<Mail[]>(Prisma.sql`
    with ${pace.before} leased as (
      update mails set attempts = attempts + 1, fault = null, recipient = ${addressNow(facts.email)}, due_at = now() + make_interval(secs => ${leaseSeconds})
      where id = (
        select id from mails
        where state = 'waiting' and due_at <= now() and rank <= ${pace.mostRank} and recipient <> all(${except}::text[])
          and not exists (select from mail_outages where next_try_at > now()) and ${isSentAtOnce}
        order by rank, due_at, id limit 1 for update skip locked
      )
      returning *
    ) ${pace.after}
    select id, event, kind, recipient, user_id as "userId", about, state, rank, attempts, fault,
      is_optional as "isOptional", is_brief as "isBrief", digest_id as "digestId", subject_id as "subjectId",
      created_at as "createdAt", due_at as "dueAt", sent_at as "sentAt", request_id as "requestId" from leased`);
  return email;
}

/** Extends a lease, unless it was lost. */
async function renewLease(mail: LeasedEmail): Promise<void> {
  const [renewed] = await db().$queryRaw<{ dueAt: Date }[]>`
    update mails set due_at = now() + make_interval(secs => ${leaseSeconds})
    where id = ${mail.id}::uuid and state = 'waiting' and due_at = ${mail.dueAt}
    returning due_at as "dueAt"`;
  if (renewed) mail.dueAt = renewed.dueAt;
}

/** Renews a lease until the returned function is called. */
export function keepLease(mail: LeasedEmail): () => Promise<void> {
  let renewed = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renewed.then(() => renewLease(mail)).catch((error: unknown) => logUnexpected(error, "mail"));
  }, renewalInterval);
  return async () => {
    clearInterval(timer);
    await renewed;
  };
}

/** Stores the result of a delivery and returns the new state. */
export async function recordOutcome(mail: LeasedEmail, outcome: Outcome, wasProbe: boolean): Promise<string> {
  // Only if this process still holds the lease.
  const whileLeased = { where: { id: mail.id, state: "waiting", dueAt: mail.dueAt } } as const;
  if (outcome === "needless") {
    await db().mail.deleteMany(whileLeased);
    return "needless";
  }
  if (typeof outcome === "object" && outcome.isGeneral) await openCircuit(outcome.words, wasProbe);
  const data = changeOf(mail, outcome);
  await db().mail.updateMany({ ...whileLeased, data });
  return data.state ?? "waiting";
}

function changeOf({ attempts }: LeasedEmail, outcome: Exclude<Outcome, "needless">) {
  if (outcome === "kept") return { state: outcome, fault: null };
  if (outcome === "sent") return { state: outcome, sentAt: new Date(), fault: null };
  // A shutdown does not count as an attempt.
  if (outcome === "broken off") return { attempts: attempts - 1, dueAt: new Date() };
  const { words, isFinal, isGeneral, isCounted } = outcome;
  // Requeue it behind other due emails, so that another one probes the server in case this email is the cause.
  if (!isCounted) return { fault: words, attempts: attempts - 1, dueAt: minutesFromNow(1) };
  const hasFailed = isFinal || (!isGeneral && attempts >= maxAttempts);
  if (hasFailed) return { fault: words, state: "failed" as const };
  const limit = isGeneral ? maxOutagePause : maxPause;
  return { fault: words, dueAt: minutesFromNow(Math.min(2 ** (attempts - 1), limit)) };
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

import "server-only";
import { createHash } from "node:crypto";
import { db, pool, type Transaction, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { log } from "@/server/observability/log";

export type ChainCheck = {
  links: number;
  /** Events that are still not sealed after ten minutes. */
  late: number;
  fault: string | null;
};

/** Links per statement, far below the statement timeout. */
const batchSize = 5_000;

/** SHA-256 of an event, independent of server and time zone. */
const digest = Prisma.sql`sha256(convert_to(jsonb_build_array(
  e.id, (extract(epoch from e.at) * 1000)::bigint, e.action, e.actor_id, e.actor_role, e.subject_id, e.detail, e.address
)::text, 'UTF8'))`;

const time = (at: Prisma.Sql) => Prisma.sql`int8send((extract(epoch from ${at}) * 1000)::bigint)`;

type Last = { seq: number; hash: Uint8Array; since: Date };

/** Events from before `since` are sealed, except those of a transaction of more than a day: the nightly job looks at all events. */
const lastLink = Prisma.sql`
  select seq, hash, least(at, now()) - interval '1 day' as since from audit_links order by seq desc limit 1`;
const noLink: Last = { seq: 0, hash: new Uint8Array(), since: new Date(0) };

/** SQL condition on events `e`: those of a period. */
type Period = Prisma.Sql;

const after = (since: Date): Period => Prisma.sql`e.at > ${since}`;

const month = 31 * 24 * 60 * 60 * 1000;

/** All events, month by month, earliest first: a statement for all of them would take longer each year. */
async function monthsOfEvents(): Promise<Period[]> {
  const [events] = await db().$queryRaw<{ first: Date | null; last: Date | null }[]>`
    select min(at) as first, max(at) as last from audit_events`;
  if (!events?.first || !events.last) return [];
  const months: Period[] = [];
  for (let from = events.first.getTime(); from <= events.last.getTime(); from += month)
    months.push(Prisma.sql`e.at >= ${new Date(from)} and e.at < ${new Date(from + month)}`);
  return months;
}

/** SQL condition on events `e`, which are looked up one by one: OFFSET keeps the planner from reading all links for them. */
const isUnsealed = (period: Period) =>
  Prisma.sql`${period} and not exists (select from audit_links l where l.event_id = e.id offset 0)`;

type Fresh = { id: string; at: Date; digest: Uint8Array; time: Uint8Array };

/**
 * Appends the new events of the last day, or with `all` those of any day, to the hash chain. Only one process at a time does
 * so: with `all` this one waits for the lock, otherwise it leaves the events to the process that holds the lock. Returns the
 * number of events. Writers of events never wait.
 */
export async function sealEvents({ all = false } = {}): Promise<number> {
  let sealed = 0;
  for (const period of all ? await monthsOfEvents() : [undefined])
    for (let made = batchSize; made === batchSize; sealed += made) made = await sealSome(period);
  return sealed;
}

/** Takes the lock of the chain until the transaction ends. Returns false if another process holds it and `waits` is false. */
async function holdChain(tx: Transaction, waits: boolean): Promise<boolean> {
  const lock = Prisma.sql`hashtext('lyceum audit chain')`;
  if (!waits) return (await tx.$queryRaw<object[]>`select where pg_try_advisory_xact_lock(${lock})`).length > 0;
  await tx.$queryRaw`select from pg_advisory_xact_lock(${lock})`;
  return true;
}

function sealSome(period: Period | undefined): Promise<number> {
  return transaction(async (tx) => {
    if (!(await holdChain(tx, period !== undefined))) return 0;
    const [last = noLink] = await tx.$queryRaw<Last[]>(lastLink);
    const fresh = await tx.$queryRaw<Fresh[]>`
      select e.id, e.at, ${digest} as digest, ${time(Prisma.sql`e.at`)} as time from audit_events e
      where ${isUnsealed(period ?? after(last.since))}
      order by e.at, e.id limit ${batchSize}`;
    let { seq, hash } = last;
    const links = fresh.map(({ id, at, digest, time }) => {
      seq += 1;
      hash = new Uint8Array(createHash("sha256").update(hash).update(digest).update(time).digest());
      return { seq, eventId: id, at, digest: new Uint8Array(digest), hash: new Uint8Array(hash) };
    });
    await tx.auditLink.createMany({ data: links });
    // A copy of the last hash, out of reach for anyone who can write to the database.
    if (links.length > 0) log().info({ seq, hash: Buffer.from(hash).toString("hex") }, "audit trail sealed");
    return links.length;
  });
}

type Fault = { seq: number; what: "link" | "gone" | "changed" };

// The nightly purge goes by the clock, so a clock that is ahead makes it delete too much.
const words: Record<Fault["what"], (link: string) => string> = {
  link: (link) => `The chain is broken ${link}.`,
  gone: (link) => `An event was removed ${link}: by hand, or as too old while the clock was more than a year ahead.`,
  changed: (link) => `An event was changed ${link}.`,
};

/** Verifies the last `most` links, or all, and the events that they seal. */
export async function checkChain(most = Number.POSITIVE_INFINITY): Promise<ChainCheck> {
  const [{ seq: last, since } = noLink] = await db().$queryRaw<Last[]>(lastLink);
  let late = 0;
  for (const period of Number.isFinite(most) ? [after(since)] : await monthsOfEvents()) late += await countLate(period);
  const first = Math.max(1, last - most + 1);
  let fault: Fault | undefined;
  for (let from = first; from <= last && !fault; from += batchSize) fault = await firstFault(from, from + batchSize);
  return {
    links: Math.max(0, last - first + 1),
    late,
    fault: fault ? words[fault.what](`at link ${fault.seq}`) : null,
  };
}

async function countLate(period: Period): Promise<number> {
  const [{ late } = { late: 0 }] = await db().$queryRaw<{ late: number }[]>`
    select count(*)::int as late from audit_events e where e.at < now() - interval '10 minutes' and ${isUnsealed(period)}`;
  return late;
}

async function firstFault(from: number, to: number): Promise<Fault | undefined> {
  const [fault] = await db().$queryRaw<Fault[]>`
    with links as (
      select seq, event_id, at, digest, hash, lag(seq, 1, 0) over w as seq_before, lag(hash) over w as before
      from audit_links where seq >= ${from - 1} and seq < ${to} window w as (order by seq)
    ), checked as (
      select l.seq, case
        when l.seq_before <> l.seq - 1
          or l.hash <> sha256(coalesce(l.before, ''::bytea) || l.digest || ${time(Prisma.sql`l.at`)}) then 'link'
        when e.id is null and l.at > now() - interval '1 year' then 'gone'
        when e.id is not null and (l.at <> e.at or l.digest <> ${digest}) then 'changed'
      end as what
      from links l left join audit_events e on e.id = l.event_id where l.seq >= ${from}
    )
    select seq, what from checked where what is not null order by seq limit 1`;
  return fault;
}

/** Verifies the whole chain and stores the fault for all processes; logs an error on a fault. */
export async function verifyChainInJob(): Promise<ChainCheck> {
  const check = await checkChain();
  if (check.fault) log().error({ fault: check.fault }, "the audit trail was tampered with");
  await storeFault(check.fault);
  return check;
}

/** What the last {@link verifyChainInJob} of any process found; null if nothing. */
export async function lastChainFault(): Promise<string | null> {
  const { rows } = await pool().query<{ fault: string }>(
    "select value #>> '{}' as fault from settings where key = $1",
    [settingKey],
  );
  return rows[0]?.fault ?? null;
}

// Each statement that writes settings raises their version, whatever it changes.
async function storeFault(fault: string | null): Promise<void> {
  if ((await lastChainFault()) === fault) return;
  if (fault === null) await pool().query("delete from settings where key = $1", [settingKey]);
  else
    await pool().query(
      `insert into settings (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value, changed_at = now()`,
      [settingKey, fault],
    );
}

// Not a setting of the office: the settings room ignores keys that it does not know.
const settingKey = "trailFault";

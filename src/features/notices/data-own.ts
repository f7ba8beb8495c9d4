import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { isOpen } from "@/server/auth/grants";
import { requireSecondStep } from "@/server/auth/second-step";
import { sql } from "@/server/db/client";
import { type NoticeState, Prisma } from "@/server/generated/prisma/client";
import { canGetMail } from "@/server/mail/choices";
import { placesToday } from "@/server/roster/in-class";
import { blocksIn, fileHref } from "./data";
import { meansStudent } from "./data-audience";
import { say } from "./messages";
import type { OwnNoticeView, PageInput } from "./schema";

/** The reader; `only` limits the query to one notice. With `byStudent`, anybody's answer for a student counts. */
type Reader = { userId: string; isFamily: boolean; isStaff: boolean; only?: string; byStudent?: boolean };

/** Families on the user side, staff on the admin side. An unverified account has none (decision 7). */
export const readerOf = ({ userId, role, grants, lacksSecondStep, emailConfirmed, vouched }: Principal): Reader => ({
  userId,
  isFamily: role === "user" && (emailConfirmed || vouched),
  isStaff: role === "admin" && grants.length > 0 && !lacksSecondStep,
});

/**
 * The notices of a person, with whom they are read for: oneself, each child, or nobody for staff. Published ones that have
 * not ended, and withdrawn or taken back ones that the person had opened.
 */
export function ownNotices({ userId, isFamily, isStaff, only, byStudent }: Reader, now: Date): Prisma.Sql {
  const isMeant = only === undefined ? Prisma.sql`true` : Prisma.sql`a.notice_id = ${only}::uuid`;
  const isOwn = Prisma.sql`x.user_id = ${userId}::uuid and x.student_id is not distinct from m.student_id`;
  // A colleague who is a student, too, has read a notice on either side.
  const isOfStudent = Prisma.sql`coalesce(x.student_id, x.user_id) = coalesce(m.student_id, ${userId}::uuid)`;
  const counts = byStudent ? isOfStudent : isOwn;
  return Prisma.sql`
    reader as (
      select s.user_id, u.name, s.user_id = ${userId}::uuid as is_self from students s join users u on u.id = s.user_id
      -- No "or", which would read all users for each person.
      where ${isFamily} and s.user_id in (select ${userId}::uuid
        union all select student_id from guardianships where guardian_id = ${userId}::uuid and ended_at is null)),
    meant as (
      select distinct a.notice_id, s.user_id as student_id, s.name, s.is_self
      from reader s left join lateral ${placesToday(Prisma.sql`s.user_id`)} e on true
      join notice_audiences a on ${isMeant} and ${meansStudent}
      union all
      select a.notice_id, null, null, true from notice_audiences a where a.kind = 'staff' and ${isMeant} and ${isStaff}),
    own as (
      select n.*, m.student_id, case when m.is_self then null else m.name end as child, r.seen_at, r.confirmed_at
      from meant m join notices n on n.id = m.notice_id
        and (m.student_id is null or case when m.is_self then n.to_students else n.to_guardians end)
      left join lateral (
        select min(x.seen_at) as seen_at, max(x.confirmed_at) as confirmed_at from notice_receipts x
        where x.notice_id = n.id and ${counts} and x.version >= n.asked_version) r on true
      where (n.state = 'published' and (n.expires_at is null or n.expires_at > ${now}))
        or (n.state = 'withdrawn' and exists (
          select from notice_receipts x where x.notice_id = n.id and x.user_id = ${userId}::uuid))
      union all
      -- Taken back, for whoever had opened it, whomever the draft is for now. It says nothing of the draft.
      select (jsonb_populate_record(n, jsonb_build_object('title', v.title, 'body', '[]'::jsonb, 'published_at', v.at,
          'pinned', false, 'must_confirm', false))).*,
        x.student_id, case when reader.is_self then null else reader.name end, x.seen_at, null
      from (select notice_id, student_id, min(seen_at) as seen_at from notice_receipts a
        where user_id = ${userId}::uuid and ${isMeant} group by 1, 2) x
      join notices n on n.id = x.notice_id and n.state in ('draft', 'scheduled')
      join lateral (select title, at from notice_versions where notice_id = n.id order by version desc limit 1) v on true
      left join reader on reader.user_id = x.student_id
      where reader.user_id is not null or (x.student_id is null and ${isStaff}))`;
}

type Row = {
  _id: string;
  title: string;
  body: Prisma.JsonValue;
  version: number;
  publishedAt: Date;
  changedAt: Date | null;
  pinned: boolean;
  mustConfirm: boolean;
  state: NoticeState;
  reason: string | null;
  isNew: boolean;
  of: { studentId: string | null; name: string | null; confirmedAt: string | null }[];
  files: { key: string; name: string; kind: "pdf" | "doc" | "docx"; size: number }[];
};

/** One row for each notice. */
const grouped = (own: Prisma.Sql) => Prisma.sql`
  select o.id as "_id", o.title, o.body, o.version, o.published_at as "publishedAt", o.pinned, o.must_confirm as "mustConfirm",
    o.state::text as state, o.reason, o.state = 'published' and bool_or(o.seen_at is null) as "isNew",
    (select v.at from notice_versions v where v.notice_id = o.id and v.version = o.version and v.at > o.published_at) as "changedAt",
    json_agg(json_build_object('studentId', o.student_id, 'name', o.child, 'confirmedAt', o.confirmed_at)
      order by o.child nulls first, o.student_id) as "of",
    coalesce((select json_agg(json_build_object('key', f.upload_key, 'name', f.name, 'kind', f.kind, 'size', f.size) order by f.added_at)
      from notice_files f where f.notice_id = o.id), '[]') as files
  from ${own} o
  group by o.id, o.title, o.body, o.version, o.published_at, o.pinned, o.must_confirm, o.state, o.reason`;

const statesRead = {
  published: "published",
  withdrawn: "withdrawn",
  draft: "takenBack",
  scheduled: "takenBack",
} as const;

function viewOf(row: Row): OwnNoticeView {
  const isOpen = row.state === "published";
  return {
    _id: row._id,
    title: row.title,
    publishedAt: row.publishedAt,
    changedAt: row.changedAt,
    pinned: row.pinned,
    mustConfirm: row.mustConfirm,
    state: statesRead[row.state],
    version: row.version,
    isNew: row.isNew,
    reason: isOpen ? null : row.reason,
    blocks: isOpen ? blocksIn(row.body) : [],
    files: isOpen ? row.files.map(({ key, ...file }) => ({ ...file, href: fileHref(row._id, key) })) : [],
    of: row.of.map((one) => ({ ...one, confirmedAt: one.confirmedAt === null ? null : new Date(one.confirmedAt) })),
  };
}

/** A notice of the page with the counts; if the page is empty, one row with only the counts. */
type Listed = (Row | { _id: null }) & { total: number; unread: number };

/** The caller's notices: pinned ones first, then newest first. @throws AppError FORBIDDEN without the second step */
export async function listOwn({ page, limit }: PageInput, principal: Principal, now: Date) {
  requireSecondStep(principal);
  const order = Prisma.sql`pinned and state = 'published' desc, "publishedAt" desc, "_id" desc`;
  const rows = await sql<Listed>(Prisma.sql`
    with ${ownNotices(readerOf(principal), now)}, listed as (${grouped(Prisma.sql`own`)}),
      counted as (select count(*)::int as total, count(*) filter (where "isNew")::int as unread from listed),
      shown as (select * from listed order by ${order} limit ${limit} offset ${(page - 1) * limit})
    select * from counted left join shown on true order by ${order}`);
  const { total, unread } = rows[0] ?? { total: 0, unread: 0 };
  return { items: rows.flatMap((row) => (row._id === null ? [] : [viewOf(row)])), page, total, unread };
}

/** The number of the caller's unread notices. */
export async function countUnread(principal: Principal, now: Date): Promise<number> {
  const [row] = await sql<{ unread: number }>(Prisma.sql`
    with ${ownNotices(readerOf(principal), now)}
    select count(distinct id)::int as unread from own where state = 'published' and seen_at is null`);
  return row?.unread ?? 0;
}

/** One of the caller's notices; those of other people count as unknown. @throws AppError FORBIDDEN, NOT_FOUND */
export async function getOwn(id: string, principal: Principal, now: Date): Promise<OwnNoticeView> {
  requireSecondStep(principal);
  const [row] = await sql<Row>(Prisma.sql`
    with ${ownNotices({ ...readerOf(principal), only: id }, now)} ${grouped(Prisma.sql`own`)}`);
  if (!row) throw new AppError("NOT_FOUND", say("notForYou"));
  return viewOf(row);
}

type EmailOfNotice = { noticeId: string; version: number; recipient: string; userId: string; isReminder: boolean };

/**
 * The notice of an email, for the recipient or for children whose links get emails. Null if it was withdrawn, has ended or asks
 * again, if the recipient is no longer in the audience, and for an unconfirmed address. Reminders count answers by student, are
 * about students whose answer is missing, and never come before the notice itself (decision 377).
 */
export async function findForEmail({ noticeId, version, recipient, userId, isReminder }: EmailOfNotice, now: Date) {
  const isUntold = Prisma.sql`exists (
    select from mails m left join mails d on d.id = m.digest_id
    where m.subject_id = ${noticeId}::uuid and m.user_id = ${userId}::uuid and m.kind = 'notice'
      and m.about -> 'version' = to_jsonb(${version}::int) and coalesce(d.state, m.state) = 'waiting')`;
  const [reader] = await sql<{ name: string; isStaff: boolean }>(Prisma.sql`
    select u.name, exists (select from staff_grants g where g.user_id = u.id and ${isOpen}) as "isStaff" from users u
    where u.id = ${userId}::uuid and u.email = ${recipient} and ${canGetMail(Prisma.sql`u`)}
      and not (${isReminder} and ${isUntold})`);
  if (!reader) return null;
  const isLeft = Prisma.sql`case when must_confirm then confirmed_at else seen_at end is null`;
  const told = Prisma.sql`(select * from own where state = 'published' and asked_version = ${version}
    and ${isReminder ? isLeft : Prisma.sql`true`}
    and (child is null or exists (select from guardianships k where k.guardian_id = ${userId}::uuid
      and k.student_id = own.student_id and k.ended_at is null and k.gets_mails)))`;
  const whose = { userId, isFamily: true, isStaff: reader.isStaff, only: noticeId, byStudent: isReminder };
  const [row] = await sql<Row>(Prisma.sql`
    with ${ownNotices(whose, now)} ${grouped(told)}`);
  return row ? { reader: reader.name, notice: viewOf(row) } : null;
}

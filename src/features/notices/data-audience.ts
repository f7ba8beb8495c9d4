import "server-only";
import { isOpen } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { canGetMail } from "@/server/mail/choices";
import { placesToday } from "@/server/roster/in-class";
import { rowOf } from "./rules";
import type { Audience } from "./schema";
import {
  type AnswersView,
  answerFacts,
  type Fact,
  type PersonView,
  peopleOnPage,
  type ReachView,
  reachFacts,
} from "./schema-office";

/** The audience of a notice; with `asked`, that of a published notice whose answers count from a version on. */
export type Meant = {
  audience: readonly Audience[];
  toStudents: boolean;
  toGuardians: boolean;
  /** Emails that ask for a confirmation are always sent. */
  mustConfirm: boolean;
  /** It ends before the email of the day leaves, so its emails are sent separately (decision 377). */
  isBrief?: boolean;
  asked?: { noticeId: string; version: number };
};

/** True if row `a` of an audience includes student `s` with today's place `e`. */
export const meansStudent = Prisma.sql`((a.kind::text = 'students' and e.class_name is not null)
  or (a.kind::text = 'class' and a.class_name = e.class_name and (a.section is null or a.section = e.section))
  or (a.kind::text = 'student' and a.student_id = s.user_id))`;

/**
 * The current people of a notice: `target` each student, `person` who reads it for whom, `unit` the students and staff whose
 * answers are counted. All numbers and lists are derived from these.
 */
export const peopleOf = (meant: Meant) => Prisma.sql`${places}, ${peopleIn(meant)}`;

// Read once, also for several notices.
const places = Prisma.sql`place as materialized ${placesToday()}`;

function peopleIn({ audience, toStudents, toGuardians, mustConfirm, asked }: Meant): Prisma.Sql {
  const answers = asked
    ? Prisma.sql`select coalesce(r.student_id, r.user_id) as id, bool_or(r.confirmed_at is not null) as is_confirmed
        from notice_receipts r where r.notice_id = ${asked.noticeId}::uuid and r.version >= ${asked.version} group by 1`
    : Prisma.sql`select null::uuid as id, false as is_confirmed where false`;
  return Prisma.sql`
    a as materialized (select kind, "className" as class_name, section, "studentId" as student_id
      from json_to_recordset(${JSON.stringify(audience.map(rowOf))}::json)
        as row (kind text, "className" int, section text, "studentId" uuid)),
    target as materialized (
      select distinct on (s.user_id) s.user_id as student_id, e.class_name, e.section, e.roll_no
      from students s left join place e on e.student_id = s.user_id
      where exists (select from a where ${meansStudent}) order by s.user_id, e.class_name desc),
    person as materialized (
      select t.student_id, t.student_id as user_id, 'student' as role, true as gets_mails from target t where ${toStudents}
      union all
      select t.student_id, k.guardian_id, 'guardian', k.gets_mails from target t
      join guardianships k on k.student_id = t.student_id and k.ended_at is null where ${toGuardians}
      union all
      select distinct null::uuid, g.user_id, 'staff', true from staff_grants g
      where ${isOpen} and exists (select from a where a.kind = 'staff')),
    reached as materialized (
      select u.id, u.name, u.email, bool_or(p.gets_mails) and ${canGetMail(Prisma.sql`u`)} and coalesce(c.choice <> 'required', true) as is_mailed,
        coalesce(c.choice = 'digest', false) as has_digest,
        u.password_hash is null or u.login_closed_at is not null
          or (u.email_confirmed_at is null and u.vouched_at is null and not bool_or(p.role = 'staff')) as cannot_read
      from person p join users u on u.id = p.user_id left join mail_choices c on c.user_id = u.id and not ${mustConfirm}
      group by u.id, c.choice),
    unit as materialized (
      select b.id, r.id is not null as is_read, coalesce(r.is_confirmed, false) as is_confirmed
      from (select student_id as id from target where ${toStudents || toGuardians}
        union select user_id from person where role = 'staff') b
      left join (${answers}) r on r.id = b.id)`;
}

/** The ids that each number counts. */
const idsOf: Record<Fact, (meant: Meant) => Prisma.Sql> = {
  students: () => Prisma.sql`select user_id as id from person where role = 'student'`,
  guardians: () => Prisma.sql`select distinct user_id as id from person where role = 'guardian'`,
  staff: () => Prisma.sql`select user_id as id from person where role = 'staff'`,
  noGuardian: ({ toGuardians }) => Prisma.sql`select t.student_id as id from target t where ${toGuardians}
    and not exists (select from person p where p.student_id = t.student_id and p.role = 'guardian')`,
  noLogin: () => Prisma.sql`select id from reached where cannot_read and not is_mailed`,
  mailed: ({ isBrief = false }) =>
    Prisma.sql`select id from reached where is_mailed and (${isBrief} or not has_digest)`,
  inDigest: ({ isBrief = false }) =>
    Prisma.sql`select id from reached where is_mailed and has_digest and not ${isBrief}`,
  notMailed: () => Prisma.sql`select id from reached where not cannot_read and not is_mailed`,
  read: () => Prisma.sql`select id from unit where is_read`,
  unread: () => Prisma.sql`select id from unit where not is_read`,
  confirmed: () => Prisma.sql`select id from unit where is_confirmed`,
  unconfirmed: () => Prisma.sql`select id from unit where not is_confirmed`,
};

async function countAll<Name extends Fact>(meant: Meant, names: readonly Name[]): Promise<Record<Name, number>> {
  const counts = names.map(
    (name) => Prisma.sql`select ${name}::text as fact, count(*)::int as count from (${idsOf[name](meant)}) c`,
  );
  const query = Prisma.sql`with ${peopleOf(meant)} ${Prisma.join(counts, " union all ")}`;
  const rows = await sql<{ fact: Name; count: number }>(query, "search");
  return Object.fromEntries(rows.map(({ fact, count }) => [fact, count])) as Record<Name, number>;
}

/** The reach of a notice, in numbers. */
export const countReach = (meant: Meant): Promise<ReachView> => countAll(meant, reachFacts);

/** The answers to a notice, in numbers. */
export const countAnswers = (meant: Meant) => countAll(meant, answerFacts);

/** The answers to several notices in one query: the number of students and staff, and how many have read and confirmed each. */
export async function countAnswersOf(notices: readonly { id: string; meant: Meant }[]): Promise<AnswersView[]> {
  if (notices.length === 0) return [];
  const each = notices.map(
    ({
      id,
      meant,
    }) => Prisma.sql`select * from (with ${peopleIn(meant)} select ${id}::text as "_id", count(*)::int as "all",
      count(*) filter (where is_read)::int as read, count(*) filter (where is_confirmed)::int as confirmed from unit) counted`,
  );
  return sql<AnswersView>(Prisma.sql`with ${places} ${Prisma.join(each, " union all ")}`, "search");
}

/**
 * A page of the list behind a number; `names` says whether it names guardians. If guardians are counted with others, a colleague
 * who is also a guardian is listed as a colleague.
 */
export async function listPeople(meant: Meant, fact: Fact, page: number, names: boolean) {
  const rows = await sql<PersonView & { total: number }>(
    Prisma.sql`
      with ${peopleOf(meant)}, listed as materialized (
        select u.id, u.name, t.student_id, t.class_name, t.section, t.roll_no, count(*) over ()::int as total, row_number() over (
          order by t.class_name, t.section nulls first, nullif(regexp_replace(t.roll_no, '\\D', '', 'g'), '')::numeric, u.name, u.id) as place
        from (${idsOf[fact](meant)}) c join users u on u.id = c.id left join target t on t.student_id = u.id
        order by place limit ${peopleOnPage} offset ${(page - 1) * peopleOnPage})
      select l.id, case when ${names} or not is_guardian then l.name end as name, l.class_name::text as "className", l.section, l.roll_no as "rollNo", l.total,
        (select string_agg(c.name, ', ' order by c.name) from person p join users c on c.id = p.student_id
          where is_guardian and p.user_id = l.id and p.role = 'guardian') as "guardianOf"
      from listed l, lateral (select ${fact === "guardians"} or (l.student_id is null and not exists (
          select from person p where p.user_id = l.id and p.role <> 'guardian')) as is_guardian) counted
      order by l.place`,
    "search",
  );
  return { items: rows.map(({ total: _, ...person }) => person), page, total: rows[0]?.total ?? 0 };
}

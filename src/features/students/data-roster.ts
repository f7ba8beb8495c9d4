import "server-only";
import { LRUCache } from "lru-cache";
import { sql } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import { Prisma } from "@/server/generated/prisma/client";
import { readVersion } from "@/server/response-cache/versions";
import { lacksConsent } from "@/server/roster/consents";
import { coversToday, hasLeft, isComing } from "@/server/roster/in-class";
import { isNameOf } from "@/server/roster/names";
import { isUnplaced, type Listed, searchTextOf, sorted } from "./rules-list";
import type { StudentView } from "./schema";
import type { ListStudentsInput, StudentsPage } from "./schema-list";

/** Whether a person can log in and is verified (decision 46). Changes of these columns change the roster's version. */
export const loginOf = Prisma.sql`case
  when u.password_hash is null and u.login_closed_at is null and exists (select from access_codes c where c.user_id = u.id
    and c.purpose = 'join' and c.used_at is null and c.revoked_at is null and c.expires_at > now()) then 'invited'
  when u.password_hash is null or u.login_closed_at is not null then 'none'
  when u.email_confirmed_at is null and u.vouched_at is null then 'not confirmed' else 'active' end`;

// In the selected year: today's enrolment, otherwise the open one, otherwise the last one that was not entered by mistake.
const placed = (yearId: string | null) => Prisma.sql`
  select distinct on (e.student_id) e.student_id, e.class_name, e.section, e.roll_no, e.to_day,
    e.end_reason::text as end_reason, e.to_day >= y.last_day as is_finished, ${coversToday} as is_now,
    bool_or(e.to_day is null) over (partition by e.student_id) as has_open
  from enrolments e join school_years y on y.id = e.school_year_id
  where y.id = ${yearId}::uuid and e.end_reason is distinct from 'mistake'
  order by e.student_id, is_now desc, e.to_day is null desc, e.from_day desc, e.id desc`;

const isCurrent = Prisma.sql`(e.student_id is not null and (e.has_open or e.end_reason = 'promoted'))`;
// A student whose leave is entered stays in the class up to and including the last day; one who finished the year stays in its list.
const isPlaced = Prisma.sql`(${isCurrent} or coalesce(e.is_now or (e.end_reason = 'left' and e.is_finished), false))`;

// In all years, as on the student's own page.
const standing = Prisma.sql`case
  when exists (select from enrolments x where x.student_id = s.user_id and x.to_day is null) then 'current'
  when s.left_on is not null or (select x.end_reason from enrolments x where x.student_id = s.user_id
    order by x.from_day desc, x.id desc limit 1) = 'left' then 'left' else 'not placed' end`;

type Standing = Pick<StudentView, "login" | "state">;

/** The login and the state of a student, or undefined. */
export async function standingOf(id: string): Promise<Standing | undefined> {
  const rows = await sql<Standing>(Prisma.sql`select ${loginOf} as login, ${standing} as state
    from students s join users u on u.id = s.user_id where s.user_id = ${id}::uuid`);
  return rows[0];
}

/** Whether a guardian has a login, or a family got a code. A code that has ended still counts for the thirty days it is kept. */
export async function isFamilyInvited(): Promise<boolean> {
  const rows = await sql(Prisma.sql`select where
    exists (select from guardianships k join users u on u.id = k.guardian_id where k.ended_at is null and ${loginOf} <> 'none')
    or exists (select from access_codes c where c.student_id is not null
      or c.user_id in (select user_id from students union all select guardian_id from guardianships))`);
  return rows.length > 0;
}

const lacksGuardian = Prisma.sql`(not ${hasLeft}
  and s.user_id not in (select k.student_id from guardianships k where k.ended_at is null))`;

/** Students whose code, or a guardian's, reached somebody else; until the next code, a login, or the end of the code (decision 359). */
const lackingCode = Prisma.sql`
  select owner.id from access_codes c left join guardianships k on k.guardian_id = c.user_id and k.ended_at is null
    cross join lateral (values (c.student_id), (c.user_id), (k.student_id)) owner (id)
  where owner.id is not null and c.declined and c.expires_at > now()
    and not (c.purpose = 'join' and exists (select from users w where w.id = c.user_id and w.password_hash is not null))
    and not exists (select from access_codes d where d.purpose = c.purpose
      and ((d.created_at, d.id) > (c.created_at, c.id) or d.used_at > c.revoked_at) and (d.user_id = c.user_id
        or (d.student_id = c.student_id and (lower(d.label) = lower(c.label) or lower(d.relation) = lower(c.relation)))))
    and not exists (select from guardianships g join users w on w.id = g.guardian_id
      where g.student_id = c.student_id and g.ended_at is null and ${isNameOf(Prisma.sql`c.label`, Prisma.sql`w`)}
        and (w.password_hash is not null
          or exists (select from access_codes d where d.user_id = w.id and d.created_at > c.created_at)))`;

function listAll(yearId: string | null): Promise<Omit<Listed, "text">[]> {
  return sql(
    Prisma.sql`select u.id as "_id", u.name, coalesce(n.names, '{}') as "otherNames", s.admission_no as "admissionNo", u.email,
        ${loginOf} as login, case when ${isCurrent} then 'current'
          when s.left_on is not null or e.end_reason = 'left' then 'left' else 'not placed' end as state, ${standing} as standing,
        e.class_name::text as "className", e.section, e.roll_no as "rollNo", ${isPlaced} as "isPlaced",
        s.left_on is null and s.user_id not in (select x.student_id from enrolments x) as waits, ${hasLeft} as "hasLeft",
        s.user_id in (select e.student_id from enrolments e where ${isComing}) as comes,
        ${lacksConsent} as "lacksConsent", ${lacksGuardian} as "lacksGuardian",
        not ${hasLeft} and s.user_id in (${lackingCode}) as "lacksCode"
      from students s join users u on u.id = s.user_id left join (${placed(yearId)}) e on e.student_id = s.user_id
        left join (select user_id, (array_agg(name order by until_at desc))[1:5] as names from person_names group by user_id) n
          on n.user_id = s.user_id`,
    "search",
  );
}

export type Roster = {
  students: readonly Listed[];
  views: Pick<StudentsPage["views"], "all" | "notPlaced" | "noLogin" | "noGuardian" | "noConsent">;
  sections: string[];
  orders: Map<string, readonly Listed[]>;
  /** Students without a class whose results propose one. */
  waiting: string[];
  proposed: Set<string>;
};

async function loadRoster(yearId: string | null): Promise<Roster> {
  const rows = await listAll(yearId);
  const students = rows.map((row) => ({ ...row, text: searchTextOf(row) }));
  return {
    students,
    views: {
      all: students.length,
      notPlaced: students.filter(isUnplaced).length,
      noLogin: students.filter(({ login, hasLeft }) => login === "none" && !hasLeft).length,
      noGuardian: students.filter((student) => student.lacksGuardian).length,
      noConsent: students.filter((student) => student.lacksConsent).length,
    },
    sections: [...new Set(students.flatMap(({ section }) => section ?? []))].sort(),
    orders: new Map(),
    waiting: students.flatMap(({ waits, _id }) => (waits ? [_id] : [])),
    proposed: new Set(),
  };
}

// Independent of the version: codes expire with time.
const kept = new LRUCache<string, { version: string; roster: Promise<Roster> }>({ max: 3, ttl: 60_000 });

/** The current students of a year, cached by the version of the roster (decision 140). */
export async function rosterOf(yearId: string | null): Promise<Roster> {
  return outsideTransaction(async () => {
    const version = (await readVersion("roster")) ?? "unknown";
    const key = yearId ?? "";
    const known = kept.get(key);
    if (known?.version === version) return known.roster;
    const roster = loadRoster(yearId);
    kept.set(key, { version, roster });
    roster.catch(() => kept.delete(key));
    return roster;
  });
}

/** Students whose results propose a class. Results do not change the roster's version. */
export async function proposedOf({ waiting, proposed }: Roster): Promise<ReadonlySet<string>> {
  const ids = waiting.filter((id) => !proposed.has(id));
  if (ids.length === 0) return proposed;
  const found = await sql<{ id: string }>(
    Prisma.sql`select k.id from unnest(${ids}::uuid[]) k(id) where exists (select from current_results r where r.student_id = k.id)`,
  );
  for (const { id } of found) proposed.add(id);
  return proposed;
}

/** All students, sorted. Latest results are not part of the roster: that order falls back to names. */
export function inOrder(roster: Roster, input: Pick<ListStudentsInput, "sort" | "direction">): readonly Listed[] {
  const { sort, direction } =
    input.sort === "lastResult" ? ({ sort: "name", direction: "asc" } as const) : { ...input, sort: input.sort };
  const key = `${sort} ${direction}`;
  const order = roster.orders.get(key) ?? sorted(roster.students, sort, direction);
  roster.orders.set(key, order);
  return order;
}

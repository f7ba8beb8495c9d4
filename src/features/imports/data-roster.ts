import "server-only";
import { dateHere } from "@/content/institute";
import { yearOf } from "@/features/enrolments/data";
import { laterYearOn, listYears, startIn } from "@/features/years/data";
import { groupBy } from "@/lib/group-by";
import { isAdministrator, listColleagues, makesColleague } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { clashesOf } from "@/server/roster/attach-clashes";
import { findRollNumbers } from "@/server/roster/enrolments";
import { today } from "@/server/roster/in-class";
import type { Mapping } from "./data-rows";
import type { Entered } from "./rules-cells";
import type { AddressHolder } from "./rules-guardians";
import { type Known, type Link, numberKey, type Person, withZeros } from "./rules-match";
import { seatKey } from "./rules-places";
import type { Roster } from "./rules-plan";

/**
 * The roster data for the people and classes of a file, in a fixed number of queries; `byId` is the person who imports it.
 * @throws AppError without a year
 */
export async function readRoster(
  rows: readonly Entered[],
  { yearId, fromDay: newFrom }: Pick<Mapping, "yearId" | "fromDay">,
  byId: string,
  now: Date,
): Promise<Roster> {
  const { _id: id, label, firstDay } = await yearOf(yearId ?? undefined, now);
  const fromDay = startIn({ firstDay }, now);
  const isOver = laterYearOn(await listYears(), id, dateHere(now)) !== undefined;
  const year = { id, label, firstDay, fromDay, newFrom: newFrom ?? fromDay, isOver };
  const numbers = [...new Set(rows.flatMap(({ admissionNo }) => (admissionNo ? [numberKey(admissionNo)] : [])))];
  const students = await findStudents(
    [...numbers, ...numbers.flatMap(withZeros)],
    [...new Set(rows.flatMap(({ bornOn }) => bornOn ?? []))],
    id,
  );
  const emails = [...new Set(rows.flatMap(({ email, guardians }) => [email, ...guardians.map((one) => one.email)]))];
  const phones = [...new Set(rows.flatMap(({ guardians }) => guardians.flatMap(({ phone }) => phone ?? [])))];
  const addresses = await findAddresses(
    emails.filter((email) => email !== null),
    students.map((student) => student.id),
  );
  const linked = [...students, ...addresses.values()].flatMap(({ links }) => links);
  const [holders, loginNames, guardians] = await Promise.all([
    findHolders(year),
    findLoginNames([...numbers, ...phones]),
    findGuardians(phones, [...new Set(linked.map(({ guardianId }) => guardianId))]),
  ]);
  const known = [...guardians, ...addresses.values()].map((one) => one.id);
  const colleagues = new Set((await isAdministrator(byId)) ? [] : await listColleagues(known));
  return { year, students, holders, loginNames, addresses, guardians, colleagues };
}

type StudentRow = Omit<Known, "links" | "open"> & { [Key in keyof NonNullable<Known["open"]>]: string | number | null };

async function findStudents(numbers: string[], days: string[], yearId: string): Promise<Known[]> {
  const rows = await sql<StudentRow & { userId: string }>(
    Prisma.sql`
    select u.id as "userId", u.name, u.email, u.username, u.phone, s.admission_no as "admissionNo", s.born_on::text as "bornOn",
      u.password_hash is not null or u.login_closed_at is not null as "hasLogin", s.origin::text,
      s.left_on is not null as "hasLeft", case when s.left_on >= ${today} then s.left_on::text end as "leavesOn",
      exists (select from enrolments w where w.student_id = s.user_id and w.school_year_id = ${yearId}::uuid
        and w.end_reason is distinct from 'mistake') as "wasInYear", e.*
    from students s join users u on u.id = s.user_id left join lateral (
      select e.id, e.school_year_id as "yearId", y.label as "yearLabel", y.first_day::text as "yearBegins",
        e.class_name as "className", e.section, e.roll_no as "rollNo", e.from_day::text as "fromDay"
      from enrolments e join school_years y on y.id = e.school_year_id
      where e.student_id = s.user_id and e.to_day is null
      order by (e.school_year_id = ${yearId}::uuid) desc, e.from_day desc limit 1) e on true
    where upper(s.admission_no) = any(${numbers}) or s.born_on = any(${days}::date[])`,
    "search",
  );
  const links = await findLinks(rows.map(({ userId }) => userId));
  return rows.map(
    ({ userId, id, yearId: inYear, yearLabel, yearBegins, className, section, rollNo, fromDay, ...one }) => ({
      ...one,
      id: userId,
      open:
        id === null
          ? null
          : ({ id, yearId: inYear, yearLabel, yearBegins, className, section, rollNo, fromDay } as NonNullable<
              Known["open"]
            >),
      links: links.get(userId) ?? [],
    }),
  );
}

async function findLinks(studentIds: string[]): Promise<Map<string, Link[]>> {
  const rows = await sql<Link & { studentId: string }>(Prisma.sql`
    select guardian_id as "guardianId", student_id as "studentId", relation, ended_at is not null as ended
    from guardianships where student_id = any(${studentIds}::uuid[]) order by ended_at is not null, id`);
  const links = new Map<string, Link[]>();
  for (const { studentId, ...link } of rows) {
    const known = links.get(studentId);
    if (known) known.push(link);
    else links.set(studentId, [link]);
  }
  return links;
}

/** Guardians by phone number, and those who are or were linked to students of the file or to accounts. */
function findGuardians(phones: string[], ids: string[]): Promise<(Person & { relations: string[] })[]> {
  return sql(Prisma.sql`
    select u.id, u.name, u.email, u.phone, u.password_hash is not null as "hasLogin",
      array(select distinct k.relation from guardianships k where k.guardian_id = u.id and k.ended_at is null) as relations
    from users u where u.role = 'user' and (u.id = any(${ids}::uuid[]) or (u.phone = any(${phones})
      and exists (select from guardianships k where k.guardian_id = u.id and k.ended_at is null)))
    order by u.id`);
}

/** The owners of addresses. @param students those of the file, to whom an account may be attached */
export async function findAddresses(emails: string[], students: string[]): Promise<Map<string, AddressHolder>> {
  const rows = await sql<Omit<AddressHolder, "links">>(Prisma.sql`
    select u.id, u.name, u.email, u.phone, u.password_hash is not null as "hasLogin", u.created_at::text as "signedUpAt",
      s.user_id is not null as "isStudent", case when s.user_id is null or s.origin = 'self' and s.admission_no is null then
        (select coalesce(json_agg(c), '[]') from ${clashesOf(Prisma.sql`u.id`, students)} c) else '[]' end as clashes,
      case when u.role = 'admin' then 'administrator'
        when exists (select from staff_grants g where g.user_id = u.id and ${makesColleague}) then 'staff'
        when s.user_id is not null and not (s.origin = 'self' and s.admission_no is null and u.password_hash is not null
          and u.login_closed_at is null) then 'student'
        when exists (select from guardianships k where k.guardian_id = u.id and k.ended_at is null) then 'guardian'
        when u.login_closed_at is not null then 'closed' when u.password_hash is null then 'person'
        when exists (select from staff_grants g where g.user_id = u.id) then 'staff' else 'account' end as kind
    from users u left join students s on s.user_id = u.id where u.email = any(${emails})`);
  const links = await findLinks(rows.flatMap(({ id, kind }) => (kind === "account" ? id : [])));
  return new Map(rows.map((row) => [row.email ?? "", { ...row, links: links.get(row.id) ?? [] }]));
}

async function findLoginNames(names: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ username: string; id: string }>(
    Prisma.sql`select username, id from users where username = any(${names})`,
  );
  return new Map(rows.map(({ username, id }) => [username, id]));
}

/** The taken roll numbers, each with all its holders: one student may be in the class today, another from a later day on. */
async function findHolders({ id, fromDay }: Roster["year"]): Promise<Roster["holders"]> {
  return groupBy(await findRollNumbers([id], fromDay), seatKey);
}

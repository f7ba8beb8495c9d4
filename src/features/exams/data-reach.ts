import "server-only";
import { dateHere } from "@/content/institute";
import { listYears, yearAt } from "@/features/years/data";
import { AppError, fieldError } from "@/lib/errors";
import { listed } from "@/lib/listed";
import { covers, may, type Taught } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { requireScope } from "@/server/trpc/scope";
import { copy, say } from "./messages";
import { actions, scopesOf, taughtBy } from "./rules";
import type { ListExamsInput } from "./schema";

/** The sections of a class and subject in a person's scope; null for all. */
export function sectionsFor(principal: Principal, place: { className: number; subject: string }): string[] | null {
  const taught = taughtBy(principal);
  if (taught === null) return null;
  const sections = taught.filter((one) => covers(one, place)).map(({ section }) => section);
  return sections.includes(null) ? null : [...new Set(sections.filter((section) => section !== null))];
}

type Place = { className: number; sections: readonly string[] };

/** True if the principal may mark an exam in all its sections, and hence change it as a whole. */
export const mayMark = (principal: Principal, exam: Place & { subject: string }): boolean =>
  scopesOf(exam).every((scope) => may(principal, actions.mark, scope));

/** @throws AppError FORBIDDEN, on `sections` if the caller teaches others of the class, on `subjects` if those differ by subject */
export function requirePlaces(by: Principal, { className, sections }: Place, names: readonly string[]): void {
  const scopes = names.flatMap((subject) => scopesOf({ className, sections, subject }));
  if (scopes.every((scope) => may(by, actions.mark, scope))) return;
  const own = names.flatMap((subject) => {
    const taught = sectionsFor(by, { className, subject })?.sort();
    const places = listed(taught?.map((section) => placeName(className, section)) ?? []);
    return taught ? [{ sections: taught.join(", "), words: copy.taughtIn(subject, places) }] : [];
  });
  // If the caller teaches a subject nowhere in the class, the sections are not at fault.
  const [first] = own.every((one) => one.sections !== "") ? own : [];
  if (first && own.some((one) => one.sections !== first.sections))
    throw fieldError("subjects", say("oneByOne", listed(own.map(({ words }) => words))), "FORBIDDEN");
  if (first) throw fieldError("sections", say("ownSections", first.words, first.sections), "FORBIDDEN");
  for (const scope of scopes) requireScope(by, actions.mark, scope);
}

/** The years whose exams a person reaches: a teacher's are the current one and later ones (decision 316). */
export async function openYears(principal: Principal, now = new Date()) {
  const years = await listYears();
  const current = taughtBy(principal) && yearAt(years, now);
  return current ? years.filter(({ firstDay }) => firstDay >= current.firstDay) : years;
}

/** The first day of {@link openYears}; undefined if the person reaches exams of all days. */
export async function firstOpenDay(principal: Principal, now = new Date()): Promise<string | undefined> {
  return taughtBy(principal) ? (await openYears(principal, now)).at(-1)?.firstDay : undefined;
}

/**
 * The years that a list of exams covers, if the caller chose none. Exams that wait for a release are listed from all years, and those
 * with missing marks also from the previous year, because a year ends before its exams are released (decision 340).
 */
export async function listedYears({ year, state, waits }: Omit<ListExamsInput, "page" | "limit">, now: Date) {
  if (year !== undefined) return [year];
  const years = await listYears();
  const all = years.map(({ _id }) => _id);
  if (state === "held" || state === "cameBack" || state === "scheduled") return all;
  if (waits === "release" || waits === "late") return all;
  const current = yearAt(years, now);
  if (current === null) return [];
  const at = all.indexOf(current._id);
  return all.slice(at, waits ? at + 2 : at + 1);
}

/** @throws AppError FORBIDDEN for a teacher and an earlier year */
export async function requireYear(principal: Principal, yearId: string): Promise<void> {
  if (taughtBy(principal) === null || (await openYears(principal)).some(({ _id }) => _id === yearId)) return;
  throw new AppError("FORBIDDEN", say("earlierYear"));
}

/** True if exam `x` is in a year that {@link openYears} returns for a teacher. */
export const isOfOpenYear = () => Prisma.sql`x.school_year_id in (
  select y.id from school_years y where y.first_day >= all (
    select z.first_day from school_years z where z.first_day <= ${dateHere(new Date())}::date))`;

/** True if `taught` has the class and subject of exam `x`, in a section `t.section` that meets the condition. */
const teaches = (taught: readonly Taught[], isSection: Prisma.Sql) => Prisma.sql`exists (
  select from json_to_recordset(${JSON.stringify(taught)}::json) as t ("className" int, section text, "subjectKeys" json)
  where t."className" = x.class_name and (t.section is null or ${isSection})
    and (t."subjectKeys" is null or json_typeof(t."subjectKeys") = 'null'
      or x.subject_key in (select json_array_elements_text(t."subjectKeys"))))`;

/** True if a person teaches exam `x`, at least in one of its sections. */
export const isAmong = (taught: readonly Taught[]) =>
  teaches(taught, Prisma.sql`x.sections = '{}' or t.section = any(x.sections)`);

/** The condition that limits a list of exams to a person's scope. */
export function reached(principal: Principal): Prisma.Sql {
  const taught = taughtBy(principal);
  return taught ? Prisma.sql`(${isAmong(taught)} and ${isOfOpenYear()})` : Prisma.sql`true`;
}

/** True if a person teaches exam `x` in the section of row `p`. */
export const isRowAmong = (taught: readonly Taught[]) => teaches(taught, Prisma.sql`t.section = p.section`);

/** True if row `p` of the sheet of exam `x` is within a person's scope. */
export function isRowReached(principal: Principal): Prisma.Sql {
  const taught = taughtBy(principal);
  return taught ? isRowAmong(taught) : Prisma.sql`true`;
}

/** True if result `r` is of a student whose row of the sheet of this exam is within the principal's scope. */
export function isInSheet(examId: string, principal: Principal): Prisma.Sql {
  if (taughtBy(principal) === null) return Prisma.sql`true`;
  return Prisma.sql`r.student_id in (
    select p.student_id from exams x, lateral ${dayOf(dateHere(new Date()))} x_day, lateral ${peopleOf} p
    where x.id = ${examId}::uuid and ${isRowReached(principal)})`;
}

import { shownDate } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { listed } from "@/lib/listed";
import { type Actions, type DutyArea, dutyAreas, may, type Right } from "@/lib/may";
import type { Grant, Principal } from "@/lib/principal";
import { copy } from "./messages";
import { type GrantView, type StaffMember, type StaffView, staffRoles } from "./schema";

export const actions = { manage: "administrator" } as const satisfies Actions;

type Days = { fromDay: string; toDay: string | null; isEnded: boolean };

/** The state of a grant on a day. */
export function stateOf({ fromDay, toDay, isEnded }: Days, today: string): GrantView["state"] {
  if (isEnded || (toDay !== null && toDay < today)) return "over";
  return fromDay > today ? "coming" : "open";
}

type Work = Omit<GrantView, "_id" | "state" | "fromDay" | "toDay" | "endedOn">;

/** What a grant allows, in words: `Mathematics, Class 7 A`. */
export const wordsOf = (grant: Work): string => togetherInWords(grant, [grant]);

/** What several grants allow, in words, with one entry for each subject: `English, Classes 6 to 8`. */
function allInWords(grants: readonly Work[]): string[] {
  const kinds = groupBy(grants, ({ role, subject }) => (role === "teacher" ? `teacher ${subject ?? ""}` : role));
  return [...kinds.values()].flatMap(([first, ...others]) => (first ? togetherInWords(first, [first, ...others]) : []));
}

/** @param grants the grants with the same kind and subject as `first` */
function togetherInWords(first: Work, grants: readonly Work[]): string {
  if (first.role !== "teacher") return copy.reach[first.role];
  const { words, count } = placesOf(grants);
  return first.subject === null ? copy.classTeacher(words) : copy.teaches(first.subject, words, count);
}

/** Classes in words, in order: `6 to 8 and 10`. Sections are named one by one. */
function placesOf(grants: readonly Work[]): { words: string; count: number } {
  const numbers = grants.flatMap(({ className, section }) => (section === null ? Number(className) : []));
  const whole = [...new Set(numbers)].toSorted((a, b) => a - b);
  const sections = new Set(grants.flatMap(({ className, section }) => (section ? `${className} ${section}` : [])));
  const places = [
    ...runsOf(whole).flatMap(rangeOf),
    ...[...sections].toSorted().map((words) => ({ at: Number.parseInt(words, 10), words })),
  ].toSorted((one, other) => one.at - other.at);
  return { words: listed(places.map(({ words }) => words)), count: whole.length + sections.size };
}

/** Splits ascending numbers at each gap. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

/** A run as a range, if it has more than two numbers. */
function rangeOf(run: readonly number[]): { at: number; words: string }[] {
  const [first = 0] = run;
  if (run.length > 2) return [{ at: first, words: copy.range(first, run.at(-1) ?? first) }];
  return run.map((at) => ({ at, words: String(at) }));
}

/** The kind of a staff member, by the widest current or future grant, otherwise by the widest ended one. */
export function kindOf({ isBuiltIn, grants }: Pick<StaffMember, "isBuiltIn" | "grants">) {
  if (isBuiltIn) return "administrator";
  const lasting = grants.filter(({ state }) => state !== "over");
  const roles = (lasting.length > 0 ? lasting : grants).map(({ role }) => role);
  return staffRoles.find((role) => roles.includes(role)) ?? "teacher";
}

const lasting = ({ grants }: Pick<StaffMember, "grants">) => grants.filter(({ state }) => state !== "over");

/** Says that a person has not logged in yet, or has no grant left; undefined for all others. */
export function standingOf({ isBuiltIn, login, grants }: Pick<StaffMember, "isBuiltIn" | "login" | "grants">) {
  if (isBuiltIn) return undefined;
  if (lasting({ grants }).length === 0) return "ended";
  return login === "invited" ? "invited" : undefined;
}

/** The people in their order, but those whose access has ended come last. */
export function endedLast(people: readonly StaffMember[]): StaffMember[] {
  const hasEnded = (member: StaffMember) => standingOf(member) === "ended";
  return [...people.filter((member) => !hasEnded(member)), ...people.filter(hasEnded)];
}

/** A person's work in words. */
export function worksWith({ isBuiltIn, grants }: Pick<StaffMember, "isBuiltIn" | "grants">): string {
  if (isBuiltIn) return copy.reach.administrator;
  const shown = lasting({ grants });
  return allInWords(shown.length > 0 ? shown : grants.slice(0, 1)).join(" · ");
}

/** What a login lacks; before the first login, how long the code is valid. @param dayOf the day of a moment, in words */
export function loginOf(member: StaffMember, dayOf: (moment: Date) => string): string | undefined {
  if (member.isBuiltIn || standingOf(member) === "ended") return undefined;
  if (member.login === "active") return member.isUnconfirmed ? copy.unconfirmed : undefined;
  return member.codeUntil ? copy.codeUntil(dayOf(member.codeUntil)) : copy.noLogin;
}

/** When a person without a session was last active. @param days how long ended sessions are kept */
export const inactiveOf = ({ login }: Pick<StaffMember, "login">, days: number): string =>
  login === "active" ? copy.notLately(days) : copy.never;

/** True if the access to the office ends on a known day. */
export const hasLastDay = ({ grants }: Pick<StaffMember, "grants">) => lasting({ grants }).some(({ toDay }) => toDay);

/** The first or last day in words; empty for those who have always been here, or no longer are. */
export function datesOf(member: Pick<StaffMember, "isBuiltIn" | "grants">): string {
  if (member.isBuiltIn) return "";
  const open = lasting(member);
  if (open.length === 0) return "";
  const ends = open.flatMap(({ toDay }) => toDay ?? []).sort();
  const [end] = ends.length === open.length ? ends.slice(-1) : [];
  const [begin = ""] = open.map(({ fromDay }) => fromDay).sort();
  if (open.every(({ state }) => state === "coming")) return copy.from(shownDate(begin));
  return end === undefined ? copy.since(shownDate(begin)) : copy.until(shownDate(end));
}

/** The days of a grant in words; if it was ended before its last day, until the day of that end. */
export function grantDaysOf({ state, fromDay, toDay, endedOn }: GrantView): string {
  const [last] = [toDay, endedOn].flatMap((day) => day ?? []).sort();
  const hasBegun = state !== "coming" && (last === undefined || last >= fromDay);
  const begin = (hasBegun ? copy.since : copy.from)(shownDate(fromDay));
  return last === undefined || last < fromDay ? begin : `${begin}, ${copy.until(shownDate(last))}`;
}

/** The result of an invitation: a person who begins on a later day does not work here yet. */
export function addedOf(member: Pick<StaffMember, "name" | "isBuiltIn" | "grants">): string {
  const isComing = lasting(member).every(({ state }) => state === "coming");
  return isComing ? copy.addedFrom(member.name, datesOf(member)) : copy.added(member.name);
}

/** The scope of a right for a kind of staff. */
export function holds(role: Grant["role"], right: Right): "all" | "classes" | "none" {
  const grant: Grant = role === "teacher" ? { role, className: 1, section: null, subjectKeys: null } : { role };
  const principal: Pick<Principal, "role" | "grants" | "lacksSecondStep" | "userId" | "isGuardian"> = {
    role: "admin",
    grants: [grant],
    lacksSecondStep: false,
    userId: "",
    isGuardian: false,
  };
  if (!may(principal, right)) return "none";
  return may(principal, right, { className: 2 }) ? "all" : "classes";
}

type Duties = StaffView["duties"];

/** The duties by area, in the order of the areas; an area without duties is missing. */
export function byArea(duties: Duties): { area: DutyArea; duties: Duties }[] {
  return dutyAreas
    .map((area) => ({ area, duties: duties.filter((duty) => duty.area === area) }))
    .filter((one) => one.duties.length > 0);
}

/** The scope in which a kind of staff has all these duties; if it differs between them, the number of duties it has. */
export function holdsOf(role: Grant["role"], duties: Duties): ReturnType<typeof holds> | number {
  const scopes = duties.map(({ right }) => holds(role, right));
  const [first = "none"] = scopes;
  return scopes.every((one) => one === first) ? first : scopes.filter((one) => one !== "none").length;
}

export const roleOf = (text: string) => staffRoles.find((role) => role === text) ?? "teacher";

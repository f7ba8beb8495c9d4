import { shownDate } from "@/lib/dates";
import { type Actions, may, type Right } from "@/lib/may";
import type { Grant, Principal } from "@/lib/principal";
import { copy } from "./messages";
import type { GrantView, StaffMember } from "./schema";

export const actions = { manage: "administrator" } as const satisfies Actions;

type Days = { fromDay: string; toDay: string | null; isEnded: boolean };

/** The state of a grant on a day. */
export function stateOf({ fromDay, toDay, isEnded }: Days, today: string): GrantView["state"] {
  if (isEnded || (toDay !== null && toDay < today)) return "over";
  return fromDay > today ? "coming" : "open";
}

/** What a grant allows, in words: `Mathematics in 7 A`. */
export function wordsOf({ role, className, section, subject }: Omit<GrantView, "_id" | "state" | "fromDay" | "toDay">) {
  if (role !== "teacher") return copy.reach[role];
  const place = `${className}${section === null ? "" : ` ${section}`}`;
  return subject === null ? copy.classTeacher(place) : copy.teaches(subject, place);
}

const ranks = ["administrator", "office", "teacher"] as const;

/** The kind of a staff member, by the widest current or future grant, otherwise by the widest ended one. */
export function kindOf({ isBuiltIn, grants }: Pick<StaffMember, "isBuiltIn" | "grants">) {
  if (isBuiltIn) return "administrator";
  const lasting = grants.filter(({ state }) => state !== "over");
  const roles = (lasting.length > 0 ? lasting : grants).map(({ role }) => role);
  return ranks.find((role) => roles.includes(role)) ?? "teacher";
}

const lasting = ({ grants }: Pick<StaffMember, "grants">) => grants.filter(({ state }) => state !== "over");

/** A person's work in words; before the first login, the state of the invitation. */
export function worksWith({ isBuiltIn, login, codeUntil, grants }: StaffMember): string {
  if (isBuiltIn) return copy.reach.administrator;
  if (login === "invited" && codeUntil) return copy.invited(shownDate(codeUntil.toISOString().slice(0, 10)));
  if (login === "none") return copy.noLogin;
  const shown = lasting({ grants });
  return (shown.length > 0 ? shown : grants.slice(0, 1)).map(wordsOf).join(" · ");
}

/** The first or last day in words. */
export function datesOf(member: Pick<StaffMember, "isBuiltIn" | "grants">): string {
  if (member.isBuiltIn) return "";
  const open = lasting(member);
  if (open.length === 0) return copy.wasUntil;
  const ends = open.flatMap(({ toDay }) => toDay ?? []).sort();
  const [end] = ends.length === open.length ? ends.slice(-1) : [];
  const [begin = ""] = open.map(({ fromDay }) => fromDay).sort();
  if (open.every(({ state }) => state === "coming")) return copy.from(shownDate(begin));
  return end === undefined ? copy.since(shownDate(begin)) : copy.until(shownDate(end));
}

/** The scope of a right for a kind of staff. */
export function holds(role: Grant["role"], right: Right): "all" | "classes" | "none" {
  const grant: Grant = role === "teacher" ? { role, className: 1, section: null, subjectKeys: null } : { role };
  const principal: Pick<Principal, "role" | "grants" | "lacksSecondStep" | "userId" | "isGuardian"> = {
    ...{ role: "admin", grants: [grant], lacksSecondStep: false, userId: "", isGuardian: false },
  };
  if (!may(principal, right)) return "none";
  return may(principal, right, { className: 2 }) ? "all" : "classes";
}

export const roleOf = (text: string) => ranks.find((role) => role === text) ?? "teacher";

import type { Grant, Principal, Role } from "./principal";
import { subjectKey } from "./subject-key";

export const rights = ["member", "student", "family", "staff", "teaching", "office", "administrator"] as const;

/**
 * Who may do something. `member`: everyone who is logged in. `student`: everyone on the user side. `family`: these, and
 * guardians on the admin side. `staff`: everyone on the admin side. `teaching`: teachers in their classes, and the office.
 * `office`: the office and administrators. Each room names its actions in `rules.ts` and gives each one a right. A right holds
 * only on the side for which the session was opened (decision 45), except for `family`: the room looks up a guardian's children
 * by link (decision 145).
 */
export type Right = (typeof rights)[number];

export type Actions = Record<string, Right>;

/** A task of staff and the right that it needs: a row of the table on the staff page. */
export type Duty = { words: string; area: DutyArea; right: Right };

/** The parts of the table, in order. */
export const dutyAreas = ["people", "teaching", "families", "institute"] as const;

export type DutyArea = (typeof dutyAreas)[number];

/** The object of an action: a student, or a subject in a class. Without `section` it concerns all sections. */
export type Scope = { studentId?: string; className?: number; section?: string; subject?: string };

/** A class that a teacher teaches; null means all sections or subjects. */
export type Taught = Omit<Extract<Grant, { role: "teacher" }>, "role">;

/** The rows that a principal may access: all, those of some students, those of the classes and subjects taught, or none. */
export type Reach = "all" | "none" | { studentIds: string[] } | { taught: Taught[] };

/** True if the session of `principal` is on this side. */
export function isOn(side: Role, principal: Principal | null): principal is Principal {
  return principal?.role === side;
}

type Holder = Pick<Principal, "userId" | "role" | "grants" | "lacksSecondStep" | "isGuardian">;

/** Rows that `principal` may reach by an action with this right, for queries to filter by. */
export function reachOf(principal: Holder | null, right: Right): Reach {
  if (!principal) return "none";
  if (principal.role === "user")
    return right === "member" || right === "student" || right === "family"
      ? { studentIds: [principal.userId] }
      : "none";
  const holds = (role: Grant["role"]) => principal.grants.some((grant) => grant.role === role);
  if (right === "student") return "none";
  if (right === "family") return principal.isGuardian ? { studentIds: [] } : "none";
  if (right === "staff") return "all";
  if (principal.lacksSecondStep) return right === "member" ? { studentIds: [] } : "none";
  if (holds("administrator")) return "all";
  if (holds("office")) return right === "administrator" ? "none" : "all";
  if (right === "member") return { studentIds: [] };
  const taught = principal.grants.flatMap((grant) => (grant.role === "teacher" ? [grant] : []));
  return right === "teaching" && taught.length > 0 ? { taught } : "none";
}

/** What `principal` teaches if an action has this right; null for a principal who reaches all. */
export function taughtFor(principal: Holder, right: Right): Taught[] | null {
  const reach = reachOf(principal, right);
  if (reach === "all") return null;
  return reach !== "none" && "taught" in reach ? reach.taught : [];
}

/** Whether `principal` may do an action with this right to the object that `scope` names. */
export function may(principal: Holder | null, right: Right, scope: Scope = {}): boolean {
  const reach = reachOf(principal, right);
  if (reach === "all" || reach === "none") return reach === "all";
  if ("studentIds" in reach) return scope.studentId === undefined || reach.studentIds.includes(scope.studentId);
  return scope.studentId === undefined && reach.taught.some((taught) => covers(taught, scope));
}

/** True if a teaching grant covers this place and subject. */
export function covers({ className, section, subjectKeys }: Taught, scope: Scope): boolean {
  return (
    (scope.className === undefined || scope.className === className) &&
    (scope.section === undefined || section === null || scope.section === section) &&
    (scope.subject === undefined || subjectKeys === null || subjectKeys.includes(subjectKey(scope.subject)))
  );
}

/** The rights of `principal`, to show only the links that work. */
export function rightsOf(principal: Holder): Right[] {
  return rights.filter((right) => may(principal, right));
}

import type { Principal, Role } from "./principal";

/**
 * Who may do something: whoever is logged in, students, the administrator. Each room names its actions in `rules.ts` and gives
 * each one a right. A right holds only on the side that the session was opened for (decision 45).
 */
export type Right = "member" | "student" | "administrator";

/** Actions of a room, by name. */
export type Actions = Record<string, Right>;

/** What an action is done to. Absent for actions that concern no student. */
export type Scope = { studentId?: string };

/** Rows that a principal may reach: all, those of some students, or none. */
export type Reach = "all" | "none" | { studentIds: string[] };

/** Whether `principal` is on this side of the institute, whose pages form an area of their own. */
export function isOn(side: Role, principal: Principal | null): principal is Principal {
  return principal?.role === side;
}

/** Rows that `principal` may reach by an action with this right, for queries to filter by. */
export function reachOf(principal: Principal | null, right: Right): Reach {
  if (!principal) return "none";
  if (principal.role === "admin") return right === "student" ? "none" : "all";
  return right === "administrator" ? "none" : { studentIds: [principal.userId] };
}

/** Whether `principal` may do an action with this right, and to the student of `scope` if it names one. */
export function may(principal: Principal | null, right: Right, { studentId }: Scope = {}): boolean {
  const reach = reachOf(principal, right);
  if (reach === "all" || reach === "none") return reach === "all";
  return studentId === undefined || reach.studentIds.includes(studentId);
}

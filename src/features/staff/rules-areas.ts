import type { Grant } from "@/lib/principal";
import { copy } from "./messages";
import { holds } from "./rules";
import type { StaffView } from "./schema";

type Duties = StaffView["duties"];

export type Area = keyof typeof copy.areas;

/** The rooms declare their duties; here is in which area of the office each stands, by its words. */
const areas = new Map<string, Area>([
  ...inArea("people", ["Students", "Students of a class, to read", "Classes and promotion", "Guardians and consents"]),
  ...inArea("people", ["Codes", "Letters", "Applications", "Intake", "Messages", "Staff"]),
  ...inArea("teaching", ["Materials", "Results", "Tests", "Exams and marks", "Release of marks", "Subjects"]),
  ...inArea("teaching", ["Remarks and attendance on report cards, as class teacher"]),
  ...inArea("teaching", ["Report cards: make, issue, withdraw"]),
  ...inArea("families", ["Notices", "Mail"]),
  ...inArea("institute", ["Closed days", "Import of students", "School years", "Settings", "The institute's own site"]),
  ...inArea("institute", ["Backups", "Export and erasure of people", "Background tasks", "Activity and status"]),
]);

function inArea(area: Area, words: readonly string[]): [string, Area][] {
  return words.map((one) => [one, area]);
}

export const areaOf = (words: string): Area | undefined => areas.get(words);

/** The duties by area, in the order of the menu. */
export function byArea(duties: Duties): { area: Area; duties: Duties }[] {
  return (Object.keys(copy.areas) as Area[])
    .map((area) => ({ area, duties: duties.filter(({ words }) => (areaOf(words) ?? "institute") === area) }))
    .filter((one) => one.duties.length > 0);
}

/** The scope that a kind of staff has of all these duties; where it is not the same, how many it has. */
export function holdsOf(role: Grant["role"], duties: Duties): ReturnType<typeof holds> | number {
  const scopes = duties.map(({ right }) => holds(role, right));
  const [first = "none"] = scopes;
  return scopes.every((one) => one === first) ? first : scopes.filter((one) => one !== "none").length;
}

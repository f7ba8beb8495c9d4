import { groupBy } from "@/lib/group-by";
import { placeOf } from "./rules";
import type { TaughtStudent } from "./schema-taught";

/** Groups students by class and section, in order. */
export function byPlace(students: readonly TaughtStudent[]): [place: string, students: TaughtStudent[]][] {
  return [...groupBy(students, (student) => placeOf(student) ?? "")];
}

import { placeOf } from "./rules";
import type { TaughtStudent } from "./schema-taught";

/** Groups students by class and section, in order. */
export function byPlace(students: readonly TaughtStudent[]): [place: string, students: TaughtStudent[]][] {
  const places = new Map<string, TaughtStudent[]>();
  for (const student of students) {
    const place = placeOf(student) ?? "";
    places.set(place, [...(places.get(place) ?? []), student]);
  }
  return [...places];
}

import { placesOf } from "../rules";
import type { PeopleTyped } from "./reach-facts";

/** The audience selected in the form; null while a class is invalid. */
export function audienceIn(form: HTMLFormElement): PeopleTyped | null {
  const data = new FormData(form);
  const places = placesOf(String(data.get("classes") ?? ""));
  if (places === null) return null;
  const is = (name: string) => data.get(name) === "on";
  return {
    audience: [
      ...(is("everyone") ? [{ kind: "public" as const }] : []),
      ...(is("allClasses") ? [{ kind: "students" as const }] : []),
      ...places.map((place) => ({ kind: "class" as const, ...place })),
      ...data.getAll("student").map((studentId) => ({ kind: "student" as const, studentId: String(studentId) })),
      ...(is("staff") ? [{ kind: "staff" as const }] : []),
    ],
    toStudents: is("toStudents"),
    toGuardians: is("toGuardians"),
    mustConfirm: is("mustConfirm"),
  };
}

import { placesOf } from "../rules";
import type { NoticeView } from "../schema-office";
import type { PeopleTyped } from "./reach-facts";

/** The initial values of a notice. */
export type Begun = Pick<NoticeView, "title" | "text" | "audience" | "toStudents" | "toGuardians"> &
  Pick<NoticeView, "mustConfirm" | "pinned" | "until">;

/** Whom a notice reaches, as it is stored. */
export const inputOf = ({
  audience,
  toStudents,
  toGuardians,
  mustConfirm,
  until,
}: Pick<NoticeView, keyof PeopleTyped>): PeopleTyped => ({
  audience: audience.flatMap(({ kind, className, section, studentId }): PeopleTyped["audience"] => {
    if (kind === "class") return className === null ? [] : [{ kind, className, section }];
    if (kind === "student") return studentId === null ? [] : [{ kind, studentId }];
    return [{ kind }];
  }),
  toStudents,
  toGuardians,
  mustConfirm,
  until,
});

/** Whom the notice in the form reaches; null while a class is invalid. */
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
    until: String(data.get("until") ?? "") || null,
  };
}

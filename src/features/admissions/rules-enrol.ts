import { shownDate } from "@/lib/dates";
import { foldedName } from "@/lib/folded";

/** A parent from a form, with a normalized phone number. */
export type Parent = { name: string; email: string; phones: readonly string[] };

/** The parents of an application and its merged ones, without duplicates: the same name and contact is the same person. */
export function parentsOf<One extends Parent>(forms: readonly One[]): One[] {
  const isSame = (one: Parent, other: Parent) =>
    foldedName(one.name) === foldedName(other.name) &&
    (one.email === other.email || one.phones.some((phone) => other.phones.includes(phone)));
  return forms.filter((one, index) => !forms.slice(0, index).some((earlier) => isSame(earlier, one)));
}

type Child = { _id: string; name: string };

/** The name that the child will have once enrolled: that of the chosen student, otherwise as typed. */
export function nameOfChild(who: string, typed: string, students: readonly Child[]): string {
  return students.find(({ _id }) => _id === who)?.name ?? typed.trim();
}

/** Whether a student on the roster is chosen; `""` means no choice yet, `new` a child who is not on the roster. */
export const isKnownChild = (who = ""): boolean => who !== "" && who !== "new";

export const keyOfPeople = (people: readonly { _id: string }[]): string => people.map(({ _id }) => _id).join();

/** A first day in words, if it is still to come; empty otherwise. */
export const dayAhead = (day: string | undefined, today: string): string => (day && day > today ? shownDate(day) : "");

/** The next admission number: increments the digits at the end. Empty if there are none. */
export function nextAdmissionNo(last: string | null): string {
  const [, before = "", digits = ""] = /^(.*?)(\d{1,15})$/u.exec(last ?? "") ?? [];
  return digits && `${before}${String(Number(digits) + 1).padStart(digits.length, "0")}`;
}

import { foldedName } from "@/lib/folded";

/** A parent from a form, with a normalized phone number. */
export type Parent = { name: string; email: string; phones: readonly string[] };

/** The parents of an application and its merged ones, without duplicates: the same name and contact is the same person. */
export function parentsOf(forms: readonly Parent[]): Parent[] {
  const isSame = (one: Parent, other: Parent) =>
    foldedName(one.name) === foldedName(other.name) &&
    (one.email === other.email || one.phones.some((phone) => other.phones.includes(phone)));
  return forms.filter((one, index) => !forms.slice(0, index).some((earlier) => isSame(earlier, one)));
}

/** The next admission number: increments the trailing digits. Empty if there are none. */
export function nextAdmissionNo(last: string | null): string {
  const [, before = "", digits = "", after = ""] = /^(.*?)(\d{1,15})(\D*)$/u.exec(last ?? "") ?? [];
  return digits && `${before}${String(Number(digits) + 1).padStart(digits.length, "0")}${after}`;
}

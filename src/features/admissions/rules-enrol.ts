import { foldedName } from "@/lib/folded";

/** A parent as a form names one; phone numbers in one form. */
export type Parent = { name: string; email: string; phones: readonly string[] };

/** The parents of an application and of those merged with it, each once: the same name and contact is the same person. */
export function parentsOf(forms: readonly Parent[]): Parent[] {
  const isSame = (one: Parent, other: Parent) =>
    foldedName(one.name) === foldedName(other.name) &&
    (one.email === other.email || one.phones.some((phone) => other.phones.includes(phone)));
  return forms.filter((one, index) => !forms.slice(0, index).some((earlier) => isSame(earlier, one)));
}

/** The number after an admission number: its last digits count on. Empty where there are none. */
export function nextAdmissionNo(last: string | null): string {
  const [, before = "", digits = "", after = ""] = /^(.*?)(\d{1,15})(\D*)$/u.exec(last ?? "") ?? [];
  return digits && `${before}${String(Number(digits) + 1).padStart(digits.length, "0")}${after}`;
}

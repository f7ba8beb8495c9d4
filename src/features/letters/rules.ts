import type { Actions } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import type { Family, Relative } from "@/server/roster/families";
import { copy } from "./messages";

export const actions = { print: "office" } as const satisfies Actions;

/** Maximum number of families that are checked; many of them may need no letter. */
export const mostFamilies = 1000;

export const mostLetters = 300;

/** Maximum number of guardians of a student to choose from. */
export const mostGuardians = 20;

/** A person who gets a code; the relation of a student is null. */
export type Receiver = Relative & { relation: string | null };

const studentNeedsCode = ({ hasLogin, isClosed }: Family) => !hasLogin && !isClosed;

/** True if the student needs a code, but the letter goes to a guardian who must not get it (decision 370). */
export const isStudentLeftOut = (family: Family): boolean =>
  studentNeedsCode(family) && family.guardian?.seesResults === false;

const isStudentIn = (family: Family) => studentNeedsCode(family) && !isStudentLeftOut(family);

/** The number of students who need a code and have no address. */
export const countWithoutAddress = (families: Family[]): number =>
  families.filter((family) => studentNeedsCode(family) && !family.hasEmail).length;

/** The number of students without an address who get a code, so that the letter is their only way to log in. */
export const countByLetterAlone = (families: Family[]): number =>
  countWithoutAddress(families.filter((family) => !isStudentLeftOut(family)));

/** The people who get codes in a family's letter: the student and one guardian, unless they can log in already. */
export function receiversOf(family: Family): Receiver[] {
  const { guardian, id, name, hasEmail, loginName } = family;
  return [
    ...(isStudentIn(family) ? [{ id, name, hasEmail, loginName, relation: null }] : []),
    ...(guardian ? [guardian] : []),
  ];
}

/**
 * How a person logs in afterwards: without an address, a student by the admission number and a guardian by the phone number.
 */
export function laterWords({ hasEmail, loginName, relation }: Receiver): string {
  if (hasEmail) return copy.byEmail;
  if (loginName === null) return copy.byNewEmail;
  return relation === null ? copy.byNumber(loginName) : copy.byPhone;
}

export function placeLine({ className, section, rollNo }: Family): string {
  if (className === null) return "";
  return [copy.place(placeName(className, section)), ...(rollNo ? [copy.roll(rollNo)] : [])].join(", ");
}

/** Capitalises the first letter: relations are typed as `mother`. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

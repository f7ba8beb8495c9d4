import { type Actions, covers, taughtFor } from "@/lib/may";
import { plainDigits } from "@/lib/phones";
import type { Principal } from "@/lib/principal";

/** Permissions of this room: class teachers edit the cards of their class, the office issues them. */
export const actions = { write: "teaching", make: "office", read: "member" } as const satisfies Actions;

/** The place of a card: a class of a year; a null section means all of them, or a student without one. */
export type Place = { className: number; section: string | null };

/** A class of a year; class teachers reach only that of the current one. */
type YearsPlace = Place & { isThisYear: boolean };

/**
 * The sections of a class that a person may write for as class teacher; "all" for the office, and for a class teacher of the
 * whole class.
 */
export function ownSections(principal: Principal, place: Omit<YearsPlace, "section">): "all" | string[] {
  const { className, isThisYear } = place;
  const taught = taughtFor(principal, actions.write);
  if (taught === null) return "all";
  if (!isThisYear) return [];
  const own = taught.filter((one) => one.subjectKeys === null && covers(one, { className }));
  return own.some(({ section }) => section === null) ? "all" : own.flatMap(({ section }) => section ?? []);
}

/** Whether a person may see the cards of a place; a class teacher of one section may see those of the whole class. */
export function reachesSet(principal: Principal, { section, ...place }: YearsPlace): boolean {
  const own = ownSections(principal, place);
  return own === "all" || (section === null ? own.length > 0 : own.includes(section));
}

/** Whether a person may edit the card of a student in this section. */
export function reachesStudent(principal: Principal, { section, ...place }: YearsPlace): boolean {
  const own = ownSections(principal, place);
  return own === "all" || (section !== null && own.includes(section));
}

/** The prefix of a class's numbers: `2026-7A`. */
export const seriesOf = (firstDayOfYear: string, { className, section }: Place): string =>
  `${firstDayOfYear.slice(0, 4)}-${className}${section ?? ""}`;

/** The prefix of a card's numbers: `2026-7A-012`. */
export const placeIn = (series: string, place: number): string => `${series}-${String(place).padStart(3, "0")}`;

/** The prefix of the numbers of all versions of a card. */
export const placeOfNumber = (number: string): string => number.replace(/-\d+$/, "");

/** The number of a card: `2026-7A-012-1`. */
export const numberOf = (place: string, version: number): string => `${place}-${version}`;

/** A typed number in canonical form. */
export const typedNumber = (text: string): string =>
  plainDigits(text)
    .replace(/[\s\u2010-\u2015\u2212]+/g, (found) => (/\s/.test(found) ? "" : "-"))
    .toUpperCase();

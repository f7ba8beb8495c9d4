import { type ClockStyle, shownDay, shownTime } from "@/lib/dates";
import { type Choices, searchAsked } from "@/lib/list-address";
import { sectionsOf } from "@/lib/sections";
import { storedClassOf } from "@/lib/stored-classes";
import { office } from "./messages-office";
import type { ChangeView, Values } from "./schema-changes";
import type { Warning } from "./schema-warnings";

/** A warning in words. */
export function wordsOfWarning({ code, tests, name }: Warning, clock: ClockStyle): string {
  const words = office.warnings;
  const named = (withDay: boolean) =>
    tests
      .map(({ subject, testDate, testTime }) =>
        [subject, ...(withDay ? [shownDay(testDate)] : []), shownTime(testTime, clock)].join(", "),
      )
      .join("; ");
  if (code === "overlap" || code === "two-that-day") return words[code](named(false));
  if (code === "four-that-week") return words[code](tests.length + 1, named(true));
  if (code === "closed-day" || code === "half-day") return words[code](name ?? "");
  return words[code];
}

/** The typed place of a test, to be checked; null while incomplete. */
export function placeOfTyped(
  given: Readonly<Record<"className" | "sections" | "testDate" | "testTime" | "minutes", string>>,
) {
  const sections = sectionsOf(given.sections);
  const testTime = given.testTime.slice(0, 5);
  const isWhole =
    given.className !== "" &&
    /^(?!0000)\d{4}-\d\d-\d\d$/.test(given.testDate) &&
    /^\d\d:\d\d$/.test(testTime) &&
    sections.length <= 30 &&
    sections.every((section) => /^[a-z0-9]{1,3}$/i.test(section)) &&
    /^(|[5-9]|[1-9]\d|[1-5]\d\d|600)$/.test(given.minutes.trim());
  if (!isWhole) return null;
  return { className: given.className, sections, testDate: given.testDate, testTime, minutes: given.minutes };
}

/** The changes of a step, line by line: date and time first, then each field. */
export function linesOf({ kind, before, after }: ChangeView, clock: ClockStyle): string[] {
  if (kind === "announced") return after.testDate ? [whenOf(after, clock)] : [];
  const lines = after.testDate ? [office.fromTo(whenOf(before, clock), whenOf(after, clock))] : [];
  const names = Object.keys(office.names) as (keyof typeof office.names)[];
  const others = names.flatMap((name) =>
    name in after ? [office.now(office.names[name], shown(before[name]), shown(after[name]))] : [],
  );
  return [...lines, ...others, ...(after.isHidden ? [office.hidden] : [])];
}

const whenOf = ({ testDate = "", testTime = "" }: Values, clock: ClockStyle) =>
  `${shownDay(testDate)}, ${shownTime(testTime, clock)}`;

function shown(value: string | number | readonly string[] | null | undefined): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  return text === "" ? office.none : text;
}

/** Parses the query string of the list. */
export function askedOf(choices: Choices, today: string) {
  const [className, q] = [storedClassOf(choices.class), searchAsked(choices)];
  const state = (["planned", "cancelled"] as const).find((one) => one === choices.state);
  return {
    ...(className && { className: String(className) }),
    ...(state && { state }),
    ...(q && { q }),
    ...(choices.when === "past"
      ? ({ before: today, order: "latest" } as const)
      : ({ from: today, order: "soonest" } as const)),
    limit: 20,
  };
}

/** The rows of the list. A row with an open form stays, before the others, even if the list no longer contains it. */
export function withEdited<Row extends { _id: string }>(found: readonly Row[], edited: readonly Row[]): Row[] {
  const ids = new Set(found.map(({ _id }) => _id));
  return [...edited.filter(({ _id }) => !ids.has(_id)), ...found];
}

import { type ClockStyle, shownTime, stampIn } from "@/lib/dates";
import { type Choices, pageAsked, queryWith, searchAsked } from "@/lib/list-address";
import { listed } from "@/lib/listed";
import { shortDay } from "@/lib/short-days";
import { storedClassOf } from "@/lib/stored-classes";
import { deskCopy as copy } from "./messages-desk";
import { closedStates, isClockRunning, isClosed, movesOf, openStates, visitOf } from "./rules-moves";
import type { SubmissionState } from "./schema";
import type { ApplicationView, DeskFilters, DeskInput, DeskRowView } from "./schema-desk";
import { deskSorts, deskViews } from "./schema-views";

/** The filters in the query string of the desk, beside the search. */
export const facetNames = ["class", "assigned"] as const;

/** The tabs of the page: the cards, and the views of the table. */
export const tabs = ["cards", ...deskViews] as const;

export type Tab = (typeof tabs)[number];

/** A search or filter without a view covers all applications, because the cards show only the newest. */
export const tabOf = (choices: Choices): Tab => {
  const isFiltering = ["q", ...facetNames].some((name) => choices[name]);
  return deskViews.find((known) => known === choices.view) ?? (isFiltering ? "all" : "cards");
};

/** Parses the query string of the desk; invalid values are ignored. */
export function askedOf(choices: Choices): DeskInput {
  const { assigned, sort = "" } = choices;
  const [search, tab, className] = [searchAsked(choices), tabOf(choices), storedClassOf(choices.class)];
  return {
    ...(search && { search }),
    view: tab === "cards" ? "all" : tab,
    ...(className && { class: className }),
    ...((assigned === "me" || assigned === "nobody") && { assigned }),
    sort: deskSorts.find((one) => one === sort.replace(/^-/, "")) ?? "due",
    direction: sort.startsWith("-") ? "desc" : "asc",
    page: pageAsked(choices.page),
    limit: 50,
  };
}

/** The filters of the query string, without order and page. */
export function filtersOf(choices: Choices): DeskFilters {
  const { page: _page, limit: _limit, sort: _sort, direction: _direction, ...filters } = askedOf(choices);
  return filters;
}

/** The query string of the desk without its page number, for the pages of its applications. */
export const queryOf = (choices: Choices): string => queryWith(choices, ["view", "q", ...facetNames, "sort"]);

export type Clocks = { at: Date; timeZone: string; clock: ClockStyle };

/** A short date and time, `Fri, 20 Nov, 18:00`. */
export function shortMoment(moment: Date, { at, timeZone, clock }: Clocks): string {
  const [date = "", time = ""] = stampIn(timeZone, moment).split(" ");
  return `${shortDay(date, stampIn(timeZone, at))}, ${shownTime(time, clock)}`;
}

type Due = { tone: "late" | "today" | "later" | "none"; text: string };

export type DueRow = Pick<DeskRowView, "state" | "answerDue" | "answeredAt" | "visitAt">;

export function dueOf(row: DueRow, clocks: Clocks): Due {
  const { answerDue: due, state } = row;
  if (!isClockRunning(row)) {
    const visit = visitOf(row);
    if (visit) return { tone: "none", text: copy.visit(shortMoment(visit, clocks)) };
    return { tone: "none", text: isClosed(state) ? copy.closed : copy.answered };
  }
  if (!due) return { tone: "none", text: copy.nothing };
  const { at, timeZone, clock } = clocks;
  const [today = ""] = stampIn(timeZone, at).split(" ");
  const [date = "", time = ""] = stampIn(timeZone, due).split(" ");
  if (due < at) {
    const text = date === today ? copy.lateAt(shownTime(time, clock)) : copy.late(shortDay(date, today));
    return { tone: "late", text };
  }
  return date === today
    ? { tone: "today", text: copy.today(shownTime(time, clock)) }
    : { tone: "later", text: copy.by(shortDay(date, today)) };
}

export const toneOf = (state: SubmissionState) =>
  ({
    received: "neutral",
    in_review: "accent",
    waiting: "neutral",
    invited: "accent",
    offered: "accent",
    accepted: "success",
    enrolled: "success",
    declined: "neutral",
    withdrawn: "neutral",
  })[state] as "neutral" | "accent" | "success";

/** The possible next states of the selected applications, with counts; closed ones are excluded. */
export function targetsOfMany(rows: readonly Pick<DeskRowView, "state">[]) {
  const all = [...openStates, ...closedStates].map((to) => ({
    to,
    count: rows.filter(({ state }) => !isClosed(state) && movesOf(state).includes(to)).length,
  }));
  return all.filter(({ count }) => count > 0);
}

/** The states that take a seat, as the database counts them (decision 250). */
const seated: readonly SubmissionState[] = ["offered", "accepted", "enrolled"];

type Seated = Pick<DeskRowView, "state" | "selectedClass" | "intake">;

/** What to say if a step gives more places than there are free seats; empty if there are enough, or the step takes none. */
export function seatsWarning(rows: readonly Seated[], to: SubmissionState | ""): string {
  if (to === "" || !seated.includes(to)) return "";
  const taking = rows.filter(({ state }) => !seated.includes(state) && !isClosed(state) && movesOf(state).includes(to));
  const short = [...new Set(taking.map(({ intake }) => intake?._id))].flatMap((id) => {
    const own = taking.filter(({ intake }) => intake && intake._id === id);
    const [{ intake, selectedClass } = { intake: null, selectedClass: 0 }] = own;
    if (!intake || intake.seats === null) return [];
    const free = Math.max(intake.seats - intake.taken, 0);
    return own.length > free ? [copy.beyondSeats(copy.className(selectedClass), free, own.length)] : [];
  });
  return short.length > 0 ? [...short, copy.canExceed].join(" ") : "";
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : ""))
    .join("")
    .toUpperCase();
}

type Templated = Pick<ApplicationView, "parentName" | "name" | "selectedClass" | "hasMerged"> & {
  /** The first day in the class, if it is still to come. */
  from?: string;
};

/** The suggested text of a message for a step; it names no parent if several get it. @param bring what to bring to a visit */
export function templateOf(
  to: SubmissionState | "",
  { parentName, name, selectedClass, hasMerged, from = "" }: Templated,
  bring: readonly string[] = [],
): string {
  if (to === "" || !(to in copy.templates)) return "";
  return copy.templates[to as keyof typeof copy.templates](
    ...([hasMerged ? copy.family : parentName, name, copy.className(selectedClass), listed(bring), from] as const),
  );
}

/**
 * Sends rows in parts of a size that one request takes, up to the first failure.
 * @returns the answers, and the rows of the parts without one
 * @throws the failure of the first part
 */
export async function sendInParts<Row, Answer>(
  rows: readonly Row[],
  most: number,
  send: (part: Row[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; left: Row[] }> {
  const answers: Answer[] = [];
  for (let start = 0; start < rows.length; start += most) {
    try {
      answers.push(await send(rows.slice(start, start + most)));
    } catch (error) {
      if (start === 0) throw error;
      return { answers, left: rows.slice(start) };
    }
  }
  return { answers, left: [] };
}

import { dateIn, momentOn, shownDay } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import { bothSteps } from "./messages-steps";
import type { EventView, MailView } from "./schema";

export const actions = {
  manageMail: "office",
  readActivity: "administrator",
  readStatus: "administrator",
} as const satisfies Actions;

/** True for an email that will be sent at any moment and has not failed: there is no action to offer. */
export function isOnItsWay({ state, fault }: Pick<MailView, "state" | "fault">): boolean {
  return state === "waiting" && fault === null;
}

/** What an email is, in words: its kind, and the notice that it is about. */
export function whatOf({ kind, title }: Pick<MailView, "kind" | "title">): string {
  return title === null ? kind : copy.mailAbout(kind, title);
}

/** The state that several emails have in common. */
export function commonStateOf(mails: readonly Pick<MailView, "state">[]): MailView["state"] | undefined {
  const [first, ...others] = mails;
  return first && others.length > 0 && others.every(({ state }) => state === first.state) ? first.state : undefined;
}

const day = 24 * 60 * 60 * 1000;

/** The start and end of the dates `from` to `to` in a time zone; a missing date is unbounded. */
export function momentsOf({ from, to }: { from: string; to: string }, timeZone: string) {
  return {
    ...(isTyped(from) && { from: momentOn(timeZone, Date.parse(from)).toISOString() }),
    ...(isTyped(to) && { before: momentOn(timeZone, Date.parse(to) + day).toISOString() }),
  };
}

/**
 * False for a date in the address that does not exist, and while a year is being typed: a browser reports the first digit of 2026 as
 * the year 2.
 */
function isTyped(date: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
}

/** Events, newest first, under their dates in a time zone. */
export function byDate<Event extends { at: Date }>(events: readonly Event[], timeZone: string) {
  return [...groupBy(events, ({ at }) => dateIn(timeZone, at))].map(([date, on]) => ({ date, events: on }));
}

type Step = Pick<EventView, "action" | "words" | "at" | "subjectId" | "actorId" | "address">;

const wordsOfBoth = new Map<string, string>(Object.entries(bothSteps));

/** True if somebody wrote a notice and, from the same place and within a minute, published or planned it. */
function isOneAct(first: Step, second: Step): boolean {
  return (
    first.action === "notice-added" &&
    wordsOfBoth.has(second.action) &&
    first.subjectId === second.subjectId &&
    first.actorId === second.actorId &&
    first.address === second.address &&
    second.at.getTime() - first.at.getTime() <= 60_000
  );
}

/** Events, newest first, with the two steps of one act as one. The stored trail keeps both. */
export function foldSteps<Event extends Step>(events: readonly Event[]): Event[] {
  return events.flatMap((event, index) => {
    const [later, earlier] = [events[index - 1], events[index + 1]];
    if (later && isOneAct(event, later)) return [];
    if (!earlier || !isOneAct(earlier, event)) return [event];
    return [{ ...event, words: wordsOfBoth.get(event.action) ?? event.words }];
  });
}

/** How a date is headed: `Today`, `Yesterday` or `Tuesday, 24 Nov 2026`. */
export function headingOf(date: string, today: string): string {
  const ago = (Date.parse(today) - Date.parse(date)) / day;
  if (ago === 0) return copy.today;
  return ago === 1 ? copy.yesterday : shownDay(date);
}

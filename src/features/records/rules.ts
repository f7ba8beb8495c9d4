import type { AuditAction } from "@/lib/audit-actions";
import { copy } from "./copy";
import type { EventView, MailView } from "./schema";

const sentences: Record<AuditAction, string> = copy.actions;
const kinds: Record<string, string> = copy.mailKinds;
const nouns: Record<string, readonly [one: string, many: string]> = copy.counted;

/** What happened, in plain words; an action that is no longer known keeps the word it was kept under. */
export function sentenceOf(action: string): string {
  return Object.hasOwn(sentences, action) ? sentences[action as AuditAction] : action;
}

/** What a kind of mail is called. */
export function nameOfKind(kind: string): string {
  return (Object.hasOwn(kinds, kind) && kinds[kind]) || kind;
}

/** The facts of an event, each in words. */
export function factsOf({ action, subject, detail }: Pick<EventView, "action" | "subject" | "detail">): string[] {
  const facts = Object.entries(detail ?? {}).map(([name, value]) => factOf(action, name, value));
  return subject === null ? facts : [copy.subject(subject), ...facts];
}

function factOf(action: string, name: string, value: unknown): string {
  if (name === "class") return copy.className(value);
  if (name === "count") {
    const [one, many] = nouns[action] ?? ["entry", "entries"];
    return `${value} ${value === 1 ? one : many}`;
  }
  return name === "why" || name === "call" ? String(value) : `${name}: ${String(value)}`;
}

/** True for a mail that is to leave at any moment and has met no obstacle; there is nothing to press. */
export function isOnItsWay({ state, fault }: Pick<MailView, "state" | "fault">): boolean {
  return state === "waiting" && fault === null;
}

const day = 24 * 60 * 60 * 1000;

/** The moments between which the days `from` to `to` lie in a time zone; a day that is not set bounds nothing. */
export function momentsOf({ from, to }: { from: string; to: string }, timeZone: string) {
  return {
    ...(isTyped(from) && { from: startOfDay(Date.parse(from), timeZone) }),
    ...(isTyped(to) && { before: startOfDay(Date.parse(to) + day, timeZone) }),
  };
}

/** False while a year is being typed: a browser takes the first digit of 2026 for the year 2. */
function isTyped(date: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(date);
}

/** The moment at which a day, given as its midnight in UTC, begins on the clocks of a time zone. */
function startOfDay(utc: number, timeZone: string): string {
  // Swedish writes a moment as ISO does.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const ahead = (moment: number) => Date.parse(`${clock.format(moment).replace(" ", "T")}Z`) - moment;
  // Asked again at the moment found: the clocks may have been changed between the two.
  return new Date(utc - ahead(utc - ahead(utc))).toISOString();
}

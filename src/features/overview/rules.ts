import { folded } from "@/lib/folded";
import { groupBy } from "@/lib/group-by";
import { type Actions, taughtFor } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { shortDay } from "@/lib/short-days";
import { copy } from "./messages";
import type { PlannedKind, WaitingKind } from "./schema";

/** Permissions of this room. */
export const actions = {
  read: "teaching",
  office: "office",
  erase: "administrator",
  backUp: "administrator",
  addYear: "administrator",
  publishFacts: "administrator",
} as const satisfies Actions;

/** The classes that a person teaches; undefined for people who may see all classes. */
export const classesOf = (principal: Principal) =>
  taughtFor(principal, actions.read)?.map(({ className }) => className);

/** The page with the list for each number; the list has as many rows as the number says. */
export const listOf: Record<WaitingKind | PlannedKind, string> = {
  overdue: "/admin/get-info?view=due",
  applications: "/admin/get-info?view=due",
  wrote: "/admin/get-info?view=wrote",
  accepted: "/admin/get-info?view=accepted",
  messages: "/admin/messages",
  marks: "/admin/results?waits=marks",
  tests: "/admin/overview/tests",
  heldReleases: "/admin/results?state=held",
  cameBack: "/admin/results?state=cameBack",
  ready: "/admin/results?waits=release",
  lateMarks: "/admin/results?waits=late",
  heldNotices: "/admin/notices?state=held",
  releases: "/admin/results?state=scheduled",
  notices: "/admin/notices?state=scheduled",
  yearEnded: "/admin/settings#years",
  unpromoted: "/admin/students/promote",
  codes: "/admin/students?code=declined",
  erasures: "/admin/privacy-requests",
  proposed: "/admin/students?view=proposed",
  unconfirmed: "/admin/students?login=not+confirmed",
  consents: "/admin/students?consent=missing",
  stuck: "/admin/mail?state=waiting",
  mails: "/admin/mail?state=failed",
  held: "/admin/mail?state=held",
  kept: "/admin/mail?state=kept",
};

/** Since when something waits: `oldest since Sat, 21 Nov`. */
export function sinceWords(since: string, count: number, today: string): string {
  if (since === today) return copy.sinceToday;
  return copy.since(shortDay(since, today), count);
}

/** The words of a search text, each folded. */
export const wordsOf = (search: string) => folded(search).split(/\s+/u).filter(Boolean).slice(0, 8);

/** Groups events by date. */
export function byDay<Thing extends { day: string }>(things: readonly Thing[]): { day: string; things: Thing[] }[] {
  return [...groupBy(things, ({ day }) => day)]
    .map(([day, of]) => ({ day, things: of }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

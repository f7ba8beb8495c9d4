import { type ClockStyle, shownDay, shownTime } from "@/lib/dates";
import { emailDelay } from "@/lib/email-delay";
import { listed } from "@/lib/listed";
import { news as copy } from "./messages-news";
import { isSamePlace } from "./rules-history";
import type { ChangeView } from "./schema-changes";
import type { Facts, ReachView } from "./schema-news";

export type Step = Pick<ChangeView, "at" | "kind" | "before">;

/** The moment of a date and time in the institute's zone. */
export type Clock = (date: string, time: string) => Date;

/** Changes this shortly before a test are announced immediately. In milliseconds. */
const soon = 48 * 60 * 60 * 1000;

/** The values of a test before a step. */
function undo(facts: Facts, { kind, before }: Step): Facts {
  const { className, sections, subject, testDate, testTime } = { ...facts, ...before };
  const isOn = kind === "cancelled" ? true : kind === "restored" ? false : facts.isOn;
  return { className, sections, subject, testDate, testTime, isOn };
}

/** True if a test takes place where and when families know it; its class and sections may differ. */
export const isAsItWas = (known: Facts | null, next: Facts | null): boolean =>
  known?.isOn === true && next?.isOn === true && isSamePlace(known, next);

/** True if students who had the test do not have it any more. */
function isTakenAway(was: Facts, is: Facts): boolean {
  if (was.className !== is.className) return true;
  const { sections } = is;
  return sections.length > 0 && (was.sections.length === 0 || was.sections.some((one) => !sections.includes(one)));
}

/** True if a later notification would make somebody miss the test or come in vain: it takes place within 48 hours. */
export function isUrgent(known: Facts | null, next: Facts | null, now: Date, startOf: Clock): boolean {
  if (known === null || (!known.isOn && !next?.isOn)) return false;
  if (next && known.isOn === next.isOn && isSamePlace(known, next) && !isTakenAway(known, next)) return false;
  const starts = [...(known.isOn ? [known] : []), ...(next?.isOn ? [next] : [])];
  return starts.some(({ testDate, testTime }) => {
    const ahead = startOf(testDate, testTime).getTime() - now.getTime();
    return ahead > 0 && ahead <= soon;
  });
}

/**
 * What families know about a test: the last facts that were unchanged for the delay, or announced immediately; null if nothing
 * was announced. `steps` are all steps in order; `current` are the values after them.
 */
export function knownOf(current: Facts, steps: readonly Step[], now: Date, startOf: Clock): Facts | null {
  const states: Facts[] = [];
  let state = current;
  for (const step of [...steps].reverse()) {
    states.unshift(state);
    state = undo(state, step);
  }
  // Tests from before histories existed are known.
  let known = steps[0]?.kind === "announced" ? null : state;
  for (const [index, { at }] of steps.entries()) {
    const after = states[index] ?? current;
    const until = steps[index + 1]?.at ?? now;
    const isTold = until.getTime() - at.getTime() >= emailDelay || isUrgent(known, after, at, startOf);
    // The cancellation of a test that was never announced is not announced either.
    if (isTold && (known || after.isOn)) known = after;
  }
  return known;
}

/** The first announced facts of a test. The parameters are those of {@link knownOf}. */
export const announcedOf = (current: Facts, steps: readonly Step[]): Facts =>
  steps.reduceRight((facts, step) => undo(facts, step), current);

/** The kinds of news about a test. */
export const testActs = ["announced", "moved", "cancelled", "restored"] as const;

type TestAct = (typeof testActs)[number];

/** The class of a student; without a section, all tests of the class count. */
type Place = { className: number; section: string | null };

const isFor = ({ className, sections }: Facts, student: Place) =>
  className === student.className &&
  (sections.length === 0 || student.section === null || sections.includes(student.section));

/** The news of a test for a student; null if it is unchanged or over. */
export function actOf(
  known: Facts | null,
  next: Facts | null,
  student: Place,
  now: Date,
  startOf: Clock,
): TestAct | null {
  const was = known?.isOn && isFor(known, student) ? known : null;
  const is = next?.isOn && isFor(next, student) ? next : null;
  const isAhead = [was, is].some((one) => one && startOf(one.testDate, one.testTime) > now);
  if (!isAhead) return null;
  if (was && is) return isSamePlace(was, is) ? null : "moved";
  if (was) return "cancelled";
  return known && isFor(known, student) ? "restored" : "announced";
}

/** Whether any student is notified. */
export function isNews(known: Facts | null, next: Facts | null, now: Date, startOf: Clock): boolean {
  // Null means students without a section, the empty text those of sections that are not named.
  const students = [known, next].flatMap((facts) =>
    facts ? [...facts.sections, "", null].map((section) => ({ className: facts.className, section })) : [],
  );
  return students.some((student) => actOf(known, next, student, now, startOf) !== null);
}

/** When a change is announced. After the pause, a new test can be over; then nobody is notified. */
export function whenTold(known: Facts | null, next: Facts | null, now: Date, startOf: Clock): ReachView["when"] {
  const isNow = isUrgent(known, next, now, startOf);
  const sent = isNow ? now : new Date(now.getTime() + emailDelay);
  if (!isNews(known, next, sent, startOf)) return "never";
  return isNow ? "at-once" : "after-pause";
}

/** The news of a test for students who share one email. */
export type TestNews = {
  act: TestAct;
  facts: Facts;
  known: Facts | null;
  reason: string | null;
  students: { child: string | null }[];
};

const whenOf = ({ testDate, testTime }: Facts, clock: ClockStyle) =>
  `${shownDay(testDate)}, ${shownTime(testTime, clock)}`;

const namesOf = (students: TestNews["students"]) => [...new Set(students.flatMap(({ child }) => child ?? []))];

/** A sentence about a change: the test, its old and new time, and the reason. */
function sentence({ act, facts, known, reason, students }: TestNews, clock: ClockStyle): string {
  const what = copy.what(facts.subject, facts.className, facts.sections.join(", "), listed(namesOf(students)));
  const why = reason === null ? "" : `: ${reason}`;
  const places =
    known && act === "moved" ? copy.fromTo(whenOf(known, clock), whenOf(facts, clock)) : whenOf(facts, clock);
  return copy.sentence(copy.acts[act](1), what, `${places}${why}`);
}

/** Maximum number of tests listed in one email; the page has all of them. */
const mostListed = 30;

/** Subject and sentences of an email about tests, next test first. */
export function newsInWords(news: readonly TestNews[], clock: ClockStyle) {
  const sorted = [...news].sort((one, other) => (whenSorted(one) < whenSorted(other) ? -1 : 1));
  const acts = [...new Set(sorted.map(({ act }) => act))];
  const [act] = acts;
  const what = acts.length === 1 && act ? copy.acts[act](sorted.length) : copy.news;
  const names = namesOf(sorted.flatMap(({ students }) => students));
  const [first] = sorted;
  const about = sorted.length === 1 && first ? first.facts.subject : null;
  const told = sorted.slice(0, mostListed).map((one) => sentence(one, clock));
  const more = sorted.length - told.length;
  return {
    subject: copy.subject(what, about, listed(names)),
    paragraphs: more > 0 ? [...told, copy.more(more)] : told,
  };
}

const whenSorted = ({ facts: { testDate, testTime } }: TestNews) => `${testDate} ${testTime}`;

/** Who is notified of a change, and when, in words. */
export function reachInWords({ when, students, guardians, inDigest, others, isMailOn }: ReachView): string {
  const words = copy.reachOf;
  if (when === "never" || students + guardians + inDigest === 0) return words.nobody;
  const people = listed([
    ...(students === 0 ? [] : [words.students(students)]),
    ...(guardians === 0 ? [] : [words.guardians(guardians)]),
  ]);
  const time = when === "at-once" ? words.atOnce : words.afterPause;
  const atOnce = isMailOn ? words.mailed(time, people) : words.kept(time, people);
  const later = inDigest === 0 ? [] : [words.inDigest(inDigest, isMailOn)];
  const told = people === "" ? later.map((text) => words.onlyLater(text, isMailOn)) : [atOnce, ...later];
  return `${[...told, ...(others === 0 ? [] : [words.others(others)])].join("; ")}.`;
}

import "server-only";
import { dateHere } from "@/content/institute";
import { listDesk } from "@/features/admissions/data-desk";
import { getReminder } from "@/features/backups/data";
import { listComingClosedDays } from "@/features/closed-days/data";
import { countUnpromoted } from "@/features/enrolments/data-many";
import { listTestsWithoutMarks } from "@/features/exams/data-tests";
import { countWaiting, listPlanned } from "@/features/exams/data-waiting";
import { findOpen } from "@/features/inquiries/data-inbox";
import { listNotices } from "@/features/notices/data-office";
import { listErasureRequests } from "@/features/people/data";
import { listSchedules } from "@/features/schedules/data";
import { countForOffice } from "@/features/students/data-list";
import { endOfLastYear } from "@/features/years/data";
import { addDays } from "@/lib/dates";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { clockHere, momentHere } from "@/server/clock";
import { hasOwnFacts } from "@/server/institute/site";
import { findOutage } from "@/server/mail/circuit-breaker";
import { countEmailsByState, isMailConfigured, pressing } from "@/server/mail/outbox";
import { copy } from "./messages";
import { actions, classesOf } from "./rules";
import { firstSteps, type Overview, type PlannedKind, plannedKinds, type WaitingKind, waitingKinds } from "./schema";

/** Maximum number of upcoming events, and of planned notices and releases read for them. */
const [mostShown, mostRead] = [60, 300];

type Kind = WaitingKind | PlannedKind;

/** The number of waiting items of each kind, and the day of the oldest one. */
type Pending = { counts: Partial<Record<Kind, number>>; since: Partial<Record<WaitingKind, string | null>> };
type PendingOfOffice = Pending & { isEmpty: boolean; isBeginning: boolean };

const notOffice: PendingOfOffice = { counts: {}, since: {}, isEmpty: false, isBeginning: false };

/** The caller's pending work and the next days, within the caller's rights. */
export async function getOverview(principal: Principal, now: Date): Promise<Overview> {
  const isOffice = may(principal, actions.office);
  const [office, teaching, week, backup] = await Promise.all([
    isOffice ? countOffice(principal, now) : notOffice,
    countTeaching(principal, now),
    listWeek(principal, now),
    may(principal, actions.backUp) ? getReminder(now) : null,
  ]);
  const { isEmpty, isBeginning } = office;
  const counts: Pending["counts"] = { ...office.counts, ...teaching.counts };
  const since: Pending["since"] = { ...office.since, ...teaching.since };
  const countOf = (kind: Kind) => counts[kind] ?? 0;
  return {
    waiting: waitingKinds
      .map((kind) => ({ kind, count: countOf(kind), since: since[kind] ?? null }))
      .filter(({ count }) => count > 0),
    planned: plannedKinds.map((kind) => ({ kind, count: countOf(kind) })).filter(({ count }) => count > 0),
    week: week.slice(0, mostShown),
    hasMore: week.length > mostShown,
    firstSteps: isBeginning ? await listFirstSteps(principal, !isEmpty, teaching.hasNotices) : [],
    // A new installation has no data to lose yet.
    backup: isEmpty && backup?.why === "none" ? null : backup,
  };
}

/** The first steps that a member of the office may take, and which of them are done. */
async function listFirstSteps(principal: Principal, hasStudents: boolean, hasNotices: boolean) {
  const isDone = { facts: await hasOwnFacts(), students: hasStudents, invite: false, notice: hasNotices };
  return firstSteps
    .filter((step) => step !== "facts" || may(principal, actions.publishFacts))
    .map((step) => ({ step, isDone: isDone[step] }));
}

/** The queries for applications that are due (oldest first), whose family wrote, or that are to be enrolled. */
const dueFirst = { view: "due", sort: "due", direction: "asc", page: 1, limit: 1 } as const;
const withMessages = { ...dueFirst, view: "wrote" } as const;
const toEnrol = { ...dueFirst, view: "accepted" } as const;

async function countOffice(principal: Principal, now: Date): Promise<PendingOfOffice> {
  const [due, wrote, accepted, inbox, students, mails, outage, requests, yearEnded, unpromoted] = await Promise.all([
    listDesk(dueFirst, principal.userId, now),
    listDesk(withMessages, principal.userId, now),
    listDesk(toEnrol, principal.userId, now),
    findOpen(),
    countForOffice(now),
    countEmailsByState(pressing),
    findOutage(),
    may(principal, actions.erase) ? listErasureRequests() : [],
    may(principal, actions.addYear) ? endOfLastYear(now) : null,
    countUnpromoted(now),
  ]);
  const oldest = due.items[0]?.answerDue;
  const isLate = oldest != null && oldest < now;
  return {
    counts: {
      [isLate ? "overdue" : "applications"]: due.total,
      wrote: wrote.total,
      accepted: accepted.total,
      messages: inbox.count,
      mails: mails.failed,
      held: mails.held,
      stuck: outage ? mails.waiting : 0,
      kept: isMailConfigured() ? 0 : mails.kept,
      proposed: students.proposed,
      unconfirmed: students.notConfirmed,
      consents: students.noConsent,
      codes: students.noCode,
      erasures: requests.length,
      yearEnded: yearEnded === null ? 0 : 1,
      unpromoted,
    },
    since: {
      overdue: isLate ? dateHere(oldest) : null,
      messages: inbox.since && dateHere(inbox.since),
      erasures: requests[0] && dateHere(requests[0].closedAt),
      yearEnded,
    },
    isEmpty: students.isEmpty,
    isBeginning: !students.isAnyoneInvited,
  };
}

async function countTeaching(principal: Principal, now: Date): Promise<Pending & { hasNotices: boolean }> {
  const [exams, tests, notices] = await Promise.all([
    countWaiting(principal, now),
    listTestsWithoutMarks(principal, now),
    listNotices({ page: 1, limit: 1 }, principal),
  ]);
  const { counts } = notices;
  const planned = { releases: exams.planned, notices: counts.scheduled };
  const held = { heldReleases: exams.held, cameBack: exams.cameBack, heldNotices: counts.held };
  const toRelease = { ready: exams.ready, lateMarks: exams.late };
  return {
    counts: { marks: exams.missing, tests: tests.length, ...planned, ...held, ...toRelease },
    // The tests are sorted latest first.
    since: { marks: exams.missingSince, tests: tests.at(-1)?.testDate ?? null },
    hasNotices: counts.scheduled + counts.published > 0,
  };
}

type Ahead = Overview["week"][number];

/** Tests, closed days and planned publications of the next seven days; for teachers, tests of their classes. */
async function listWeek(principal: Principal, now: Date): Promise<Ahead[]> {
  const from = dateHere(now);
  const before = addDays(from, 7);
  const classNames = classesOf(principal);
  const [tests, closed, notices, releases] = await Promise.all([
    listSchedules({ from, before, order: "soonest", state: "planned", limit: mostShown + 1 }, from, classNames),
    listComingClosedDays(from),
    listNotices({ state: "scheduled", page: 1, limit: mostRead }, principal),
    listPlanned(principal, momentHere(before, "00:00"), mostRead),
  ]);
  const things: Ahead[] = [
    ...closed
      .filter(({ firstDay }) => firstDay < before)
      .map(({ firstDay, kind, name }) => {
        const title = kind === "half" ? copy.half(name) : copy.closed(name);
        return {
          kind,
          day: firstDay < from ? from : firstDay,
          time: null,
          title,
          of: null,
          href: may(principal, actions.office) ? "/admin/closed-days" : null,
        };
      }),
    ...tests.items.map(({ subject, className, sections, testDate, testTime }) => ({
      kind: "test" as const,
      day: testDate,
      time: testTime,
      title: copy.testOf(subject),
      of: copy.place(className.replace("Class ", ""), sections.join(", ")),
      href: null,
    })),
    ...notices.items.flatMap(({ _id, title, publishAt }) => {
      if (!publishAt) return [];
      const at = clockHere(publishAt);
      const isNear = at.date >= from && at.date < before;
      const shown = { kind: "notice" as const, day: at.date, time: at.time, title: copy.noticeOf(title), of: null };
      return isNear ? [{ ...shown, href: `/admin/notices/${_id}` }] : [];
    }),
    ...releases.map(({ _id, className, sections, subject, examName, releaseAt }) => {
      const at = clockHere(releaseAt);
      const title = copy.release(subject, examName);
      const of = copy.place(String(className), sections.join(", "));
      return { kind: "release" as const, day: at.date, time: at.time, title, of, href: `/admin/results/${_id}` };
    }),
  ];
  const key = ({ day: on, time }: Ahead) => `${on} ${time ?? ""}`;
  return things.sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The tests of the last thirty days without an exam whose marks the caller may enter. */
export const listTests = (principal: Principal, now: Date) => listTestsWithoutMarks(principal, now);

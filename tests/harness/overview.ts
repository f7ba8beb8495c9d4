import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { askedOf as admissionsAt } from "@/features/admissions/rules-desk";
import { askedOf as examsAt } from "@/features/exams/rules";
import { inboxViewAt } from "@/features/inquiries/rules-inbox";
import { askedOf as noticesAt } from "@/features/notices/rules";
import { listOf } from "@/features/overview/rules";
import type { PlannedKind, WaitingKind } from "@/features/overview/schema";
import { askedOf as studentsAt } from "@/features/students/rules";
import { clockHere } from "@/server/clock";
import { db } from "@/server/db/client";
import { openCircuit } from "@/server/mail/circuit-breaker";
import { appErrorOf } from "@/server/trpc/trpc";
import { biology, type Caller, callerOf, createStaff, createStudent, result, schedule, submission } from "../factories";
import { shifted } from "./days";
import { examOffice, scored } from "./exams";
import { toClass7A } from "./notices";

export const day = 24 * 60 * 60 * 1000;
export const inDays = (days: number) => clockHere(new Date(Date.now() + days * day)).date;

// The tests of the enrolments cover those of the school years.
type Kind = Exclude<WaitingKind, "yearEnded" | "unpromoted"> | PlannedKind;

const mailsIn = async (caller: Caller, state: "waiting" | "failed" | "held" | "kept") =>
  (await caller.records.listMails({ state, limit: 100 })).items.length;

/** The number of rows in the list that a line opens, read as its page reads it. */
const rowsOf: Record<Kind, (caller: Caller, choices: Record<string, string>) => Promise<number>> = {
  overdue: async (caller, choices) => (await caller.services.desk(admissionsAt(choices))).total,
  wrote: async (caller, choices) => (await caller.services.desk(admissionsAt(choices))).total,
  accepted: async (caller, choices) => (await caller.services.desk(admissionsAt(choices))).total,
  applications: async (caller, choices) => (await caller.services.desk(admissionsAt(choices))).total,
  messages: async (caller, { view }) =>
    (await caller.services.inbox({ view: inboxViewAt(view), limit: 100 })).items.length,
  marks: async (caller, choices) => (await caller.exams.list(examsAt(choices))).total,
  tests: async (caller) => (await caller.overview.tests()).length,
  // A caller who may not release has nothing to decide.
  heldReleases: async (caller, choices) => {
    const { held, total } = await caller.exams.list(examsAt(choices));
    return held.length > 0 ? total : 0;
  },
  cameBack: async (caller, choices) => (await caller.exams.list(examsAt(choices))).total,
  ready: async (caller, choices) => (await caller.exams.list(examsAt(choices))).total,
  lateMarks: async (caller, choices) => (await caller.exams.list(examsAt(choices))).total,
  heldNotices: async (caller, choices) => (await caller.notices.list(noticesAt(choices))).total,
  releases: async (caller, choices) => (await caller.exams.list(examsAt(choices))).total,
  notices: async (caller, choices) => (await caller.notices.list(noticesAt(choices))).total,
  erasures: async (caller) => (await caller.people.requests()).length,
  proposed: async (caller, choices) => (await caller.students.list(studentsAt(choices))).total,
  unconfirmed: async (caller, choices) => (await caller.students.list(studentsAt(choices))).total,
  codes: async (caller, choices) => (await caller.students.list(studentsAt(choices))).total,
  consents: async (caller, choices) => (await caller.students.list(studentsAt(choices))).total,
  // Waiting mails count only during an outage, and kept files only where no mail is sent.
  stuck: async (caller) => ((await caller.records.mailSummary({})).outage ? mailsIn(caller, "waiting") : 0),
  mails: (caller) => mailsIn(caller, "failed"),
  held: (caller) => mailsIn(caller, "held"),
  kept: async (caller) => ((await caller.records.mailSummary({})).folder ? mailsIn(caller, "kept") : 0),
};

export const kinds = Object.keys(rowsOf) as Kind[];

/** The counts of the lists that a caller may open. */
export async function listed(caller: Caller): Promise<Partial<Record<Kind, number>>> {
  const counts: Partial<Record<Kind, number>> = {};
  for (const kind of kinds) {
    const choices = Object.fromEntries(new URL(listOf[kind], "http://own.invalid").searchParams);
    counts[kind] = await rowsOf[kind](caller, choices).catch((error: unknown) => {
      if (!["FORBIDDEN", "UNAUTHORIZED"].includes(appErrorOf(error).code)) throw error;
      return 0;
    });
  }
  return counts;
}

export async function shown(caller: Caller): Promise<Partial<Record<Kind, number>>> {
  const { waiting, planned } = await caller.overview.get();
  return Object.fromEntries([...waiting, ...planned].map(({ kind, count }) => [kind, count]));
}

/** Expects that every line has the number of its list, and that every list with rows has a line. */
export async function expectEqual(caller: Caller) {
  const [lines, lists] = [await shown(caller), await listed(caller)];
  const due = lines.overdue ?? lines.applications ?? 0;
  expect(lines.overdue === undefined || lines.applications === undefined).toBe(true);
  expect(due).toBe(lists.applications);
  for (const kind of kinds.filter((one) => one !== "overdue" && one !== "applications"))
    expect([kind, lines[kind] ?? 0]).toEqual([kind, lists[kind]]);
  return lines;
}

/** The people of the desk, in a year with a class of two. */
export async function desk() {
  const { office: admin, add, examWith, release } = await examOffice(shifted);
  const { id: subjectId } = await biology();
  const [asha, dev] = [await add({ name: "Asha Rao" }), await add({ name: "Dev Gill" })];
  const callers = {
    admin,
    office: await callerOf((await createStaff({ role: "office" })).token),
    teacher: await callerOf((await createStaff({ role: "teacher", className: 7, subjectId })).token),
    other: await callerOf((await createStaff({ role: "teacher", className: 9, subjectId })).token),
  };
  const planned = async () => {
    const id = await examWith([[asha, scored(40)]], { examDate: inDays(1) });
    const { digest } = await admin.exams.preview({ id });
    await admin.exams.plan({ id, digest, date: inDays(2), time: "18:00" });
    return id;
  };
  /** An exam whose planned release was called off by a change. */
  const cameBack = async () => {
    const examId = await examWith([[asha, scored(40)]], { examDate: inDays(5) });
    await db().examEvent.create({ data: { examId, kind: "unscheduled", detail: { why: "changed" } } });
  };
  const full = (examDate: string | null = inDays(-1)) =>
    examWith(
      [
        [asha, scored(50)],
        [dev, scored(40)],
      ],
      { examDate: examDate ?? undefined },
    );
  const late = async () => {
    const id = await examWith([[asha, scored(50)]], { examDate: undefined });
    await release(id);
    await admin.exams.saveCells({ id, cells: [{ studentId: dev, mark: scored(40), remark: null, seen: 0 }] });
    return id;
  };
  let count = 0;
  const mail = (state: "waiting" | "failed" | "held" | "kept") => {
    const event = `test:${++count}`;
    return db().mail.create({ data: { event, kind: "resultNews", recipient: "x@example.org", about: {}, state } });
  };
  const notice = async () => {
    const { _id: id, rowVersion } = await admin.notices.add(toClass7A);
    await admin.notices.publish({ id, rowVersion, at: { date: inDays(3), time: "18:00" } });
  };
  /** A planned release that fell due after the backup, as a restore leaves it. */
  const heldRelease = async () => {
    const id = await examWith([[asha, scored(40)]], { examDate: inDays(5) });
    await db().$executeRaw`
      update exams set state = 'scheduled', release_at = now() - interval '1 hour', held_at = now() where id = ${id}::uuid`;
  };
  const heldNotice = async (state: "scheduled" | "published") => {
    const { _id: id } = await admin.notices.add({ ...toClass7A, title: `held ${state}` });
    const then = new Date(Date.now() - 60 * 60 * 1000);
    const times = state === "scheduled" ? { publishAt: then } : { publishedAt: then, tellAt: then };
    await db().notice.update({ where: { id }, data: { state, ...times, heldAt: new Date() } });
  };
  /** Everything that adds to one of the numbers. */
  const writes: (() => Promise<unknown>)[] = [
    () => submission({ answerDue: new Date(Date.now() - 2 * day) }),
    () => submission({ state: "accepted", answeredAt: new Date() }),
    () => submission({ answerDue: new Date(Date.now() + 30 * day) }),
    async () => {
      const { id: submissionId } = await submission();
      const message = { submissionId, fromFamily: true, at: new Date() };
      // Two messages of one family are one application.
      await db().submissionMessage.createMany({ data: ["Hello?", "Hello!"].map((text) => ({ ...message, text })) });
    },
    () => db().contactMessage.create({ data: { name: "Ravi", email: "r@example.org", message: "When do you open?" } }),
    () => examWith([[asha, scored(50)]], { examDate: inDays(-1) }),
    () => examWith([[asha, scored(50)]], { examDate: inDays(5) }),
    planned,
    cameBack,
    // An exam with a past date would count as lacking marks until they are entered.
    () => full(null),
    late,
    () => schedule({ testDate: new Date(inDays(-3)), className: 7, subject: "Biology" }),
    () => schedule({ testDate: new Date(inDays(-3)), className: 9, subject: "Biology" }),
    () => schedule({ testDate: new Date(inDays(-40)), className: 7 }),
    notice,
    heldRelease,
    () => heldNotice("scheduled"),
    () => heldNotice("published"),
    async () => result(await createStudent(), { className: 6 }),
    () => createStudent({ isKnown: false }),
    async () => db().user.update({ where: { id: (await createStudent()).id }, data: { loginClosedAt: new Date() } }),
    () => {
      const ended = { expiresAt: new Date(Date.now() + day), revokedAt: new Date(), declined: true };
      const codeHash = new Uint8Array(randomBytes(32));
      return db().accessCode.create({ data: { userId: dev, purpose: "join", codeHash, ...ended } });
    },
    () => mail("failed"),
    () => mail("held"),
    () => mail("kept"),
    () => mail("waiting"),
    () => openCircuit("421 not now", true),
  ];
  return {
    ...callers,
    asha,
    dev,
    writes,
    planned,
    cameBack,
    notice,
    heldRelease,
    heldNotice,
    examWith,
    release,
    full,
    late,
  };
}

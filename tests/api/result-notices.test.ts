import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/results/messages";
import { refusals } from "@/features/results/messages-refusals";
import { notifyOfResults } from "@/features/results/mutations";
import { emailDelay } from "@/lib/email-delay";
import { jobs } from "@/main/jobs";
import { db, pool } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { type Caller, callerOf, createAdmin, createStudent, refusalOf, result, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { doJobs, doJobsAfterDelay, makeJobsDue } from "../harness/jobs";
import { ownMailServer } from "../harness/own-mail-server";
import { letters } from "../harness/releases";
import { statementsOf } from "../harness/statements";

const smtp = await ownMailServer({ APP_URL: "https://school.example" });

let admin: Caller;
let headId: string;

beforeEach(async () => {
  await resetDatabase();
  const person = await createAdmin();
  headId = person.id;
  admin = await callerOf(await tokenFor(person));
});

const confirm = ({ id }: User) => db().user.update({ where: { id }, data: { emailConfirmedAt: new Date() } });

/** A student with a caller; the email is confirmed by default. */
async function studentWithCaller({
  confirmed = true,
  ...given
}: {
  email?: string;
  name?: string;
  confirmed?: boolean;
} = {}) {
  const user = await createStudent({ ...given, isKnown: confirmed });
  if (confirmed) await confirm(user);
  return { user, caller: await callerOf(await tokenFor(user)) };
}

const one = (studentEmail: string, more: object = {}) => ({
  studentEmail,
  className: 7,
  score: 31.5,
  totalMarks: 62,
  ...more,
});

const anId = "00000000-0000-7000-8000-000000000000";
const waiting = () => pool().query("select from graphile_worker.jobs");

describe("student with an unconfirmed email", () => {
  const refusal = { code: "FORBIDDEN", message: refusals.confirmFirst };

  it("an unconfirmed student sees no results, whether there are any or not", async () => {
    const { user, caller } = await studentWithCaller({ email: "asha@example.org", confirmed: false });
    for (const spelling of ["asha@example.org", " ASHA＠example.org "]) {
      expect(await refusalOf(caller.results.mine())).toEqual(refusal);
      expect(await refusalOf(caller.results.of({ email: spelling }))).toEqual(refusal);
      await result(user);
    }
    expect(refusal.message).toMatch(/^Please confirm your email address first\. ./);
  });

  it("an unconfirmed student gets no counts and classes, and cannot mark results as read", async () => {
    const { user, caller } = await studentWithCaller({ confirmed: false });
    const { id } = await result(user);
    expect(await caller.results.unread()).toBe(0);
    expect(await caller.results.classes()).toEqual([]);
    expect(await refusalOf(caller.results.markRead({ ids: [id] }))).toEqual(refusal);
    expect(await db().result.findUnique({ where: { id } })).toMatchObject({ readAt: null });
  });

  it("an unconfirmed student learns nothing about other students", async () => {
    const { caller } = await studentWithCaller({ confirmed: false });
    const other = await studentWithCaller();
    await result(other.user);
    for (const email of [other.user.email, "nobody@example.org"]) {
      expect(await refusalOf(caller.results.of({ email }))).toEqual({ code: "NOT_FOUND", message: copy.none });
    }
  });

  it("an unconfirmed student gets no email about a result, and its job is removed", async () => {
    const { user } = await studentWithCaller({ confirmed: false });
    await admin.results.add({ results: [one(user.email)] });
    await notifyOfResults();
    expect(await letters()).toEqual([null]);
    await doJobsAfterDelay();
    expect(smtp.received).toEqual([]);
    expect(await db().mail.count()).toBe(0);
  });

  it("results appear after the confirmation and are still marked as new", async () => {
    const { user } = await studentWithCaller({ email: "asha@example.org", confirmed: false });
    await result(user, { className: 9 });
    await confirm(user);
    const again = await callerOf(await tokenFor(user));
    expect(await again.results.mine()).toMatchObject([{ className: "9", isNew: true }]);
    expect((await again.results.of({ email: "asha@example.org" })).items).toMatchObject([{ className: "9" }]);
    expect(await again.results.unread()).toBe(1);
  });

  it("the administrator sees the results of an unconfirmed student", async () => {
    const { user } = await studentWithCaller({ confirmed: false });
    await result(user);
    expect((await admin.results.of({ email: user.email })).items).toHaveLength(1);
  });
});

describe("new results", () => {
  it("a result is new until its student has seen it", async () => {
    const [a, b] = [await studentWithCaller(), await studentWithCaller()];
    const rows = [await result(a.user), await result(a.user)];
    const other = await result(b.user);
    const [first, second] = rows.map(({ id }) => id) as [string, string];
    expect(await a.caller.results.unread()).toBe(2);

    expect(await a.caller.results.markRead({ ids: [first, other.id] })).toBeNull();
    const isNew = new Map((await a.caller.results.mine()).map((row) => [row._id, row.isNew]));
    expect(isNew).toEqual(
      new Map([
        [second, true],
        [first, false],
      ]),
    );
    expect(await a.caller.results.unread()).toBe(1);
    expect(await b.caller.results.unread()).toBe(1);
    expect(await b.caller.results.mine()).toMatchObject([{ isNew: true }]);
  });

  it("the first reading time of a result is kept", async () => {
    const { user, caller } = await studentWithCaller();
    const readAt = new Date("2026-01-02T03:04:05Z");
    const { id } = await result(user, { readAt });
    await caller.results.markRead({ ids: [id, id] });
    expect(await db().result.findUnique({ where: { id } })).toMatchObject({ readAt });
  });

  it.each([[[]], [["1"]], [["' or 1=1 --"]], [Array.from({ length: 1001 }, () => anId)]])(
    "marking results as read rejects invalid ids",
    async (ids) => {
      const { user, caller } = await studentWithCaller();
      await result(user);
      expect(await refusalOf(caller.results.markRead({ ids }))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await caller.results.unread()).toBe(1);
    },
  );

  it("the new-mark does not change the documented response", async () => {
    const { user, caller } = await studentWithCaller();
    await result(user);
    const { newest: shown } = await caller.results.of({ email: user.email });
    expect(shown).not.toHaveProperty("isNew");
    expect(shown).not.toHaveProperty("readAt");
  });

  it("results determine the student's classes, latest first, each once", async () => {
    const { user, caller } = await studentWithCaller();
    for (const [className, day] of [
      [9, "04"],
      [8, "03"],
      [10, "02"],
      [8, "05"],
    ] as const)
      await result(user, { className, createdAt: new Date(`2026-11-${day}`) });
    expect(await caller.results.classes()).toEqual(["8", "9", "10"]);
  });
});

describe("email about a result", () => {
  it("the email about a result names class, subject and exam, but no marks", async () => {
    const { user } = await studentWithCaller({ email: "asha@example.org", name: "Asha Rao" });
    await admin.results.add({ results: [one(user.email, { subject: "Biology", examName: "Unit Test", gpa: 8.25 })] });
    await doJobsAfterDelay();
    const [received, ...more] = smtp.mailsFor("asha@example.org");
    expect(more).toEqual([]);
    const { subject, text = "", html = "" } = received?.mail ?? {};
    expect(subject).toBe("A new result for Class 7");
    for (const body of [text, html]) {
      for (const part of ["Dear Asha Rao", "Class 7", "Unit Test: Biology", "https://school.example/user/results"]) {
        expect(body).toContain(part);
      }
      // A token may hold any two digits.
      expect(body.replaceAll(/style="[^"]*"|token=[\w-]+/g, "")).not.toMatch(/31\.5|62|50\.8|8\.25|%|grade/i);
    }
  });

  it("the email about a result names only the class if nothing else is known", async () => {
    const { user } = await studentWithCaller();
    await admin.results.add({ results: [one(user.email)] });
    await doJobsAfterDelay();
    expect(smtp.mailsFor(user.email)[0]?.mail.text).toContain("A new result for Class 7.\n");
  });

  it("all results that are added within the delay leave in one email to each person, once", async () => {
    const [a, b] = [await studentWithCaller(), await studentWithCaller()];
    const exam = { examName: "Unit Test" };
    const biology = { ...exam, subject: "Biology" };
    await admin.results.add({ results: [one(a.user.email, biology), one(b.user.email, biology)] });
    await doJobs();
    await admin.results.add({ results: [one(a.user.email, { ...exam, subject: "Chemistry" })] });
    await doJobs();
    await Promise.all([1, 2, 3].map(() => notifyOfResults()));
    expect(await db().mail.count()).toBe(2);
    await doJobsAfterDelay();
    await doJobsAfterDelay();
    expect(smtp.mailsFor(a.user.email)).toHaveLength(1);
    expect(smtp.mailsFor(b.user.email)).toHaveLength(1);
    expect(smtp.mailsFor(a.user.email)[0]?.mail.subject).toBe("New results for Class 7");
    expect(smtp.mailsFor(a.user.email)[0]?.mail.text).toContain(
      "New results for Class 7, Unit Test: Biology, Chemistry.\n",
    );
  });

  it("the email about a result refers only to the student and the result", async () => {
    const { user } = await studentWithCaller();
    const [added] = await admin.results.add({ results: [one(user.email, { subject: "Biology" })] });
    await notifyOfResults();
    expect(await db().mail.findMany()).toMatchObject([
      { userId: user.id, recipient: user.email, about: { items: [{ act: "added", resultId: added?._id }] } },
    ]);
  });

  it("no email is sent about a deleted result, deleted before or after it was enqueued", async () => {
    const { user } = await studentWithCaller();
    const [added] = await admin.results.add({ results: [one(user.email), one(user.email)] });
    await db().result.delete({ where: { id: added?._id ?? "" } });
    await notifyOfResults();
    expect(await letters()).toMatchObject([{ subject: "A new result for Class 7" }]);
    await doJobsAfterDelay();
    expect(smtp.mailsFor(user.email)).toHaveLength(1);
    await admin.results.add({ results: [one(user.email)] });
    await notifyOfResults();
    smtp.received.length = 0;
    await db().result.deleteMany();
    await doJobsAfterDelay();
    expect(smtp.received).toEqual([]);
    expect(await db().mail.findMany()).toMatchObject([{ state: "sent" }]);
  });

  it("the email about a result waits for the delay, and does not mention a result that is taken back before that", async () => {
    const { user } = await studentWithCaller();
    const biology = { subject: "Biology" };
    const [kept, other] = await admin.results.add({ results: [one(user.email, biology), one(user.email)] });
    await doJobs();
    const [waiting, ...more] = await db().mail.findMany({ where: { state: "waiting" } });
    const { createdAt } = await db().result.findUniqueOrThrow({ where: { id: kept?._id ?? "" } });
    expect([waiting && waiting.dueAt.getTime() - createdAt.getTime(), more]).toEqual([emailDelay, []]);
    await admin.results.takeBack({ ids: [other?._id ?? ""] });
    await doJobsAfterDelay();
    expect(smtp.mailsFor(user.email)[0]?.mail.text).toContain("A new result for Class 7, Biology.\n");
    const [last] = await admin.results.add({ results: [one(user.email)] });
    await doJobs();
    await admin.results.takeBack({ ids: [last?._id ?? ""] });
    await doJobsAfterDelay();
    expect(smtp.mailsFor(user.email)).toHaveLength(1);
    expect(await db().mail.findMany()).toMatchObject([{ state: "sent" }]);
  });

  it("a result whose job was lost with its process is announced, once, and not as corrected since", async () => {
    const { user } = await studentWithCaller();
    const [added] = await admin.results.add({ results: [one(user.email)] });
    await pool().query("delete from graphile_worker._private_jobs");
    await admin.results.correct({ id: added?._id ?? "", score: 1, reason: "added up wrongly" });
    expect(jobs.crontab).toContain("* * * * * tellOfResults");
    await Promise.all([1, 2, 3].map(() => notifyOfResults()));
    expect(await letters()).toMatchObject([{ subject: "A new result for Class 7" }]);
  });

  it("a failed enqueueing of result emails is retried, and the results are kept", async () => {
    const { user, caller } = await studentWithCaller();
    await pool().query("alter table mails add constraint mails_none_check check (false) not valid");
    try {
      await admin.results.add({ results: [one(user.email)] });
      await doJobs();
    } finally {
      await pool().query("alter table mails drop constraint mails_none_check");
    }
    expect(await caller.results.unread()).toBe(1);
    expect(smtp.received).toEqual([]);
    await makeJobsDue();
    await doJobsAfterDelay();
    expect(smtp.mailsFor(user.email)).toHaveLength(1);
  });
});

describe("adding many results", () => {
  it("one invalid item in a hundred leaves no result, notice, email, job or audit event", async () => {
    const { user, caller } = await studentWithCaller();
    const results = Array.from({ length: 100 }, (_, index) => one(index === 57 ? "who@example.org" : user.email));
    expect(await refusalOf(admin.results.add({ results }))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: ["results", 57, "studentEmail"] }],
    });
    expect(await caller.results.unread()).toBe(0);
    expect(await db().result.count()).toBe(0);
    expect(await db().mail.count()).toBe(0);
    expect(await db().auditEvent.count()).toBe(0);
    expect((await waiting()).rowCount).toBe(0);
  });

  it("results are rolled back if their notification job cannot be enqueued", async () => {
    const { user } = await studentWithCaller();
    const jobs = "alter table graphile_worker._private_jobs";
    await pool().query(`${jobs} add constraint jobs_none_check check (false) not valid`);
    try {
      await expect(admin.results.add({ results: [one(user.email)] })).rejects.toThrow();
    } finally {
      await pool().query(`${jobs} drop constraint jobs_none_check`);
    }
    expect(await db().result.count()).toBe(0);
    expect(await db().mail.count()).toBe(0);
    expect(await db().auditEvent.count()).toBe(0);
    expect((await waiting()).rowCount).toBe(0);
  });

  it("a thousand results take a few statements and one audit event with their count", async () => {
    const [a, b] = [await studentWithCaller(), await studentWithCaller()];
    const results = Array.from({ length: 1000 }, (_, index) => one(index % 2 ? a.user.email : b.user.email));
    const { statements } = await statementsOf(() => admin.results.add({ results }));
    expect(statements.length).toBeGreaterThan(4);
    expect(statements.length).toBeLessThan(12);

    expect((await waiting()).rowCount).toBe(1);
    await notifyOfResults();
    expect(await db().mail.count({ where: { state: "waiting" } })).toBe(2);
    expect(await db().auditEvent.findMany()).toMatchObject([
      { action: "results-added", actorId: headId, actorRole: "admin", detail: { count: 1000 }, subjectId: null },
    ]);
  });

  it("more results than one transaction takes are announced in several, and none is left out", async () => {
    const { user } = await studentWithCaller();
    await pool().query(
      `insert into results (id, student_id, class_name, score, total_marks, tell_at)
       select gen_random_uuid(), $1, 7, 1, 2, now() from generate_series(1, 2500)`,
      [user.id],
    );
    const { statements } = await statementsOf(() => notifyOfResults());
    expect(statements.filter((text) => text.includes("set tell_at = null"))).toHaveLength(2);
    expect(await db().result.count({ where: { tellAt: { not: null } } })).toBe(0);
    const [mail, ...more] = await db().mail.findMany();
    expect([Object(mail?.about).items.length, more]).toEqual([2500, []]);
  });
});

import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { copy } from "@/features/results/copy";
import { resultMails } from "@/features/results/mails";
import { tellOfResults } from "@/features/results/mutations";
import { db, pool, transaction } from "@/server/db";
import type { User } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs";
import { orderMails } from "@/server/mail";
import { admin, type Caller, callerOf, refusalOf, result, student, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { doJobs, makeJobsDue } from "../setup/jobs";
import { startSmtp } from "../setup/smtp";

const smtp = await startSmtp();
process.env.SMTP_URL = smtp.url;
process.env.APP_URL = "https://school.example";

beforeAll(prepareJobs);
afterAll(smtp.close);

let head: Caller;
let headId: string;

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  const person = await admin();
  headId = person.id;
  head = await callerOf(await tokenFor(person));
});

const confirm = ({ id }: User) => db().user.update({ where: { id }, data: { emailConfirmedAt: new Date() } });

/** A student with a login, whose address is confirmed unless told. */
async function pupil({ confirmed = true, ...given }: { email?: string; name?: string; confirmed?: boolean } = {}) {
  const user = await student(given);
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

describe("a student whose address is not confirmed", () => {
  const refusal = { code: "FORBIDDEN", message: copy.confirmFirst };

  it("sees no results of their own, whether there are any or not", async () => {
    const { user, caller } = await pupil({ email: "asha@example.org", confirmed: false });
    for (const spelling of ["asha@example.org", " ASHA＠example.org "]) {
      expect(await refusalOf(caller.results.mine())).toEqual(refusal);
      expect(await refusalOf(caller.results.of({ email: spelling }))).toEqual(refusal);
      await result(user);
    }
    expect(refusal.message).toMatch(/^Please confirm your email address first\. ./);
  });

  it("is counted no results and no classes, and reads none by naming them", async () => {
    const { user, caller } = await pupil({ confirmed: false });
    const { id } = await result(user);
    expect(await caller.results.unread()).toBe(0);
    expect(await caller.results.classes()).toEqual([]);
    expect(await refusalOf(caller.results.markRead({ ids: [id] }))).toEqual(refusal);
    expect(await db().result.findUnique({ where: { id } })).toMatchObject({ readAt: null });
  });

  it("learns nothing of another student's, as anyone else", async () => {
    const { caller } = await pupil({ confirmed: false });
    const other = await pupil();
    await result(other.user);
    for (const email of [other.user.email, "nobody@example.org"]) {
      expect(await refusalOf(caller.results.of({ email }))).toEqual({ code: "NOT_FOUND", message: copy.none });
    }
  });

  it("gets no mail of a result, and the order is gone", async () => {
    const { user } = await pupil({ confirmed: false });
    const [added] = await head.results.add({ results: [one(user.email)] });
    await tellOfResults([added?._id ?? ""]);
    const [mail] = await db().mail.findMany();
    expect(mail && (await resultMails.resultAdded?.(mail))).toBeNull();
    await doJobs();
    expect(smtp.received).toEqual([]);
    expect(await db().mail.count()).toBe(0);
  });

  it("sees everything once the address is confirmed, and what came before is still new", async () => {
    const { user } = await pupil({ email: "asha@example.org", confirmed: false });
    await result(user, { className: 9 });
    await confirm(user);
    const again = await callerOf(await tokenFor(user));
    expect(await again.results.mine()).toMatchObject([{ className: "9", isNew: true }]);
    expect((await again.results.of({ email: "asha@example.org" })).items).toMatchObject([{ className: "9" }]);
    expect(await again.results.unread()).toBe(1);
  });

  it("is no matter for the administrator", async () => {
    const { user } = await pupil({ confirmed: false });
    await result(user);
    expect((await head.results.of({ email: user.email })).items).toHaveLength(1);
  });
});

describe("a new result", () => {
  it("is new until it was shown, to its student alone", async () => {
    const [a, b] = [await pupil(), await pupil()];
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

  it("was read when it was read first", async () => {
    const { user, caller } = await pupil();
    const readAt = new Date("2026-01-02T03:04:05Z");
    const { id } = await result(user, { readAt });
    await caller.results.markRead({ ids: [id, id] });
    expect(await db().result.findUnique({ where: { id } })).toMatchObject({ readAt });
  });

  it.each([[[]], [["1"]], [["' or 1=1 --"]], [Array.from({ length: 1001 }, () => anId)]])(
    "is not marked by odd ids",
    async (ids) => {
      const { user, caller } = await pupil();
      await result(user);
      expect(await refusalOf(caller.results.markRead({ ids }))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await caller.results.unread()).toBe(1);
    },
  );

  it("does not change what the documented answer shows", async () => {
    const { user, caller } = await pupil();
    await result(user);
    const { newest: shown } = await caller.results.of({ email: user.email });
    expect(shown).not.toHaveProperty("isNew");
    expect(shown).not.toHaveProperty("readAt");
  });

  it("brings its class to the student's, the latest first and each once", async () => {
    const { user, caller } = await pupil();
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

describe("the mail of a result", () => {
  it("reaches the student, names class, subject and exam, and no marks", async () => {
    const { user } = await pupil({ email: "asha@example.org", name: "Asha Rao" });
    await head.results.add({ results: [one(user.email, { subject: "Biology", examName: "Unit Test", gpa: 8.25 })] });
    await doJobs();
    const [received, ...more] = smtp.mailsFor("asha@example.org");
    expect(more).toEqual([]);
    const { subject, text = "", html = "" } = received?.mail ?? {};
    expect(subject).toBe("A new result for Class 7");
    for (const body of [text, html]) {
      for (const part of ["Dear Asha Rao", "Class 7", "Biology, Unit Test", "https://school.example/user/results"]) {
        expect(body).toContain(part);
      }
      expect(body.replaceAll(/style="[^"]*"/g, "")).not.toMatch(/31\.5|62|50\.8|8\.25|%|grade/i);
    }
  });

  it("says no more than the class where nothing more is known", async () => {
    const { user } = await pupil();
    await head.results.add({ results: [one(user.email)] });
    await doJobs();
    expect(smtp.mailsFor(user.email)[0]?.mail.text).toContain("A new result for Class 7 is there.\n");
  });

  it("comes once for each result, however often it is ordered and sent", async () => {
    const [a, b] = [await pupil(), await pupil()];
    const added = await head.results.add({ results: [one(a.user.email), one(b.user.email), one(a.user.email)] });
    const again = (id: string, recipient: string) => ({
      kind: "resultAdded",
      event: `resultAdded:${id}`,
      recipient,
      about: { resultId: id },
    });
    const orders = added.map(({ _id, studentEmail }) => again(_id, studentEmail));
    await transaction((tx) => orderMails(tx, [...orders, ...orders]));
    await doJobs();
    await doJobs();
    await transaction((tx) => orderMails(tx, orders));
    await doJobs();
    expect(smtp.mailsFor(a.user.email)).toHaveLength(2);
    expect(smtp.mailsFor(b.user.email)).toHaveLength(1);
    expect(await db().mail.count({ where: { state: "sent" } })).toBe(3);
  });

  it("belongs to the student and names the result, nothing else", async () => {
    const { user } = await pupil();
    const [added] = await head.results.add({ results: [one(user.email, { subject: "Biology" })] });
    await tellOfResults([added?._id ?? ""]);
    expect(await db().mail.findMany()).toMatchObject([
      { event: `resultAdded:${added?._id}`, userId: user.id, recipient: user.email, about: { resultId: added?._id } },
    ]);
  });

  it("is not sent of a result that is gone, be it before it was ordered or after", async () => {
    const { user } = await pupil();
    const [added] = await head.results.add({ results: [one(user.email), one(user.email)] });
    await db().result.delete({ where: { id: added?._id ?? "" } });
    await tellOfResults([added?._id ?? ""]);
    expect(await db().mail.count()).toBe(0);
    await doJobs();
    expect(smtp.mailsFor(user.email)).toHaveLength(1);
    await head.results.add({ results: [one(user.email)] });
    await tellOfResults((await db().result.findMany()).map(({ id }) => id));
    smtp.received.length = 0;
    await db().result.deleteMany();
    await doJobs();
    expect(smtp.received).toEqual([]);
    expect(await db().mail.findMany()).toMatchObject([{ state: "sent" }]);
  });

  it("is ordered later where that fails at first, and nothing of the result is lost", async () => {
    const { user, caller } = await pupil();
    await pool().query("alter table mails add constraint mails_none_check check (false) not valid");
    try {
      await head.results.add({ results: [one(user.email)] });
      await doJobs();
    } finally {
      await pool().query("alter table mails drop constraint mails_none_check");
    }
    expect(await caller.results.unread()).toBe(1);
    expect(smtp.received).toEqual([]);
    await makeJobsDue();
    await doJobs();
    expect(smtp.mailsFor(user.email)).toHaveLength(1);
  });
});

describe("adding many", () => {
  it("with one bad item among a hundred leaves no result, no notice, no mail, no job and no trail", async () => {
    const { user, caller } = await pupil();
    const results = Array.from({ length: 100 }, (_, index) => one(index === 57 ? "who@example.org" : user.email));
    expect(await refusalOf(head.results.add({ results }))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: ["results", 57, "studentEmail"] }],
    });
    expect(await caller.results.unread()).toBe(0);
    expect(await db().result.count()).toBe(0);
    expect(await db().mail.count()).toBe(0);
    expect(await db().auditEvent.count()).toBe(0);
    expect((await waiting()).rowCount).toBe(0);
  });

  it("leaves nothing either when the students could not be told", async () => {
    const { user } = await pupil();
    const jobs = "alter table graphile_worker._private_jobs";
    await pool().query(`${jobs} add constraint jobs_none_check check (false) not valid`);
    try {
      await expect(head.results.add({ results: [one(user.email)] })).rejects.toThrow();
    } finally {
      await pool().query(`${jobs} drop constraint jobs_none_check`);
    }
    expect(await db().result.count()).toBe(0);
    expect(await db().mail.count()).toBe(0);
    expect(await db().auditEvent.count()).toBe(0);
    expect((await waiting()).rowCount).toBe(0);
  });

  it("is a handful of statements for a thousand, and goes on record once, by its count", async () => {
    const [a, b] = [await pupil(), await pupil()];
    const results = Array.from({ length: 1000 }, (_, index) => one(index % 2 ? a.user.email : b.user.email));
    const asked = vi.spyOn(pg.Client.prototype, "query");
    const added = await head.results.add({ results });
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(statements).toBeGreaterThan(4);
    expect(statements).toBeLessThan(12);

    expect((await waiting()).rowCount).toBe(1);
    await tellOfResults(added.map(({ _id }) => _id));
    expect(await db().mail.count({ where: { state: "waiting" } })).toBe(1000);
    expect(await db().auditEvent.findMany()).toMatchObject([
      { action: "results-added", actorId: headId, actorRole: "admin", detail: { count: 1000 }, subjectId: null },
    ]);
  });
});

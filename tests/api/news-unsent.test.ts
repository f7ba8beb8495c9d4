import { beforeEach, describe, expect, it } from "vitest";
import { resultMails } from "@/features/results/emails";
import { notifyOfResults } from "@/features/results/mutations";
import { addSchedule } from "@/features/schedules/mutations";
import type { Principal } from "@/lib/principal";
import { db, type Transaction, transaction } from "@/server/db/client";
import { applyChoices } from "@/server/mail/choices";
import { composeDigest } from "@/server/mail/digests";
import { enqueueNews } from "@/server/mail/news";
import { type Caller, callerOf, createAdmin, createStudent, principalFor, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { meanwhile } from "../harness/meanwhile";
import { letters } from "../harness/releases";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "smtp://127.0.0.1:1" });

let admin: Caller;
let head: Principal;

beforeEach(async () => {
  await resetDatabase();
  const token = await tokenFor(await createAdmin());
  [admin, head] = [await callerOf(token), await principalFor(token)];
});

const one = (studentEmail: string, subject: string) => ({
  studentEmail,
  subject,
  className: 7,
  score: 31,
  totalMarks: 62,
});
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const itemsOf = async (state: "waiting" | "gathered" = "waiting") => {
  const where = { state, kind: "resultNews" };
  const mails = await db().mail.findMany({ where, orderBy: { createdAt: "asc" } });
  return mails.map(({ about }) => Object(about).items.map(({ act }: { act: string }) => act));
};

/** A result whose email was ordered, and what has become of that email. */
async function told(mail: object) {
  const user = await createStudent();
  await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
  const [added] = await admin.results.add({ results: [one(user.email, "Biology")] });
  await notifyOfResults();
  await db().mail.updateMany({ data: mail });
  return { id: added?._id ?? "", user };
}

const outage = { fault: "It is down.", nextTryAt: minutesAgo(-1) };
const refused = { createdAt: minutesAgo(80), attempts: 3, fault: "It was busy." };
const paced = { createdAt: minutesAgo(180), dueAt: minutesAgo(170) };

it.each<[string, object, [number, number], boolean?]>([
  ["has waited for the mail server for hours", paced, [0, 10], true],
  ["has waited for its turn for hours", paced, [180, -170]],
  ["waits for its turn for less than an hour", { createdAt: minutesAgo(40), dueAt: minutesAgo(30) }, [40, 10]],
  ["has waited for its turn for nearly an hour", { createdAt: minutesAgo(65), dueAt: minutesAgo(55) }, [65, -55]],
  ["was refused and waits for its next attempt", { ...refused, dueAt: minutesAgo(-200) }, [80, 200]],
  ["was refused and is to be tried again", { ...refused, dueAt: minutesAgo(1) }, [80, -1]],
  ["is in its delay", {}, [0, 10]],
])(
  "an email that %s takes up the news: what is taken back before its email left is told to nobody",
  async (_what, mail, [age, dueIn], isDown) => {
    const { id } = await told(mail);
    if (isDown) await db().mailOutage.create({ data: outage });
    const { _id: corrected } = await admin.results.correct({ id, score: 1, reason: "added up wrongly" });
    expect([await itemsOf(), await letters()]).toMatchObject([
      [["added", "corrected"]],
      [{ subject: "A new result for Class 7" }],
    ]);
    const { createdAt, dueAt, attempts, fault } = await db().mail.findFirstOrThrow();
    const minutesFrom = (time: Date) => Math.round((time.getTime() - Date.now()) / 60_000);
    expect([-minutesFrom(createdAt), minutesFrom(dueAt)]).toEqual(
      [age, dueIn].map((minutes) => expect.closeTo(minutes, -1)),
    );
    expect([attempts, fault]).toEqual("fault" in mail ? [3, "It was busy."] : [0, null]);
    await admin.results.withdraw({ id: corrected, reason: "another student's" });
    expect([await itemsOf(), await letters()]).toEqual([[["added", "corrected", "withdrawn"]], [null]]);
  },
);

it("an email that waits for its turn is not put off together with one that is in its delay", async () => {
  const { id, user } = await told({ createdAt: minutesAgo(90) });
  await admin.results.correct({ id, score: 1, reason: "added up wrongly" });
  await db().mail.updateMany({ where: { createdAt: { lt: minutesAgo(60) } }, data: { dueAt: minutesAgo(25) } });
  await admin.results.add({ results: [one(user.email, "Art")] });
  await notifyOfResults();
  const [{ dueAt } = { dueAt: new Date() }, ...others] = await db().mail.findMany();
  expect([dueAt < minutesAgo(15), others]).toEqual([true, []]);
});

it.each([
  ["is being delivered", { attempts: 1, dueAt: minutesAgo(-2) }],
  ["is sent again", { event: "resultNews:again", dueAt: minutesAgo(1) }],
])("an email that %s takes up no news", async (_what, mail) => {
  const { id } = await told(mail);
  await admin.results.withdraw({ id, reason: "another student's" });
  expect((await itemsOf()).toSorted()).toEqual([["added"], ["withdrawn"]]);
});

it.each([
  ["had its hour", { createdAt: minutesAgo(61), dueAt: minutesAgo(-2) }],
  ["is about to become a part of one of the day", { dueAt: minutesAgo(1) }, true],
])(
  "an email that %s takes up only news about what it tells already, and leaves when it would have",
  async (_what, mail, isDaily = false) => {
    const { id, user } = await told(mail);
    if (isDaily) await db().mailChoice.create({ data: { userId: user.id, choice: "digest" } });
    await admin.results.add({ results: [one(user.email, "Art")] });
    await notifyOfResults();
    await admin.results.withdraw({ id, reason: "another student's" });
    expect((await itemsOf()).toSorted()).toEqual([["added"], ["added", "withdrawn"]]);
    expect(await db().mail.count({ where: { dueAt: mail.dueAt } })).toBe(1);
    expect((await letters()).map((letter) => letter?.subject).toSorted()).toEqual([
      "A new result for Class 7",
      undefined,
    ]);
  },
);

it("an email whose delivery begins at the same moment takes up no news", async () => {
  const { id } = await told({ dueAt: minutesAgo(1) });
  const lease = (tx: Transaction) => tx.mail.updateMany({ data: { attempts: 1, dueAt: minutesAgo(-2) } });
  await meanwhile(lease, () => admin.results.withdraw({ id, reason: "another student's" }));
  expect((await itemsOf()).toSorted()).toEqual([["added"], ["withdrawn"]]);
});

it("several emails that wait for one person become one, in order", async () => {
  const { id, user } = await told({ createdAt: minutesAgo(90) });
  await admin.results.correct({ id, score: 1, reason: "added up wrongly" });
  await db().mail.updateMany({ where: { createdAt: { lt: minutesAgo(60) } }, data: { dueAt: minutesAgo(1) } });
  await admin.results.add({ results: [one(user.email, "Art")] });
  await notifyOfResults();
  expect(await itemsOf()).toEqual([["added", "corrected", "added"]]);
});

it("an email takes up news for its person even if they have another address by now", async () => {
  const { id, user } = await told({ dueAt: minutesAgo(1) });
  await db().user.update({ where: { id: user.id }, data: { email: "new@example.org" } });
  await admin.results.add({ results: [one("new@example.org", "Art")] });
  await notifyOfResults();
  await admin.results.withdraw({ id, reason: "another student's" });
  expect(await itemsOf()).toEqual([["added", "added", "withdrawn"]]);
  expect(await letters()).toMatchObject([{ to: "new@example.org", subject: "A new result for Class 7" }]);
});

/** Gathers what a person is to be told into the email of the day; returns what that email says now. */
async function gather(userId: string, digest: object) {
  await db().mailChoice.create({ data: { userId, choice: "digest" } });
  await db().mail.updateMany({ data: { dueAt: minutesAgo(1) } });
  await applyChoices(new Date());
  await db().mail.updateMany({ where: { kind: "digest" }, data: digest });
  const mail = await db().mail.findFirstOrThrow({ where: { kind: "digest" } });
  return async () => (await composeDigest(mail, resultMails))?.parts?.map(({ subject }) => subject);
}

describe("news about something that an email of the day is still to tell", () => {
  it.each([
    ["leaves in five minutes", { dueAt: minutesAgo(-5) }],
    ["is overdue", { dueAt: minutesAgo(5) }],
    ["was refused", { attempts: 2, fault: "It was busy.", dueAt: minutesAgo(-5) }],
  ])("joins one that %s, and other news does not", async (_what, digest) => {
    const { id, user } = await told({});
    const says = await gather(user.id, digest);
    await admin.results.add({ results: [one(user.email, "Art")] });
    await notifyOfResults();
    const { _id: corrected } = await admin.results.correct({ id, score: 1, reason: "added up wrongly" });
    expect(await says()).toEqual(["A new result for Class 7"]);
    await admin.results.withdraw({ id: corrected, reason: "another student's" });
    expect([await itemsOf("gathered"), await itemsOf()]).toEqual([[["added", "corrected", "withdrawn"]], [["added"]]]);
    expect(await says()).toBeUndefined();
  });

  it("does not join one that is being delivered", async () => {
    const { id, user } = await told({});
    await gather(user.id, { attempts: 1, dueAt: minutesAgo(-2) });
    await admin.results.withdraw({ id, reason: "another student's" });
    expect([await itemsOf("gathered"), await itemsOf()]).toEqual([[["added"]], [["withdrawn"]]]);
  });

  it("does not join one whose delivery begins at the same moment", async () => {
    const { id, user } = await told({});
    await gather(user.id, {});
    const lease = (tx: Transaction) => tx.mail.updateMany({ where: { kind: "digest" }, data: { attempts: 1 } });
    await meanwhile(lease, () => admin.results.withdraw({ id, reason: "another student's" }));
    expect([await itemsOf("gathered"), await itemsOf()]).toEqual([[["added"]], [["withdrawn"]]]);
  });

  it("may be about a test: one that is moved is still told as new, and one that is then cancelled is not told at all", async () => {
    await schoolYear();
    const { id: studentId } = await createStudent();
    await db().user.update({ where: { id: studentId }, data: { emailConfirmedAt: new Date() } });
    await admin.enrolments.enrol({ studentId, className: 7, fromDay: "2026-04-06" });
    const dateIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const fields = { className: 7, sections: [], subject: "Biology", testTime: "09:30" };
    const about = { ...fields, minutes: null, room: null, description: null };
    const announced = { ...about, testDate: dateIn(14), confirmed: undefined };
    const { _id: id } = await addSchedule(announced, head, minutesAgo(30));
    const says = await gather(studentId, { dueAt: minutesAgo(-5) });
    const seen = async () => ({ id, rowVersion: (await db().testSchedule.findFirstOrThrow()).rowVersion });
    await admin.schedules.edit({ ...about, ...(await seen()), testDate: dateIn(15), reason: "hall not free" });
    expect([await itemsOf("gathered"), await itemsOf(), await says()]).toEqual([
      [["test", "test"]],
      [],
      ["New test: Biology"],
    ]);
    await admin.schedules.cancel({ ...(await seen()), reason: "teacher is ill", byMistake: false });
    expect([await itemsOf(), await says()]).toEqual([[], undefined]);
  });
});

it("news for a whole school joins what waits for each person without reading all that waits for each", async () => {
  const people = 9000;
  await db().$executeRaw`
    insert into users (id, role, name, email, created_at)
    select gen_random_uuid(), 'user', 'P ' || i, 'p' || i || '@example.org', now() from generate_series(1, ${people}::int) i`;
  await db().$executeRaw`
    insert into mails (id, event, kind, recipient, user_id, about, state, sent_at)
    select mail_id, 'resultNews:' || mail_id, 'resultNews', email, id, '{"items": []}', 'sent', now()
    from (select gen_random_uuid() as mail_id, id, email from users, generate_series(1, 5) where email is not null) x`;
  // As autovacuum does while nothing waits.
  await db().$executeRaw`analyze mails`;
  const about = { scheduleId: crypto.randomUUID() };
  const item = { act: "test", ...about, known: null };
  const users = await db().user.findMany({ where: { email: { startsWith: "p" } }, select: { id: true, email: true } });
  const news = users.map(({ id, email }) => ({ kind: "resultNews", recipient: email ?? "", userId: id, item, about }));
  async function enqueue() {
    const begun = performance.now();
    await transaction((tx) => enqueueNews(tx, news, new Date()));
    return performance.now() - begun;
  }
  const first = await enqueue();
  await db().mail.updateMany({ where: { state: "waiting" }, data: { createdAt: minutesAgo(61) } });
  expect((await enqueue()) / first).toBeLessThan(6);
  expect([news.length, await db().mail.count({ where: { state: "waiting" } })]).toEqual([people, people]);
});

it("news for a person reads what waits for that person, not all that they were ever sent", async () => {
  const { id, email } = await createStudent();
  await db().$executeRaw`
    insert into mails (id, event, kind, recipient, user_id, about, state, sent_at)
    select mail_id, 'resultNews:' || mail_id, 'resultNews', ${email}, ${id}::uuid, '{"items": []}', 'sent', now()
    from (select gen_random_uuid() as mail_id from generate_series(1, 5000)) x`;
  await db().$executeRaw`analyze mails`;
  const about = { scheduleId: crypto.randomUUID() };
  const news = [{ kind: "resultNews", recipient: email, userId: id, item: { act: "test", ...about }, about }];
  const readBy = (tx: Transaction) => tx.$queryRaw<[{ rows: number }]>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'mails'`;
  const read = await transaction(async (tx) => {
    const [before] = await readBy(tx);
    await enqueueNews(tx, news, new Date());
    const [after] = await readBy(tx);
    return after.rows - before.rows;
  });
  expect(read).toBeLessThan(100);
});

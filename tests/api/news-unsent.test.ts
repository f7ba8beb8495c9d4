import { beforeAll, beforeEach, expect, it } from "vitest";
import { notifyOfResults } from "@/features/results/mutations";
import { db, type Transaction } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { type Caller, callerOf, createAdmin, createStudent, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { meanwhile } from "../harness/meanwhile";
import { letters } from "../harness/releases";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "smtp://127.0.0.1:1" });

let admin: Caller;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  admin = await callerOf(await tokenFor(await createAdmin()));
});

const one = (studentEmail: string, subject: string) => ({
  studentEmail,
  subject,
  className: 7,
  score: 31,
  totalMarks: 62,
});
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const itemsOf = async () => {
  const mails = await db().mail.findMany({ where: { state: "waiting" }, orderBy: { createdAt: "asc" } });
  return mails.map(({ about }) => Object(about).items.map(({ act }: { act: string }) => act));
};

/** A result whose email was ordered, and what has become of that. */
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
  "an email that %s takes up the news: what is taken back before it was told is told to nobody",
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

it("an email that waits for its turn is not put off with one that is in its delay", async () => {
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
  ["had its hour", { createdAt: minutesAgo(61) }],
  ["is sent again", { event: "resultNews:again", dueAt: minutesAgo(1) }],
])("an email that %s takes up nothing", async (_what, mail) => {
  const { id } = await told(mail);
  await admin.results.withdraw({ id, reason: "another student's" });
  expect((await itemsOf()).toSorted()).toEqual([["added"], ["withdrawn"]]);
});

it("an email that is about to become a part of one of the day takes up nothing, and does not miss it", async () => {
  const { id, user } = await told({ dueAt: minutesAgo(1) });
  await db().mailChoice.create({ data: { userId: user.id, choice: "digest" } });
  await admin.results.withdraw({ id, reason: "another student's" });
  expect((await itemsOf()).toSorted()).toEqual([["added"], ["withdrawn"]]);
});

it("an email whose delivery begins at the same moment takes up nothing", async () => {
  const { id } = await told({ dueAt: minutesAgo(1) });
  const lease = (tx: Transaction) => tx.mail.updateMany({ data: { attempts: 1, dueAt: minutesAgo(-2) } });
  await meanwhile(lease, () => admin.results.withdraw({ id, reason: "another student's" }));
  expect((await itemsOf()).toSorted()).toEqual([["added"], ["withdrawn"]]);
});

it("several emails that wait for a person become one, in order", async () => {
  const { id, user } = await told({ createdAt: minutesAgo(90) });
  await admin.results.correct({ id, score: 1, reason: "added up wrongly" });
  await db().mail.updateMany({ where: { createdAt: { lt: minutesAgo(60) } }, data: { dueAt: minutesAgo(1) } });
  await admin.results.add({ results: [one(user.email, "Art")] });
  await notifyOfResults();
  expect(await itemsOf()).toEqual([["added", "corrected", "added"]]);
});

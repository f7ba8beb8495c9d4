import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, expect, it } from "vitest";
import { inquiryMails } from "@/features/inquiries/emails";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { type Caller, callerOf, createStaff, refusalOf, usualPassword } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-inbox-"));
withSettings({ DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

const admin = officeOfEachTest();
let office: Caller;
let id: string;

beforeEach(async () => {
  office = await callerOf((await createStaff({ role: "office" })).token);
  const message = { name: "Mohan Das", email: "das@example.org", message: "Is there\na bus?" };
  id = (await db().contactMessage.create({ data: { ...message, createdAt: new Date("2026-11-20T09:00:00Z") } })).id;
});

const open = async () => (await office.services.inbox({})).items;
const done = async () => (await office.services.inbox({ view: "done" })).items;

it("a teacher can neither read nor answer messages", async () => {
  const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
  const calls = [
    teacher.services.inbox({}),
    teacher.services.answerMessage({ id, text: "Yes" }),
    teacher.services.finishMessage({ id, isDone: true }),
  ];
  for (const { code } of await Promise.all(calls.map(refusalOf))) expect(code).toBe("FORBIDDEN");
});

it("an answer is emailed after the pause with the question, once, and the message is done", async () => {
  await office.services.answerMessage({ id, text: "Yes: from Sitabuldi, at 8:10." });
  expect(await refusalOf(admin.services.answerMessage({ id, text: "No." }))).toMatchObject({ code: "CONFLICT" });
  expect([await open(), await office.services.countInbox()]).toEqual([[], { open: 0, done: 1 }]);
  expect(await done()).toMatchObject([
    { answer: "Yes: from Sitabuldi, at 8:10.", answeredBy: expect.any(String), canTakeBack: true },
  ]);
  await deliverDueEmails(inquiryMails);
  expect(await db().mail.findMany()).toMatchObject([{ state: "waiting", recipient: "das@example.org" }]);
  await db().mail.updateMany({ data: { dueAt: new Date() } });
  await deliverDueEmails(inquiryMails);
  const [name = ""] = await readdir(join(dataDir, "mail"));
  const { text, replyTo } = await PostalMime.parse(await readFile(join(dataDir, "mail", name)));
  expect(text).toContain("Yes: from Sitabuldi, at 8:10.");
  expect(text).toContain("You wrote to us on 20 Nov 2026:\nIs there\na bus?");
  expect(replyTo).toMatchObject([{ address: "hello@lyceum.example" }]);
});

it("an answer that the same person sends again counts as the one that was sent", async () => {
  const given = { id, text: "Yes: from Sitabuldi." };
  await office.services.answerMessage(given);
  await office.services.answerMessage(given);
  expect(await db().mail.count()).toBe(1);
  const refused = { code: "CONFLICT", message: expect.stringMatching(/^This message has already been answered/) };
  expect(await refusalOf(office.services.answerMessage({ id, text: "No." }))).toMatchObject(refused);
  expect(await refusalOf(admin.services.answerMessage(given))).toMatchObject(refused);
});

it("an answer taken back in time never leaves, even when another one follows; later it cannot be taken back", async () => {
  await office.services.answerMessage({ id, text: "Wrong." });
  await admin.services.takeAnswerBack({ id });
  expect(await open()).toMatchObject([{ answer: null, doneAt: null }]);
  const [first] = await db().mail.findMany();
  await office.services.answerMessage({ id, text: "Right." });
  expect(first && (await inquiryMails.contactAnswer?.(first))).toBeNull();
  expect(await db().mail.count()).toBe(2);
  await db().contactMessage.updateMany({ data: { answeredAt: new Date(Date.now() - 11 * 60 * 1000) } });
  expect(await refusalOf(office.services.takeAnswerBack({ id }))).toMatchObject({ code: "CONFLICT" });
});

it("an export has no answer that can still be taken back", async () => {
  await office.services.answerMessage({ id, text: "Yes: from Sitabuldi." });
  const exported = async () =>
    (await admin.people.export({ email: "das@example.org", password: usualPassword })).messages;
  expect(await exported()).toMatchObject([
    { message: "Is there\na bus?", answer: null, answeredAt: null, doneAt: null },
  ]);
  await db().contactMessage.updateMany({ data: { answeredAt: new Date(Date.now() - emailDelay) } });
  expect(await exported()).toMatchObject([{ answer: "Yes: from Sitabuldi.", doneAt: expect.any(Date) }]);
});

it("a message can be marked as done without an email, and opened again; the trail names nobody", async () => {
  await office.services.finishMessage({ id, isDone: true });
  await office.services.finishMessage({ id, isDone: true });
  expect(await done()).toMatchObject([{ doneBy: expect.any(String), answer: null }]);
  await office.services.finishMessage({ id, isDone: false });
  expect(await open()).toHaveLength(1);
  expect(await db().mail.count()).toBe(0);
  const events = await db().auditEvent.findMany({
    where: { action: { startsWith: "message-" } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action }) => action).sort()).toEqual(["message-done", "message-reopened"]);
  expect(JSON.stringify(events)).not.toMatch(/Mohan|Das|bus/);
});

it("a message that somebody has answered in the meantime is not opened again", async () => {
  await office.services.finishMessage({ id, isDone: true });
  await office.services.answerMessage({ id, text: "Yes." });
  expect(await refusalOf(admin.services.finishMessage({ id, isDone: false }))).toMatchObject({
    ...{ code: "CONFLICT", message: expect.stringMatching(/^This message has already been answered/) },
  });
  expect([await open(), await office.services.countInbox()]).toEqual([[], { open: 0, done: 1 }]);
  await office.services.finishMessage({ id, isDone: true });
  await office.services.takeAnswerBack({ id });
  expect(await open()).toHaveLength(1);
});

it("the table has the messages of the view that is shown, or all, with their answers", async () => {
  await db().contactMessage.create({ data: { name: "Rekha", email: "r@example.org", message: "Fees?" } });
  await office.services.answerMessage({ id, text: "Yes: from Sitabuldi." });
  const namesOf = async (view?: "open" | "done") => {
    const { csv } = await office.services.exportMessages(view && { view });
    return ["Mohan Das", "Rekha", '"Answered"', "Sitabuldi"].filter((word) => csv.includes(word));
  };
  expect(await namesOf()).toEqual(["Mohan Das", "Rekha", '"Answered"', "Sitabuldi"]);
  expect(await namesOf("open")).toEqual(["Rekha"]);
  expect(await namesOf("done")).toEqual(["Mohan Das", '"Answered"', "Sitabuldi"]);
});

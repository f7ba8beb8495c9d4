import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { admissionMails } from "@/features/admissions/emails";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { type Caller, callerOf, createStaff, refusalOf, submission, usualPassword } from "../factories";
import { inDays } from "../harness/days";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-desk-"));
withSettings({ DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

const admin = officeOfEachTest();
let office: Caller;

beforeEach(async () => {
  office = await callerOf((await createStaff({ role: "office" })).token);
});

const rowOf = (id: string) => db().submission.findUniqueOrThrow({ where: { id } });
const monthAgo = { createdAt: new Date(Date.now() - 30 * 24 * 60 * 60 * 1000) };
const visit = { date: inDays(30), time: "11:00" };

describe("moving an application", () => {
  it("a teacher can neither move nor read an application", async () => {
    const { id } = await submission();
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    const calls = [
      teacher.services.get({ id }),
      teacher.services.move({ id, rowVersion: 1, to: "waiting" }),
      teacher.services.moveMany({ rows: [{ id, rowVersion: 1 }], to: "waiting" }),
      teacher.services.write({ id, text: "Hello" }),
    ];
    for (const call of await Promise.all(calls.map(refusalOf))) expect(call.code).toBe("FORBIDDEN");
  });

  it("keeps who moved it, when and why, and stops the clock", async () => {
    const { id } = await submission();
    const found = await office.services.move({ id, rowVersion: 1, to: "declined", reason: "class is full" });
    expect(found).toMatchObject({ state: "declined", rowVersion: 2, answeredAt: expect.any(Date) });
    expect(found.steps.at(-1)).toMatchObject({
      ...{ kind: "moved", from: "received", to: "declined", reason: "class is full", by: expect.any(String) },
    });
    const events = await db().auditEvent.findMany({ where: { action: "submissions-moved" } });
    expect(events).toMatchObject([{ subjectId: id, detail: { state: "declined", count: 1 } }]);
    expect(await db().mail.count()).toBe(0);
  });

  it("to review does not stop the clock; a refused move changes nothing", async () => {
    const { id } = await submission();
    const { rowVersion } = await office.services.move({ id, rowVersion: 1, to: "in_review" });
    expect((await rowOf(id)).answeredAt).toBeNull();
    const refused = (input: object) => refusalOf(office.services.move({ id, rowVersion, to: "offered", ...input }));
    expect(await refused({ rowVersion: 1 })).toMatchObject({
      code: "CONFLICT",
      message: "This application has been changed in the meantime. Please check it again.",
    });
    expect(await refused({ to: "enrolled" })).toMatchObject({ code: "CONFLICT" });
    expect(await refused({ to: "invited" })).toMatchObject({ message: "An invitation needs a day and a time." });
    expect(await refused({ to: "declined" })).toMatchObject({ message: "This step needs a reason." });
    expect(await rowOf(id)).toMatchObject({ state: "in_review", rowVersion: 2 });
  });

  it("together with others moves or refuses each one separately, with the reason", async () => {
    const fresh = await submission({ name: "Asha" });
    const over = await submission({ name: "Dev", state: "enrolled" });
    const gone = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    const rows = [fresh.id, over.id, gone, fresh.id].map((id) => ({ id, rowVersion: 1 }));
    const answer = await office.services.moveMany({ rows, to: "invited", visit, message: "Please come and see us." });
    expect(answer).toEqual({
      done: 1,
      refused: [
        {
          _id: over.id,
          name: "Dev",
          why: "An application in “Enrolled” is closed and cannot be moved together with others.",
        },
        { _id: gone, name: "", why: "This application does not exist or was deleted." },
      ],
    });
    const invited = { state: "invited", visitAt: new Date(`${visit.date}T11:00+05:30`) };
    expect(await rowOf(fresh.id)).toMatchObject(invited);
    const { items } = await office.services.list({});
    expect(items.find(({ _id }) => _id === fresh.id)).toMatchObject(invited);
    expect(await db().mail.count()).toBe(1);
  });

  it("is refused as a bad request if the visit is in the past, for one and for many", async () => {
    const { id } = await submission();
    const past = { to: "invited", visit: { ...visit, date: "2020-01-12" } } as const;
    const rows = [{ id, rowVersion: 1 }];
    for (const call of [
      office.services.moveMany({ rows, ...past }),
      office.services.move({ id, rowVersion: 1, ...past }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: ["date"], message: "The visit must be in the future." }],
      });
    expect(await rowOf(id)).toMatchObject({ state: "received", rowVersion: 1 });
  });

  it("together with others leaves out an application that a colleague has moved since it was ticked", async () => {
    const [one, other] = [await submission({ name: "Asha" }), await submission({ name: "Dev" })];
    const { items } = await office.services.desk({});
    await admin.services.move({ id: other.id, rowVersion: 1, to: "accepted" });
    const rows = items.map(({ _id: id, rowVersion }) => ({ id, rowVersion }));
    const declined = { to: "declined", reason: "class is full", message: "We are sorry." } as const;
    expect(await office.services.moveMany({ rows, ...declined })).toEqual({
      ...{
        done: 1,
        refused: [{ _id: other.id, name: "Dev", why: expect.stringContaining("changed in the meantime") }],
      },
    });
    expect([(await rowOf(one.id)).state, (await rowOf(other.id)).state]).toEqual(["declined", "accepted"]);
    expect(await db().mail.findMany()).toMatchObject([{ about: { submissionId: one.id } }]);
  });
});

describe("notes and messages", () => {
  it("a message reaches the family after the pause, a note never; the first message stops the clock", async () => {
    const { id } = await submission({ email: "das@example.org" });
    await office.services.note({ id, note: "Two seats left. Ask Lakshmi." });
    expect((await rowOf(id)).answeredAt).toBeNull();
    const { steps, state } = await office.services.write({ id, text: "Could you send us\nthe last report?" });
    expect(state).toBe("received");
    expect(steps.map(({ kind, canTakeBack }) => [kind, canTakeBack])).toEqual([
      ["received", false],
      ["noted", false],
      ["message", true],
    ]);
    expect((await rowOf(id)).answeredAt).not.toBeNull();

    await deliverDueEmails(admissionMails);
    expect(await db().mail.findMany()).toMatchObject([{ state: "waiting", recipient: "das@example.org" }]);
    await db().mail.updateMany({ data: { dueAt: new Date() } });
    await deliverDueEmails(admissionMails);
    const [name = ""] = await readdir(join(dataDir, "mail"));
    const { text, subject, replyTo } = await PostalMime.parse(await readFile(join(dataDir, "mail", name)));
    expect(subject).toMatch(/^Your application \d{4}-TEST$/);
    expect(text).toContain("Could you send us\nthe last report?");
    expect(text).not.toContain("Lakshmi");
    expect(replyTo).toMatchObject([{ address: "hello@lyceum.example" }]);
  });

  it("an invitation's email names the visit only while it is still to come, because the email may leave late", async () => {
    const { id } = await submission();
    await office.services.move({ id, rowVersion: 1, to: "invited", visit, message: "Please come and see us." });
    const mail = await db().mail.findFirstOrThrow();
    const invites = async () => (await admissionMails.admissionMessage?.(mail))?.paragraphs ?? [];
    expect(await invites()).toEqual(["Please come and see us.", expect.stringMatching(/^You are invited for /)]);
    await db().submission.update({ where: { id }, data: { visitAt: new Date() } });
    expect(await invites()).toEqual(["Please come and see us."]);
  });

  it("a message that is taken back in time never leaves, and the clock goes on", async () => {
    const { id } = await submission();
    const written = await office.services.write({ id, text: "Sent to the wrong family." });
    const messageId = written.steps.at(-1)?._id ?? "";
    const other = await submission();
    expect(await refusalOf(office.services.takeBack({ id: other.id, messageId }))).toMatchObject({ code: "NOT_FOUND" });
    await admin.services.takeBack({ id, messageId });
    expect(await rowOf(id)).toMatchObject({ answeredAt: null });
    const [mail] = await db().mail.findMany();
    expect(mail && (await admissionMails.admissionMessage?.(mail))).toBeNull();

    const late = await office.services.write({ id, text: "We answer." });
    await db().submissionMessage.updateMany({ data: { at: new Date(Date.now() - 11 * 60 * 1000) } });
    const again = { id, messageId: late.steps.at(-1)?._id ?? "" };
    expect(await refusalOf(office.services.takeBack(again))).toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    ["received", null],
    ["offered", "answered"],
  ] as const)("a message taken back after a withdrawal from “%s” leaves the answer %s", async (from, answer) => {
    const answerDue = new Date(Date.now() + 60_000);
    const { id } = await submission({ answerDue });
    const message = "Sent to the wrong family.";
    if (from === "received") await office.services.write({ id, text: message });
    else await office.services.move({ id, rowVersion: 1, to: from, message });
    await moveAsFamily(id, "withdrawn", new Date());
    const { id: messageId } = await db().submissionMessage.findFirstOrThrow();
    await office.services.takeBack({ id, messageId });
    const { answeredAt, answerDue: due, state } = await rowOf(id);
    expect([state, answeredAt && "answered", due]).toEqual(["withdrawn", answer, answer && answerDue]);
  });

  it("reasons and notes stay in the office: the export for a family contains only the message", async () => {
    const { id, email } = await submission();
    await office.services.note({ id, note: "Canary note" });
    await office.services.move({
      id,
      rowVersion: 1,
      to: "declined",
      reason: "Canary reason",
      message: "We are sorry.",
    });
    const exported = async () => JSON.stringify(await admin.people.export({ email, password: usualPassword }));
    // It can still be taken back.
    expect(await exported()).not.toContain("We are sorry.");
    await db().submissionMessage.updateMany({ data: { at: new Date(Date.now() - emailDelay) } });
    const data = await exported();
    expect(data).toMatch(/"toState":"declined".*We are sorry\./);
    expect(data).not.toContain("Canary");
  });

  it("nothing that was written is in the audit trail, and all of it is deleted with the application", async () => {
    const { id } = await submission();
    await office.services.note({ id, note: "Canary note" });
    await office.services.write({ id, text: "Canary message" });
    await office.services.move({ id, rowVersion: 1, to: "declined", reason: "Canary reason" });
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toMatch(/Canary|Kiran|Das/);
    await db().submission.delete({ where: { id } });
    expect([await db().submissionEvent.count(), await db().submissionMessage.count()]).toEqual([0, 0]);
  });
});

describe("the desk", () => {
  it("applications that wait for an answer come first, by due date; views, search and filters agree with their counts", async () => {
    const zara = "ज़ारा शेख";
    const due = (text: string) => ({ answerDue: new Date(text) });
    await submission({ name: "Late", ...due("2026-11-20T12:30:00Z") });
    await submission({ name: "Soon", state: "in_review", ...due("2099-11-21T12:30:00Z"), selectedClass: 4 });
    await submission({
      name: zara,
      parentName: "Nasreen",
      phone: "+91 98900-22314",
      ...due("2026-11-19T12:30:00Z"),
    });
    await submission({ name: "Done", state: "waiting", answeredAt: new Date(), ...due("2026-11-18T12:30:00Z") });
    await submission({ name: "Over", state: "declined", answeredAt: new Date("2026-01-01") });
    const names = async (input: Parameters<Caller["services"]["desk"]>[0]) =>
      (await office.services.desk(input)).items.map(({ name }) => name);
    expect(await names({})).toEqual([zara, "Late", "Soon", "Done", "Over"]);
    const { total } = await office.services.desk({ view: "due" });
    expect([total, await office.services.countViews()]).toEqual([
      2,
      {
        ...{ all: 5, due: 2, overdue: 2, wrote: 0, open: 4, waiting: 1, invited: 0, offered: 0, accepted: 0 },
        ...{ enrolled: 0, closed: 1 },
      },
    ]);
    expect(await names({ search: "शेख" })).toEqual([zara]);
    expect(await names({ search: "9890022314" })).toEqual([zara]);
    for (const search of ["+91 98900 22314", "098900 22314", "00919890022314", "+91 98900", "९८९०० २२३१४"])
      expect([search, await names({ search })]).toEqual([search, [zara]]);
    await db().submission.updateMany({ where: { name: zara }, data: { phone: "98900 22314" } });
    for (const search of ["+91 98900 22314", "098900 22314", "+91 98900"])
      expect([search, await names({ search })]).toEqual([search, [zara]]);
    expect(await names({ search: "+44 98900 22314" })).toEqual([]);
    expect(await names({ search: "nasreen ज़ारा" })).toEqual([zara]);
    expect(await names({ class: 4 })).toEqual(["Soon"]);
    expect(await names({ view: "closed" })).toEqual(["Over"]);
    const { csv } = await office.services.exportSubmissions({ class: 4 });
    expect(csv.trim().split("\n")).toHaveLength(2);
  });

  it("finds what a family says on the phone: a name with any apostrophe, and the application number without its hyphen", async () => {
    const [sam, kept] = [
      await submission({ name: "Sam O’Brien" }),
      await submission({ name: "Asha Rao", ...monthAgo }),
    ];
    await db().submission.update({ where: { id: sam.id }, data: { reference: "S08J-H2WB" } });
    const found = async (search: string) => (await office.services.desk({ search })).items.map(({ name }) => name);
    for (const search of ["o'brien", "O’BRIEN", "sam o`brien", "s08jh2wb", "SO8J H2WB", "s08j"])
      expect([search, await found(search)]).toEqual([search, ["Sam O’Brien"]]);
    for (const search of ["o%brien", "s08jh2wc"]) expect([search, await found(search)]).toEqual([search, []]);
    expect((await office.overview.find({ search: "s08jh2wb" }))[0]?.items).toMatchObject([{ _id: sam.id }]);
    await office.services.merge({ id: sam.id, otherId: kept.id });
    expect(await found("s08jh2wb")).toEqual(["Asha Rao"]);
  });

  it("an application shows the colleague who took it over, until it is given back", async () => {
    const [one, other] = [await submission({ name: "One" }), await submission({ name: "Other" })];
    expect(await office.services.assign({ ids: [one.id, other.id], to: "me" })).toEqual({ changed: 2, refused: [] });
    expect(await admin.services.assign({ ids: [other.id], to: "me" })).toEqual({ changed: 1, refused: [] });
    expect((await office.services.desk({ assigned: "me" })).items).toMatchObject([{ name: "One" }]);
    await office.services.assign({ ids: [one.id], to: "nobody" });
    expect((await office.services.desk({ assigned: "nobody" })).items).toMatchObject([{ name: "One" }]);
    expect((await office.services.get({ id: one.id })).steps.map(({ kind }) => kind)).toEqual(["received", "assigned"]);
  });

  it("a page that still shows another colleague cannot take an application from the one who has it now", async () => {
    const { id } = await submission({ name: "One" });
    await admin.services.assign({ ids: [id], to: "me", from: null });
    const { assignedToId: from } = await rowOf(id);
    await office.services.assign({ ids: [id], to: "me", from });
    const { assignedToId: officer } = await rowOf(id);
    const why = "This application has been changed in the meantime. Please check it again.";
    const refused = { changed: 0, refused: [{ _id: id, name: "One", why }] };
    expect(await admin.services.assign({ ids: [id], to: "nobody", from })).toEqual(refused);
    expect(await rowOf(id)).toMatchObject({ assignedToId: officer });
    // The same call again, because its answer was lost.
    const done = { changed: 0, refused: [] };
    expect(await office.services.assign({ ids: [id], to: "me", from })).toEqual(done);
  });

  it("an application that has since been merged or deleted is not taken over, and the refusal names it with the reason", async () => {
    const [kept, merged] = [await submission({ name: "Asha", ...monthAgo }), await submission({ name: "Asha R" })];
    await office.services.merge({ id: merged.id, otherId: kept.id });
    const gone = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    expect(await office.services.assign({ ids: [merged.id, kept.id, gone], to: "me" })).toEqual({
      changed: 1,
      refused: [
        { _id: merged.id, name: "Asha R", why: "This application was merged into another one." },
        { _id: gone, name: "", why: "This application does not exist or was deleted." },
      ],
    });
    expect(await rowOf(merged.id)).toMatchObject({ assignedToId: null });
  });
});

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { addMaterial, removeMaterial } from "@/features/materials/mutations";
import { editMaterial } from "@/features/materials/mutations-edit";
import { resultMails } from "@/features/results/emails";
import { correctResult } from "@/features/results/mutations-corrections";
import { previewReach } from "@/features/schedules/data-news";
import { testMails } from "@/features/schedules/emails";
import { addSchedule, removeSchedule } from "@/features/schedules/mutations";
import { cancelSchedule, editSchedule, restoreSchedule } from "@/features/schedules/mutations-changes";
import type { Principal } from "@/lib/principal";
import { db, transaction } from "@/server/db/client";
import { applyChoices, choose } from "@/server/mail/choices";
import { deliverDueEmails } from "@/server/mail/delivery";
import {
  aboutMaterial,
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  openStore,
  principalFor,
  refusalOf,
  result,
  schoolYear,
  storedFile,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { withSettings } from "../harness/settings";
import { startSmtp } from "../harness/smtp";

let isBusy = false;
const smtp = await startSmtp(() => (isBusy ? "4.2.1 try again later" : undefined));
await openStore();
withSettings({ SMTP_URL: smtp.url, APP_URL: "https://school.example" });

afterAll(smtp.close);

let admin: Caller;
let head: Principal;
let asha: Awaited<ReturnType<typeof createStudent>>;

const day = 24 * 60 * 60_000;
const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const place = { className: 7, fromDay: "2026-04-06" };
const confirmAll = () =>
  db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  const person = await createAdmin();
  const token = await tokenFor(person);
  [admin, head] = [await callerOf(token), await principalFor(token)];
  await schoolYear();
  asha = await createStudent({ email: "asha@example.org", name: "Asha Rao" });
  await admin.enrolments.enrol({ studentId: asha.id, ...place, section: "A" });
  const dev = { id: (await admin.students.add({ name: "Dev Rao", ...place, section: "B" }))._id };
  await createGuardian({ of: [asha, dev], email: "mother@example.org" });
  await createGuardian({ of: [asha], email: "uncle@example.org", link: { getsMails: false } });
  const other = await createStudent({ email: "eighth@example.org" });
  await admin.enrolments.enrol({ studentId: other.id, ...place, className: 8 });
  await confirmAll();
});

const test = { className: 7, sections: [], subject: "Biology", testDate: dateIn(14), testTime: "09:30" };
const fields = { ...test, minutes: null, room: null, description: null };
const add = (at: Date, more: object = {}) => addSchedule({ ...fields, confirmed: undefined, ...more }, head, at);
const seen = async (id: string) => ({
  id,
  rowVersion: (await db().testSchedule.findUniqueOrThrow({ where: { id } })).rowVersion,
});
const move = async (id: string, at: Date, more: object = {}) =>
  editSchedule({ ...fields, reason: "hall not free", confirmed: undefined, ...(await seen(id)), ...more }, head, at);
const cancel = async (id: string, at: Date, byMistake = false) =>
  cancelSchedule({ ...(await seen(id)), reason: "teacher is ill", byMistake }, head, at);

const deliver = () => deliverDueEmails({ ...resultMails, ...testMails });

/** What has arrived since the last time, by reader. */
async function arrived() {
  await deliver();
  const mails = smtp.received.splice(0);
  return Object.fromEntries(mails.map(({ recipients, mail }) => [recipients.join(), mail]).sort());
}
const readers = async () => Object.keys(await arrived());
const waiting = () => db().mail.count({ where: { state: "waiting" } });

async function known(more: object = {}): Promise<string> {
  const { _id } = await add(minutesAgo(120), more);
  await arrived();
  return _id;
}

describe("the people whom a change reaches", () => {
  it("are shown only to those who may change the test, and their numbers are those who get mails", async () => {
    const { token } = await createStaff({ role: "teacher", className: 8 });
    const ask = { className: 7, place: { testDate: test.testDate, testTime: "10:00" } };
    for (const who of [null, await tokenFor(asha), token]) {
      const { schedules } = await callerOf(who);
      expect((await refusalOf(schedules.reach(ask))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    const id = await known();
    const people = { students: 1, guardians: 1, inDigest: 0, others: 2, isMailOn: true };
    expect(await admin.schedules.reach(ask)).toEqual({ when: "after-pause", ...people });
    expect(await admin.schedules.reach({ ...ask, id, place: null })).toEqual({ when: "after-pause", ...people });
    expect(await admin.schedules.reach({ ...ask, sections: ["B"] })).toMatchObject({
      students: 0,
      guardians: 1,
      others: 1,
    });
    const same = { className: 7, id, place: { testDate: test.testDate, testTime: test.testTime } };
    expect(await admin.schedules.reach(same)).toMatchObject({ when: "never", students: 0 });
    const ofA = await admin.schedules.reach({ ...same, sections: ["A"] });
    expect(ofA).toMatchObject({ when: "after-pause", students: 0, guardians: 1, others: 1 });
    await move(id, new Date(), { sections: ["A"], reason: null });
    expect(await waiting()).toBe(ofA.guardians);
    await move(id, new Date(), { testTime: "10:00" });
    expect(await waiting()).toBe(people.students + people.guardians);
  });

  it("are counted, if they want only what is required, for a change of the next two days only", async () => {
    const [later, tomorrow] = [await known(), await known({ testDate: dateIn(1), testTime: "23:59" })];
    await db().mailChoice.create({ data: { userId: asha.id, choice: "required" } });
    const reach = (id: string) => admin.schedules.reach({ id, className: 7, place: null });
    expect(await reach(later)).toMatchObject({ when: "after-pause", students: 0, guardians: 1, others: 3 });
    expect(await reach(tomorrow)).toMatchObject({ when: "at-once", students: 1, guardians: 1, others: 2 });
  });
});

describe("a person who gets one email a day", () => {
  // At seven in the evening the email of the day has left; the next one leaves at six.
  const evening = new Date(`${dateIn(3)}T13:30:00Z`);
  const choice = "digest" as const;

  it("is told of a new test in that email, and is counted separately", async () => {
    await db().mailChoice.create({ data: { userId: asha.id, choice } });
    expect(await admin.schedules.reach({ className: 7, place: { testDate: dateIn(14), testTime: "09:30" } })).toEqual({
      ...{ when: "after-pause", students: 0, guardians: 1, inDigest: 1, others: 2, isMailOn: true },
    });
    await add(evening, { testDate: dateIn(4), testTime: "18:30" });
    expect(await db().mail.count({ where: { isOptional: true } })).toBe(2);
  });

  it("is told within ten minutes of a test that begins before that email, with everything else that is new; nobody else is", async () => {
    const ids = (await db().user.findMany({ where: { email: { startsWith: "mother" } } })).map(({ id }) => id);
    await db().mailChoice.createMany({
      data: [{ userId: asha.id, choice }, ...ids.map((userId) => ({ userId, choice: "required" as const }))],
    });
    await add(evening, { testDate: dateIn(10), subject: "Physics" });
    await add(evening, { testDate: dateIn(4), testTime: "18:00" });
    const mails = await db().mail.findMany({ orderBy: { recipient: "asc" } });
    expect(mails.map(({ recipient, isOptional, isBrief }) => [recipient, isOptional, isBrief])).toEqual([
      ["asha@example.org", false, true],
      ["mother@example.org", true, false],
    ]);
    expect(mails[0]?.about).toMatchObject({ items: [{}, {}] });
    const asked = { className: 7, sections: [], place: { testDate: dateIn(4), testTime: "18:00" } };
    expect(await previewReach(asked, head, evening)).toEqual({
      ...{ when: "after-pause", students: 1, guardians: 0, inDigest: 0, others: 3, isMailOn: true },
    });
    expect(await previewReach(asked, head, new Date(`${dateIn(4)}T12:20:00Z`))).toMatchObject({ when: "never" });
  });

  it.each([
    ["half a minute before it would be gathered", "12:19:30", null],
    ["in time, in an email that more joins", "12:15:00", "12:22:00"],
  ])("is told separately of a test of the next morning that is announced %s", async (_when, first, second) => {
    const at = (time: string) => new Date(`${dateIn(3)}T${time}Z`);
    const morning = { testDate: dateIn(4), testTime: "09:00" };
    await db().mailChoice.create({ data: { userId: asha.id, choice } });
    await add(at(first), morning);
    if (second) await add(at(second), { subject: "Physics" });
    await applyChoices(at("12:33:00"));
    const [mail, ...more] = await db().mail.findMany({ where: { userId: asha.id } });
    expect([mail?.state, mail?.isOptional, more]).toEqual(["waiting", false, []]);
    const asked = { className: 7, sections: [], place: morning };
    expect(await previewReach(asked, head, at(first))).toMatchObject({ students: 1, inDigest: 0 });
  });
});

describe("a test", () => {
  it("that is announced is told after ten minutes, to students of the class and guardians who get mails", async () => {
    await add(new Date());
    expect(await readers()).toEqual([]);
    await add(minutesAgo(11), { subject: "Physics", sections: ["A"] });
    const mails = await arrived();
    expect(Object.keys(mails)).toEqual([]);
    // The pause of the first test holds back the mail about the second: both leave in one mail.
    expect(await waiting()).toBe(2);
  });

  it("is told with its place, its reason and a link, and nothing more", async () => {
    const id = await known();
    await move(id, minutesAgo(11), { testTime: "11:00" });
    const mails = await arrived();
    expect(Object.keys(mails)).toEqual(["asha@example.org", "mother@example.org"]);
    expect(mails["asha@example.org"]?.subject).toBe("Test moved: Biology");
    expect(mails["asha@example.org"]?.text).toMatch(
      /Test moved: Biology, Class 7, from .* 09:30 to .* 11:00: hall not free\./,
    );
    expect(mails["mother@example.org"]?.text).toMatch(/Biology, Class 7 \(Asha Rao and Dev Rao\), from/);
    expect(mails["mother@example.org"]?.text).toContain("https://school.example/user/today");
    await cancel(id, minutesAgo(10));
    expect((await arrived())["asha@example.org"]?.text).toMatch(/Test cancelled: .*: teacher is ill\./);
    await restoreSchedule({ ...(await seen(id)), reason: null, confirmed: undefined }, head, new Date());
    await db().mail.updateMany({ data: { dueAt: minutesAgo(1) } });
    expect((await arrived())["asha@example.org"]?.subject).toBe("Test takes place after all: Biology");
  });

  it("that is moved and moved back within the pause is told to nobody, nor is a mistake or a deleted test", async () => {
    const id = await known();
    await move(id, minutesAgo(15), { testTime: "11:00" });
    await move(id, minutesAgo(12), { reason: null });
    expect(await readers()).toEqual([]);
    // It is cancelled, and the cancellation is taken back.
    await cancel(id, minutesAgo(11.5));
    await restoreSchedule({ ...(await seen(id)), reason: null, confirmed: undefined }, head, minutesAgo(11));
    expect(await readers()).toEqual([]);
    const mistake = await add(minutesAgo(25), { subject: "Physics" });
    await cancel(mistake._id, minutesAgo(20), true);
    const deleted = await add(minutesAgo(25), { subject: "Botany" });
    await removeSchedule({ id: deleted._id }, head, minutesAgo(20));
    expect(await readers()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it("that families know of is told as cancelled when it is deleted", async () => {
    const id = await known();
    await removeSchedule({ id }, head, minutesAgo(11));
    expect((await arrived())["mother@example.org"]?.subject).toBe("Test cancelled: Biology (Asha Rao and Dev Rao)");
  });

  it("that is tomorrow is told immediately, and once", async () => {
    const [id, later] = [await known({ testDate: dateIn(1) }), await known({ subject: "History" })];
    const first = await add(minutesAgo(5), { subject: "Physics" });
    await move(id, minutesAgo(4), { testDate: dateIn(8) });
    expect(await readers()).toEqual(["asha@example.org", "mother@example.org"]);
    await move(first._id, minutesAgo(3), { subject: "Physics", testTime: "12:00" });
    expect(await readers()).toEqual([]);
    // The news waited for the pause, and is now about tomorrow.
    await move(later, minutesAgo(2), { subject: "History", testTime: "10:00" });
    await move(later, minutesAgo(1), { subject: "History", testDate: dateIn(1), testTime: "10:00" });
    expect((await arrived())["asha@example.org"]?.subject).toBe("Test moved: History");
    await db().mail.updateMany({ where: { state: "waiting" }, data: { dueAt: minutesAgo(1) } });
    const { "asha@example.org": rest } = await arrived();
    expect(rest?.subject).toBe("New test: Physics");
    expect(rest?.text).not.toContain("History");
  });

  it("that is tomorrow and changes twice before anything has left is told in one mail, from the place that families know", async () => {
    const [id, tomorrow] = [await known({ testDate: dateIn(1) }), { testDate: dateIn(1) }];
    await move(id, minutesAgo(3), { ...tomorrow, testTime: "10:00" });
    await move(id, minutesAgo(2), { ...tomorrow, testTime: "11:00" });
    expect((await arrived())["asha@example.org"]?.text).toMatch(/from .* 09:30 to .* 11:00/);
    expect(await waiting()).toBe(0);
    // That mail has left: the next change starts from its place, and a change that is undone is told to nobody.
    await move(id, minutesAgo(1), { ...tomorrow, testTime: "12:00" });
    expect((await arrived())["asha@example.org"]?.text).toMatch(/from .* 11:00 to .* 12:00/);
    await move(id, new Date(), { ...tomorrow, testTime: "13:00" });
    await move(id, new Date(), { ...tomorrow, testTime: "12:00" });
    expect(await readers()).toEqual([]);
  });

  it("that is tomorrow and moves back after the move was told needs a reason, which the email gives", async () => {
    const [id, tomorrow] = [await known({ testDate: dateIn(1) }), { testDate: dateIn(1) }];
    await move(id, minutesAgo(6), { ...tomorrow, testTime: "10:00" });
    await arrived();
    expect((await refusalOf(move(id, minutesAgo(1), { ...tomorrow, reason: null }))).code).toBe("BAD_REQUEST");
    await move(id, minutesAgo(1), { ...tomorrow, reason: "hall free after all" });
    expect((await arrived())["asha@example.org"]?.text).toMatch(/from .* 10:00 to .* 09:30: hall free after all\./);
  });

  it("that is tomorrow and changes again before a second attempt is told in one mail, unless the first may have left", async () => {
    const [id, tomorrow] = [await known({ testDate: dateIn(1) }), { testDate: dateIn(1) }];
    await move(id, minutesAgo(3), { ...tomorrow, testTime: "10:00" });
    isBusy = true;
    expect(await readers()).toEqual([]);
    isBusy = false;
    expect(await db().mail.count({ where: { attempts: 1, fault: { not: null } } })).toBe(2);
    await move(id, minutesAgo(2), { ...tomorrow, testTime: "11:00" });
    expect((await arrived())["asha@example.org"]?.text).toMatch(/from .* 09:30 to .* 11:00/);
    expect(await waiting()).toBe(0);
    await move(id, minutesAgo(1), { ...tomorrow, testTime: "12:00" });
    // The mails are being delivered.
    await db().mail.updateMany({ where: { state: "waiting" }, data: { attempts: 1 } });
    await move(id, new Date(), { ...tomorrow, testTime: "13:00" });
    expect(await waiting()).toBe(4);
  });

  it("that is tomorrow and is taken from a section is told to that section immediately", async () => {
    const id = await known({ testDate: dateIn(1) });
    await move(id, minutesAgo(1), { testDate: dateIn(1), sections: ["B"], reason: null });
    const mails = await arrived();
    expect(mails["asha@example.org"]?.subject).toBe("Test cancelled: Biology");
    expect(mails["mother@example.org"]?.subject).toBe("Test cancelled: Biology (Asha Rao)");
    expect(await waiting()).toBe(0);
  });

  it("told immediately is new to those whose first email never left, and is not told again in the email of the day", async () => {
    await transaction((tx) => choose(tx, asha.id, "digest", new Date()));
    const history = await add(minutesAgo(15), { subject: "History" });
    await add(minutesAgo(15), { subject: "Physics" });
    const latin = await add(minutesAgo(15), { subject: "Latin", testDate: dateIn(1), testTime: "23:59" });
    isBusy = true;
    await deliver();
    isBusy = false;
    expect(await db().mail.count({ where: { userId: asha.id, state: "gathered" } })).toBe(1);
    await move(history._id, minutesAgo(1), { subject: "History", testDate: dateIn(1) });
    await cancel(latin._id, minutesAgo(1));
    await deliver();
    const subjects = smtp.received.splice(0).map(({ mail }) => mail.subject);
    expect(subjects.sort()).toEqual(["New test: History", "New test: History (Asha Rao and Dev Rao)"]);
    await db().mail.updateMany({ where: { kind: "digest" }, data: { dueAt: minutesAgo(1) } });
    const { text } = (await arrived())["asha@example.org"] ?? {};
    expect(text).toContain("New test: Physics");
    expect(text).not.toMatch(/History|Latin/);
  });

  it("leaves in one mail with results and corrections of the same pause", async () => {
    const id = await known();
    await move(id, minutesAgo(14), { testTime: "11:00" });
    const { id: resultId } = await result(asha, { subject: "Art" });
    await correctResult({ id: resultId, score: 46, gpa: undefined, reason: "question 5" }, head, minutesAgo(12));
    const mails = await arrived();
    expect(Object.keys(mails)).toEqual(["asha@example.org", "mother@example.org"]);
    expect(mails["asha@example.org"]?.subject).toBe("A corrected result for Class 7; Test moved: Biology");
    expect(mails["asha@example.org"]?.text).toMatch(
      /A corrected result for Class 7, Art\.\s+Sign in to see it\.\s+Test moved: Biology/,
    );
    expect(await readers()).toEqual([]);
  });

  it("is not mailed to a person who joins the class later, has left it, or no longer gets mails", async () => {
    const id = await known();
    await move(id, minutesAgo(11), { testTime: "11:00" });
    const late = await createStudent({ email: "late@example.org" });
    await admin.enrolments.enrol({ studentId: late.id, ...place });
    await confirmAll();
    await db().guardianship.updateMany({ data: { getsMails: false } });
    await db().enrolment.updateMany({ where: { studentId: asha.id }, data: { className: 9 } });
    expect(await readers()).toEqual([]);
  });

  it("is told once however many processes look, and not at all if only its text has changed", async () => {
    const id = await known();
    await move(id, minutesAgo(11), { testTime: "11:00" });
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(smtp.received.splice(0).length).toBe(2);
    await move(id, minutesAgo(0), { testTime: "11:00", description: "Chapters 1 to 3", reason: null });
    expect(await waiting()).toBe(0);
  });
});

describe("a material", () => {
  const given = async (tellClass: boolean) => ({
    material: { ...aboutMaterial(), expiresAt: null, tellClass },
    file: await storedFile(await pdfFile()),
  });

  it("is told to the class if that was ticked, after the pause, unless it has been deleted", async () => {
    await addMaterial(await given(false), head, minutesAgo(11));
    expect(await waiting()).toBe(0);
    const gone = await addMaterial(await given(true), head, minutesAgo(13));
    await removeMaterial(gone._id, head);
    expect(await readers()).toEqual([]);
    await addMaterial(await given(true), head, minutesAgo(11));
    const mails = await arrived();
    expect(Object.keys(mails)).toEqual(["asha@example.org", "mother@example.org"]);
    expect(mails["mother@example.org"]?.subject).toBe("New study material");
    expect(mails["mother@example.org"]?.text).toContain("https://school.example/user/today");
  });

  it("that is corrected to another class within the pause is told only to that class; after the pause, to nobody", async () => {
    const { _id: id } = await addMaterial(await given(true), head, minutesAgo(13));
    const rename = { expiresAt: undefined, availableFrom: undefined, materialName: "Leaves" };
    await editMaterial({ id, ...rename }, head, minutesAgo(12));
    await editMaterial({ id, ...rename, className: 8 }, head, minutesAgo(11));
    const mails = await arrived();
    expect(Object.keys(mails)).toEqual(["eighth@example.org"]);
    expect(mails["eighth@example.org"]?.text).toContain("Leaves");
    await editMaterial({ id, ...rename, className: 7 }, head, new Date());
    expect(await waiting()).toBe(0);
  });

  it("by a teacher of a section is told to that section", async () => {
    const { token } = await createStaff({ role: "teacher", className: 7, section: "B" });
    await addMaterial(await given(true), await principalFor(token), minutesAgo(11));
    expect(await readers()).toEqual(["mother@example.org"]);
  });
});

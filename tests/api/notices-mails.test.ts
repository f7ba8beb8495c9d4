import { beforeEach, describe, expect, it } from "vitest";
import { countAnswers, countReach, listPeople } from "@/features/notices/data-audience";
import { noticeMails } from "@/features/notices/emails";
import { publishDue } from "@/features/notices/mutations-publish";
import type { Fact } from "@/features/notices/schema-office";
import { emailDelay } from "@/lib/email-delay";
import { clockHere, momentHere } from "@/server/clock";
import { db, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { applyChoices, nextDigest } from "@/server/mail/choices";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  openStore,
  refusalOf,
  schoolYear,
  tokenFor,
} from "../factories";
import { inDays } from "../harness/days";
import { published, seenNotice, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

await openStore();
withSettings({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_PER_DAY: "2" });

const audience = [{ kind: "class" as const, className: 7 }];
const place = { className: 7, fromDay: "2026-04-06" };

const office = officeOfEachTest();
const families: { student: string; parent: Caller; parentId: string }[] = [];

/** A student of the class with a mother who has an address. */
async function addFamily(name: string) {
  const { _id: student } = await office.students.add({ name, ...place });
  const mother = await createGuardian({ of: [{ id: student }], email: `${name.toLowerCase()}@example.org` });
  await db().user.update({ where: { id: mother.id }, data: { emailConfirmedAt: new Date() } });
  const family = { student, parent: await callerOf(await tokenFor(mother)), parentId: mother.id };
  families.push(family);
  return family;
}

beforeEach(async () => {
  families.length = 0;
  await schoolYear();
  for (const name of ["Asha", "Dev", "Ravi", "Tara"]) await addFamily(name);
  await families[1]?.parent.mailChoices.choose({ choice: "digest" });
  await families[2]?.parent.mailChoices.choose({ choice: "required" });
});

const afterPause = () => new Date(Date.now() + emailDelay + 1000);
const noticesLeave = () =>
  db().mail.updateMany({ where: { kind: "notice" }, data: { state: "sent", sentAt: new Date() } });
const mails = async () =>
  (await db().mail.findMany({ where: { kind: "notice" }, orderBy: { recipient: "asc" } })).map(
    ({ recipient, isOptional }) => `${recipient.split("@")[0]} ${isOptional ? "optional" : "required"}`,
  );

describe("what people have chosen", () => {
  it("holds for a notice that needs no confirmation, and the preview says whom mails reach, and how", async () => {
    const asked = { audience, toStudents: true, toGuardians: true };
    const { leaves, ...reach } = await office.notices.preview(asked);
    expect(reach).toMatchObject({ students: 4, guardians: 4, mailed: 2, inDigest: 1, notMailed: 1, noLogin: 4 });
    expect(leaves && leaves.today + leaves.tomorrow + leaves.later).toBe(3);
    const { items } = await office.notices.previewPeople({ ...asked, fact: "inDigest" });
    expect(items.map(({ guardianOf }) => guardianOf)).toEqual(["Dev"]);
    const { id } = await published(office, { ...toClass7A, audience });
    expect((await office.notices.get({ id })).reach).toMatchObject({ mailed: 2, inDigest: 1, notMailed: 1 });
    await publishDue(afterPause());
    expect(await mails()).toEqual(["asha optional", "dev optional", "tara optional"]);
    await applyChoices(new Date(Date.now() + emailDelay + 2000));
    expect((await office.notices.get({ id })).mails).toEqual({ waiting: 2, gathered: 1 });
  });

  it("an account that is neither confirmed nor vouched for cannot read it yet; a colleague can", async () => {
    const unknown = await createStudent({ isKnown: false, name: "Nila" });
    const asked = { audience: [...audience, { kind: "staff" as const }], toStudents: true, toGuardians: true };
    const before = await office.notices.preview(asked);
    await office.enrolments.enrol({ studentId: unknown.id, ...place });
    await createStaff({ role: "teacher", className: 7 });
    const { notMailed, noLogin, ...reach } = await office.notices.preview(asked);
    expect(reach).toMatchObject({ students: 5, mailed: 2, inDigest: 1 });
    expect([notMailed - before.notMailed, noLogin - before.noLogin]).toEqual([1, 1]);
    const { items } = await office.notices.previewPeople({ ...asked, fact: "noLogin" });
    expect(items.map(({ name }) => name)).toContain("Nila");
    await db().user.update({ where: { id: unknown.id }, data: { vouchedAt: new Date() } });
    expect((await office.notices.preview(asked)).notMailed).toBe(notMailed + 1);
  });

  it("does not hold for one that must be confirmed, nor for its reminder", async () => {
    const asked = { audience, toStudents: true, toGuardians: true, mustConfirm: true };
    expect(await office.notices.preview(asked)).toMatchObject({ mailed: 4, inDigest: 0, notMailed: 0 });
    const { id } = await published(office, { ...toClass7A, audience, mustConfirm: true });
    await publishDue(afterPause());
    expect(await mails()).toEqual(["asha required", "dev required", "ravi required", "tara required"]);
    expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: 4 });
    await applyChoices(new Date(Date.now() + 3 * emailDelay));
    expect(await db().mail.count({ where: { state: "waiting", isOptional: false } })).toBe(8);
  });

  it("the preview counts what leaves today and later by the room that the mails before it leave", async () => {
    const asked = { audience, toStudents: true, toGuardians: true, mustConfirm: true };
    const { leaves } = await office.notices.preview(asked);
    expect(leaves && leaves.today + leaves.tomorrow + leaves.later).toBe(4);
    expect(leaves?.later).toBeLessThanOrEqual(2);
    await published(office, { ...toClass7A, audience, mustConfirm: true });
    await publishDue(afterPause());
    await db().mail.updateMany({ data: { dueAt: new Date(0) } });
    expect((await office.notices.preview(asked)).leaves).toEqual({ today: 0, tomorrow: 0, later: 4 });
    expect(await office.records.mailSummary({})).toMatchObject({ waiting: 4, beyondToday: 2 });
  });

  it("the list says when each mail leaves: immediately, on the day that has room for it, or after its delay", async () => {
    await published(office, { ...toClass7A, audience, mustConfirm: true });
    await publishDue(afterPause());
    await db().mail.updateMany({ data: { dueAt: new Date(0) } });
    const leaving = async () => {
      const { items } = await office.records.listMails({ limit: 50 });
      return items.map(({ leavesAt }) => leavesAt).toSorted((one, other) => Number(one) - Number(other));
    };
    const midnight = new Date(momentHere(clockHere(new Date()).date, "00:00").getTime() + 24 * 60 * 60_000);
    expect(await leaving()).toEqual([null, null, midnight, midnight]);
    const dueAt = new Date(Date.now() + emailDelay);
    await db().mail.updateMany({ where: { recipient: "asha@example.org" }, data: { dueAt } });
    expect(await leaving()).toEqual([null, null, midnight, dueAt > midnight ? dueAt : midnight]);
    await db().mail.updateMany({ data: { rank: 0 } });
    expect(await leaving()).toEqual([null, null, null, dueAt]);
  });

  it("mails for the email of a day take nobody's place, and the list names their time", async () => {
    const asked = { audience, toStudents: true, toGuardians: true, mustConfirm: true };
    const { leaves } = await office.notices.preview(asked);
    const [event, recipient] = ["notice of Dev", "dev@example.org"];
    const ofDev = { kind: "notice", recipient, userId: families[1]?.parentId ?? "", about: {}, dueAt: new Date(0) };
    for (const no of [1, 2, 3])
      await db().mail.create({ data: { ...ofDev, event: `${event} ${no}`, isOptional: true, rank: 1 } });
    expect((await office.notices.preview(asked)).leaves).toEqual(leaves);
    const other = await db().mail.create({ data: { ...ofDev, event: `${event}, required`, rank: 1 } });
    expect(await office.records.mailSummary({})).toMatchObject({ waiting: 4, beyondToday: 0 });
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
    await db().mail.updateMany({ where: { isOptional: true }, data: { dueAt: tomorrow } });
    const { items } = await office.records.listMails({ limit: 50 });
    const { at } = nextDigest(tomorrow);
    expect(items.map(({ _id, leavesAt }) => (_id === other.id ? "by itself" : leavesAt))).toEqual(
      items.map(({ _id }) => (_id === other.id ? "by itself" : at)),
    );
    expect(items.find(({ _id }) => _id === other.id)?.leavesAt).toBeNull();
  });
});

it("a two-digit year is in the past: a draft keeps it, but publishing and changing refuse it at the field", async () => {
  const { _id: id, rowVersion } = await office.notices.add({ ...toClass7A, until: "0026-12-31" });
  expect((await office.notices.get({ id })).until).toBe("0026-12-31");
  expect((await refusalOf(office.notices.publish({ id, rowVersion }))).issues?.[0]?.path).toEqual(["until"]);
  const { id: open } = await published(office);
  const change = { ...(await seenNotice(office, open)), title: "Reading week", text: "Two.", askAgain: false };
  const refusal = await refusalOf(office.notices.change({ ...change, until: "0026-12-31" }));
  expect(refusal.issues?.[0]?.path).toEqual(["until"]);
});

it("people who were written to before are told that the notice has changed; others are not", async () => {
  await addFamily("Uma");
  const { id } = await published(office, { ...toClass7A, audience, mustConfirm: true });
  await publishDue(afterPause());
  const becomes = (name: string, data: Prisma.MailUncheckedUpdateManyInput) =>
    db().mail.updateMany({ where: { kind: "notice", recipient: `${name}@example.org` }, data });
  const daily = { event: "digest:1", kind: "digest", recipient: "dev@example.org", about: {}, state: "sent" } as const;
  const { id: digestId } = await db().mail.create({ data: { ...daily, sentAt: new Date() } });
  await becomes("asha", { state: "sent", sentAt: new Date() });
  await becomes("dev", { state: "gathered", digestId });
  await becomes("ravi", { state: "kept" });
  await becomes("tara", { state: "failed", fault: "unknown" });
  await addFamily("Vera");
  const change = { title: "Reading week", text: "Bring two books.", askAgain: true };
  await office.notices.change({ ...(await seenNotice(office, id)), ...change });
  await publishDue(new Date(Date.now() + 3 * emailDelay));
  const about = { path: ["version"], equals: 2 };
  const mails = await db().mail.findMany({ where: { about }, orderBy: { recipient: "asc" } });
  const letters = await Promise.all(mails.map((mail) => noticeMails.notice?.(mail)));
  expect(letters.map((letter) => letter?.subject)).toEqual([
    ...["Changed: Reading week", "Changed: Reading week", "Changed: Reading week"],
    ...["Reading week", "Reading week", "Reading week"],
  ]);
  expect(letters[0]?.paragraphs).toContain("This has changed since we wrote to you. The text below replaces it.");
});

it.each([
  [true, "notice-mails-released", 3],
  [false, "notice-mails-dropped", 0],
])(
  "emails that a restore held back leave or not, as decided, and the notice says what became of them: %s",
  async (isToLeave, action, count) => {
    const { id } = await published(office, { ...toClass7A, audience });
    await db().notice.update({ where: { id }, data: { heldAt: new Date(), tellAt: new Date(0) } });
    await office.notices.settle({ ...(await seenNotice(office, id)), isToLeave });
    await publishDue(afterPause());
    expect(await mails()).toHaveLength(count);
    const { tellAt, toldAt, isHeld } = await office.notices.get({ id });
    expect([tellAt !== null, toldAt !== null, isHeld]).toEqual([isToLeave, true, false]);
    expect((await office.records.listEvents({ limit: 1 })).items).toMatchObject([{ action, subjectId: id }]);
    if (isToLeave) return;
    const change = { title: "Reading week", text: "Bring two books.", askAgain: true };
    await office.notices.change({ ...(await seenNotice(office, id)), ...change });
    await publishDue(new Date(Date.now() + 3 * emailDelay));
    expect(await mails()).toHaveLength(3);
  },
);

it("a reminder that nobody who is left would get is refused, and can still be sent later", async () => {
  const { id } = await published(office, { ...toClass7A, audience });
  await publishDue(afterPause());
  for (const { parent } of families.slice(1)) await parent.notices.open({ id });
  await db().guardianship.updateMany({
    where: { guardianId: families[0]?.parentId ?? "" },
    data: { getsMails: false },
  });
  const refusal = await refusalOf(office.notices.remind(await seenNotice(office, id)));
  expect([refusal.code, refusal.message]).toEqual(["CONFLICT", expect.stringContaining("who are left gets emails")]);
  await db().guardianship.updateMany({ data: { getsMails: true } });
  expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: 1 });
});

it("nobody is reminded of a notice that has ended", async () => {
  const { id } = await published(office, { ...toClass7A, audience, until: inDays(90) });
  await publishDue(afterPause());
  expect(await office.notices.get({ id })).toMatchObject({ until: inDays(90), hasEnded: false });
  await db().notice.update({ where: { id }, data: { expiresAt: new Date() } });
  expect((await office.notices.get({ id })).hasEnded).toBe(true);
  const refusal = await refusalOf(office.notices.remind(await seenNotice(office, id)));
  expect([refusal.code, refusal.message]).toEqual(["CONFLICT", expect.stringContaining("has ended")]);
  expect(await db().mail.count({ where: { kind: "noticeReminder" } })).toBe(0);
});

it.each([
  ["had ended", -1, { state: "scheduled", isHeld: true, publishedAt: null }, 0],
  ["would end before its emails leave", emailDelay, { state: "scheduled", isHeld: true, publishedAt: null }, 0],
  ["was still to be read", emailDelay + 60_000, { state: "published", isHeld: false, publishAt: null }, 3],
])("a scheduled notice that %s when it could finally be published", async (_what, after, expected, count) => {
  const { _id: id } = await office.notices.add({ ...toClass7A, audience });
  const now = Date.now();
  const planned = { state: "scheduled", publishAt: new Date(now - 3 * emailDelay) } as const;
  await db().notice.update({ where: { id }, data: { ...planned, expiresAt: new Date(now + after) } });
  await publishDue(new Date(now));
  expect(await office.notices.get({ id })).toMatchObject(expected);
  await db().notice.update({ where: { id }, data: { expiresAt: null } });
  await publishDue(afterPause());
  expect(await mails()).toHaveLength(count);
  if (count === 0) await office.notices.publish(await seenNotice(office, id));
  expect(await office.notices.get({ id })).toMatchObject({ state: "published", isHeld: false });
});

it.each([
  [true, ["dev", "ravi", "tara", "teacher2"]],
  [false, ["dev", "tara", "teacher2"]],
])("nobody is reminded of a child whose family has answered in the meantime: %s", async (mustConfirm, left) => {
  const [asha] = families;
  await createGuardian({ of: [{ id: asha?.student ?? "" }], email: "father@example.org" });
  const teachers = [];
  for (const email of ["teacher1@example.org", "teacher2@example.org"]) {
    const { user, token } = await createStaff({ role: "teacher", className: 7 });
    await db().user.update({ where: { id: user.id }, data: { email } });
    teachers.push(await callerOf(token));
  }
  await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
  const toAll = [...audience, { kind: "staff" as const }];
  const { id } = await published(office, { ...toClass7A, audience: toAll, mustConfirm });
  await publishDue(afterPause());
  await noticesLeave();
  expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: left.length + 3 });
  for (const [answering, studentId] of [[asha?.parent, asha?.student], [teachers[0]]] as const) {
    if (mustConfirm) await answering?.notices.confirm({ id, version: 1, ...(studentId && { studentId }) });
    else await answering?.notices.open({ id });
  }
  const mails = await db().mail.findMany({ where: { kind: "noticeReminder" }, orderBy: { recipient: "asc" } });
  const letters = await Promise.all(mails.map((mail) => noticeMails.noticeReminder?.(mail)));
  expect(letters.flatMap((letter) => letter?.to.split("@")[0] ?? [])).toEqual(left);
});

it.each([
  [true, "child", /^\/admin\/notices\/for-me\//, false],
  [true, "staff", /^\/user\/notices\//, true],
  [false, "child", /^\/admin\/notices\/for-me\//, false],
])(
  "the reminder for a colleague with a child here leads to what is left: %s, %s",
  async (mustConfirm, first, path, names) => {
    const [asha] = families;
    const { user, token } = await createStaff({ role: "teacher", className: 7 });
    const data = { email: "both@example.org", emailConfirmedAt: new Date() };
    await db().user.update({ where: { id: user.id }, data });
    await db().guardianship.create({
      data: { guardianId: user.id, studentId: asha?.student ?? "", relation: "Mother", origin: "office" },
    });
    const toAll = [...audience, { kind: "staff" as const }];
    const { id } = await published(office, { ...toClass7A, audience: toAll, mustConfirm });
    await publishDue(afterPause());
    await noticesLeave();
    await office.notices.remind(await seenNotice(office, id));
    const answering = first === "child" ? asha?.parent : await callerOf(token);
    const studentId = first === "child" ? asha?.student : undefined;
    if (mustConfirm) await answering?.notices.confirm({ id, version: 1, ...(studentId && { studentId }) });
    else await answering?.notices.open({ id });
    const mail = await db().mail.findFirstOrThrow({ where: { kind: "noticeReminder", recipient: data.email } });
    const letter = await noticeMails.noticeReminder?.(mail);
    expect(letter?.link?.path).toMatch(path);
    expect(letter?.paragraphs.includes("For Asha.")).toBe(names);
  },
);

it("mails are found by notice, person and state, and each number is that of its list", async () => {
  const { id } = await published(office, { ...toClass7A, audience });
  await published(office, { ...toClass7A, title: "Other", audience });
  await publishDue(afterPause());
  await db().mail.updateMany({ where: { recipient: "asha@example.org" }, data: { state: "kept" } });
  const { token } = await createStaff({ role: "teacher", className: 7 });
  await expect((await callerOf(token)).records.listMails({ about: id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  const asha = await db().user.findUniqueOrThrow({ where: { email: "asha@example.org" } });
  const filters = [
    {},
    { about: id },
    { person: "ASHA@" },
    { person: asha.name },
    { about: id, person: "dev" },
    { person: "%" },
  ];
  const found = [];
  for (const filter of filters) {
    const summary = await office.records.mailSummary(filter);
    for (const state of ["waiting", "sent", "kept", "failed", "held", "gathered"] as const) {
      const { items } = await office.records.listMails({ ...filter, state, limit: 50 });
      expect(items.length).toBe(summary[state]);
    }
    found.push((await office.records.listMails({ ...filter, limit: 50 })).items.length);
  }
  expect(found.slice(0, 3)).toEqual([6, 3, 2]);
  expect(found.slice(4)).toEqual([1, 0]);
});

it("every number is that of its list while people join, leave, read and confirm", async () => {
  const { id } = await published(office, { ...toClass7A, audience, mustConfirm: true });
  const meant = {
    audience,
    toStudents: true,
    toGuardians: true,
    mustConfirm: true,
    asked: { noticeId: id, version: 1 },
  };
  let isOver = false;
  async function write() {
    for (let round = 0; !isOver; round += 1) {
      const family = families[round % families.length];
      if (!family) return;
      if (round % 3 === 0) await addFamily(`New${round}`);
      else if (round % 3 === 1) await family.parent.notices.open({ id });
      else await family.parent.notices.confirm({ id, version: 1, studentId: family.student });
      if (round % 5 === 4) {
        const where = { studentId: family.student, toDay: null };
        await db().enrolment.updateMany({ where, data: { toDay: new Date("2026-11-20"), endReason: "left" } });
        families.splice(round % families.length, 1);
      }
    }
  }
  const writing = write().catch(() => {});
  const seen = new Set<string>();
  for (let look = 0; look < 12; look += 1) {
    // A number and its list are read in two calls; here both see the same moment.
    await transaction(async (tx) => {
      await tx.$executeRaw`set transaction isolation level repeatable read`;
      const counts = { ...(await countReach(meant)), ...(await countAnswers(meant)) };
      for (const [fact, count] of Object.entries(counts)) {
        const { items, total } = await listPeople(meant, fact as Fact, 1, true);
        expect([fact, total, items.length]).toEqual([fact, count, count]);
      }
      expect(counts.read + counts.unread).toBe(counts.students);
      expect(counts.confirmed + counts.unconfirmed).toBe(counts.students);
      // Each person is mailed now, later or not at all, or cannot read it.
      expect(counts.mailed + counts.inDigest + counts.notMailed + counts.noLogin).toBe(
        counts.students + counts.guardians,
      );
      seen.add(JSON.stringify(counts));
    });
  }
  isOver = true;
  await writing;
  expect(seen.size).toBeGreaterThan(2);
});

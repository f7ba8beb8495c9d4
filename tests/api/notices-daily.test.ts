import { beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { endOf } from "@/features/notices/data";
import { noticeMails } from "@/features/notices/emails";
import { changeNotice } from "@/features/notices/mutations-change";
import { publishDue } from "@/features/notices/mutations-publish";
import { emailDelay } from "@/lib/email-delay";
import { db, transaction } from "@/server/db/client";
import { applyChoices, choose, nextDigest } from "@/server/mail/choices";
import { composeDigest } from "@/server/mail/digests";
import { unsubscribeOf } from "@/server/mail/unsubscribe";
import {
  callerOf,
  createAdmin,
  createGuardian,
  openStore,
  principalFor,
  refusalOf,
  schoolYear,
  tokenFor,
} from "../factories";
import { inDays } from "../harness/days";
import { published, seenNotice, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

await openStore();
withSettings({ SMTP_URL: "smtp://127.0.0.1:1" });

const audience = [{ kind: "class" as const, className: 7 }];
const minute = 60_000;

const office = officeOfEachTest();

/** A class of two, whose mothers get emails: Asha's immediately, Dev's once a day. */
beforeEach(async () => {
  await schoolYear();
  for (const name of ["Asha", "Dev"]) {
    const { _id: id } = await office.students.add({ name, className: 7, fromDay: "2026-04-06" });
    const mother = await createGuardian({ of: [{ id }], email: `${name.toLowerCase()}@example.org` });
    await db().user.update({ where: { id: mother.id }, data: { emailConfirmedAt: new Date() } });
    if (name === "Dev") await (await callerOf(await tokenFor(mother))).mailChoices.choose({ choice: "digest" });
  }
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute);

/** The emails of a kind by recipient: whether each is optional. */
async function ordered(kind: string) {
  const mails = await db().mail.findMany({ where: { kind }, orderBy: { recipient: "asc" } });
  return mails.map(({ recipient, isOptional }) => [recipient.split("@")[0], isOptional]);
}

describe("a notice that ends around the time of the email of the day", () => {
  const firstDigest = (pause: number) => nextDigest(new Date(Date.now() + pause + minute)).at;

  it.each([
    [
      "separately, if it ends when that email leaves",
      0,
      [
        ["asha", true],
        ["dev", false],
      ],
    ],
    [
      "in that email, if it ends later",
      1,
      [
        ["asha", true],
        ["dev", true],
      ],
    ],
  ])("is told to people who get one email a day %s", async (_how, later, expected) => {
    const { id } = await published(office, { ...toClass7A, audience, until: inDays(90) });
    const expiresAt = new Date(firstDigest(emailDelay).getTime() + later);
    await db().notice.update({ where: { id }, data: { expiresAt } });
    const { reach } = await office.notices.get({ id });
    expect(reach).toMatchObject(later ? { mailed: 1, inDigest: 1 } : { mailed: 2, inDigest: 0 });
    await publishDue(new Date(Date.now() + emailDelay + 1000));
    expect(await ordered("notice")).toEqual(expected);
    await db().mail.updateMany({ data: { state: "sent", sentAt: new Date() } });
    await office.notices.remind(await seenNotice(office, id));
    expect(await ordered("noticeReminder")).toEqual(expected);
  });

  it.each([
    ["not if it must be confirmed", true, ["asha", "dev"]],
    ["also if it is told separately", false, ["asha"]],
  ])("can be turned off until it leaves, %s", async (_which, mustConfirm, expected) => {
    const { id } = await published(office, { ...toClass7A, audience, mustConfirm, until: inDays(90) });
    await db().notice.update({ where: { id }, data: { expiresAt: firstDigest(emailDelay) } });
    await publishDue(new Date(Date.now() + emailDelay + 1000));
    const mail = await db().mail.findFirstOrThrow({ where: { recipient: "dev@example.org" } });
    expect(unsubscribeOf(mail) === undefined).toBe(mustConfirm);
    await transaction((tx) => choose(tx, mail.userId ?? "", "required", new Date()));
    await applyChoices(inMinutes(12));
    expect((await ordered("notice")).map(([name]) => name)).toEqual(expected);
  });

  it("is counted that way before it is saved, and each number is that of its list", async () => {
    const asked = { audience, toStudents: true, toGuardians: true };
    for (const [until, mailed, inDigest] of [
      [inDays(-1), 2, 0],
      [inDays(3), 1, 1],
      ["9999-12-31", 1, 1],
      [null, 1, 1],
    ] as const) {
      expect(await office.notices.preview({ ...asked, until })).toMatchObject({ mailed, inDigest });
      expect((await office.notices.previewPeople({ ...asked, until, fact: "mailed" })).total).toBe(mailed);
      expect((await office.notices.previewPeople({ ...asked, until, fact: "inDigest" })).total).toBe(inDigest);
    }
  });
});

describe("a notice that ends before its emails leave", () => {
  const fault = async (call: Promise<unknown>) => {
    const { code, message, issues } = await refusalOf(call);
    return [code, issues?.[0]?.path[0], message];
  };
  const tooSoon = ["BAD_REQUEST", "until", expect.stringContaining("or its emails are sent")];

  it("cannot be published, now or at a later time", async () => {
    const { _id: id, rowVersion } = await office.notices.add({ ...toClass7A, audience, until: inDays(2) });
    const expiresAt = endOf(inDays(2)) as Date;
    const at = { date: inDays(2), time: "23:55" };
    expect(await fault(office.notices.publish({ id, rowVersion, at }))).toEqual(tooSoon);
    const planned = { id, rowVersion, at: { ...at, time: "23:45" } };
    await office.notices.publish(planned);
    await db().notice.update({ where: { id }, data: { publishAt: new Date(expiresAt.getTime() - 5 * minute) } });
    const draft = { ...toClass7A, audience, until: inDays(2) };
    expect(await fault(office.notices.edit({ ...draft, ...(await seenNotice(office, id)) }))).toEqual(tooSoon);
    await office.notices.callOff(await seenNotice(office, id));
    await db().notice.update({ where: { id }, data: { expiresAt: inMinutes(5) } });
    expect(await fault(office.notices.publish(await seenNotice(office, id)))).toEqual(tooSoon);
    await db().notice.update({ where: { id }, data: { expiresAt: inMinutes(11) } });
    await office.notices.publish(await seenNotice(office, id));
  });

  it("cannot ask again, but may end sooner if nobody is written to", async () => {
    const { id } = await published(office, { ...toClass7A, audience });
    await publishDue(inMinutes(11));
    const head = await principalFor(await tokenFor(await createAdmin({ username: "head" })));
    const late = new Date((endOf(inDays(2)) as Date).getTime() - 5 * minute);
    const change = { title: "Reading week", text: "Bring a book.", until: inDays(2), pinned: false };
    const changes = async (askAgain: boolean) =>
      changeNotice({ ...(await seenNotice(office, id)), ...change, askAgain }, head, late);
    expect(await fault(changes(true))).toEqual(tooSoon);
    expect(await changes(false)).toMatchObject({ until: inDays(2) });
  });

  it("cannot be followed by a reminder", async () => {
    const { id } = await published(office, { ...toClass7A, audience });
    await publishDue(inMinutes(11));
    await db().notice.update({ where: { id }, data: { expiresAt: inMinutes(5) } });
    const refusal = await refusalOf(office.notices.remind(await seenNotice(office, id)));
    expect([refusal.code, refusal.message]).toEqual(["CONFLICT", expect.stringContaining("within ten minutes")]);
    await db().notice.update({ where: { id }, data: { expiresAt: inMinutes(11) } });
    expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: 2 });
  });
});

it("a person who confirms a notice that has since ended reads that it has", async () => {
  const { userId } = await db().student.findFirstOrThrow();
  const aunt = await callerOf(await tokenFor(await createGuardian({ of: [{ id: userId }] })));
  const { id } = await published(office, { ...toClass7A, audience, mustConfirm: true });
  await aunt.notices.open({ id });
  await db().notice.update({ where: { id }, data: { expiresAt: new Date() } });
  const ended = { code: "NOT_FOUND", message: expect.stringMatching(/^This notice has ended,/) };
  expect(await refusalOf(aunt.notices.confirm({ id, version: 1, studentId: userId }))).toMatchObject(ended);
  expect(await refusalOf(aunt.notices.getMine({ id }))).toMatchObject(ended);
});

describe("a notice whose end is set while it waits for the email of the day", () => {
  // Just before midnight, a notice must not end on the same day.
  const [soon, later, dayBefore] = [dateHere(inMinutes(15)), 2 * 24 * 60, -24 * 60];
  const end = async (id: string, until: string) => {
    const changed = { title: "Reading week", text: "Bring a book.", until };
    await office.notices.change({ ...(await seenNotice(office, id)), ...changed });
  };
  const stateOf = async (subjectId: string, name = "dev") => {
    const where = { subjectId, recipient: `${name}@example.org` };
    const { state, isOptional, digestId } = await db().mail.findFirstOrThrow({ where });
    return [state, isOptional, digestId !== null];
  };
  async function told() {
    const { id } = await published(office, { ...toClass7A, audience });
    await publishDue(inMinutes(11));
    return id;
  }
  async function gathered(digest: object) {
    const ids = [await told(), await told()] as const;
    await applyChoices(inMinutes(12));
    await db().mail.updateMany({ where: { kind: "digest" }, data: digest });
    return ids;
  }
  const countDigests = () => db().mail.count({ where: { kind: "digest" } });

  it("is taken out of an email that leaves after the end, and leaves separately; an email without parts is deleted", async () => {
    const [id, other] = await gathered({ dueAt: inMinutes(later) });
    await end(id, inDays(30));
    expect(await stateOf(id)).toEqual(["gathered", true, true]);
    await end(id, soon);
    expect([await stateOf(id), await stateOf(other)]).toEqual([
      ["waiting", false, false],
      ["gathered", true, true],
    ]);
    const mail = await db().mail.findFirstOrThrow({ where: { subjectId: id, recipient: "dev@example.org" } });
    expect([mail.dueAt <= new Date(), mail.isBrief]).toEqual([true, true]);
    expect((await noticeMails.notice?.(mail))?.subject).toBe("Reading week");
    await applyChoices(inMinutes(12));
    expect([await stateOf(id), await countDigests()]).toEqual([["waiting", false, false], 1]);
    await end(other, soon);
    expect([await stateOf(other), await countDigests()]).toEqual([["waiting", false, false], 0]);
  });

  it.each([
    ["leaves before the end", { dueAt: inMinutes(dayBefore) }],
    ["is being sent", { dueAt: inMinutes(later), attempts: 1 }],
  ])("stays in one that %s", async (_what, digest) => {
    const [id] = await gathered(digest);
    await end(id, soon);
    expect([await stateOf(id), await countDigests()]).toEqual([["gathered", true, true], 1]);
  });

  it.each([
    ["separately, if the next one leaves after the end", later, false],
    ["with the next one, if that leaves before", dayBefore, true],
  ])("that is not yet in one leaves %s", async (_how, minutes, isOptional) => {
    const id = await told();
    await db().mail.updateMany({ data: { dueAt: inMinutes(minutes) } });
    await end(id, soon);
    expect([await stateOf(id), await stateOf(id, "asha")]).toEqual([
      ["waiting", isOptional, false],
      ["waiting", true, false],
    ]);
    expect(await db().mail.count({ where: { isBrief: true } })).toBe(isOptional ? 0 : 1);
  });
});

describe("a reminder", () => {
  const composed = async (kind: "notice" | "noticeReminder") => {
    const mails = await db().mail.findMany({ where: { kind }, orderBy: { recipient: "asc" } });
    return Promise.all(mails.map(async (mail) => (await noticeMails[kind]?.(mail))?.subject));
  };
  const leaves = (where: object) => db().mail.updateMany({ where, data: { state: "sent", sentAt: new Date() } });

  it("comes after the notice: it is not sent while that waits, separately or in the email of a day", async () => {
    const { id } = await published(office, { ...toClass7A, audience });
    await publishDue(inMinutes(11));
    await office.notices.remind(await seenNotice(office, id));
    await applyChoices(inMinutes(12));
    expect([await composed("notice"), await composed("noticeReminder")]).toEqual([
      ["Reading week", "Reading week"],
      [undefined, undefined],
    ]);
    const digest = await db().mail.findFirstOrThrow({ where: { kind: "digest" } });
    expect((await composeDigest(digest, noticeMails))?.parts?.map(({ subject }) => subject)).toEqual(["Reading week"]);
    await leaves({ kind: "notice", state: "waiting" });
    expect(await composed("noticeReminder")).toEqual(["Reminder: Reading week", undefined]);
    await leaves({ kind: "digest" });
    expect(await composed("noticeReminder")).toEqual(["Reminder: Reading week", "Reminder: Reading week"]);
  });

  it("counts people who get emails about a child that is left, but not those who get them only about another child", async () => {
    const of = await db().student.findMany({ orderBy: { user: { name: "asc" } }, select: { userId: true } });
    const [asha, dev] = of.map(({ userId }) => ({ id: userId }));
    const aunt = await createGuardian({ of: asha ? [asha] : [], email: "aunt@example.org" });
    await db().user.update({ where: { id: aunt.id }, data: { emailConfirmedAt: new Date() } });
    await db().guardianship.updateMany({ where: { studentId: dev?.id ?? "" }, data: { getsMails: false } });
    const link = { relation: "Aunt", origin: "office", getsMails: false } as const;
    await db().guardianship.create({ data: { guardianId: aunt.id, studentId: dev?.id ?? "", ...link } });
    const { id } = await published(office, { ...toClass7A, audience, mustConfirm: true });
    await publishDue(inMinutes(11));
    await (await callerOf(await tokenFor(aunt))).notices.confirm({ id, version: 1, studentId: asha?.id });
    const refusal = await refusalOf(office.notices.remind(await seenNotice(office, id)));
    expect([refusal.code, refusal.message]).toEqual(["CONFLICT", expect.stringContaining("who are left gets emails")]);
    expect(await office.notices.get({ id })).toMatchObject({ remindedAt: null });
  });

  it("does not wait for emails from before the notice was changed", async () => {
    const { id } = await published(office, { ...toClass7A, audience });
    await publishDue(inMinutes(11));
    const change = { title: "Reading week", text: "Bring two books.", askAgain: true };
    await office.notices.change({ ...(await seenNotice(office, id)), ...change });
    await publishDue(inMinutes(30));
    await leaves({ about: { path: ["version"], equals: 2 } });
    await office.notices.remind(await seenNotice(office, id));
    expect(await composed("noticeReminder")).toEqual(["Reminder: Reading week", "Reminder: Reading week"]);
  });
});

it("a change that asks again tells everybody, also while a restore holds the emails of the version before", async () => {
  const { id } = await published(office, { ...toClass7A, audience });
  await db().notice.update({ where: { id }, data: { heldAt: new Date(), tellAt: new Date(0) } });
  for (const askAgain of [false, true]) {
    const change = { title: "Reading week", text: "Bring two books.", askAgain };
    await office.notices.change({ ...(await seenNotice(office, id)), ...change });
    expect((await office.notices.get({ id })).isHeld).toBe(!askAgain);
  }
  await publishDue(new Date(Date.now() + 3 * emailDelay));
  expect(await db().mail.count({ where: { kind: "notice" } })).toBe(2);
});

import { beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { noticeMails } from "@/features/notices/emails";
import { publishDue } from "@/features/notices/mutations-publish";
import { resultMails } from "@/features/results/emails";
import { notifyOfResults } from "@/features/results/mutations";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import type { Mail, User } from "@/server/generated/prisma/client";
import { applyChoices } from "@/server/mail/choices";
import { composeDigest } from "@/server/mail/digests";
import type { Composer } from "@/server/mail/outbox";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  usualPassword as password,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { doJobs } from "../harness/jobs";
import { published, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";
import { ownMailServer } from "../harness/own-mail-server";
import { withoutIds } from "../harness/without-ids";

const smtp = await ownMailServer();

const office = officeOfEachTest();
let clerk: Caller;

beforeEach(async () => {
  clerk = await callerOf((await createStaff({ role: "office" })).token);
});

const as = async (user: User) => callerOf(await tokenFor(user));
const visitor = createCaller({ principal: null });
const phone = "+919823012345";
const set = ({ id }: User, data: Partial<User>) => db().user.update({ where: { id }, data });
const person = (id: string) => db().user.findUniqueOrThrow({ where: { id } });

/** Asha of 7 A and Nila, and Asha's mother, whose phone is known. */
async function family() {
  const [asha, nila] = [await createStudent({ email: "asha@example.org" }), await createStudent({ name: "Nila Rao" })];
  const mother = await createGuardian({ of: [asha], name: "Meera Rao", link: { relation: "mother" } });
  await set(mother, { phone });
  const year = await schoolYear();
  await db().enrolment.create({
    data: {
      ...{ studentId: asha.id, schoolYearId: year.id, className: 7, section: "A" },
      fromDay: new Date("2026-04-01"),
    },
  });
  return { asha, nila, mother };
}

describe("a new guardian with a phone number that is known", () => {
  it("is asked about, with the name, the child and the class, unless the office says that it is another person", async () => {
    const { nila, mother } = await family();
    const given = { studentId: nila.id, name: "Mira Rao", relation: "mother", phone: "98230 12345" };
    expect(await refusalOf(office.guardians.add(given))).toMatchObject({
      ...{ code: "CONFLICT", issues: [{ path: ["phone"] }] },
      message: expect.stringContaining("Meera Rao, mother of Asha Rao, 7 A"),
    });
    expect(await db().guardianship.count()).toBe(1);
    const { guardianId } = await office.guardians.add({ ...given, isAnother: true });
    expect(guardianId).not.toBe(mother.id);
    await office.guardians.add({ studentId: nila.id, guardianId: mother.id, relation: "aunt" });
    expect(await (await as(mother)).guardians.children()).toHaveLength(2);
  });

  it("is also asked about if the other parent has that number, who is not offered a second time", async () => {
    const { asha, mother } = await family();
    const given = { studentId: asha.id, name: "Ravi Rao", relation: "father", phone: "98230 12345" };
    expect(await office.guardians.find({ studentId: asha.id, search: given.phone })).toEqual([]);
    expect(await refusalOf(office.guardians.add(given))).toMatchObject({
      ...{ code: "CONFLICT", issues: [{ path: ["phone"] }] },
    });
    const { guardianId } = await office.guardians.add({ ...given, isAnother: true });
    expect(guardianId).not.toBe(mother.id);
    expect(await person(guardianId)).toMatchObject({ phone });
  });

  it("is offered by part of the number, however it is typed, but not by three digits", async () => {
    const { nila, mother } = await family();
    const find = async (search: string) => office.guardians.find({ studentId: nila.id, search });
    for (const search of ["98230", "098230 12", "+91 98230", "2345", "(98230) 12345"])
      expect(await find(search), search).toMatchObject([
        { _id: mother.id, children: [{ name: "Asha Rao", relation: "mother", className: "7", section: "A" }] },
      ]);
    for (const search of ["234", "9823099", "0000"]) expect(await find(search), search).toEqual([]);
    await db().user.update({ where: { id: mother.id }, data: { name: "Mira O’Brien" } });
    for (const search of ["o'brien", "O’BRIEN mira"]) expect(await find(search), search).toHaveLength(1);
    expect(await find("o%brien")).toEqual([]);
    for (const [name, searches] of [
      ["İbrahim Kaya", ["ibrahim", "İBRAHİM kaya", "İbrahim"]],
      ["علی\u200cرضا", ["علیرضا", "علی\u200cرضا"]],
      ["علیرضا", ["علی\u200cرضا"]],
    ] as const) {
      await set(mother, { name });
      for (const search of searches) expect(await find(search), search).toHaveLength(1);
    }
    expect(await find("\u200c\u200c")).toEqual([]);
  });
});

it("a word of a child's name finds the right one of several guardians with one name, but not on its own", async () => {
  const { asha, nila, mother } = await family();
  const namesake = await createGuardian({ of: [nila], name: "Rajesh Kumar" });
  await Promise.all([set(mother, { name: "Rajesh Kumar" }), set(asha, { name: "Aarav Kumar" })]);
  const { id: studentId } = await createStudent();
  const find = async (search: string) => (await office.guardians.find({ studentId, search })).map(({ _id }) => _id);
  expect(await find("rajesh kumar")).toHaveLength(2);
  expect([await find("rajesh aarav"), await find("aarav")]).toEqual([[mother.id], []]);
  await set(namesake, { name: "Aarav Rajesh" });
  expect(await find("rajesh aarav")).toEqual([namesake.id, mother.id]);
});

describe("the office changes a guardian", () => {
  it("only if the person is one and the address and login name are free; only an administrator changes a colleague", async () => {
    const { asha, mother } = await family();
    const change = (more: object, by = clerk, guardianId = mother.id) =>
      refusalOf(by.guardians.editPerson({ guardianId, ...more }));
    expect((await change({ name: "x" }, clerk, asha.id)).code).toBe("NOT_FOUND");
    expect((await change({ name: "x" }, clerk, (await createGuardian()).id)).code).toBe("NOT_FOUND");
    expect((await change({ email: "asha@example.org" })).message).toMatch(/who is a student/);
    expect((await change({ phone: "12" })).message).toMatch(/valid phone number/);
    expect((await change({ phone: null, email: null })).issues?.[0]?.path).toEqual(["email"]);
    expect((await change({ name: "x", rowVersion: 0 })).code).toBe("CONFLICT");
    const { user: colleague, token } = await createStaff({ role: "administrator" });
    await office.guardians.add({ studentId: asha.id, guardianId: colleague.id, relation: "aunt" });
    expect((await change({ email: "mine@example.org" }, clerk, colleague.id)).code).toBe("FORBIDDEN");
    await office.guardians.editPerson({ guardianId: colleague.id, name: "Uma Iyer" });
    const own = await change({ email: "mine@example.org" }, await callerOf(token), colleague.id);
    expect([own.code, own.message]).toEqual(["CONFLICT", expect.stringMatching(/^Change your name in your account/)]);
    const other = await createGuardian({ of: [asha], name: "Ravi Rao" });
    await set(other, { username: "+919823000000" });
    expect((await change({ phone: "98230 00000" })).issues?.[0]?.path).toEqual(["phone"]);
  });

  it("for all children; a changed address becomes unconfirmed, the old one is told, and the history keeps both", async () => {
    const { mother } = await family();
    await set(mother, { username: phone, email: "mira@example.org", emailConfirmedAt: new Date(), vouchedAt: null });
    const before = await office.guardians.get({ guardianId: mother.id });
    expect(before).toMatchObject({ name: "Meera Rao", phone, hasLogin: true, changes: [] });
    const to = { name: "Mira Rao", phone: "98230 54321", email: " New@Example.org" };
    const given = { guardianId: mother.id, rowVersion: before.rowVersion, ...to };
    const after = await clerk.guardians.editPerson(given);
    expect(await clerk.guardians.editPerson(given)).toEqual(after);
    expect(after).toMatchObject({ name: "Mira Rao", email: "new@example.org" });
    expect(await db().user.findUnique({ where: { id: mother.id } })).toMatchObject({ emailConfirmedAt: null });
    expect(after.changes).toMatchObject([
      { values: expect.arrayContaining([{ field: "phone", before: phone, after: "+919823054321" }]) },
    ]);
    const row = await person(mother.id);
    expect([row.username, row.vouchedAt !== null]).toEqual(["+919823054321", true]);
    await doJobs();
    expect(smtp.received.map(({ recipients, mail }) => [recipients[0], mail.subject])).toEqual([
      ["mira@example.org", expect.stringContaining("was changed")],
      ["new@example.org", expect.stringContaining("Confirm")],
    ]);
    const events = withoutIds(await db().auditEvent.findMany({ where: { action: "guardian-changed" } }));
    expect(events).not.toMatch(/Mira|98230|example/);
    await clerk.guardians.editPerson({ guardianId: mother.id, email: "" });
    expect((await person(mother.id)).username).toBe("+919823054321");
    expect((await as(await person(mother.id))).guardians.children()).toBeTruthy();
  });
});

describe("two guardians who are one person", () => {
  async function twice() {
    const { asha, nila, mother } = await family();
    const again = await createGuardian({ of: [nila], name: "Mira Rao", email: "mira@example.org" });
    return { asha, nila, mother, again };
  }

  it("cannot be joined with a student, with themselves, with a colleague by the office, or if both work here", async () => {
    const { asha, mother } = await twice();
    const { user: colleague } = await createStaff({ role: "teacher", className: 7 });
    const { user: other } = await createStaff({ role: "teacher", className: 8 });
    for (const { id } of [colleague, other])
      await office.guardians.add({ studentId: asha.id, guardianId: id, relation: "aunt" });
    const preview = async (one: User, two: User, by = clerk) =>
      (await refusalOf(by.guardians.previewJoin({ guardianId: one.id, otherId: two.id }))).code;
    expect(await preview(mother, asha)).toBe("NOT_FOUND");
    expect(await preview(mother, mother)).toBe("CONFLICT");
    expect(await preview(mother, colleague)).toBe("FORBIDDEN");
    expect(await preview(colleague, other, office)).toBe("CONFLICT");
    const given = { keptId: mother.id, goneId: colleague.id };
    expect((await refusalOf(clerk.guardians.join(given))).code).toBe("FORBIDDEN");
    expect((await refusalOf(office.guardians.join(given))).code).toBe("CONFLICT");
  });

  it("keep the entry of the one who has worked here, whichever is named first, because it names who did what", async () => {
    const { asha, mother } = await twice();
    const { user: former } = await createStaff({ role: "teacher", className: 7 });
    await office.guardians.add({ studentId: asha.id, guardianId: former.id, relation: "parent" });
    await db().staffGrant.updateMany({ where: { userId: former.id }, data: { endedAt: new Date() } });
    const joined = { guardianId: mother.id, otherId: former.id };
    expect((await clerk.guardians.previewJoin(joined)).kept._id).toBe(former.id);
    await clerk.guardians.join({ keptId: former.id, goneId: mother.id });
    const { user: other } = await createStaff({ role: "teacher", className: 8 });
    await office.guardians.add({ studentId: asha.id, guardianId: other.id, relation: "aunt" });
    await db().staffGrant.updateMany({ where: { userId: other.id }, data: { endedAt: new Date() } });
    const both = clerk.guardians.previewJoin({ guardianId: former.id, otherId: other.id });
    expect((await refusalOf(both)).message).toMatch(/^Both work here, or did in the last twelve months/);
  });

  it("become one as the preview says: links, consents, what was read and history move, and one login stays", async () => {
    const { asha, nila, mother, again } = await twice();
    const seen = await result(nila);
    await db().resultRead.create({ data: { resultId: seen.id, readerId: again.id } });
    await office.guardians.addConsent({ studentId: nila.id, guardianId: again.id });
    const code = (await office.codes.make({ personId: again.id, purpose: "password" })).code;
    const preview = await clerk.guardians.previewJoin({ guardianId: mother.id, otherId: again.id });
    expect(preview).toMatchObject({
      ...{ kept: { _id: mother.id }, gone: { _id: again.id }, moves: { links: 1, consents: 1 }, both: [] },
      ...{ phone, email: "mira@example.org", loginEnds: true },
    });
    const token = await tokenFor(again);
    const joined = await clerk.guardians.join({ keptId: preview.kept._id, goneId: preview.gone._id });
    expect(joined).toMatchObject({ name: "Meera Rao", phone, email: "mira@example.org" });
    expect(joined.children.map(({ name }) => name)).toEqual(["Asha Rao", "Nila Rao"]);
    expect(joined.changes[0]?.values).toContainEqual({ field: "name", before: "Mira Rao", after: "Meera Rao" });
    const mothers = await as(mother);
    expect((await mothers.guardians.children()).map(({ _id, unread }) => [_id, unread])).toEqual([
      [asha.id, 0],
      [nila.id, 0],
    ]);
    expect((await mothers.guardians.mine()).map(({ consentAt }) => consentAt !== null)).toEqual([false, true]);
    expect((await refusalOf((await callerOf(token)).guardians.children())).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(visitor.codes.join({ code, password }))).code).toBe("BAD_REQUEST");
    expect(await db().user.count({ where: { id: again.id } })).toBe(0);
    const events = withoutIds(await db().auditEvent.findMany({ where: { action: "guardians-joined" } }));
    expect(events).not.toMatch(/M[ie]+ra/);
  });

  it("have left a child whom either of them left: a code of the student links the one person again", async () => {
    const { asha, nila, mother, again } = await twice();
    await office.guardians.add({ studentId: asha.id, guardianId: again.id, relation: "mother" });
    await (await as(again)).guardians.leave({ studentId: nila.id });
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    const { code } = await (await as(nila)).codes.makeOwn({ name: "Meera Rao", relation: "mother" });
    await (await as(mother)).codes.link({ code, consent: true });
    expect(await (await as(mother)).guardians.children()).toHaveLength(2);
  });

  it("have read, confirmed and chosen what either of them had", async () => {
    const { asha, mother, again } = await twice();
    const { id: noticeId } = await db().notice.create({ data: { title: "Fees", body: [] } });
    const [early, late] = [new Date("2026-11-20T08:00Z"), new Date("2026-11-21T08:00Z")];
    const receipt = { noticeId, studentId: asha.id };
    await db().noticeReceipt.createMany({
      data: [
        { ...receipt, version: 1, userId: mother.id, seenAt: late },
        { ...receipt, version: 1, userId: again.id, seenAt: early, confirmedAt: early },
        { ...receipt, version: 2, userId: mother.id, seenAt: early, confirmedAt: early },
        { ...receipt, version: 2, userId: again.id, seenAt: late },
        { ...receipt, version: 3, userId: again.id, seenAt: late },
      ],
    });
    await db().mailChoice.create({ data: { userId: again.id, choice: "digest" } });
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    const receipts = await db().noticeReceipt.findMany({ orderBy: { version: "asc" } });
    expect(receipts.map(({ userId, seenAt, confirmedAt }) => [userId, seenAt, confirmedAt])).toEqual([
      [mother.id, early, early],
      [mother.id, early, early],
      [mother.id, late, null],
    ]);
    expect(await db().mailChoice.findMany()).toMatchObject([{ userId: mother.id, choice: "digest" }]);
  });

  it("keep the choice of mails of the kept entry", async () => {
    const { mother, again } = await twice();
    await db().mailChoice.create({ data: { userId: mother.id, choice: "at_once" } });
    await db().mailChoice.create({ data: { userId: again.id, choice: "required" } });
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    expect(await db().mailChoice.findMany()).toMatchObject([{ userId: mother.id, choice: "at_once" }]);
  });

  it.each([
    ["in one email of the day", "digest"],
    ["at once", "at_once"],
  ] as const)("get once what both of them were to get: %s", async (_how, choice) => {
    const { asha, nila, mother, again } = await twice();
    await office.guardians.add({ studentId: asha.id, guardianId: again.id, relation: "mother" });
    for (const [one, email] of [
      [mother, "meera@example.org"],
      [again, "mira@example.org"],
    ] as const) {
      await set(one, { email, emailConfirmedAt: new Date() });
      await db().mailChoice.create({ data: { userId: one.id, choice } });
    }
    await published(office, { ...toClass7A, title: "Reading week" });
    await publishDue(new Date(Date.now() + emailDelay));
    for (const { email } of [asha, nila])
      await office.results.add({
        results: [{ studentEmail: email ?? "", subject: "Biology", className: 7, score: 31, totalMarks: 62 }],
      });
    await notifyOfResults();
    const gathers = () => applyChoices(new Date(Date.now() + 2 * emailDelay));
    await gathers();
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    await gathers();
    const where = { userId: mother.id, state: "waiting" } as const;
    // The recipient that they have once they leave (decision 356).
    await db().mail.updateMany({ where, data: { recipient: "meera@example.org" } });
    const mails = await db().mail.findMany({ where });
    const composers: Record<string, Composer> = { ...resultMails, ...noticeMails };
    const letters = mails.map((mail) =>
      mail.kind === "digest" ? composeDigest(mail, composers) : composers[mail.kind]?.(mail),
    );
    const said = (await Promise.all(letters)).flatMap((letter) => letter?.parts ?? letter ?? []);
    expect(mails.filter(({ kind }) => kind === "digest")).toHaveLength(choice === "digest" ? 1 : 0);
    expect(said.map(({ subject }) => subject).filter((subject) => subject.includes("Reading"))).toHaveLength(1);
    const text = said.flatMap(({ paragraphs }) => paragraphs).join();
    expect([text.split("Asha").length, text.split("Nila").length]).toEqual([3, 2]);
  });

  it("get the email of the day that was refused for now, even if the other one of that day has left", async () => {
    const { mother, again } = await twice();
    const add = ({ id }: User, data: Partial<Mail>, event = `digest:${id}:2026-11-30`) =>
      db().mail.create({ data: { ...data, event, kind: "digest", recipient: "a@b.c", about: {}, userId: id } });
    await add(mother, { state: "kept" });
    const { id } = await add(again, { attempts: 1 });
    await add(again, { state: "gathered", digestId: id }, "part");
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    expect(await db().mail.count({ where: { userId: mother.id, OR: [{ id }, { digestId: id }] } })).toBe(2);
  });

  it("must confirm an address that comes to the kept login, unless it is confirmed or nobody logs in yet", async () => {
    const asked = async (confirmed: boolean, hasLogin: boolean) => {
      const [one, other] = [
        await createGuardian({ of: [await createStudent({ name: "Kiran Rao" })] }),
        await createGuardian({ of: [await createStudent({ name: "Tara Rao" })], email: "both@example.org" }),
      ];
      const login = hasLogin ? { passwordHash: "hash" } : { passwordHash: null, username: null };
      await set(one, { email: null, ...login });
      await set(other, { passwordHash: null, username: null, emailConfirmedAt: confirmed ? new Date() : null });
      await clerk.guardians.join({ keptId: one.id, goneId: other.id });
      const mails = await db().mail.findMany({ where: { userId: one.id } });
      await set(one, { email: null, emailConfirmedAt: null });
      return mails.map(({ kind, recipient }) => [kind, recipient]);
    };
    expect(await asked(false, true)).toEqual([["confirmEmail", "both@example.org"]]);
    expect(await asked(true, true)).toEqual([]);
    expect(await asked(false, false)).toEqual([]);
  });

  it("can use the letters of both if nobody has logged in yet", async () => {
    const { mother, again } = await twice();
    for (const one of [mother, again]) await set(one, { passwordHash: null, username: null, email: null });
    const codes = [];
    for (const { id } of [mother, again]) codes.push((await office.codes.make({ personId: id, purpose: "join" })).code);
    await clerk.guardians.join({ keptId: mother.id, goneId: again.id });
    for (const code of codes) expect((await visitor.codes.look({ code })).children).toEqual(["Asha", "Nila"]);
    const { identifier } = await visitor.codes.join({ code: codes[1] ?? "", password, consent: true });
    expect([identifier, (await person(mother.id)).passwordHash !== null]).toEqual([phone, true]);
  });

  it("keep one link to a child of both; the one who logs in or works here is kept, whichever is named first", async () => {
    const { asha, mother, again } = await twice();
    await set(mother, { passwordHash: null, username: null });
    await office.guardians.add({ studentId: asha.id, guardianId: again.id, relation: "parent" });
    const preview = await clerk.guardians.previewJoin({ guardianId: mother.id, otherId: again.id });
    expect(preview).toMatchObject({ kept: { _id: again.id }, both: ["Asha Rao"], phone, loginEnds: false });
    expect((await refusalOf(clerk.guardians.join({ keptId: mother.id, goneId: again.id }))).code).toBe("CONFLICT");
    await clerk.guardians.join({ keptId: again.id, goneId: mother.id });
    const links = await office.guardians.list({ studentId: asha.id });
    expect(links.map(({ guardianId, relation, endedAt }) => [guardianId, relation, endedAt === null])).toEqual([
      [again.id, "parent", true],
      [again.id, "mother", false],
    ]);
    expect((await person(again.id)).phone).toBe(phone);
    await doJobs();
    expect(smtp.received.filter(({ mail }) => mail.subject?.includes("no access"))).toEqual([]);
  });
});

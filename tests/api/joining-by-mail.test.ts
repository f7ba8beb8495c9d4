import { describe, expect, it, onTestFinished } from "vitest";
import { beginSecondFactor } from "@/server/auth/second-factor";
import { db, transaction } from "@/server/db/client";
import { leaseNext } from "@/server/mail/queue";
import {
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  usualPassword as password,
  refusalOf,
  schoolYear,
  submission,
} from "../factories";
import { badCode, codeOffice, logIn, visitor } from "../harness/codes";
import { changeSettings, withSettings } from "../harness/settings";

// A mail server is set up; nothing is delivered here.
const settings = { SMTP_URL: "smtp://localhost:1025", MAIL_FROM: "office@school.example" };
withSettings(settings);

const { office, add, codeFor } = codeOffice();
const { codes, auth } = visitor();

describe("where mail leaves the site, a student", () => {
  it("gives an address, which gets its confirmation and nothing else until it is confirmed", async () => {
    const child = await add();
    await codes.join({ code: await codeFor(child), password, email: "Asha@Example.org" });
    const { token } = await logIn("asha@example.org");
    expect(await logIn("KV-7")).toMatchObject({ user: { _id: child } });
    await (await callerOf(token)).account.changePassword({ current: password, next: "eight blue lanterns" });
    await auth.requestReset({ email: "asha@example.org" });
    await office.students.edit({ id: child, email: "new@example.org" });
    const kinds = (await db().mail.findMany({ orderBy: { id: "asc" } })).map(({ kind, recipient }) => [
      kind,
      recipient,
    ]);
    expect(kinds).toEqual([
      ["confirmEmail", "asha@example.org"],
      ["resetPassword", "asha@example.org"],
      ["confirmEmail", "new@example.org"],
    ]);
  });
});

it("nobody without an address is asked to confirm one", async () => {
  await codes.join({ code: await codeFor(await add()), password });
  const { token } = await logIn("KV-7");
  expect(await (await callerOf(token)).auth.resendConfirmation()).toEqual({ mailed: false });
  expect(await db().mail.count()).toBe(0);
});

it("a colleague whose two-step login was turned off is told only at a confirmed address, and the list says so", async () => {
  const { user, email: recipient } = await createStaff({ role: "office" });
  const resetAfter = async (data: { vouchedAt?: Date; emailConfirmedAt?: Date }) => {
    await db().user.update({ where: { id: user.id }, data });
    await transaction((tx) => beginSecondFactor(tx, user.id, "somebody"));
    const { isMailable, isUnconfirmed } = await office.staff.resetSecondStep({ userId: user.id, password });
    return { isMailable, isUnconfirmed, mails: await db().mail.findMany({ select: { kind: true, recipient: true } }) };
  };
  expect(await resetAfter({ vouchedAt: new Date() })).toEqual({ isMailable: false, isUnconfirmed: true, mails: [] });
  const told = { isMailable: true, isUnconfirmed: false, mails: [{ kind: "secondStepReset", recipient }] };
  expect(await resetAfter({ emailConfirmedAt: new Date() })).toEqual(told);
  const { people } = await office.staff.list();
  expect(people.map((one) => [one.isBuiltIn, one.isMailable])).toEqual([
    [true, false],
    [false, true],
  ]);
});

it.each([
  ["nobody logs in with", { passwordHash: null }, false],
  ["is not confirmed", { vouchedAt: new Date() }, false],
  ["is confirmed", { emailConfirmedAt: new Date() }, true],
])("the forms say rightly whether an address that %s is told of the new one: %j, %j", async (_, data, isTold) => {
  const [student, { user }] = [await createStudent(), await createStaff({ role: "office" })];
  const { id: guardianId } = await createGuardian({ of: [student], email: "meera@old.example" });
  const ids = [student.id, guardianId, user.id];
  const login = { passwordHash: "hash", emailConfirmedAt: null, vouchedAt: null };
  await db().user.updateMany({ where: { id: { in: ids } }, data: { ...login, ...data } });
  const member = (await office.staff.list()).people.find(({ _id }) => _id === user.id);
  const said = [await office.students.get({ id: student.id }), await office.guardians.get({ guardianId }), member];
  expect(said.map((one) => one?.isFormerAddressTold)).toEqual([isTold, isTold, isTold]);
  await office.students.edit({ id: student.id, email: "asha@new.example" });
  await office.guardians.editPerson({ guardianId, email: "meera@new.example" });
  await office.staff.edit({ userId: user.id, name: user.name, email: "ravi@new.example", password });
  const told = await db().mail.findMany({ where: { kind: "addressChanged" }, orderBy: { id: "asc" } });
  expect(told.map(({ userId }) => userId)).toEqual(isTold ? ids : []);
});

describe("an invitation by mail", () => {
  const deliver = async () => {
    const { codeMails } = await import("@/features/codes/emails");
    const mail = await db().mail.findFirstOrThrow({ where: { kind: "invitation" } });
    return codeMails.invitation?.(mail);
  };

  it("brings a code that confirms the address when it is used", async () => {
    const child = await add({ email: "asha@example.org" });
    expect(await office.codes.invite({ personId: child })).toEqual({ mailedTo: "asha@example.org" });
    const email = await deliver();
    const [, code = ""] = /^\/join#(.{11})$/.exec(email?.link?.path ?? "") ?? [];
    expect(email?.paragraphs.join()).toContain(code);
    expect((await office.codes.list({ personId: child })).items).toMatchObject([{ way: "mailed", state: "open" }]);
    expect(await codes.join({ code, password })).toEqual({ identifier: "asha@example.org" });
    expect((await db().user.findUniqueOrThrow({ where: { id: child } })).emailConfirmedAt).not.toBeNull();
  });

  it("leaves the code of a letter valid, however often the mail is tried", async () => {
    const child = await add({ email: "asha@example.org" });
    const printed = await codeFor(child);
    await office.codes.invite({ personId: child });
    for (let attempt = 0; attempt < 6; attempt += 1) await deliver();
    expect((await codes.look({ code: printed })).firstName).toBe("Asha");
    const { items } = await office.codes.list({ personId: child });
    expect(items.filter(({ state }) => state === "open").map(({ way }) => way)).toEqual([
      ...Array(5).fill("mailed"),
      "shown",
    ]);
  });

  it("ends when the address that it was mailed to is changed", async () => {
    const child = await add({ email: "wrong@example.org" });
    await office.codes.invite({ personId: child });
    const code = (await deliver())?.link?.path.slice(6) ?? "";
    const printed = await codeFor(child);
    await office.students.edit({ id: child, email: "asha@example.org" });
    expect(await refusalOf(codes.look({ code }))).toMatchObject(badCode);
    expect((await codes.look({ code: printed })).firstName).toBe("Asha");
  });

  it("does not go out a second time when a brother is enrolled within a day or after a code came to somebody else, and the guardian is named", async () => {
    await schoolYear();
    const enrol = async (name: string, guardian: { name: string; email: string } | { guardianId: string }) => {
      const { id } = await submission({ state: "accepted" });
      const guardians = [{ ...guardian, relation: "mother" }];
      const enrolled = { id, rowVersion: 1, name, admissionNo: name, className: 7, guardians };
      const { studentId: _, ...told } = await office.services.enrol(enrolled);
      return told;
    };
    const meera = { name: "Meera Rao", email: "meera@example.org" };
    expect(await enrol("Asha", meera)).toEqual({ mailed: 1, misaddressed: [], invitedLately: [] });
    const { id: guardianId } = await db().user.findFirstOrThrow({ where: { email: meera.email } });
    expect(await enrol("Rohan", { guardianId })).toMatchObject({ mailed: 0, invitedLately: ["Meera Rao"] });
    await codes.decline({ code: (await deliver())?.link?.path.slice(6) ?? "" });
    const sentAt = new Date(Date.now() - 25 * 60 * 60_000);
    await db().mail.updateMany({ data: { state: "sent", sentAt } });
    expect(await enrol("Tara", { guardianId })).toMatchObject({ mailed: 0, misaddressed: ["Meera Rao"] });
    expect(await db().mail.count()).toBe(1);
    const waiting = (await office.students.list({ code: "declined" })).items.map(({ name }) => name);
    expect(waiting.sort()).toEqual(["Asha", "Rohan", "Tara"]);
    await db().user.update({ where: { id: guardianId }, data: { email: "right@example.org" } });
    expect(await enrol("Nila", { guardianId })).toMatchObject({ mailed: 1, misaddressed: [] });
  });
});

describe("inviting many", () => {
  it("sends no code to students who have left, by mail or in a letter, and says so beforehand", async () => {
    const [gone, leaving] = [
      await add({ email: "asha@example.org" }),
      await add({ name: "Nila Sen", admissionNo: "KV-8", email: "nila@example.org" }),
    ];
    await db().student.update({ where: { userId: gone }, data: { leftOn: new Date("2020-03-31") } });
    await db().student.update({ where: { userId: leaving }, data: { leftOn: new Date("2999-03-31") } });
    const students = [gone, leaving];
    const refused = [{ studentId: gone, name: "Asha Rao", why: "This person has left the institute." }];
    expect(await office.codes.previewInvite({ students })).toMatchObject({ done: 1, letters: [], refused });
    expect(await office.codes.inviteMany({ students })).toMatchObject({ done: 1, letters: [], refused });
    expect(await db().mail.findMany({ select: { recipient: true } })).toEqual([{ recipient: "nila@example.org" }]);
    const why = "has left the institute";
    expect(await office.letters.previewMany({ students })).toMatchObject({
      ...{ letters: 1, refused: [{ studentId: gone, name: "Asha Rao", why }] },
    });
    expect((await refusalOf(office.letters.printMany({ students: [gone] }))).code).toBe("CONFLICT");
    // A letter for one such student can still be asked for.
    expect((await office.letters.preview({ id: gone })).people).toMatchObject([{ name: "Asha Rao" }]);
  });

  it("promises no letter that cannot be made, and says how many leave out the code of the student", async () => {
    const [child, unprintable] = [await add(), await add({ name: "梅花", admissionNo: "KV-8" })];
    const link = { studentId: child, relation: "father", origin: "office", seesResults: false } as const;
    await db().user.create({ data: { name: "Arun Rao", guardianOf: { create: link } } });
    const erased = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    const students = [child, unprintable, erased];
    const answer = {
      ...{ done: 0, letters: [child], withoutStudent: 1 },
      refused: [
        { studentId: erased, name: "", why: "This person is not on the roster any more." },
        { studentId: unprintable, name: "梅花", why: expect.stringMatching(/^The letter cannot show these/) },
      ],
    };
    expect(await office.codes.previewInvite({ students })).toMatchObject(answer);
    expect(await office.codes.inviteMany({ students })).toMatchObject(answer);
  });

  it("sends one email to each guardian with an address, no login and sight of results, and says how many still need letters", async () => {
    const [mailed, plain, active, gone] = [
      await add({ email: "asha@example.org" }),
      await add({ name: "Kiran Rao", admissionNo: "KV-8" }),
      await add({ name: "Nila Rao", admissionNo: "KV-9" }),
      await add({ name: "Tara Rao", admissionNo: "KV-10" }),
    ];
    await codes.join({ code: await codeFor(active), password });
    await db().student.update({ where: { userId: gone }, data: { leftOn: new Date("2020-03-31") } });
    const guardian = async (name: string, of: string[], more: { email?: string; passwordHash?: string } = {}) => {
      const seesResults = name !== "Kept";
      const create = of.map((studentId) => ({ studentId, relation: "aunt", origin: "office" as const, seesResults }));
      return (await db().user.create({ data: { name, ...more, guardianOf: { create } } })).id;
    };
    const email = (name: string) => ({ email: `${name}@example.org` });
    const meera = await guardian("Meera", [mailed, plain], email("meera"));
    await guardian("Kept", [mailed], email("kept"));
    await guardian("Known", [mailed], { ...email("known"), passwordHash: "hash" });
    await guardian("Former", [gone], email("former"));
    await guardian("Plain", [active]);
    await guardian("Second", [plain]);
    const colleague = await guardian("Colleague", [mailed], email("colleague"));
    await db().staffGrant.create({ data: { userId: colleague, role: "office", fromDay: new Date("2020-01-01") } });
    const printed = await codeFor(meera);
    const students = [mailed, plain, active, gone];
    const answer = { done: 1, guardians: 1, guardiansLeft: 1, letters: [plain] };
    expect(await office.codes.previewInvite({ students })).toMatchObject(answer);
    expect(await office.codes.inviteMany({ students })).toMatchObject(answer);
    const recipients = async () =>
      (await db().mail.findMany({ orderBy: { recipient: "asc" } })).map(({ kind, recipient }) => [kind, recipient]);
    expect(await recipients()).toEqual([
      ["invitation", "asha@example.org"],
      ["invitation", "meera@example.org"],
    ]);
    expect((await codes.look({ code: printed })).firstName).toBe("Meera");
    expect(await db().auditEvent.findMany({ where: { action: "students-invited" } })).toMatchObject([
      { detail: { count: 2 } },
    ]);
    // Here only a guardian is left to invite.
    await db().guardianship.create({
      data: { guardianId: meera, studentId: active, relation: "mother", origin: "office" },
    });
    await db().mail.deleteMany();
    const ofActive = { done: 0, guardians: 1, guardiansLeft: 1, letters: [] };
    expect(await office.codes.inviteMany({ students: [active] })).toMatchObject(ofActive);
    expect(await recipients()).toHaveLength(1);
  });

  it("mails no code of a student or guardian to an address where one came to somebody else, until the address is corrected", async () => {
    const [child, other] = [await add({ email: "asha@example.org" }), await add({ name: "Nila", admissionNo: "KV-8" })];
    const link = (studentId: string) =>
      ({ studentId, relation: "mother", origin: "office", seesResults: true }) as const;
    const { id: mother } = await db().user.create({
      data: { name: "Meera", email: "meera@example.org", guardianOf: { create: [link(child), link(other)] } },
    });
    const { codeMails } = await import("@/features/codes/emails");
    for (const personId of [child, mother]) {
      await office.codes.invite({ personId });
      const mail = await db().mail.findFirstOrThrow({ where: { userId: personId } });
      await codes.decline({ code: (await codeMails.invitation?.(mail))?.link?.path.slice(6) ?? "" });
    }
    const students = [child];
    const answer = {
      ...{ done: 0, guardians: 0, guardiansLeft: 1, letters: [] },
      refused: ["Asha Rao", "Meera"].map((name) => ({
        ...{ studentId: child, name, why: expect.stringMatching(/came to somebody else/) },
      })),
    };
    expect(await office.codes.previewInvite({ students })).toMatchObject(answer);
    expect(await office.codes.inviteMany({ students })).toMatchObject(answer);
    expect(await db().mail.count()).toBe(2);
    const waiting = (await office.students.list({ code: "declined" })).items.map(({ name }) => name);
    expect(waiting).toEqual(["Asha Rao", "Nila"]);
    // The other child's letter has the mother's code.
    await codeFor(mother);
    expect(await office.codes.previewInvite({ students: [other] })).toMatchObject({ guardians: 0, guardiansLeft: 0 });
    await office.students.edit({ id: child, email: "right@example.org" });
    await db().user.update({ where: { id: mother }, data: { email: "mother@example.org" } });
    expect(await office.codes.inviteMany({ students })).toMatchObject({
      done: 1,
      guardians: 1,
      guardiansLeft: 0,
      refused: [],
    });
  });

  it("keeps to the limits of the mail server, while an invitation of a single person does not wait", async () => {
    const students = [
      await add({ email: "asha@example.org" }),
      await add({ admissionNo: "KV-8", email: "nila@example.org" }),
    ];
    const tara = await add({ admissionNo: "KV-9", email: "tara@example.org" });
    await office.codes.inviteMany({ students });
    onTestFinished(changeSettings({ ...settings, MAIL_PER_DAY: "1" }));
    const leave = async () => (await leaseNext({ except: [], mostRank: 2 }))?.recipient;
    expect([await leave(), await leave()]).toEqual(["asha@example.org", undefined]);
    await office.codes.invite({ personId: tara });
    expect([await leave(), await leave()]).toEqual(["tara@example.org", undefined]);
  });

  it("mails nobody twice within a day at one address, not the mother of two classes nor after a lost answer, and says how many", async () => {
    const [elder, younger] = [
      await add({ email: "asha@example.org" }),
      await add({ name: "Nila", admissionNo: "KV-8" }),
    ];
    const link = (studentId: string) =>
      ({ studentId, relation: "mother", origin: "office", seesResults: true }) as const;
    const { id: mother } = await db().user.create({
      data: { name: "Meera", email: "meera@example.org", guardianOf: { create: [link(elder), link(younger)] } },
    });
    const students = [elder];
    expect(await office.codes.inviteMany({ students })).toMatchObject({ done: 1, guardians: 1, invitedLately: 0 });
    const again = { done: 0, guardians: 0, guardiansLeft: 0, invitedLately: 2, letters: [], refused: [] };
    expect(await office.codes.previewInvite({ students })).toMatchObject(again);
    expect(await office.codes.inviteMany({ students })).toMatchObject(again);
    const answer = { done: 0, guardians: 0, guardiansLeft: 0, invitedLately: 1, letters: [younger] };
    expect(await office.codes.inviteMany({ students: [younger] })).toMatchObject(answer);
    expect(await db().mail.count()).toBe(2);
    // Two classes at the same time mail her once.
    await db().mail.deleteMany();
    const answers = await Promise.all([elder, younger].map((one) => office.codes.inviteMany({ students: [one] })));
    const guardians = answers.map(({ guardians: mailed, invitedLately }) => [mailed, invitedLately]);
    expect(guardians.sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await db().mail.count()).toBe(2);
    // An email that failed, left a day ago, or went to another address is sent again.
    const mail = { where: { userId: elder } };
    await db().mail.updateMany({ ...mail, data: { state: "failed" } });
    expect(await office.codes.previewInvite({ students })).toMatchObject({ done: 1, guardians: 0, invitedLately: 1 });
    const createdAt = new Date(Date.now() - 25 * 60 * 60_000);
    for (const [state, sentAt, done] of [
      ["waiting", null, 0],
      ["sent", new Date(), 0],
      ["sent", createdAt, 1],
    ] as const) {
      await db().mail.updateMany({ ...mail, data: { state, sentAt, createdAt } });
      expect(await office.codes.previewInvite({ students })).toMatchObject({ done, invitedLately: 2 - done });
    }
    await db().user.update({ where: { id: mother }, data: { email: "mother@example.org" } });
    expect(await office.codes.inviteMany({ students })).toMatchObject({ done: 1, guardians: 1, invitedLately: 0 });
    expect(await db().mail.count()).toBe(4);
    // A student who is also the guardian of another one is one person.
    await db().guardianship.create({ data: { ...link(younger), guardianId: elder } });
    await db().mail.deleteMany();
    const both = { students: [elder, younger] };
    expect(await office.codes.inviteMany(both)).toMatchObject({ done: 1, guardians: 1, invitedLately: 0 });
    expect(await db().mail.count()).toBe(2);
  });

  it("mails those with an address and no login, names those who need a letter, and says who gets nothing and why", async () => {
    const [mailed, plain, active] = [
      await add({ email: "asha@example.org" }),
      await add({ name: "Kiran Rao", admissionNo: "KV-8" }),
      await add({ name: "Nila Rao", admissionNo: "KV-9" }),
    ];
    await codes.join({ code: await codeFor(active), password });
    const students = [mailed, plain, active];
    for (const caller of [await callerOf(null), await callerOf((await logIn("KV-9")).token)]) {
      expect((await refusalOf(caller.codes.inviteMany({ students }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    const answer = {
      ...{
        done: 1,
        byMail: true,
        letters: [plain],
        withoutStudent: 0,
        guardians: 0,
        guardiansLeft: 0,
        invitedLately: 0,
      },
      ...{ address: "localhost:3000/join", ownFacts: false },
      refused: [
        { studentId: active, name: "Nila Rao", why: expect.stringMatching(/^This person has a login already/) },
      ],
    };
    expect(await office.codes.previewInvite({ students })).toEqual(answer);
    expect(await db().mail.count()).toBe(0);
    expect(await office.codes.inviteMany({ students })).toEqual(answer);
    expect(await db().mail.findMany({ select: { kind: true, recipient: true, userId: true } })).toEqual([
      { kind: "invitation", recipient: "asha@example.org", userId: mailed },
    ]);
    expect(await db().auditEvent.findMany({ where: { action: "students-invited" } })).toMatchObject([
      { detail: { count: 1 } },
    ]);
    expect(await office.codes.inviteMany({ students: [active] })).toMatchObject({ done: 0, letters: [] });
    expect((await refusalOf(office.codes.inviteMany({ students: [] }))).code).toBe("BAD_REQUEST");

    await db().user.createMany({ data: Array.from({ length: 301 }, (_, index) => ({ name: `Child ${index}` })) });
    const crowd = await db().user.findMany({ where: { name: { startsWith: "Child" } }, select: { id: true } });
    await db().student.createMany({ data: crowd.map(({ id }) => ({ userId: id, origin: "office" as const })) });
    const tooMany = { students: [mailed, ...crowd.map(({ id }) => id)] };
    expect((await refusalOf(office.codes.inviteMany(tooMany))).message).toMatch(/^More than 300 of them need a letter/);
    expect(await db().mail.count()).toBe(1);
  });
});

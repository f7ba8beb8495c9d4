import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { env } from "@/env";
import { createCaller } from "@/features";
import { guardianMails } from "@/features/guardians/emails";
import { shownDate } from "@/lib/dates";
import { backUp, restoreFrom } from "@/main/backups";
import { closeDatabase, db, openDatabase } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, createGuardian, createStaff, createStudent, refusalOf, result, tokenFor } from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";
import { officeOfEachTest } from "../harness/office";
import { ownMailServer } from "../harness/own-mail-server";
import { query } from "../harness/sql";

const smtp = await ownMailServer();

const office = officeOfEachTest();

beforeEach(async () => {
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
});

const confirm = ({ id }: Pick<User, "id">) =>
  db().user.update({ where: { id }, data: { emailConfirmedAt: new Date() } });
const as = async (user: User) => callerOf(await tokenFor(user));
const actions = async () => (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);

/** Asha, who has a confirmed address like her mother, and a father who has none. */
async function family() {
  const asha = await createStudent({ email: "asha@example.org" });
  const mother = await createGuardian({ of: [asha], name: "Mira Rao", email: "mira@example.org" });
  const father = await createGuardian({ of: [asha], name: "Ravi Rao", link: { relation: "father", contactOrder: 2 } });
  await Promise.all([confirm(asha), confirm(mother)]);
  const linkOf = async ({ id }: User) =>
    (await db().guardianship.findFirstOrThrow({ where: { guardianId: id, endedAt: null } })).id;
  return { asha, mother, father, linkOf };
}

const uncle = { name: "Arun Rao", relation: "uncle", phone: "98230 12345" };

describe("linking by the office is refused", () => {
  it("for the student, another student, the administrator, an account that is gone, and a person who is linked already", async () => {
    const { asha, mother } = await family();
    const other = await createStudent({ name: "Nila Sen" });
    const admin = await db().user.findFirstOrThrow({ where: { role: "admin" } });
    const link = (guardianId: string) =>
      refusalOf(office.guardians.add({ studentId: asha.id, guardianId, relation: "aunt" }));
    expect((await link(asha.id)).message).toMatch(/own guardian/);
    for (const id of [other.id, admin.id, "00000000-0000-7000-8000-000000000000"])
      expect((await link(id)).code).toBe("NOT_FOUND");
    expect((await link(mother.id)).message).toMatch(/guardian of the student already/);
  });

  it("for a new person with somebody else’s address, or with a phone number that is not valid", async () => {
    const { asha } = await family();
    const add = (more: object) => refusalOf(office.guardians.add({ studentId: asha.id, ...uncle, ...more }));
    expect(await add({ email: " MIRA@example.org " })).toMatchObject({
      ...{ code: "CONFLICT", issues: [{ path: ["email"] }], message: expect.stringContaining("Mira Rao") },
    });
    expect((await add({ email: "asha@example.org" })).message).toMatch(/who is a student/);
    expect((await add({ phone: "12" })).message).toMatch(/valid phone number/);
    expect(await db().user.count({ where: { name: "Arun Rao" } })).toBe(0);
  });
});

describe("the office", () => {
  it("sees which code gives a guardian access, and gives it", async () => {
    const { asha, mother, father } = await family();
    const codes = async () => {
      const { links } = await office.guardians.family({ studentId: asha.id });
      return Object.fromEntries(links.map(({ guardianId, code }) => [guardianId, code]));
    };
    await db().user.update({ where: { id: father.id }, data: { passwordHash: null } });
    expect(await codes()).toEqual({ [mother.id]: "password", [father.id]: "join" });
    for (const [personId, purpose] of [[mother.id, "password"] as const, [father.id, "join"] as const])
      expect((await office.codes.make({ personId, purpose })).code).toMatch(/-/);
    await db().user.update({ where: { id: father.id }, data: { loginClosedAt: new Date() } });
    expect(await codes()).toMatchObject({ [father.id]: null });
  });

  it("links a new person without a login, after the guardians who are there, and tells the family without phone or address", async () => {
    const { asha } = await family();
    const link = await office.guardians.add({ studentId: asha.id, ...uncle, email: "arun@example.org" });
    expect(link).toMatchObject({ phone: "+919823012345", contactOrder: 3, origin: "office", endedAt: null });
    const person = await db().user.findUniqueOrThrow({ where: { id: link.guardianId } });
    expect([person.passwordHash, person.vouchedAt]).toEqual([null, null]);
    await doJobs();
    expect(smtp.received.map(({ recipients }) => recipients[0]).sort()).toEqual([
      "asha@example.org",
      "mira@example.org",
    ]);
    for (const { mail } of smtp.received) {
      expect(mail.text).toContain("Arun Rao (uncle)");
      expect(mail.text).not.toMatch(/98230|arun@/);
    }
  });

  it("places a new guardian last, even if one was ended or has a late place, up to the hundredth place", async () => {
    const { asha, mother, linkOf } = await family();
    const placeOfNext = async (n: number) =>
      (await office.guardians.add({ ...uncle, studentId: asha.id, phone: `98230 1234${n}` })).contactOrder;
    expect(await placeOfNext(0)).toBe(3);
    await office.guardians.end({ id: await linkOf(mother) });
    expect(await placeOfNext(1)).toBe(4);
    await db().guardianship.updateMany({ where: { contactOrder: 4 }, data: { contactOrder: 99 } });
    expect([await placeOfNext(2), await placeOfNext(3)]).toEqual([100, 100]);
  });

  it("finds guardians and staff by words of the name, number or address, but no students", async () => {
    const { asha, mother } = await family();
    const other = await createStudent({ name: "Mira Sen" });
    const { user } = await createStaff({ role: "teacher", className: 7 });
    const stranger = await createStudent({ name: "Mira Das", onRoster: false, email: "das@example.org" });
    const find = async (search: string, studentId = other.id) =>
      (await office.guardians.find({ studentId, search })).map(({ _id }) => _id);
    await db().user.update({ where: { id: mother.id }, data: { phone: "+919823012345" } });
    for (const search of ["mir", "rao MIRA", "098230 12345", "mira@example.org"])
      expect(await find(search), search).toEqual([mother.id]);
    expect(await find("mira", asha.id)).toEqual([]);
    expect(await find("iyer")).toEqual([user.id]);
    expect([await find("das"), await find("das@example.org")]).toEqual([[], [stranger.id]]);
    expect(await find("%%")).toEqual([]);
  });

  it("changes what a link lets a guardian see, from the next call on", async () => {
    const { asha, mother, linkOf } = await family();
    await result(asha);
    const id = await linkOf(mother);
    const edited = await office.guardians.edit({ id, relation: "aunt", seesResults: false, contactOrder: 5 });
    expect(edited).toMatchObject({ relation: "aunt", seesResults: false, getsMails: true, contactOrder: 5 });
    expect((await refusalOf((await as(mother)).guardians.readers({ studentId: asha.id }))).code).toBe("NOT_FOUND");
    expect(await actions()).toContain("guardian-edited");
  });

  it("ends a link from the next call on, tells everybody else, and can link again", async () => {
    const { asha, mother, father, linkOf } = await family();
    const fathers = await as(father);
    expect(await fathers.guardians.children()).toHaveLength(1);
    const id = await linkOf(father);
    expect((await refusalOf(office.guardians.end({ id, day: "2999-01-01" }))).issues?.[0]?.path).toEqual(["day"]);
    const daysAgo = (days: number) => dateHere(new Date(Date.now() - days * 24 * 60 * 60 * 1000));
    await db().guardianship.update({ where: { id }, data: { createdAt: new Date(daysAgo(500)) } });
    const longAgo = await refusalOf(office.guardians.end({ id, day: daysAgo(337) }));
    expect(longAgo.message).toBe(
      `Choose ${shownDate(daysAgo(336))} or a later day: a link is deleted twelve months after its last day.`,
    );
    const ended = await office.guardians.end({ id, day: daysAgo(336), reason: "Asked for by the mother" });
    expect(ended.endedAt).not.toBeNull();
    expect(await fathers.guardians.children()).toEqual([]);
    expect((await refusalOf(office.guardians.end({ id }))).code).toBe("CONFLICT");
    expect((await refusalOf(office.guardians.edit({ id, relation: "x" }))).code).toBe("CONFLICT");
    await doJobs();
    expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(Array(2).fill(expect.stringContaining("no access")));
    expect(smtp.received[0]?.mail.text).not.toContain("Asked for");
    await office.guardians.add({ studentId: asha.id, guardianId: father.id, relation: "father" });
    expect((await office.guardians.list({ studentId: asha.id })).map(({ guardianId }) => guardianId)).toEqual([
      ...[mother.id, father.id, father.id],
    ]);
  });

  it("can end a link quietly with a reason: only the trail notes that, and no mail or export says so", async () => {
    const { asha, father, linkOf } = await family();
    const id = await linkOf(father);
    const quiet = { id, quietly: true };
    expect((await refusalOf(office.guardians.end({ ...quiet, reason: " " }))).issues?.[0]?.path).toEqual(["reason"]);
    await office.guardians.end({ ...quiet, reason: "An order of the court" });
    await doJobs();
    expect([smtp.received, await db().mail.count()]).toEqual([[], 0]);
    expect(await actions()).toEqual(["guardian-ended-quietly"]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain("court");
    const students = JSON.stringify(await (await as(asha)).account.exportData());
    expect(students).not.toMatch(/quiet|court|father/);
    expect(students).toContain("guardian");
  });

  it("stops a waiting mail about or to a guardian whose link ended quietly before the mail left", async () => {
    const { asha, mother, linkOf } = await family();
    const { _id: id } = await office.guardians.add({ studentId: asha.id, ...uncle });
    await office.guardians.end({ id: await linkOf(mother), quietly: true, reason: "An order of the court" });
    const mails = await db().mail.findMany({ where: { kind: "guardianLinked" }, orderBy: { recipient: "asc" } });
    const composed = () => Promise.all(mails.map((mail) => guardianMails.guardianLinked?.(mail)));
    expect((await composed()).map((mail) => mail?.to)).toEqual(["asha@example.org", undefined]);
    await office.guardians.end({ id, quietly: true, reason: "Entered by mistake" });
    expect(await composed()).toEqual([null, null]);
  });

  it("stops a waiting mail about an end if the same guardian was linked again", async () => {
    const { asha, father, linkOf } = await family();
    await office.guardians.end({ id: await linkOf(father) });
    const mails = await db().mail.findMany({ where: { kind: "guardianEnded" } });
    const composed = () => Promise.all(mails.map((mail) => guardianMails.guardianEnded?.(mail)));
    expect(await composed()).toEqual(Array(2).fill(expect.objectContaining({ subject: expect.any(String) })));
    await office.guardians.add({ studentId: asha.id, guardianId: father.id, relation: "father" });
    expect(await composed()).toEqual([null, null]);
  });
});

describe("a guardian", () => {
  it("can end their own link, and nobody else’s", async () => {
    const { asha, mother, father } = await family();
    const caller = await as(father);
    const other = await createStudent({ name: "Nila Sen" });
    await createGuardian({ of: [other], name: "Leela Sen" });
    expect((await refusalOf(caller.guardians.leave({ studentId: other.id }))).code).toBe("NOT_FOUND");
    expect(await caller.guardians.leave({ studentId: asha.id })).toEqual([]);
    expect((await refusalOf(caller.guardians.leave({ studentId: asha.id }))).code).toBe("NOT_FOUND");
    expect(await (await as(mother)).guardians.mine()).toMatchObject([{ _id: asha.id, relation: "Mother" }]);
    await doJobs();
    expect(smtp.received).toHaveLength(2);
  });

  it("who works here has both: the grant on the admin side, the link on both sides", async () => {
    const { asha } = await family();
    const { user, email, token } = await createStaff({ role: "teacher", className: 8 });
    await office.guardians.add({ studentId: asha.id, guardianId: user.id, relation: "aunt" });
    for (const side of [token, await tokenFor(user)])
      expect(await (await callerOf(side)).guardians.children()).toMatchObject([{ _id: asha.id }]);
    expect((await refusalOf((await callerOf(token)).guardians.list({ studentId: asha.id }))).code).toBe("FORBIDDEN");
    expect(email).toBeTruthy();
  });
});

describe("the codes of a guardian", () => {
  const visitor = createCaller({ principal: null }).codes;
  const isOpen = async (code: string) => {
    const look = visitor.look({ code });
    return look.then(
      () => true,
      () => false,
    );
  };
  const codeOf = async (personId: string) => (await office.codes.make({ personId, purpose: "password" })).code;
  const end = async (link: string) => office.guardians.end({ id: link });

  it("end with the last link, and stay open with another link or work here", async () => {
    const { asha, mother, father, linkOf } = await family();
    const nila = await createStudent({ name: "Nila Rao" });
    const { user: colleague } = await createStaff({ role: "teacher", className: 7 });
    const add = (guardianId: string, studentId: string) =>
      office.guardians.add({ studentId, guardianId, relation: "aunt" });
    await add(mother.id, nila.id);
    const ofColleague = await add(colleague.id, asha.id);
    const codes = [await codeOf(mother.id), await codeOf(father.id), await codeOf(colleague.id)];
    const [ofMother] = await db().guardianship.findMany({ where: { guardianId: mother.id, studentId: asha.id } });
    for (const id of [ofMother?.id ?? "", await linkOf(father), ofColleague._id]) await end(id);
    expect(await Promise.all(codes.map(isOpen))).toEqual([true, false, true]);
    await end(await linkOf(mother));
    expect(await isOpen(codes[0] ?? "")).toBe(false);
    expect((await db().accessCode.findMany({ where: { userId: father.id } }))[0]?.revokedAt).not.toBeNull();
    const noted = await readFile(join(env().DATA_DIR, "ended.log"), "utf8");
    expect(noted.match(/access_codes/g)).toHaveLength(2);
  });

  it("that would link a person of the same name again end with the link, and all of the student’s do if the office ended it", async () => {
    const { asha, mother, father, linkOf } = await family();
    const own = await as(asha);
    const make = async (name: string) => (await own.codes.makeOwn({ name, relation: "father" })).code;
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Arun Rao", relation: "uncle" });
    const codes = [await make(" mira rao"), await make("ravi rao"), await make("Papa"), ofOffice.code];
    await (await as(mother)).guardians.leave({ studentId: asha.id });
    expect(await Promise.all(codes.map(isOpen))).toEqual([false, true, true, true]);
    await end(await linkOf(father));
    expect(await Promise.all(codes.map(isOpen))).toEqual([false, false, false, true]);
    const noted = await readFile(join(env().DATA_DIR, "ended.log"), "utf8");
    expect(noted.match(/access_codes/g)).toHaveLength(3);
  });

  it("that the office makes for a known guardian bear the stored name, and so end with the link, however it was typed", async () => {
    const { asha, father } = await family();
    await db().user.update({ where: { id: father.id }, data: { name: "Ravi D’Rao", vouchedAt: null } });
    const typed = { studentId: asha.id, name: "ravi d'rao", relation: "father" };
    const { code } = await office.codes.makeLink(typed);
    expect(await db().accessCode.findMany()).toMatchObject([{ label: "Ravi D’Rao" }]);
    await (await as(father)).guardians.leave({ studentId: asha.id });
    expect(await isOpen(code)).toBe(false);
    const { code: ofNobody } = await office.codes.makeLink(typed);
    expect([await isOpen(ofNobody), await db().accessCode.count({ where: { label: typed.name } })]).toEqual([true, 1]);
  });

  it("that bear a former name also end with the link, whoever changed the name", async () => {
    const { asha, mother, father, linkOf } = await family();
    const make = async (name: string) =>
      (await office.codes.makeLink({ studentId: asha.id, name, relation: "guardian" })).code;
    await (await as(mother)).account.changeName({ name: "Mira Sen" });
    await office.guardians.editPerson({ guardianId: father.id, name: "Ravi Sen", phone: "9823012345" });
    const codes = [await make("Mira Rao"), await make("Ravi Rao"), await make("Arun Rao")];
    for (const user of [mother, father]) await end(await linkOf(user));
    expect(await Promise.all(codes.map(isOpen))).toEqual([false, false, true]);
  });

  it("made by the student cannot restore a link that the office ended, and give no reason; those of the office can", async () => {
    const { asha, mother, father, linkOf } = await family();
    const own = await as(asha);
    const make = async () => (await own.codes.makeOwn({ name: "Papa", relation: "father" })).code;
    const link = async (user: User, code: string) => (await as(user)).codes.link({ code, consent: true });
    await office.guardians.end({ id: await linkOf(father), quietly: true, reason: "An order of the court" });
    const code = await make();
    expect(await refusalOf(link(father, code))).toEqual({
      ...{ code: "CONFLICT", message: "This code cannot add the child to your account. Please ask the office." },
    });
    expect([await isOpen(code), await db().guardianship.count({ where: { endedAt: null } })]).toEqual([true, 1]);
    await (await as(mother)).guardians.leave({ studentId: asha.id });
    await link(mother, code);
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Papa", relation: "father" });
    await link(father, ofOffice.code);
    // The office did not end a guardian who was linked again and then left.
    await (await as(father)).guardians.leave({ studentId: asha.id });
    await link(father, await make());
    expect(await db().guardianship.count({ where: { guardianId: father.id } })).toBe(3);
  });

  it("give a former guardian no more than the latest link did", async () => {
    const { asha, mother, father, linkOf } = await family();
    const own = await as(asha);
    for (const seesResults of [true, false, true]) {
      await office.guardians.edit({ id: await linkOf(mother), seesResults, getsMails: !seesResults });
      const caller = await as(mother);
      await caller.guardians.leave({ studentId: asha.id });
      const { code } = await own.codes.makeOwn({ name: "Mira Rao", relation: "mother" });
      await caller.codes.link({ code, consent: true });
      expect(await caller.guardians.children()).toMatchObject([{ seesResults, getsMails: !seesResults }]);
    }
    await end(await linkOf(father));
    await office.guardians.add({ studentId: asha.id, guardianId: father.id, relation: "father", getsMails: false });
    expect(await (await as(father)).guardians.children()).toMatchObject([{ seesResults: true, getsMails: false }]);
  });

  it("are not made by an invitation that was waiting while the last link ended", async () => {
    const { mother, linkOf } = await family();
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    await office.codes.invite({ personId: mother.id });
    await end(await linkOf(mother));
    await doJobs();
    expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain("mira@example.org");
    expect(await db().accessCode.count()).toBe(0);
  });
});

it("an ended link stays ended after a restore, also after one with another tool", async () => {
  const { mother, father, linkOf } = await family();
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  await office.guardians.end({ id: await linkOf(father), quietly: true, reason: "An order of the court" });
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  expect(
    await query(there, "select guardian_id as id, ended_quietly as quietly from guardianships order by ended_quietly"),
  ).toEqual([
    { id: mother.id, quietly: false },
    { id: father.id, quietly: true },
  ]);
  await db().guardianship.updateMany({
    data: { endedAt: null, endedById: null, endReason: null, endedQuietly: false },
  });
  await reapplyEndings();
  expect(await db().guardianship.findMany({ orderBy: { contactOrder: "asc" } })).toMatchObject([
    { guardianId: mother.id, endedAt: null, endedQuietly: false },
    { guardianId: father.id, endedAt: expect.any(Date), endedQuietly: true },
  ]);
});

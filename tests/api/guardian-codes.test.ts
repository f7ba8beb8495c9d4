import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { env } from "@/env";
import { createCaller } from "@/features";
import { guardianMails } from "@/features/guardians/emails";
import { openSecret } from "@/server/auth/secret";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { officeAddress } from "@/server/mail/outbox";
import {
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStudent,
  usualPassword as password,
  refusalOf,
  result,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { changeSettings } from "../harness/settings";

let office: Caller;

beforeAll(async () => {
  await prepareJobs();
  await openSecret();
});

beforeEach(async () => {
  await resetDatabase();
  office = await callerOf(await tokenFor(await createAdmin()));
});

const vouchedFor = async () =>
  (await db().user.findMany({ where: { vouchedAt: { not: null } }, orderBy: { name: "asc" } })).map(({ name }) => name);
const as = async (user: User) => callerOf(await tokenFor(user));
const visitor = createCaller({ principal: null }).codes;
const father = { name: "Ravi Rao", relation: "father" };
const bad = { code: "BAD_REQUEST", message: expect.stringMatching(/^This code does not work\./) };

describe("a code of a student for a guardian", () => {
  it("is made by nobody who is no student, is not known to be the pupil, or whose guardians the office alone links", async () => {
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    const unknown = await createStudent({ name: "Nila Sen", isKnown: false });
    const make = async (user: User) => (await refusalOf((await as(user)).codes.makeOwn(father))).code;
    expect([await make(mother), await make(unknown)]).toEqual(["NOT_FOUND", "FORBIDDEN"]);
    await office.guardians.changeRule({ studentId: asha.id, linksByOfficeOnly: true });
    expect([await make(asha), (await (await as(asha)).codes.own()).refused]).toEqual(["FORBIDDEN", "officeOnly"]);
    await office.guardians.changeRule({ studentId: asha.id, linksByOfficeOnly: false });
    expect((await (await as(asha)).codes.makeOwn(father)).code).toMatch(/^\w{5}-\w{5}$/);
    expect(await db().accessCode.count()).toBe(1);
  });

  it("waits for the confirmation of an address where there is a mail server, and otherwise for the office", async () => {
    const [asha, unknown] = [await createStudent(), await createStudent({ name: "Nila Sen", isKnown: false })];
    const refused = async (user: User) => (await (await as(user)).codes.own()).refused;
    expect([await refused(asha), await refused(unknown)]).toEqual([null, "officeOnly"]);
    onTestFinished(changeSettings({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "office@school.example" }));
    expect([await refused(asha), await refused(unknown)]).toEqual([null, "proveFirst"]);
    await office.guardians.changeRule({ studentId: unknown.id, linksByOfficeOnly: true });
    expect(await refused(unknown)).toBe("officeOnly");
  });

  it("is one of five that are open, whatever the names; one that was ended makes room", async () => {
    const asha = await as(await createStudent());
    for (let count = 0; count < 5; count += 1) await asha.codes.makeOwn({ ...father, name: `Guardian ${count}` });
    expect((await refusalOf(asha.codes.makeOwn(father))).message).toMatch(/five open codes/);
    const { items } = await asha.codes.own();
    const other = await as(await createStudent({ name: "Nila Sen" }));
    expect((await refusalOf(other.codes.endOwn({ id: items[0]?._id ?? "" }))).code).toBe("CONFLICT");
    expect((await other.codes.own()).items).toEqual([]);
    await asha.codes.endOwn({ id: items[0]?._id ?? "" });
    expect((await refusalOf(asha.codes.endOwn({ id: items[0]?._id ?? "" }))).code).toBe("CONFLICT");
    await asha.codes.makeOwn(father);
    expect((await asha.codes.own()).items.map(({ state }) => state)).toEqual([
      "open",
      "revoked",
      "open",
      "open",
      "open",
      "open",
    ]);
  });

  it("opens nothing any more once the office alone links guardians; one of the office does", async () => {
    const asha = await createStudent();
    const { code } = await (await as(asha)).codes.makeOwn(father);
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Mira Rao", relation: "mother" });
    await office.guardians.changeRule({ studentId: asha.id, linksByOfficeOnly: true });
    expect(await refusalOf(visitor.look({ code }))).toMatchObject(bad);
    expect(await visitor.look({ code: ofOffice.code })).toMatchObject({
      byStudent: false,
      guardian: { firstName: "Mira" },
    });
  });

  it("opens nothing any more once the student has closed the login, nor does one for that login; one of the office does", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Sen" })];
    const own = await as(asha);
    const { code } = await own.codes.makeOwn(father);
    await (await as(nila)).codes.makeOwn(father);
    await office.codes.make({ personId: asha.id, purpose: "password" });
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Mira Rao", relation: "mother" });
    await own.account.remove({ password });
    expect(await refusalOf(visitor.look({ code }))).toMatchObject(bad);
    expect(await refusalOf(visitor.join({ code, email: "ravi@example.org", password, consent: true }))).toMatchObject(
      bad,
    );
    expect((await visitor.look({ code: ofOffice.code })).guardian).toMatchObject({ firstName: "Mira" });
    const ended = await db().accessCode.findMany({ where: { revokedAt: { not: null } }, orderBy: { purpose: "asc" } });
    expect(ended.map(({ purpose, createdById }) => [purpose, createdById === asha.id])).toEqual([
      ["password", false],
      ["link", true],
    ]);
    const noted = await readFile(join(env().DATA_DIR, "ended.log"), "utf8");
    for (const { id } of ended) expect(noted).toContain(id);
  });

  it("made by the office opens the login of the guardian with that name, and is refused once there is one", async () => {
    const asha = await createStudent();
    const { guardianId } = await office.guardians.add({ studentId: asha.id, name: "Mira Rao", relation: "mother" });
    const make = () => office.codes.makeLink({ studentId: asha.id, name: "mira rao", relation: "mother" });
    const { code } = await make();
    const given = { code, password, email: "mira@example.org", consent: true };
    await visitor.join(given);
    expect((await db().user.findUniqueOrThrow({ where: { id: guardianId } })).email).toBe("mira@example.org");
    expect(await db().guardianship.count()).toBe(1);
    expect(await refusalOf(make())).toMatchObject({ code: "CONFLICT", issues: [{ path: ["name"] }] });
  });

  it("links a new login and an account that signed up alone, and vouches for neither", async () => {
    const asha = await createStudent();
    const own = await as(asha);
    const joined = { code: (await own.codes.makeOwn(father)).code, email: "ravi@example.org", password, consent: true };
    expect((await visitor.look({ code: joined.code })).byStudent).toBe(true);
    await visitor.join(joined);
    const signedUp = await createStudent({ name: "Mira Rao", onRoster: false, isKnown: false });
    const mother = await as(signedUp);
    const { code } = await own.codes.makeOwn({ name: "Mira Rao", relation: "mother" });
    expect(await mother.codes.link({ code, consent: true })).toEqual({ firstName: "Asha" });
    expect(await refusalOf(mother.codes.link({ code, consent: true }))).toMatchObject(bad);
    expect((await office.guardians.list({ studentId: asha.id })).map(({ name, origin }) => [name, origin])).toEqual([
      ["Ravi Rao", "code"],
      ["Mira Rao", "code"],
    ]);
    expect(await vouchedFor()).toEqual([asha.name]);
    expect((await refusalOf(own.codes.link({ code: "K7Q2M-9XMDT" }))).code).toBe("CONFLICT");
    await office.codes
      .makeLink({ studentId: asha.id, name: "Uma Rao", relation: "aunt" })
      .then(({ code: ofOffice }) => visitor.join({ ...joined, code: ofOffice, email: "uma@example.org" }));
    expect(await vouchedFor()).toEqual([asha.name, "Uma Rao"]);
  });

  it("is followed by one of the office's for the same child, which vouches, once", async () => {
    const asha = await createStudent();
    const { code } = await (await as(asha)).codes.makeOwn(father);
    await visitor.join({ code, email: "ravi@example.org", password, consent: true });
    const ravi = await db().user.findUniqueOrThrow({ where: { email: "ravi@example.org" } });
    const named = { studentId: asha.id, ...father };
    const { code: again } = await (await as(asha)).codes.makeOwn(father);
    expect((await refusalOf((await as(ravi)).codes.link({ code: again, consent: true }))).code).toBe("CONFLICT");
    const { code: ofOffice } = await office.codes.makeLink(named);
    await (await as(ravi)).codes.link({ code: ofOffice, consent: true });
    expect(await vouchedFor()).toEqual([asha.name, ravi.name]);
    expect(await db().guardianship.count()).toBe(1);
    expect((await refusalOf(office.codes.makeLink(named))).code).toBe("CONFLICT");
  });

  it("shows its guardian no result, also of a child whom the office links, until a code of the office is used", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Sen" })];
    await result(nila);
    const { code } = await (await as(asha)).codes.makeOwn(father);
    await visitor.join({ code, email: "ravi@example.org", password, consent: true });
    const ravi = await db().user.findUniqueOrThrow({ where: { email: "ravi@example.org" } });
    await office.guardians.add({ studentId: nila.id, guardianId: ravi.id, relation: "father" });
    expect(await (await as(ravi)).results.mine({ studentId: nila.id })).toEqual([]);
    const third = await createStudent({ name: "Tara Sen" });
    const ofOffice = await office.codes.makeLink({ ...father, studentId: third.id });
    await (await as(ravi)).codes.link({ code: ofOffice.code, consent: true });
    expect(await (await as(ravi)).results.mine({ studentId: nila.id })).toHaveLength(1);
  });

  it("no longer vouches for those who used one before, unless they used one of the office, too", async () => {
    const asha = await createStudent();
    const of = { studentId: asha.id, name: "Uma Rao", relation: "aunt" };
    const joined = { password, consent: true };
    for (const email of ["uma@example.org", "lena@example.org"]) {
      const { code } = await (await as(asha)).codes.makeOwn({ ...father, name: email });
      await visitor.join({ ...joined, code, email });
    }
    await visitor.join({ ...joined, code: (await office.codes.makeLink(of)).code, email: "tara@example.org" });
    const lena = await db().user.findUniqueOrThrow({ where: { email: "lena@example.org" } });
    const other = await createStudent({ name: "Nila Sen" });
    const { code } = await office.codes.makeLink({ ...of, studentId: other.id });
    await (await as(lena)).codes.link({ code, consent: true });
    await db().$executeRaw`
      update users u set vouched_at = c.used_at, vouched_by_id = null from access_codes c
      where c.used_by_id = u.id and c.created_by_id = c.student_id`;
    const sql = "prisma/migrations/20261128030000_codes_of_students_vouch_for_nobody/migration.sql";
    expect(await vouchedFor()).toHaveLength(5);
    await db().$executeRawUnsafe(await readFile(sql, "utf8"));
    expect(await vouchedFor()).toEqual(["Asha Rao", "Nila Sen", "Uma Rao", "lena@example.org"]);
  });
});

describe("a consent", () => {
  const add = async (more: object) => (await office.students.add({ name: "Asha Rao", ...more }))._id;
  const link = async (studentId: string) =>
    (await office.codes.makeLink({ studentId, name: "Mira Rao", relation: "mother" })).code;
  const missing = async () => (await office.students.list({ consent: "missing" })).items.map(({ _id }) => _id);
  const years = (count: number) => `${new Date().getFullYear() - count}-01-01`;

  it("is asked of a guardian of somebody under 18 or of unknown age, and kept with who, how and the text", async () => {
    const [young, unknown, grown] = [await add({ bornOn: years(12) }), await add({}), await add({ bornOn: years(19) })];
    for (const id of [young, unknown]) {
      const code = await link(id);
      expect((await visitor.look({ code })).consentFor).toEqual(["Asha"]);
      const given = { code, password, email: `mira.${id}@example.org` };
      expect((await refusalOf(visitor.join(given))).issues?.[0]?.path).toEqual(["consent"]);
      expect((await refusalOf(visitor.join({ ...given, consent: false }))).code).toBe("BAD_REQUEST");
      await visitor.join({ ...given, consent: true });
      const { consents } = await office.guardians.family({ studentId: id });
      expect(consents).toMatchObject([{ name: "Mira Rao", how: "join", notedBy: null, withdrawnAt: null }]);
      expect(consents[0]?.version).toMatch(/^\d{4}-\d\d-\d\d \w{16}$/);
    }
    const code = await link(grown);
    expect((await visitor.look({ code })).consentFor).toEqual([]);
    await visitor.join({ code, password, email: "mira@example.org" });
    expect((await office.guardians.family({ studentId: grown })).consents).toEqual([]);
  });

  it("is asked of a guardian of an import for each child, and not of the students themselves", async () => {
    const [asha, nila] = [await add({ admissionNo: "KV-7" }), await add({ name: "Nila Rao", bornOn: years(19) })];
    const { guardianId } = await office.guardians.add({
      ...{ studentId: asha, name: "Mira Rao", relation: "mother", phone: "98230 12345" },
    });
    await office.guardians.add({ studentId: nila, guardianId, relation: "mother" });
    const mothers = (await office.codes.make({ personId: guardianId, purpose: "join" })).code;
    const own = (await office.codes.make({ personId: asha, purpose: "join" })).code;
    expect((await visitor.look({ code: mothers })).consentFor).toEqual(["Asha"]);
    expect((await visitor.look({ code: own })).consentFor).toEqual([]);
    await visitor.join({ code: mothers, password, consent: true });
    await visitor.join({ code: own, password });
    expect(await missing()).toEqual([]);
  });

  it("on paper is entered by the office, withdrawn, and listed where it is missing", async () => {
    const [asha, nila] = [await add({}), await add({ name: "Nila Sen", bornOn: years(12) })];
    await add({ name: "Kiran Das", bornOn: years(19) });
    expect(await missing()).toEqual([asha, nila]);
    const note = (more: object) => office.guardians.addConsent({ studentId: asha, name: "Mira Rao", ...more });
    expect((await refusalOf(note({ name: " " }))).issues?.[0]?.path).toEqual(["name"]);
    expect((await refusalOf(note({ day: "2999-01-01" }))).issues?.[0]?.path).toEqual(["day"]);
    const stranger = await createGuardian({ of: [{ id: nila }] });
    expect((await refusalOf(note({ name: undefined, guardianId: stranger.id }))).code).toBe("NOT_FOUND");
    const { consents } = await note({ day: "2026-06-01" });
    expect(consents).toMatchObject([{ name: "Mira Rao", how: "paper", notedBy: "Administrator" }]);
    expect([await missing(), (await office.students.list({})).views.noConsent]).toEqual([[nila], 1]);
    const id = consents[0]?._id ?? "";
    expect((await office.guardians.withdrawConsent({ id })).consents[0]?.withdrawnAt).not.toBeNull();
    expect((await refusalOf(office.guardians.withdrawConsent({ id }))).code).toBe("CONFLICT");
    expect(await missing()).toEqual([asha, nila]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain("Mira");
  });

  it("is withdrawn by the guardian who gave it, and by no other", async () => {
    const asha = await createStudent();
    const [mother, aunt] = [
      await createGuardian({ of: [asha] }),
      await createGuardian({ of: [asha], name: "Uma Rao" }),
    ];
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect((await refusalOf((await as(aunt)).guardians.withdrawOwn({ studentId: asha.id }))).code).toBe("CONFLICT");
    const caller = await as(mother);
    expect((await caller.guardians.mine())[0]?.consentAt).not.toBeNull();
    expect((await caller.guardians.withdrawOwn({ studentId: asha.id }))[0]?.consentAt).toBeNull();
    expect(await missing()).toEqual([asha.id]);
  });

  it("is given again by the guardian, with a login that is known to be the guardian’s, and for nobody of age", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Rao" })];
    await db().student.update({ where: { userId: nila.id }, data: { bornOn: new Date(years(19)) } });
    const mother = await createGuardian({ of: [asha, nila] });
    const unknown = await createGuardian({ of: [asha], name: "Uma Rao" });
    await db().user.update({ where: { id: unknown.id }, data: { vouchedAt: null } });
    const [caller, give] = [await as(mother), { studentId: asha.id }];
    expect((await refusalOf((await as(await createGuardian())).guardians.giveOwn(give))).code).toBe("NOT_FOUND");
    expect((await refusalOf((await as(unknown)).guardians.giveOwn(give))).code).toBe("FORBIDDEN");
    expect((await refusalOf(caller.guardians.giveOwn({ studentId: nila.id }))).message).toMatch(/From 18 on/);
    expect(await caller.guardians.mine()).toMatchObject([{ needsConsent: true }, { needsConsent: false }]);
    await caller.guardians.giveOwn(give);
    expect((await refusalOf(caller.guardians.giveOwn(give))).code).toBe("CONFLICT");
    const [withdrawn] = await caller.guardians.withdrawOwn(give);
    expect(withdrawn).toMatchObject({ consentAt: null, withdrawnAt: expect.any(Date) });
    const [again] = await caller.guardians.giveOwn(give);
    expect(again).toMatchObject({ consentAt: expect.any(Date), withdrawnAt: null });
    const { consents } = await office.guardians.family(give);
    expect(consents).toMatchObject([
      { how: "account", holds: true },
      { how: "account", holds: false },
    ]);
  });

  it("is asked of nobody for a child who has left", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Rao" })];
    const mother = await createGuardian({ of: [asha, nila] });
    const caller = await as(mother);
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    const { code } = await office.codes.make({ personId: mother.id, purpose: "join" });
    const asked = async () => [
      (await caller.guardians.mine()).map(({ needsConsent }) => needsConsent),
      (await visitor.look({ code })).consentFor,
    ];
    const leave = (days: number) =>
      db().student.update({
        where: { userId: asha.id },
        data: { leftOn: new Date(inDays(days)), leftReason: "moved" },
      });
    await leave(0);
    expect(await asked()).toEqual([
      [true, true],
      ["Asha", "Nila"],
    ]);
    await leave(-1);
    expect(await asked()).toEqual([[false, true], ["Nila"]]);
    expect((await refusalOf(caller.guardians.giveOwn({ studentId: asha.id }))).message).toMatch(/after the last day/);
  });

  it("counts no more once its guardian is none, nor once the guardian is erased; a paper of somebody else does", async () => {
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect(await missing()).toEqual([]);
    const [link] = await office.guardians.list({ studentId: asha.id });
    await office.guardians.end({ id: link?._id ?? "" });
    const holds = async () => (await office.guardians.family({ studentId: asha.id })).consents.map((one) => one.holds);
    expect([await missing(), await holds()]).toEqual([[asha.id], [false]]);
    await office.guardians.add({ studentId: asha.id, guardianId: mother.id, relation: "mother" });
    expect([await missing(), await holds()]).toEqual([[], [true]]);
    await db().user.delete({ where: { id: mother.id } });
    expect([await missing(), await holds()]).toEqual([[asha.id], [false]]);
    await office.guardians.addConsent({ studentId: asha.id, name: "Mira Rao" });
    expect([await missing(), await holds()]).toEqual([[], [true, false]]);
  });

  it("that is withdrawn is told to the office, unless it was given again meanwhile", async () => {
    const asha = await createStudent();
    const caller = await as(await createGuardian({ of: [asha] }));
    const [give, send] = [{ studentId: asha.id }, guardianMails.consentWithdrawn];
    await caller.guardians.giveOwn(give);
    const twice = await Promise.allSettled([caller.guardians.withdrawOwn(give), caller.guardians.withdrawOwn(give)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().mail.count({ where: { kind: "consentWithdrawn" } })).toBe(1);
    const { recipient, about } = await db().mail.findFirstOrThrow({ where: { kind: "consentWithdrawn" } });
    const facts = { about, recipient, userId: null };
    expect(await send?.(facts)).toMatchObject({ to: officeAddress(), link: { path: `/admin/students/${asha.id}` } });
    await caller.guardians.giveOwn(give);
    expect(await send?.(facts)).toBeNull();
  });

  it("stands in the student’s export, and goes with the student; of a guardian who is erased it stays without a name", async () => {
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect(JSON.stringify(await (await as(asha)).account.exportData())).toContain("consent of a guardian");
    expect(JSON.stringify(await (await as(mother)).account.exportData())).toContain("consent for a child");
    await db().user.delete({ where: { id: mother.id } });
    expect((await office.guardians.family({ studentId: asha.id })).consents).toMatchObject([{ name: null }]);
    await db().user.delete({ where: { id: asha.id } });
    expect(await db().consent.count()).toBe(0);
  });
});

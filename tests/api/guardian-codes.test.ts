import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { env } from "@/env";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import {
  callerOf,
  createGuardian,
  createStudent,
  usualPassword as password,
  refusalOf,
  result,
  tokenFor,
} from "../factories";
import { visitor as anybody, badCode, codeOffice } from "../harness/codes";
import { changeSettings } from "../harness/settings";

const { office } = codeOffice();

const vouchedFor = async () =>
  (await db().user.findMany({ where: { vouchedAt: { not: null } }, orderBy: { name: "asc" } })).map(({ name }) => name);
const as = async (user: User) => callerOf(await tokenFor(user));
const { codes: visitor } = anybody();
const father = { name: "Ravi Rao", relation: "father" };

describe("a code for a guardian", () => {
  it("can be made by a student only if they are known to be the pupil and the office leaves them the linking", async () => {
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

  it("is refused at its field if the name or the relation is a web address", async () => {
    const asha = await as(await createStudent());
    for (const field of ["name", "relation"])
      expect(
        await refusalOf(asha.codes.makeOwn({ ...father, [field]: "Log in at https://kv.example/" })),
      ).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: [field], message: expect.stringContaining("cannot contain a web address.") }],
      });
    expect(await db().accessCode.count()).toBe(0);
  });

  it("waits for the student's address to be confirmed if there is a mail server, and otherwise for the office", async () => {
    const [asha, unknown] = [await createStudent(), await createStudent({ name: "Nila Sen", isKnown: false })];
    const refused = async (user: User) => (await (await as(user)).codes.own()).refused;
    expect([await refused(asha), await refused(unknown)]).toEqual([null, "officeOnly"]);
    onTestFinished(changeSettings({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "office@school.example" }));
    expect([await refused(asha), await refused(unknown)]).toEqual([null, "proveFirst"]);
    await office.guardians.changeRule({ studentId: unknown.id, linksByOfficeOnly: true });
    expect(await refused(unknown)).toBe("officeOnly");
  });

  it("of a student is one of five that are open, whatever the names; ending one makes room", async () => {
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

  it("of a student stops working once only the office links guardians; one of the office still works", async () => {
    const asha = await createStudent();
    const { code } = await (await as(asha)).codes.makeOwn(father);
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Mira Rao", relation: "mother" });
    await office.guardians.changeRule({ studentId: asha.id, linksByOfficeOnly: true });
    expect(await refusalOf(visitor.look({ code }))).toMatchObject(badCode);
    expect(await visitor.look({ code: ofOffice.code })).toMatchObject({
      byStudent: false,
      guardian: { firstName: "Mira" },
    });
  });

  it("of a student stops working once the student closes the login, as does one for that login; one of the office does not", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Sen" })];
    const own = await as(asha);
    const { code } = await own.codes.makeOwn(father);
    await (await as(nila)).codes.makeOwn(father);
    await office.codes.make({ personId: asha.id, purpose: "password" });
    const ofOffice = await office.codes.makeLink({ studentId: asha.id, name: "Mira Rao", relation: "mother" });
    await own.account.remove({ password });
    expect(await refusalOf(visitor.look({ code }))).toMatchObject(badCode);
    expect(await refusalOf(visitor.join({ code, email: "ravi@example.org", password, consent: true }))).toMatchObject(
      badCode,
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

  it("made by the office opens the login of the guardian with that name, and cannot be made once there is a login", async () => {
    const asha = await createStudent();
    const { guardianId } = await office.guardians.add({ studentId: asha.id, name: "Mira O’Rao", relation: "mother" });
    const make = () => office.codes.makeLink({ studentId: asha.id, name: "mira o'rao", relation: "mother" });
    const { code } = await make();
    const given = { code, password, email: "mira@example.org", consent: true };
    await visitor.join(given);
    expect((await db().user.findUniqueOrThrow({ where: { id: guardianId } })).email).toBe("mira@example.org");
    expect(await db().guardianship.count()).toBe(1);
    expect(await refusalOf(make())).toMatchObject({ code: "CONFLICT", issues: [{ path: ["name"] }] });
  });

  it("made by the office opens the login of a guardian who was entered since under that name, if there is only one", async () => {
    const asha = await createStudent();
    const named = { studentId: asha.id, name: "Mira Rao", relation: "mother" };
    const makeAnd = async (...emails: string[]) => {
      const { code } = await office.codes.makeLink(named);
      for (const email of emails) await office.guardians.add({ ...named, name: "mira rao", email });
      return { code, password, email: emails[0] ?? "mira@example.org", consent: true };
    };
    await visitor.join(await makeAnd("entered@example.org"));
    expect(await db().user.findMany({ where: { guardianOf: { some: {} } } })).toMatchObject([
      { name: "mira rao", email: "entered@example.org", passwordHash: expect.any(String) },
    ]);
    expect(await vouchedFor()).toEqual(["Asha Rao", "mira rao"]);
    await db().user.deleteMany({ where: { guardianOf: { some: {} } } });
    const { code, ...given } = await makeAnd("one@example.org", "other@example.org");
    expect(await refusalOf(visitor.join({ ...given, code }))).toMatchObject({ code: "CONFLICT" });
    await visitor.join({ ...given, code, email: "third@example.org" });
    expect(await db().guardianship.count()).toBe(3);
  });

  it("made by the office asks for consent for all children of the guardian whose login it opens", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Sen" })];
    const codeOf = async (name: string) => {
      const named = { studentId: asha.id, name, relation: "aunt" };
      const { code } = await office.codes.makeLink(named);
      const { guardianId } = await office.guardians.add(named);
      await office.guardians.add({ studentId: nila.id, guardianId, relation: "aunt" });
      return { code, guardianId };
    };
    // A guardian who already logs in agrees only for the child of the code.
    const { code: ofOther } = await codeOf("Uma Rao");
    await (await as(await createGuardian({ of: [nila] }))).codes.link({ code: ofOther, consent: true });
    expect(await db().consent.findMany()).toMatchObject([{ studentId: asha.id }]);
    const { code, guardianId } = await codeOf("Mira Rao");
    expect((await visitor.look({ code })).consentFor.toSorted()).toEqual(["Asha", "Nila"]);
    const given = { code, password, email: "mira@example.org" };
    expect(await refusalOf(visitor.join(given))).toMatchObject({
      message: expect.stringMatching(/Asha.*Nila|Nila.*Asha/),
      issues: [{ path: ["consent"] }],
    });
    await visitor.join({ ...given, consent: true });
    expect(await db().consent.count({ where: { guardianId } })).toBe(2);
  });

  it("made by the office stores no consent for a child whom its page did not name", async () => {
    const [asha, dev] = [await createStudent(), await createStudent({ name: "Dev Rao" })];
    const named = { studentId: asha.id, name: "Mira Rao", relation: "mother" };
    const { code } = await office.codes.makeLink(named);
    const { consentFor } = await visitor.look({ code });
    expect(consentFor).toEqual(["Asha"]);
    const { guardianId } = await office.guardians.add(named);
    await office.guardians.add({ studentId: dev.id, guardianId, relation: "mother" });
    const given = { code, password, email: "mira@example.org", consent: true };
    expect(await refusalOf(visitor.join({ ...given, consentFor }))).toMatchObject({
      message: expect.stringMatching(/^Please agree for .*Dev/),
      issues: [{ path: ["consent"] }],
    });
    expect(await db().consent.count()).toBe(0);
    await visitor.join({ ...given, consentFor: (await visitor.look({ code })).consentFor.toReversed() });
    expect(await db().consent.count({ where: { guardianId } })).toBe(2);
  });

  it("made by the office makes no second entry for a guardian who has a login by the time it is used", async () => {
    const asha = await createStudent();
    const named = { studentId: asha.id, name: "Mira Rao", relation: "mother" };
    const { code } = await office.codes.makeLink(named);
    const { guardianId } = await office.guardians.add(named);
    const { code: own } = await office.codes.make({ personId: guardianId, purpose: "join" });
    const given = { password, consent: true };
    await visitor.join({ ...given, code: own, email: "mira@example.org" });
    expect(await refusalOf(visitor.join({ ...given, code, email: "other@example.org" }))).toMatchObject({
      ...{ code: "CONFLICT", issues: [{ path: ["code"] }] },
      message: "Mira has a login already. Please sign in, or ask for a new password.",
    });
    expect(await db().guardianship.count()).toBe(1);
  });

  it("of a student links a new login or an account that signed up alone, and vouches for neither", async () => {
    const asha = await createStudent();
    const own = await as(asha);
    const joined = { code: (await own.codes.makeOwn(father)).code, email: "ravi@example.org", password, consent: true };
    expect((await visitor.look({ code: joined.code })).byStudent).toBe(true);
    await visitor.join(joined);
    const signedUp = await createStudent({ name: "Mira Rao", onRoster: false, isKnown: false });
    const mother = await as(signedUp);
    const { code } = await own.codes.makeOwn({ name: "Mira Rao", relation: "mother" });
    expect(await mother.codes.link({ code, consent: true })).toEqual({ firstName: "Asha" });
    expect(await refusalOf(mother.codes.link({ code, consent: true }))).toMatchObject(badCode);
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

  it("of a student can be followed by one of the office for the same child, which vouches, once", async () => {
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

  it("of the office outlives the use of one that the student made for the same guardian, and then vouches", async () => {
    const asha = await createStudent();
    const own = await as(asha);
    const { code: ofOffice } = await office.codes.makeLink({ studentId: asha.id, ...father });
    const [code = "", spare = ""] = [(await own.codes.makeOwn(father)).code, (await own.codes.makeOwn(father)).code];
    await visitor.join({ code, email: "ravi@example.org", password, consent: true });
    expect(await refusalOf(visitor.look({ code: spare }))).toMatchObject(badCode);
    const ravi = await db().user.findUniqueOrThrow({ where: { email: "ravi@example.org" } });
    const { code: open } = await own.codes.makeOwn(father);
    await (await as(ravi)).codes.link({ code: ofOffice, consent: true });
    expect(await vouchedFor()).toEqual([asha.name, ravi.name]);
    expect(await refusalOf(visitor.look({ code: open }))).toMatchObject(badCode);
  });

  it("of the office does not end because the student makes five for the same guardian", async () => {
    const asha = await createStudent();
    const { code } = await office.codes.makeLink({ studentId: asha.id, ...father });
    for (let count = 0; count < 5; count += 1) await (await as(asha)).codes.makeOwn(father);
    expect(await visitor.look({ code })).toMatchObject({ byStudent: false });
  });

  it("of a student shows its guardian no result, even of a child whom the office links, until a code of the office is used", async () => {
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

  it("of a student no longer vouches for those who used one before, unless they used one of the office, too", async () => {
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

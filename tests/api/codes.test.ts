import { describe, expect, it } from "vitest";
import { lockPeople } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, createStaff, createStudent, usualPassword as password, refusalOf, tokenFor } from "../factories";
import { codeOffice } from "../harness/codes";
import { meanwhile } from "../harness/meanwhile";

const { office } = codeOffice();

const add = async (more: object = {}) => (await office.students.add({ name: "Asha Rao", ...more }))._id;

describe("the office", () => {
  it("cannot make a code for a person who has no use for it", async () => {
    const [child, student] = [await add(), await createStudent({ name: "Nila Sen" })];
    const stranger = await createStudent({ name: "Kiran Das", onRoster: false });
    const make = (personId: string, purpose: "join" | "password") =>
      refusalOf(office.codes.make({ personId, purpose }));
    expect((await make(child, "password")).message).toMatch(/no login yet/);
    expect((await make(student.id, "join")).message).toMatch(/has a login already/);
    expect((await make(stranger.id, "password")).code).toBe("NOT_FOUND");
    expect((await make((await db().user.findFirstOrThrow({ where: { role: "admin" } })).id, "password")).code).toBe(
      "NOT_FOUND",
    );
    await db().user.update({ where: { id: student.id }, data: { loginClosedAt: new Date() } });
    expect((await make(student.id, "password")).message).toMatch(/closed the login/);
    expect(await db().accessCode.count()).toBe(0);
  });

  it("gives a code to a closed login once an administrator has opened it again", async () => {
    const { people, codes } = office;
    const user = await createStudent({ name: "Asha Rao" });
    const open = (typed: string) => people.openLogin({ id: user.id, password: typed });
    expect(await refusalOf(open(password))).toMatchObject({ code: "CONFLICT", message: "This login is not closed." });
    const nobody = people.openLogin({ id: crypto.randomUUID(), password });
    expect(await refusalOf(nobody)).toMatchObject({ code: "NOT_FOUND" });
    await (await callerOf(await tokenFor(user))).account.remove({ password });
    expect((await people.get({ id: user.id })).closedAt).toBeInstanceOf(Date);
    const code = { purpose: "join", personId: user.id } as const;
    expect((await refusalOf(codes.make(code))).message).toBe("This person has closed the login.");
    expect(await refusalOf(open("wrong"))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect(await people.requests()).toHaveLength(1);

    expect(await open(password)).toBeNull();
    expect(await people.requests()).toEqual([]);
    expect((await people.get({ id: user.id })).closedAt).toBeNull();
    expect(await db().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    expect(await codes.make(code)).toMatchObject({ code: expect.any(String) });
    expect(await db().auditEvent.count({ where: { action: "login-reopened", subjectId: user.id } })).toBe(1);
  });

  it("cannot set a colleague's password; only an administrator can", async () => {
    const asha = await createStudent();
    const colleague = await createStudent({ name: "Vera Nair", email: "vera@example.org", onRoster: false });
    for (const userId of [asha.id, colleague.id])
      await db().staffGrant.create({ data: { userId, role: "office", fromDay: new Date("2026-01-01") } });
    const { token } = await (await callerOf(null)).auth.login({
      ...{ identifier: "vera@example.org", password, role: "admin" },
    });
    const clerk = await callerOf(token);
    const make = { personId: asha.id, purpose: "password" } as const;
    expect((await refusalOf(clerk.codes.make(make))).code).toBe("FORBIDDEN");
    const { code } = await office.codes.make(make);
    const short = await refusalOf((await callerOf(null)).codes.join({ code, password: "8 lantern" }));
    expect(short.issues?.[0]?.path).toEqual(["password"]);
  });

  it.each(["code", "letter"] as const)("makes no %s for a guardian who just then becomes a colleague", async (kind) => {
    const studentId = await add();
    const { guardianId } = await office.guardians.add({ studentId, name: "Mira Rao", relation: "mother" });
    const { codes, letters } = await callerOf((await createStaff({ role: "office" })).token);
    const calls = {
      code: () => codes.make({ personId: guardianId, purpose: "join" }),
      letter: () => letters.print({ id: studentId }),
    };
    const becomes = async (tx: Transaction) => {
      await lockPeople(tx, [guardianId]);
      await tx.staffGrant.create({ data: { userId: guardianId, role: "office", fromDay: new Date("2020-01-01") } });
    };
    const message = "One of these guardians works here now and gets no code. Please print again.";
    const refused = { code: { code: "FORBIDDEN" }, letter: { code: "CONFLICT", message } };
    expect(await meanwhile(becomes, calls[kind])).toMatchObject(refused[kind]);
    expect(await db().accessCode.count()).toBe(0);
  });

  it("sees the state of each code, and never the code again", async () => {
    const child = await add();
    const { code } = await office.codes.make({ personId: child, purpose: "join" });
    await office.codes.makeLink({ studentId: child, name: "Mira Rao", relation: "mother" });
    const { items: listed } = await office.codes.list({ personId: child });
    expect(listed).toMatchObject([
      { purpose: "link", state: "open", name: "Mira Rao", relation: "mother", way: "shown" },
      { purpose: "join", state: "open", name: null, createdBy: "Administrator", endedAt: null },
    ]);
    expect(JSON.stringify(listed)).not.toContain(code.slice(0, 5));
    const loginOf = async () => [
      (await office.students.get({ id: child })).login,
      (await office.students.list({})).items[0]?.login,
    ];
    expect(await loginOf()).toEqual(["invited", "invited"]);
    await office.codes.revoke({ id: listed[1]?._id ?? "" });
    expect(await loginOf()).toEqual(["none", "none"]);
    expect((await refusalOf(office.codes.revoke({ id: listed[1]?._id ?? "" }))).code).toBe("CONFLICT");
    expect((await office.codes.list({ personId: child })).items.map(({ state }) => state)).toEqual(["open", "revoked"]);
    expect(await db().auditEvent.count({ where: { action: "code-revoked" } })).toBe(1);
  });

  it("also sees the guardians' codes on the student's page, and ends them there", async () => {
    const child = await add();
    const mother = { studentId: child, name: "Mira Rao", relation: "mother" };
    const { guardianId } = await office.guardians.add(mother);
    const { code } = await office.codes.make({ personId: guardianId, purpose: "join" });
    const listed = async () => (await office.codes.list({ personId: child })).items;
    const [lost] = await listed();
    expect(lost).toMatchObject({ purpose: "join", state: "open", name: "Mira Rao", relation: "mother" });
    await office.codes.revoke({ id: lost?._id ?? "" });
    expect((await refusalOf((await callerOf(null)).codes.look({ code }))).code).toBe("BAD_REQUEST");
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    expect(await listed()).toEqual([]);
  });

  it("leaves the codes of a colleague who is a guardian to administrators", async () => {
    const child = await add();
    const { guardianId } = await office.guardians.add({ studentId: child, name: "Mira Rao", relation: "mother" });
    await office.codes.make({ personId: guardianId, purpose: "join" });
    await db().staffGrant.create({ data: { userId: guardianId, role: "office", fromDay: new Date("2020-01-01") } });
    const [code] = (await office.codes.list({ personId: child })).items;
    const assistant = await callerOf((await createStaff({ role: "office" })).token);
    expect((await assistant.codes.list({ personId: child })).items).toEqual([]);
    expect((await assistant.codes.list({ personId: guardianId })).items).toEqual([]);
    expect((await refusalOf(assistant.codes.revoke({ id: code?._id ?? "" }))).code).toBe("FORBIDDEN");
    await reapplyEndings();
    expect((await office.codes.list({ personId: child })).items).toMatchObject([{ state: "open" }]);
  });

  it("ends all sessions of a person by making a code for a new password", async () => {
    const asha = await createStudent();
    const token = await tokenFor(asha);
    const { expiresAt } = await office.codes.make({ personId: asha.id, purpose: "password" });
    expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
    expect((await refusalOf((await callerOf(token)).account.get())).code).toBe("UNAUTHORIZED");
  });

  it("has no open code for a new password once its owner has set one", async () => {
    const asha = await createStudent();
    const { code } = await office.codes.make({ personId: asha.id, purpose: "password" });
    const own = await callerOf(await tokenFor(asha));
    await own.account.changePassword({ current: password, next: "lantern gravel orbit" });
    expect((await refusalOf((await callerOf(null)).codes.look({ code }))).code).toBe("BAD_REQUEST");
    expect((await office.codes.list({ personId: asha.id })).items).toMatchObject([{ state: "revoked" }]);
  });

  it("keeps codes out of the audit trail", async () => {
    const { code } = await office.codes.make({ personId: await add(), purpose: "join" });
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toMatch(new RegExp(code.replace("-", "-?"), "i"));
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { lockPeople } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import {
  biology,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { meanwhile } from "../harness/meanwhile";

beforeEach(resetDatabase);

const administrator = async () => callerOf(await tokenFor(await createAdmin()));
const imran = { name: "Imran Qureshi", email: "imran@example.org", role: "office" } as const;
const loginAs = async (identifier: string) =>
  (await callerOf(null)).auth.login({ identifier, password: usualPassword, role: "admin" });

describe("inviting staff", () => {
  it.each([
    [{ ...imran, role: "head" }, "Choose a kind: administrator, office or teacher."],
    [{ ...imran, role: "teacher" }, "Choose the class that is taught."],
    [{ ...imran, className: 7 }, "Only teachers have a class, a section or a subject."],
    [
      { ...imran, role: "teacher", className: 7, section: "AB C" },
      "A section has one to three letters or digits, like A or 2B.",
    ],
    [{ ...imran, fromDay: "2027-01-01", toDay: "2026-01-01" }, "The last day is before the first day."],
    [{ ...imran, toDay: inDays(-1) }, "The last day is before the first day."],
  ])("refuses %j", async (input, message) => {
    const { staff } = await administrator();
    expect(await refusalOf(staff.add(input as typeof imran))).toMatchObject({ code: "BAD_REQUEST", message });
    expect(await db().staffGrant.count()).toBe(0);
  });

  it("refuses the address of a student, of a closed account, and the same grant twice", async () => {
    const { staff } = await administrator();
    const { email } = await createStudent();
    expect(await refusalOf(staff.add({ ...imran, email }))).toMatchObject({ code: "CONFLICT" });
    const closed = await createStudent({ onRoster: false });
    await db().user.update({ where: { id: closed.id }, data: { loginClosedAt: new Date() } });
    expect(await refusalOf(staff.add({ ...imran, email: closed.email }))).toMatchObject({ code: "CONFLICT" });
    const { member } = await staff.add(imran);
    expect(await refusalOf(staff.add(imran))).toMatchObject({ message: "There is such a grant already." });
    expect(await refusalOf(staff.grant({ userId: member._id, role: "office" }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().staffGrant.count()).toBe(1);
  });

  it("refuses the address of an account that becomes a student's at the same moment", async () => {
    const { staff } = await administrator();
    const { id, email } = await createStudent({ onRoster: false });
    const joins = async (tx: Transaction) => {
      await lockPeople(tx, [id]);
      await tx.student.create({ data: { userId: id, origin: "self" } });
    };
    const refusal = await meanwhile(joins, () => staff.add({ ...imran, email }));
    expect(refusal).toMatchObject({ code: "CONFLICT", issues: [{ path: ["email"] }] });
    expect(await db().staffGrant.count()).toBe(0);
  });

  it("refuses a subject that was merged into another one after the form was opened", async () => {
    const { staff } = await administrator();
    const { id: subjectId } = await biology();
    const work = { role: "teacher", className: 7, subjectId } as const;
    const { member } = await staff.add({ ...imran, ...work, toDay: inDays(0) });
    await db().staffGrant.deleteMany();
    await db().subject.delete({ where: { id: subjectId } });
    const message = "This subject is not on the list any more. Please reload the page.";
    const gone = { code: "CONFLICT", message, issues: [{ path: ["subjectId"], message }] };
    expect(await refusalOf(staff.add({ ...imran, ...work, email: "meera@example.org" }))).toEqual(gone);
    await staff.add(imran);
    expect(await refusalOf(staff.grant({ userId: member._id, ...work }))).toEqual(gone);
    expect(await db().staffGrant.count()).toBe(1);
  });

  it("gives a code to a new person", async () => {
    const { staff } = await administrator();
    const { member, code } = await staff.add(imran);
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    const { codes } = await callerOf(null);
    expect(await codes.look({ code: code ?? "" })).toMatchObject({ firstName: "Imran", side: "admin" });
    expect(await refusalOf(codes.join({ code: code ?? "", password: "tulip42" }))).toMatchObject({
      message: "Password must be at least 12 characters",
    });
    expect(member).toMatchObject({ name: imran.name, login: "invited", isBuiltIn: false });
    expect(member.grants).toMatchObject([{ role: "office", state: "open", toDay: null }]);
  });

  it("says how long the password must be, even before the first day", async () => {
    const { staff } = await administrator();
    const { code } = await staff.add({ ...imran, fromDay: inDays(30) });
    const { codes } = await callerOf(null);
    expect(await codes.look({ code: code ?? "" })).toMatchObject({ side: "user", passwordRole: "admin" });
    expect(await refusalOf(codes.join({ code: code ?? "", password: "tulip42" }))).toMatchObject({
      message: "Password must be at least 12 characters",
    });
    expect(await codes.join({ code: code ?? "", password: usualPassword })).toEqual({ identifier: imran.email });
  });

  it("takes over a confirmed account as it is, but lets in nobody who signed up with somebody else's address", async () => {
    const { staff } = await administrator();
    const own = await createStudent({ onRoster: false });
    await db().user.update({ where: { id: own.id }, data: { emailConfirmedAt: new Date() } });
    expect((await staff.add({ ...imran, email: own.email })).code).toBeNull();
    expect((await loginAs(own.email)).user.role).toBe("admin");

    const impostor = await createStudent({ onRoster: false, isKnown: false });
    const before = await tokenFor(impostor);
    expect((await staff.add({ ...imran, email: impostor.email })).code).not.toBeNull();
    expect(await refusalOf(loginAs(impostor.email))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf((await callerOf(before)).account.get())).toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("a code from before the first day as staff", () => {
  const look = async (code: string) => refusalOf((await callerOf(null)).codes.look({ code }));

  it("ends with the invitation of a mother who has not logged in yet", async () => {
    const { staff, codes } = await administrator();
    const child = await createStudent();
    const mother = await createGuardian({ of: [child], email: imran.email });
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    const letter = await codes.make({ personId: mother.id, purpose: "join" });
    const { code } = await staff.add(imran);
    expect(await look(letter.code)).toMatchObject({ code: "BAD_REQUEST" });
    expect(await (await callerOf(null)).codes.look({ code: code ?? "" })).toMatchObject({ side: "admin" });
  });

  it("ends with a grant to a person whose access had ended, but a colleague's code stays valid", async () => {
    const { staff, codes } = await administrator();
    const { user } = await createStaff({ role: "office" });
    await createGuardian({ of: [await createStudent()] });
    const [link] = await db().guardianship.findMany();
    await db().guardianship.update({ where: { id: link?.id ?? "" }, data: { guardianId: user.id } });
    await staff.endAccess({ userId: user.id });
    const before = await codes.make({ personId: user.id, purpose: "password" });
    await staff.grant({ userId: user.id, role: "office" });
    expect(await look(before.code)).toMatchObject({ code: "BAD_REQUEST" });
    const { code } = await staff.makeCode({ userId: user.id });
    await staff.grant({ userId: user.id, role: "teacher", className: 7 });
    expect(await (await callerOf(null)).codes.look({ code: code ?? "" })).toMatchObject({ purpose: "password" });
  });
});

describe("ending", () => {
  it("a grant takes effect at the next call; ending the access ends everything that is open on the admin side", async () => {
    const { staff } = await administrator();
    const { id: subjectId } = await biology();
    const { user, token } = await createStaff({ role: "teacher", className: 7, subjectId }, { role: "office" });
    expect((await (await callerOf(token)).account.get()).duties).toEqual(
      expect.arrayContaining([
        { role: "teacher", className: 7, section: null },
        { role: "office", className: null, section: null },
      ]),
    );
    const own = await tokenFor(user);
    const { people } = await staff.list();
    const [teaching] = people.flatMap(({ grants }) => grants).filter(({ role }) => role === "teacher");
    expect(teaching).toMatchObject({ subject: "Biology", className: "7", state: "open" });
    const { member: after, left } = await staff.endGrant({ id: teaching?._id ?? "" });
    expect(left).toEqual([]);
    expect(after.grants.map(({ state }) => state)).toEqual(["open", "over"]);
    expect(await (await callerOf(token)).services.countWaiting()).toEqual({ unopened: 0, overdue: 0 });

    await staff.endAccess({ userId: user.id });
    expect(await refusalOf((await callerOf(token)).services.countWaiting())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await (await callerOf(own)).account.get()).toMatchObject({ role: "user" });
    expect(
      await db().auditEvent.findMany({
        where: { action: { startsWith: "staff-" } },
        select: { action: true, detail: true },
        orderBy: { id: "asc" },
      }),
    ).toEqual([
      { action: "staff-grant-ended", detail: null },
      { action: "staff-access-ended", detail: { count: 1 } },
    ]);
  });

  it("nobody can end their own access, or that of the built-in administrator", async () => {
    await createAdmin();
    const { user, token } = await createStaff({ role: "administrator" });
    const { staff } = await callerOf(token);
    expect(await refusalOf(staff.endAccess({ userId: user.id }))).toMatchObject({ code: "CONFLICT" });
    const { people } = await staff.list();
    const own = people.find(({ _id }) => _id === user.id)?.grants[0]?._id ?? "";
    expect(await refusalOf(staff.endGrant({ id: own }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().staffGrant.count({ where: { endedAt: null } })).toBe(1);
    const [builtIn] = people;
    expect(builtIn).toMatchObject({ isBuiltIn: true, grants: [] });
    expect(await refusalOf(staff.endAccess({ userId: builtIn?._id ?? "" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(staff.makeCode({ userId: builtIn?._id ?? "" }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

it("the office cannot make a code for a colleague, even before the first day; an administrator can", async () => {
  const admin = await administrator();
  const { token } = await createStaff({ role: "office" });
  const colleague = await createStaff({ role: "administrator" });
  await db().staffGrant.updateMany({ where: { userId: colleague.user.id }, data: { fromDay: new Date("2099-01-01") } });
  const { _id: studentId } = await admin.students.add({ name: "Asha Rao" });
  const link = { guardianId: colleague.user.id, studentId, relation: "mother", origin: "office" } as const;
  await db().guardianship.create({ data: link });
  const made = async (caller: typeof admin) => caller.codes.make({ personId: colleague.user.id, purpose: "password" });
  expect(await refusalOf(made(await callerOf(token)))).toMatchObject({ code: "FORBIDDEN" });
  expect((await made(admin)).code).toMatch(/-/);
});

it("nobody can make a code for their own new password, since anyone at an unattended page could take over the account", async () => {
  const { user, token } = await createStaff({ role: "administrator" });
  const { staff, codes, students } = await callerOf(token);
  const { _id: studentId } = await students.add({ name: "Asha Rao" });
  const link = { guardianId: user.id, studentId, relation: "mother", origin: "office" } as const;
  await db().guardianship.create({ data: link });
  const message = "Please change your own password in your account.";
  const refused = { code: "CONFLICT", message };
  expect(await refusalOf(staff.makeCode({ userId: user.id }))).toEqual(refused);
  expect(await refusalOf(codes.make({ personId: user.id, purpose: "password" }))).toEqual(refused);
  expect(await db().accessCode.count()).toBe(0);
  expect((await (await callerOf(token)).account.get()).role).toBe("admin");
});

it("nobody can be invited with, or given, the administrator's username as address: attempts count for both", async () => {
  const { staff } = await callerOf(await tokenFor(await createAdmin({ username: "Head@example.org" })));
  const { user } = await createStaff({ role: "office" });
  const [email, password] = ["head@example.org", usualPassword];
  const refused = {
    code: "CONFLICT",
    issues: [{ path: ["email"], message: expect.stringMatching(/^This is the administrator/) }],
  };
  expect(await refusalOf(staff.add({ name: "Uma Iyer", email, role: "office" }))).toMatchObject(refused);
  expect(await refusalOf(staff.edit({ userId: user.id, name: "Uma Iyer", email, password }))).toMatchObject(refused);
  await db().user.update({ where: { id: user.id }, data: { email } });
  expect((await staff.edit({ userId: user.id, name: "Uma Iyer", email, password })).name).toBe("Uma Iyer");
});

it("a result for the address of a staff member is refused like one for an unknown address", async () => {
  const { results } = await administrator();
  const { email } = await createStaff({ role: "office" });
  const one = { studentEmail: email, className: 7, score: 40, totalMarks: 50 };
  expect(await refusalOf(results.add({ results: [one] }))).toMatchObject({
    code: "NOT_FOUND",
    message: "No student is registered with this email.",
  });
  expect(await db().student.count()).toBe(0);
});

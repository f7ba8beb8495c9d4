import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { db } from "@/server/db/client";
import { callerOf, createAdmin, createStaff, createStudent, refusalOf, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";

beforeEach(resetDatabase);

const administrator = async () => callerOf(await tokenFor(await createAdmin()));
type Given = { password?: string; code?: string; newPassword?: string; role?: "user" | "admin" };
const login = async (identifier: string, given: Given = {}) =>
  (await callerOf(null)).auth.login({ identifier, password: usualPassword, role: "admin", ...given });
const demand = async () => (await administrator()).settings.change({ key: "staffSecondStep", value: true });

const wrongPassword = "This is not your current password.";
const setUpFirst = "Staff of this institute sign in in two steps. Please turn it on in your account first.";

/** A staff member with a password of seven characters. */
async function withShortPassword() {
  const staff = await createStaff({ role: "office" });
  const { passwordHash } = await createStudent({ password: "tulip42" });
  await db().user.update({ where: { id: staff.user.id }, data: { passwordHash } });
  return staff;
}

/** Sets up an authenticator app. */
async function withApp(token: string): Promise<string> {
  const { account } = await callerOf(token);
  const { secret } = await account.beginCodes({ password: usualPassword });
  await account.confirmCodes({ code: generateSync({ secret }) });
  return secret;
}

describe("the password of staff", () => {
  it("a short one is changed at the first login on the admin side, and the new one then works on both sides", async () => {
    const { user, email } = await withShortPassword();
    const own = await tokenFor(user);
    const password = "tulip42";
    const invalid = { code: "UNAUTHORIZED", message: "Invalid admin credentials" };
    expect(await refusalOf(login(email, { newPassword: "nine paper boats" }))).toEqual(invalid);
    expect(await refusalOf(login(email, { password }))).toMatchObject({
      code: "UNAUTHORIZED",
      issues: [{ path: ["newPassword"], message: expect.stringContaining("12 characters or more") }],
    });
    for (const newPassword of ["tulip43", "password1234", password]) {
      expect(await refusalOf(login(email, { password, newPassword }))).toMatchObject({ code: "BAD_REQUEST" });
    }
    expect((await login(email, { password, newPassword: "nine paper boats" })).user.role).toBe("admin");
    expect(await refusalOf((await callerOf(own)).account.get())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await db().mail.count({ where: { kind: "passwordChanged", userId: user.id } })).toBe(1);
    expect(await db().auditEvent.count({ where: { action: "password-changed", actorId: user.id } })).toBe(1);
    expect((await login(email, { password: "nine paper boats", role: "user" })).user.role).toBe("user");
    expect(await refusalOf(login(email, { password }))).toEqual(invalid);
  });

  it("a new one that is too weak does not count as an attempt, and wrong ones before it still count", async () => {
    const { email } = await withShortPassword();
    const { auth } = createCaller({ principal: null, address: "10.0.0.1" });
    const attempt = (password: string, newPassword: string) =>
      refusalOf(auth.login({ identifier: email, password, role: "admin", newPassword }));
    for (let time = 0; time < 3; time += 1) expect((await attempt("not mine", "tulip43")).code).toBe("UNAUTHORIZED");
    for (let time = 0; time < 6; time += 1) expect((await attempt("tulip42", "tulip43")).code).toBe("BAD_REQUEST");
    for (let time = 0; time < 2; time += 1) expect((await attempt("not mine", "tulip43")).code).toBe("UNAUTHORIZED");
    expect((await attempt("tulip42", "tulip43")).code).toBe("TOO_MANY_REQUESTS");
  });

  it("a long one is not changed by a login", async () => {
    const { email } = await createStaff({ role: "office" });
    await login(email, { newPassword: "nine paper boats" });
    expect((await login(email)).user.role).toBe("admin");
  });

  it("a new one is asked for before a code of the app is used up", async () => {
    const { user, email, token } = await createStaff({ role: "office" });
    const secret = await withApp(token);
    const { passwordHash } = await createStudent({ password: "tulip42" });
    await db().user.update({ where: { id: user.id }, data: { passwordHash } });
    await db().secondFactor.updateMany({ data: { lastPeriod: 0 } });
    const given = { password: "tulip42", code: generateSync({ secret }) };
    expect(await refusalOf(login(email, given))).toMatchObject({ issues: [{ path: ["newPassword"] }] });
    expect((await login(email, { ...given, newPassword: "nine paper boats" })).user.role).toBe("admin");
  });

  it("staff must choose a long one on the user side, too", async () => {
    const { user } = await createStaff({ role: "office" });
    const { account } = await callerOf(await tokenFor(user));
    expect(await refusalOf(account.changePassword({ current: usualPassword, next: "tulip42" }))).toMatchObject({
      code: "BAD_REQUEST",
      message: "Password must be at least 12 characters",
    });
    expect(await account.get()).toMatchObject({ role: "user", passwordRole: "admin" });
    const former = await createStaff({ role: "office", toDay: new Date(inDays(-1)) });
    const { account: own } = await callerOf(await tokenFor(former.user));
    expect(await own.get()).toMatchObject({ role: "user", passwordRole: "user" });
  });
});

describe("a second step that the institute demands", () => {
  it("is not passed by any text in its field if no app is set up", async () => {
    await demand();
    const { email } = await createStaff({ role: "administrator" });
    const { token } = await login(email, { code: "123456" });
    expect(await refusalOf((await callerOf(token)).staff.list())).toMatchObject({ code: "FORBIDDEN" });
  });

  it("applies to bearer tokens from before and after, and the refusal says what to do", async () => {
    const { email, token } = await createStaff({ role: "office" });
    expect(await (await callerOf(token)).account.get()).toMatchObject({ demandsCodes: false });
    await demand();
    const fresh = await login(email);
    for (const one of [token, fresh.token]) {
      const caller = await callerOf(one);
      expect(await refusalOf(caller.services.countWaiting())).toEqual({ code: "FORBIDDEN", message: setUpFirst });
      expect(await caller.account.get()).toMatchObject({ lacksSecondStep: true, asksForCodes: false });
      // What nobody in the office may do is refused as before.
      expect(await refusalOf(caller.staff.list())).toMatchObject({ message: "You are not allowed to do this." });
    }
    const secret = await withApp(fresh.token);
    expect(await (await callerOf(fresh.token)).services.countWaiting()).toEqual({ unopened: 0, overdue: 0 });
    expect(await refusalOf((await callerOf(token)).account.get())).toMatchObject({ code: "UNAUTHORIZED" });
    await db().secondFactor.updateMany({ data: { lastPeriod: 0 } });
    const next = await login(email, { code: generateSync({ secret }) });
    expect(await (await callerOf(next.token)).account.get()).toMatchObject({
      lacksSecondStep: false,
      demandsCodes: true,
    });
  });

  it("is demanded again from a person who turns it off", async () => {
    const { token } = await createStaff({ role: "office" });
    await withApp(token);
    await demand();
    const { account } = await callerOf(token);
    await account.endCodes({ password: usualPassword });
    expect(await refusalOf((await callerOf(token)).services.countWaiting())).toMatchObject({ message: setUpFirst });
  });
});

describe("the name and address of a colleague", () => {
  const password = usualPassword;

  it("are corrected with the administrator's own password; both values are kept, the old address is told, its links end", async () => {
    const { user, email } = await createStaff({ role: "office" });
    await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const link = { purpose: "reset", tokenHash: Buffer.alloc(32), expiresAt: new Date("2099-01-01") } as const;
    await db().accountToken.create({ data: { userId: user.id, ...link } });
    const { staff } = await administrator();
    const changed = { userId: user.id, name: "Mira Iyer", email: " Mira@Example.org" };
    expect(await refusalOf(staff.edit({ ...changed, password: "not this one" }))).toMatchObject({
      message: wrongPassword,
    });
    expect(await staff.edit({ ...changed, password })).toMatchObject({ name: "Mira Iyer", email: "mira@example.org" });
    expect((await login("mira@example.org")).user.name).toBe("Mira Iyer");
    expect((await refusalOf(login(email))).code).toBe("UNAUTHORIZED");
    expect(await db().user.findUnique({ where: { id: user.id } })).toMatchObject({
      ...{ emailConfirmedAt: null, vouchedAt: expect.any(Date) },
    });
    expect(await db().mail.findMany({ where: { kind: "addressChanged" } })).toMatchObject([{ recipient: email }]);
    expect(await db().accountToken.count()).toBe(0);
    const kept = await db().personChange.findMany({ where: { userId: user.id }, orderBy: { field: "asc" } });
    expect(kept).toMatchObject([
      { field: "email", before: email, after: "mira@example.org" },
      { field: "name", before: "Meera Iyer", after: "Mira Iyer" },
    ]);
    expect(await db().auditEvent.findMany({ where: { action: "staff-changed" } })).toMatchObject([
      { subjectId: user.id, detail: { fields: "name, email" } },
    ]);
    await staff.edit({ ...changed, password });
    expect(await db().auditEvent.count({ where: { action: "staff-changed" } })).toBe(1);
  });

  it("cannot become another person's address or none, nor be changed for oneself, the built-in administrator or non-staff", async () => {
    const admin = await createAdmin();
    const [one, other] = [await createStaff({ role: "administrator" }), await createStaff({ role: "office" })];
    const [{ staff }, clerk] = [await callerOf(one.token), await callerOf(other.token)];
    const name = "Mira Iyer";
    const edit = (input: object, by = staff) =>
      refusalOf(by.edit({ userId: other.user.id, password: usualPassword, ...input }));
    const { id: familyId, email } = await createStudent();
    expect(await edit({ email })).toMatchObject({ code: "CONFLICT", issues: [{ path: ["email"] }] });
    expect(await edit({ email: "" })).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["email"] }] });
    expect(await edit({ name, userId: one.user.id })).toMatchObject({ code: "CONFLICT" });
    for (const userId of [admin.id, familyId]) expect((await edit({ name, userId })).code).toBe("NOT_FOUND");
    expect((await edit({ name, userId: one.user.id }, clerk.staff)).code).toBe("FORBIDDEN");
    await db().user.update({ where: { id: other.user.id }, data: { email: null, username: "meera" } });
    expect(await edit({ name })).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["email"] }] });
    expect(await db().auditEvent.count({ where: { action: "staff-changed" } })).toBe(0);
  });
});

describe("a lost phone", () => {
  it("is dealt with by another administrator with their own password, is recorded, and is reported by email", async () => {
    const lost = await createStaff({ role: "administrator" });
    await withApp(lost.token);
    const { staff } = await administrator();
    const of = { userId: lost.user.id };
    expect(await refusalOf(staff.resetSecondStep({ ...of, password: "not this one" }))).toMatchObject({
      code: "BAD_REQUEST",
      message: wrongPassword,
    });
    const colleague = await callerOf((await createStaff({ role: "office" })).token);
    expect(await refusalOf(colleague.staff.resetSecondStep({ ...of, password: usualPassword }))).toMatchObject({
      code: "FORBIDDEN",
    });
    const own = await callerOf(lost.token);
    expect(await refusalOf(own.staff.resetSecondStep({ ...of, password: usualPassword }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await db().secondFactor.count()).toBe(1);

    await staff.resetSecondStep({ ...of, password: usualPassword });
    expect(await db().secondFactor.count()).toBe(0);
    expect(await refusalOf((await callerOf(lost.token)).account.get())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await db().auditEvent.count({ where: { action: "second-step-reset", subjectId: of.userId } })).toBe(1);
    const mail = { kind: "secondStepReset", recipient: lost.email };
    expect(await db().mail.count({ where: mail })).toBe(1);
    expect((await login(lost.email)).user.role).toBe("admin");
  });

  it("of the built-in administrator can be dealt with by a colleague, too", async () => {
    const admin = await createAdmin();
    await withApp(await tokenFor(admin));
    const { staff } = await callerOf((await createStaff({ role: "administrator" })).token);
    await staff.resetSecondStep({ userId: admin.id, password: usualPassword });
    expect((await login("admin")).user.role).toBe("admin");
    expect(await db().mail.count()).toBe(0);
  });
});

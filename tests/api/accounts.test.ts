import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { authMails } from "@/features/auth/emails";
import { loginLimits } from "@/features/auth/rules";
import { createToken } from "@/server/auth/account-tokens";
import { db, pool } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { consume } from "@/server/rate-limits/rate-limit";
import {
  callerOf,
  createAdmin,
  createStudent,
  principalFor,
  refusalOf,
  result,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { ownMailServer } from "../harness/own-mail-server";

// Settings are read once, at the first call: from here on this process has a mail server.
const smtp = await ownMailServer();

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
});
const email = "asha@example.org";
const newPassword = "a new green hill";
const visitor = createCaller({ principal: null, address: "10.0.0.1" }).auth;
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);

const callerFor = async (user: User) => callerOf(await tokenFor(user));
const actingAs = async (user: User) => (await callerFor(user)).account;
const actions = async () => (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
const isAlive = async (token: string) => (await principalFor(token).catch(() => null)) !== null;

/** The last email to the student after delivery, and the token of its link. */
async function lastMail() {
  await deliverDueEmails(authMails);
  const mail = smtp.mailsFor(email).at(-1)?.mail;
  const [, page, token = ""] = /http:\/\/localhost:3000\/([\w-]+)#token=([\w-]{43})\s/.exec(mail?.text ?? "") ?? [];
  return { subject: mail?.subject, text: mail?.text ?? "", html: mail?.html ?? "", page, token };
}

const login = (password: string) => visitor.login({ identifier: email, password, role: "user" });
const signup = (name = "Asha Rao") => visitor.signup({ name, email, password: "six green hills" });

async function resetToken(): Promise<string> {
  await visitor.requestReset({ email });
  return (await lastMail()).token;
}

const deadReset = {
  code: "BAD_REQUEST",
  message: "This link has been used or has expired. Please ask for a new one.",
};
const weak = (field: string) => {
  const message = "This password is too easy to guess. Please choose another one.";
  return { code: "BAD_REQUEST", message, issues: [{ path: [field], message }] };
};

describe("email confirmation", () => {
  it("an unknown, used, expired, replaced or other kind of link does not confirm an email", async () => {
    const { _id: id } = await signup();
    const { token: first } = await lastMail();
    const refusal = {
      code: "BAD_REQUEST",
      message: expect.stringContaining("ask for a new link on your account page"),
    };
    await (await callerFor(await db().user.findUniqueOrThrow({ where: { id } }))).auth.resendConfirmation();
    const { token } = await lastMail();
    const reset = await resetToken();
    for (const wrong of [first, reset, "", "x", `${token}x`, token.toLowerCase(), "\0", "é".repeat(200)])
      expect(await refusalOf(visitor.confirmEmail({ token: wrong })), wrong).toMatchObject(refusal);
    for (const wrong of [undefined, null, 7, ["x"], { token }, "x".repeat(201)])
      expect((await refusalOf(visitor.confirmEmail({ token: wrong as string }))).code).toBe("BAD_REQUEST");
    hours(49);
    expect(await refusalOf(visitor.confirmEmail({ token }))).toMatchObject(refusal);
    expect(await db().user.count({ where: { emailConfirmedAt: null } })).toBe(1);
    hours(-49);
    expect(await visitor.confirmEmail({ token })).toBeNull();
    expect(await refusalOf(visitor.confirmEmail({ token }))).toMatchObject(refusal);
    expect(await db().user.count({ where: { emailConfirmedAt: null } })).toBe(0);
    expect((await actions()).filter((action) => action === "email-confirmed")).toHaveLength(1);
  });

  it("the confirmation email contains no visitor's text, and its secret is not in the query string", async () => {
    await signup("Win <b>money</b> at evil.example");
    const { subject, text, html, page, token } = await lastMail();
    expect([subject, page]).toEqual(["Confirm your address for Lyceum", "confirm-email"]);
    expect(text).toContain("Hello,");
    expect(text + html).not.toMatch(/evil|money|\?token/);
    expect(html).toContain(`href="http://localhost:3000/confirm-email#token=${token}"`);
    const { rows } = await pool().query<{ text: string }>(
      "select t::text as text from account_tokens t union all select m::text from mails m union all select a::text from audit_events a",
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("a confirmation email can be requested three times an hour, and not after the confirmation", async () => {
    const user = await createStudent({ email });
    const { resendConfirmation } = (await callerFor(user)).auth;
    for (let time = 0; time < 3; time += 1) expect(await resendConfirmation()).toEqual({ mailed: true });
    expect((await refusalOf(resendConfirmation())).code).toBe("TOO_MANY_REQUESTS");
    await visitor.confirmEmail({ token: (await lastMail()).token });
    expect(smtp.mailsFor(email)).toHaveLength(3);
    expect(await (await callerFor(user)).auth.resendConfirmation()).toEqual({ mailed: false });
    expect(await db().mail.count()).toBe(3);
  });

  it("a confirmation email that is still waiting is dropped once the address is confirmed", async () => {
    await signup();
    await db().user.updateMany({ data: { emailConfirmedAt: new Date() } });
    await deliverDueEmails(authMails);
    expect([smtp.received.length, await db().mail.count(), await db().accountToken.count()]).toEqual([0, 0, 0]);
  });
});

describe("password reset", () => {
  it("a reset request returns the same response with and without an account, but sends an email only with one", async () => {
    await createStudent({ email, isKnown: false });
    await createAdmin({ username: "head@example.org" });
    for (const to of [" ASHA@example.org", "nobody@example.org", "head@example.org"])
      expect(await visitor.requestReset({ email: to })).toEqual({ mailed: true });
    expect(await db().mail.count({ where: { userId: null, kind: "resetPassword" } })).toBe(3);
    await deliverDueEmails(authMails);
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[email]]);
    expect(await db().mail.findMany()).toMatchObject([{ recipient: email, state: "sent" }]);
  });

  it.each(["", "asha", "a\0@example.org", { contains: "@" }])(
    "a reset request for the address %j is rejected",
    async (of) => {
      expect(await refusalOf(visitor.requestReset({ email: of as string }))).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: ["email"] }],
      });
    },
  );

  it("an unknown, used, expired, replaced or other kind of link does not reset a password", async () => {
    const user = await createStudent({ email, isKnown: false });
    const confirm = await createToken(user.id, "confirm", 60_000, new Date());
    const [first, token] = [await resetToken(), await resetToken()];
    for (const wrong of [first, confirm, "", `${token} `])
      expect(await refusalOf(visitor.resetPassword({ token: wrong, password: newPassword }))).toEqual(deadReset);
    hours(0.51);
    expect(await refusalOf(visitor.resetPassword({ token, password: newPassword }))).toEqual(deadReset);
    hours(-0.51);
    expect(await visitor.resetPassword({ token, password: newPassword })).toBeNull();
    expect(await refusalOf(visitor.resetPassword({ token, password: "another green hill" }))).toEqual(deadReset);
    expect(await login(newPassword)).toMatchObject({ user: { _id: user.id } });
  });

  it("a reset with a short or common password is rejected, and the link stays valid", async () => {
    await createStudent({ email, isKnown: false });
    const token = await resetToken();
    const short = "Password must be at least 6 characters";
    expect(await refusalOf(visitor.resetPassword({ token, password: "fives" }))).toMatchObject({ message: short });
    for (const password of ["password", "asha rao", "Asha@Example.org"])
      expect(await refusalOf(visitor.resetPassword({ token, password }))).toEqual(weak("password"));
    expect(await visitor.resetPassword({ token, password: newPassword })).toBeNull();
  });

  it("a locked login names the password reset, also for accounts that do not exist", async () => {
    await createStudent({ email, isKnown: false });
    const said = new Set<string>();
    for (const of of [email, "nobody@example.org"]) {
      for (let time = 0; time < 5; time += 1)
        await refusalOf(visitor.login({ identifier: of, password: "x", role: "user" }));
      said.add((await refusalOf(visitor.login({ identifier: of, password: "x", role: "user" }))).message);
      for (let time = 0; time < 3; time += 1) await visitor.requestReset({ email: of });
      said.add((await refusalOf(visitor.requestReset({ email: of }))).message);
    }
    expect([...said]).toEqual([
      expect.stringMatching(/in 15 minutes\. Is this your account\? A link .* choose “Forgot your password\?”\.$/),
      expect.stringMatching(/in 30 minutes\. A link that was emailed to you in the last half hour still works\.$/),
    ]);
  });

  it("a reset ends all sessions, confirms the email, clears the failed logins and notifies the user", async () => {
    const user = await createStudent({ email, isKnown: false });
    const [mine, others] = [await tokenFor(user), await tokenFor(await createStudent())];
    for (let time = 0; time < 5; time += 1) await refusalOf(login("wrong"));
    for (let time = 0; time < 20; time += 1) await consume(loginLimits.account, `user ${user.id}`).catch(() => {});
    expect((await refusalOf(login(usualPassword))).code).toBe("TOO_MANY_REQUESTS");
    const token = await resetToken();
    const spare = await createToken(user.id, "reset", 60_000, new Date()).then(() => resetToken());
    expect(await refusalOf(visitor.resetPassword({ token, password: newPassword }))).toEqual(deadReset);
    await visitor.resetPassword({ token: spare, password: newPassword });
    expect([await isAlive(mine), await isAlive(others)]).toEqual([false, true]);
    expect((await refusalOf(login(usualPassword))).code).toBe("UNAUTHORIZED");
    expect(await login(newPassword)).toMatchObject({ user: { _id: user.id } });
    expect(await db().user.findUnique({ where: { email } })).toMatchObject({ emailConfirmedAt: expect.any(Date) });
    const { subject, text } = await lastMail();
    expect(subject).toBe("Your password for Lyceum was changed");
    expect(text).toMatch(/Dear Asha Rao,.*http:\/\/localhost:3000\/forgot-password/s);
    expect(text).not.toContain("token=");
    expect((await actions()).filter((action) => action === "password-reset")).toHaveLength(1);
  });

  it("concurrent resets with one link succeed once", async () => {
    await createStudent({ email, isKnown: false });
    const token = await resetToken();
    const passwords = ["the first green hill", "the other green hill"];
    const outcomes = await Promise.allSettled(passwords.map((password) => visitor.resetPassword({ token, password })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const kept = passwords[outcomes.findIndex(({ status }) => status === "fulfilled")] ?? "";
    expect(await login(kept)).toHaveProperty("token");
    expect(await db().mail.count({ where: { kind: "passwordChanged" } })).toBe(1);
  });

  it("a reset email is dropped if its account is deleted before delivery", async () => {
    const user = await createStudent({ email, isKnown: false });
    await visitor.requestReset({ email });
    await db().user.delete({ where: { id: user.id } });
    await deliverDueEmails(authMails);
    expect([smtp.received.length, await db().mail.count()]).toEqual([0, 0]);
  });
});

describe("account settings", () => {
  it("users can see their own account", async () => {
    const user = await createStudent({ email, isKnown: false });
    const seen = { _id: user.id, name: "Asha Rao", role: "user", email, coming: null };
    expect(await (await actingAs(user)).get()).toEqual({
      ...{ ...seen, username: null, emailConfirmed: false, mailed: true, asksForCodes: false, demandsCodes: false },
      ...{ lacksSecondStep: false, passwordRole: "user", onRoster: true, isGuardian: false, wasGuardian: false },
      ...{ hasLeft: false, duties: [] },
    });
    expect(await (await actingAs(await createAdmin())).get()).toMatchObject({ duties: [{ role: "administrator" }] });
  });

  it("a student on the roster cannot change their name; only the office can", async () => {
    const account = await actingAs(await createStudent({ email }));
    expect(await account.get()).toMatchObject({ onRoster: true });
    expect(await refusalOf(account.changeName({ name: "Nila Sen" }))).toMatchObject({
      code: "FORBIDDEN",
      message: "Your name is the one that the institute has on its roster. Please ask the office to change it.",
    });
    expect(await account.get()).toMatchObject({ name: "Asha Rao" });
  });

  it("a changed name appears in every session immediately", async () => {
    const user = await createStudent({ email, onRoster: false });
    const account = await actingAs(user);
    for (const name of ["", "  ", "x".repeat(101), "a\0b", "two\nlines", "See https://kv.example"])
      expect(await refusalOf(account.changeName({ name }))).toMatchObject({ issues: [{ path: ["name"] }] });
    expect(await account.changeName({ name: " Nila  Sen " })).toMatchObject({ _id: user.id, name: "Nila  Sen" });
    expect((await principalFor(await tokenFor(user))).name).toBe("Nila  Sen");
    expect(await actions()).toEqual(["name-changed"]);
  });

  it("a password change requires the current password, and rejects short and common passwords", async () => {
    const user = await createStudent({ email });
    const account = await actingAs(user);
    const message = "This is not your current password.";
    expect(await refusalOf(account.changePassword({ current: "wrong", next: newPassword }))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: ["current"], message }],
    });
    expect(await refusalOf(account.changePassword({ current: usualPassword, next: "fives" }))).toMatchObject({
      issues: [{ path: ["next"], message: "Password must be at least 6 characters" }],
    });
    expect(await refusalOf(account.changePassword({ current: usualPassword, next: "asha2011" }))).toEqual(weak("next"));
    expect(await login(usualPassword)).toHaveProperty("token");
    expect(await actions()).toEqual(["login-refused", "login"]);
    expect(await db().auditEvent.count({ where: { actorId: user.id, subjectId: user.id } })).toBe(1);
  });

  it("a password change ends the user's other sessions and sends an email", async () => {
    const user = await createStudent({ email, isKnown: false });
    await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const [here, there, others] = [await tokenFor(user), await tokenFor(user), await tokenFor(await createStudent())];
    const token = await resetToken();
    await (await callerOf(here)).account.changePassword({ current: usualPassword, next: newPassword });
    expect([await isAlive(here), await isAlive(there), await isAlive(others)]).toEqual([true, false, true]);
    expect(await refusalOf(visitor.resetPassword({ token, password: newPassword }))).toEqual(deadReset);
    expect((await lastMail()).subject).toBe("Your password for Lyceum was changed");
    expect(await actions()).toEqual(["password-changed"]);
    expect(await login(newPassword)).toHaveProperty("token");
  });

  it("the administrator's password needs twelve characters, and its change sends no email", async () => {
    const account = await actingAs(await createAdmin());
    expect(await refusalOf(account.changePassword({ current: usualPassword, next: "eleven char" }))).toMatchObject({
      issues: [{ path: ["next"], message: "Password must be at least 12 characters" }],
    });
    expect(await account.changePassword({ current: usualPassword, next: newPassword })).toBeNull();
    expect(await db().mail.count()).toBe(0);
  });

  it("signing out everywhere ends all sessions of this user only", async () => {
    const user = await createStudent();
    const [here, there, others] = [await tokenFor(user), await tokenFor(user), await tokenFor(await createStudent())];
    await (await callerOf(here)).account.signOutEverywhere();
    expect([await isAlive(here), await isAlive(there), await isAlive(others)]).toEqual([false, false, true]);
    expect(await actions()).toEqual(["signed-out-everywhere"]);
  });
});

describe("data export", () => {
  const time = expect.any(Date);

  it("a data export contains all data of the user, none of others and no secrets", async () => {
    const [user, other] = [await createStudent({ email, isKnown: false }), await createStudent({ name: "Nila Sen" })];
    await Promise.all([result(user, { subject: "Biology" }), result(other, { subject: "Latin" })]);
    await visitor.requestReset({ email });
    const { token } = await lastMail();
    await login(usualPassword);
    expect((await (await actingAs(user)).exportData()).results).toBeNull();
    await db().user.update({ where: { email }, data: { emailConfirmedAt: new Date() } });
    const data = await (await actingAs(user)).exportData();
    expect(data).toEqual({
      exportedAt: time,
      account: expect.objectContaining({ _id: user.id, name: "Asha Rao", email, emailConfirmedAt: time }),
      sessions: Array(3).fill({ createdAt: time, usedAt: time, expiresAt: time, revokedAt: null }),
      results: [expect.objectContaining({ subject: "Biology", score: 45 })],
      roster: [expect.objectContaining({ what: "student", origin: "self" })],
      ...{ codes: [], absences: [], calendars: [], notices: [], mailChoices: [], reportCards: [] },
      applications: [],
      messages: [],
      mails: [
        { kind: "resetPassword", recipient: email, state: "sent", createdAt: time, sentAt: time },
        // The login reported an unconfirmed email.
        { kind: "confirmEmail", recipient: email, state: "waiting", createdAt: time, sentAt: null },
      ],
      events: [
        { at: time, action: "login", detail: null, address: "10.0.0.1" },
        { at: time, action: "data-exported", detail: null, address: null },
        { at: time, action: "data-exported", detail: null, address: null },
      ],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|Latin|Nila|Dear/i);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it("the administrator can export their own data, too", async () => {
    const admin = await createAdmin();
    expect(await (await actingAs(admin)).exportData()).toMatchObject({ account: { username: "admin" }, results: [] });
  });
});

describe("account deletion", () => {
  it("account deletion requires the right password", async () => {
    const account = await actingAs(await createStudent({ email }));
    for (const password of ["wrong", `${usualPassword} `])
      expect(await refusalOf(account.remove({ password }))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect(await db().user.count()).toBe(1);
    expect(await actions()).toEqual(["login-refused", "login-refused"]);
  });

  it("account deletion deletes the user's data, and keeps the audit trail and other users' data", async () => {
    const [user, other] = [await createStudent({ email, onRoster: false }), await createStudent()];
    await Promise.all([result(user), result(other), createToken(other.id, "confirm", 60_000, new Date())]);
    const token = await tokenFor(user);
    const caller = await callerOf(token);
    await caller.auth.resendConfirmation();
    await resetToken();
    await visitor.requestReset({ email });
    await visitor.requestReset({ email: other.email });
    await caller.account.remove({ password: usualPassword });
    expect(await isAlive(token)).toBe(false);
    expect(await db().user.findMany()).toMatchObject([{ id: other.id }]);
    expect(await db().result.findMany()).toMatchObject([{ studentId: other.id }]);
    expect(await db().accountToken.findMany()).toMatchObject([{ userId: other.id }]);
    expect(await db().mail.findMany()).toMatchObject([{ recipient: other.email }]);
    expect(await db().session.count()).toBe(0);
    expect(await db().auditEvent.findMany()).toMatchObject([{ action: "account-deleted", subjectId: user.id }]);
    expect((await refusalOf(login(usualPassword))).message).toBe("Invalid email or password");
    expect(await signup()).toHaveProperty("_id");
  });

  it("when a student on the roster deletes the account, the login closes and no mark is deleted", async () => {
    const user = await createStudent({ email });
    await result(user);
    const token = await tokenFor(user);
    expect(await (await callerOf(token)).account.remove({ password: usualPassword })).toEqual({ erased: false });
    expect(await isAlive(token)).toBe(false);
    expect((await refusalOf(login(usualPassword))).message).toBe("Invalid email or password");
    expect(await db().result.count({ where: { studentId: user.id } })).toBe(1);
    expect((await refusalOf(signup())).code).toBe("CONFLICT");
    const office = await callerOf(await tokenFor(await createAdmin()));
    const closed = { login: "none", loginClosedAt: expect.any(Date) };
    expect(await office.students.get({ id: user.id })).toMatchObject(closed);
  });
});

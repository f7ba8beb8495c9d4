import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/api/root";
import { authMails } from "@/features/auth/mails";
import { loginLimits } from "@/features/auth/rules";
import { mintToken } from "@/server/account-tokens";
import { db, pool } from "@/server/db";
import type { User } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs";
import { countTry } from "@/server/limits";
import { sendDueMails } from "@/server/mail-run";
import { admin, callerOf, principalFor, refusalOf, result, student, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../setup/database";
import { startSmtp } from "../setup/smtp";

// The settings are read once, at the first call: from here on this process sends its mails.
const smtp = await startSmtp();
vi.stubEnv("SMTP_URL", smtp.url);

beforeAll(prepareJobs);
beforeEach(async () => {
  vi.useRealTimers();
  smtp.received.length = 0;
  await resetDatabase();
});
afterAll(smtp.close);

const email = "asha@example.org";
const newPassword = "a new green hill";
const visitor = createCaller({ principal: null, address: "10.0.0.1" }).auth;
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);

const actingAs = async (user: User) => (await callerOf(await tokenFor(user))).auth;
const actions = async () => (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
const isAlive = async (token: string) => (await principalFor(token).catch(() => null)) !== null;

/** The last mail to an address, once all that are due have left, and the token of its link. */
async function lastMail(to = email) {
  await sendDueMails(authMails);
  const mail = smtp.mailsFor(to).at(-1)?.mail;
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

describe("an address", () => {
  it("is confirmed by nobody with a link that is unknown, used, over, replaced or of another purpose", async () => {
    const { _id: id } = await signup();
    const { token: first } = await lastMail();
    const refusal = {
      code: "BAD_REQUEST",
      message: expect.stringContaining("ask for a new link on your account page"),
    };
    await (await actingAs(await db().user.findUniqueOrThrow({ where: { id } }))).resendConfirmation();
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

  it("is asked for by a letter that quotes nothing the stranger typed, and whose secret is in no query", async () => {
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

  it("that is confirmed is asked for no more, and three times an hour before that", async () => {
    const user = await student({ email });
    const { resendConfirmation } = await actingAs(user);
    for (let time = 0; time < 3; time += 1) expect(await resendConfirmation()).toEqual({ mailed: true });
    expect((await refusalOf(resendConfirmation())).code).toBe("TOO_MANY_REQUESTS");
    await visitor.confirmEmail({ token: (await lastMail()).token });
    expect(smtp.mailsFor(email)).toHaveLength(3);
    expect(await (await actingAs(user)).resendConfirmation()).toEqual({ mailed: false });
    expect(await db().mail.count()).toBe(3);
  });

  it("is no longer asked for once it is confirmed and the letter still waits", async () => {
    await signup();
    await db().user.updateMany({ data: { emailConfirmedAt: new Date() } });
    await sendDueMails(authMails);
    expect([smtp.received.length, await db().mail.count(), await db().accountToken.count()]).toEqual([0, 0, 0]);
  });
});

describe("a forgotten password", () => {
  it("is asked for with the same answer whether there is an account or not, and only one of them gets a letter", async () => {
    await student({ email });
    await admin({ username: "head@example.org" });
    for (const to of [" ASHA@example.org", "nobody@example.org", "head@example.org"])
      expect(await visitor.requestReset({ email: to })).toEqual({ mailed: true });
    expect(await db().mail.count({ where: { userId: null, kind: "resetPassword" } })).toBe(3);
    await sendDueMails(authMails);
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[email]]);
    expect(await db().mail.findMany()).toMatchObject([{ recipient: email, state: "sent" }]);
  });

  it.each(["", "asha", "a\0@example.org", { contains: "@" }])("is refused for the address %j", async (of) => {
    expect(await refusalOf(visitor.requestReset({ email: of as string }))).toMatchObject({
      code: "BAD_REQUEST",
      issues: [{ path: ["email"] }],
    });
  });

  it("is not replaced by a link that is unknown, used, over, replaced or of another purpose", async () => {
    const user = await student({ email });
    const confirm = await mintToken(user.id, "confirm", 60_000, new Date());
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

  it("is not replaced by one that is too short or too easy, and the link stays good", async () => {
    await student({ email });
    const token = await resetToken();
    const short = "Password must be at least 6 characters";
    expect(await refusalOf(visitor.resetPassword({ token, password: "fives" }))).toMatchObject({ message: short });
    for (const password of ["password", "asha rao", "Asha@Example.org"])
      expect(await refusalOf(visitor.resetPassword({ token, password }))).toEqual(weak("password"));
    expect(await visitor.resetPassword({ token, password: newPassword })).toBeNull();
  });

  it("is the way in that a refusal after too many tries names, the same for accounts that do not exist", async () => {
    await student({ email });
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
      expect.stringMatching(/in 30 minutes\. A link that was mailed to you in the last half hour still works\.$/),
    ]);
  });

  it("is replaced: all sessions end, the address is confirmed, the wrong tries are forgotten, the person is told", async () => {
    const user = await student({ email });
    const [mine, others] = [await tokenFor(user), await tokenFor(await student())];
    for (let time = 0; time < 5; time += 1) await refusalOf(login("wrong"));
    for (let time = 0; time < 20; time += 1) await countTry(loginLimits.account, `user ${email}`).catch(() => {});
    expect((await refusalOf(login(usualPassword))).code).toBe("TOO_MANY_REQUESTS");
    const token = await resetToken();
    const spare = await mintToken(user.id, "reset", 60_000, new Date()).then(() => resetToken());
    expect(await refusalOf(visitor.resetPassword({ token, password: newPassword }))).toEqual(deadReset);
    await visitor.resetPassword({ token: spare, password: newPassword });
    expect([await isAlive(mine), await isAlive(others)]).toEqual([false, true]);
    expect((await refusalOf(login(usualPassword))).code).toBe("UNAUTHORIZED");
    expect(await login(newPassword)).toMatchObject({ user: { _id: user.id } });
    expect(await db().user.findUnique({ where: { email } })).toMatchObject({ emailConfirmedAt: expect.any(Date) });
    const { subject, text } = await lastMail();
    expect(subject).toBe("Your password for Lyceum was changed");
    expect(text).toContain("Dear Asha Rao,");
    expect(text).toContain("http://localhost:3000/forgot-password");
    expect(text).not.toContain("token=");
    expect((await actions()).filter((action) => action === "password-reset")).toHaveLength(1);
  });

  it("is replaced once by two who use the link at the same time", async () => {
    await student({ email });
    const token = await resetToken();
    const passwords = ["the first green hill", "the other green hill"];
    const outcomes = await Promise.allSettled(passwords.map((password) => visitor.resetPassword({ token, password })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const kept = passwords[outcomes.findIndex(({ status }) => status === "fulfilled")] ?? "";
    expect(await login(kept)).toHaveProperty("token");
    expect(await db().mail.count({ where: { kind: "passwordChanged" } })).toBe(1);
  });

  it("of an account that is gone when the letter would leave is no letter any more", async () => {
    const user = await student({ email });
    await visitor.requestReset({ email });
    await db().user.delete({ where: { id: user.id } });
    await sendDueMails(authMails);
    expect([smtp.received.length, await db().mail.count()]).toEqual([0, 0]);
  });
});

describe("an account", () => {
  it("is shown to its person", async () => {
    const user = await student({ email });
    const seen = { _id: user.id, name: "Asha Rao", role: "user", email, username: null };
    expect(await (await actingAs(user)).account()).toEqual({
      ...{ ...seen, emailConfirmed: false, mailed: true, asksForCodes: false },
    });
    expect(await (await actingAs(await admin())).account()).toMatchObject({ role: "admin", username: "admin" });
  });

  it("gets another name, of which every session knows at once", async () => {
    const user = await student({ email });
    const auth = await actingAs(user);
    for (const name of ["", "  ", "x".repeat(101), "a\0b", "two\nlines"])
      expect(await refusalOf(auth.changeName({ name }))).toMatchObject({ issues: [{ path: ["name"] }] });
    expect(await auth.changeName({ name: " Nila  Sen " })).toMatchObject({ _id: user.id, name: "Nila  Sen" });
    expect((await principalFor(await tokenFor(user))).name).toBe("Nila  Sen");
    expect(await actions()).toEqual(["name-changed"]);
  });

  it("keeps its password for who does not know it, or wants one that is too short or too easy", async () => {
    const user = await student({ email });
    const auth = await actingAs(user);
    const message = "This is not your current password.";
    expect(await refusalOf(auth.changePassword({ current: "wrong", next: newPassword }))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: ["current"], message }],
    });
    expect(await refusalOf(auth.changePassword({ current: usualPassword, next: "fives" }))).toMatchObject({
      issues: [{ path: ["next"], message: "Password must be at least 6 characters" }],
    });
    expect(await refusalOf(auth.changePassword({ current: usualPassword, next: "asha2011" }))).toEqual(weak("next"));
    expect(await login(usualPassword)).toHaveProperty("token");
    expect(await actions()).toEqual(["login-refused", "login"]);
    expect(await db().auditEvent.findFirst()).toMatchObject({ actorId: user.id, subjectId: user.id });
  });

  it("gets another password: the other sessions end, this one and other people's do not, and a letter tells", async () => {
    const user = await student({ email });
    const [here, there, others] = [await tokenFor(user), await tokenFor(user), await tokenFor(await student())];
    const token = await resetToken();
    await (await callerOf(here)).auth.changePassword({ current: usualPassword, next: newPassword });
    expect([await isAlive(here), await isAlive(there), await isAlive(others)]).toEqual([true, false, true]);
    expect(await refusalOf(visitor.resetPassword({ token, password: newPassword }))).toEqual(deadReset);
    expect((await lastMail()).subject).toBe("Your password for Lyceum was changed");
    expect(await actions()).toEqual(["password-changed"]);
    expect(await login(newPassword)).toHaveProperty("token");
  });

  it("of the administrator asks for twelve characters, and writes to nobody", async () => {
    const auth = await actingAs(await admin());
    expect(await refusalOf(auth.changePassword({ current: usualPassword, next: "eleven char" }))).toMatchObject({
      issues: [{ path: ["next"], message: "Password must be at least 12 characters" }],
    });
    expect(await auth.changePassword({ current: usualPassword, next: newPassword })).toBeNull();
    expect(await db().mail.count()).toBe(0);
  });

  it("is signed out everywhere, and nobody else's is", async () => {
    const user = await student();
    const [here, there, others] = [await tokenFor(user), await tokenFor(user), await tokenFor(await student())];
    await (await callerOf(here)).auth.signOutEverywhere();
    expect([await isAlive(here), await isAlive(there), await isAlive(others)]).toEqual([false, false, true]);
    expect(await actions()).toEqual(["signed-out-everywhere"]);
  });
});

describe("a person's data", () => {
  const time = expect.any(Date);

  it("holds all of that person and nothing of others, no secret among it", async () => {
    const [user, other] = [await student({ email }), await student({ name: "Nila Sen" })];
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
      applications: [],
      messages: [],
      mails: [
        { kind: "resetPassword", recipient: email, state: "sent", createdAt: time, sentAt: time },
        // The login missed the confirmation of the address.
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

  it("can be had by the administrator, too", async () => {
    const head = await admin();
    expect(await (await actingAs(head)).exportData()).toMatchObject({ account: { username: "admin" }, results: [] });
  });
});

describe("deleting an account", () => {
  it("does not happen with a wrong password", async () => {
    const auth = await actingAs(await student({ email }));
    for (const password of ["wrong", `${usualPassword} `])
      expect(await refusalOf(auth.removeAccount({ password }))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect(await db().user.count()).toBe(1);
    expect(await actions()).toEqual(["login-refused", "login-refused"]);
  });

  it("takes along all that is the person's, and leaves what others have and the trail", async () => {
    const [user, other] = [await student({ email }), await student()];
    await Promise.all([result(user), result(other), mintToken(other.id, "confirm", 60_000, new Date())]);
    const token = await tokenFor(user);
    const caller = await callerOf(token);
    await caller.auth.resendConfirmation();
    await resetToken();
    await visitor.requestReset({ email });
    await visitor.requestReset({ email: other.email });
    await caller.auth.removeAccount({ password: usualPassword });
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
});

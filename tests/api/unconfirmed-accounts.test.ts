import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { authMails } from "@/features/auth/emails";
import { resultMails } from "@/features/results/emails";
import { notifyOfResults } from "@/features/results/mutations";
import { recordNow } from "@/server/audit/audit";
import { db, transaction } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { resendEmail } from "@/server/mail/resend";
import { runInScope } from "@/server/observability/request-scope";
import { callerOf, createAdmin, refusalOf, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { changeSettings } from "../harness/settings";
import { startSmtp } from "../harness/smtp";

const smtp = await startSmtp();
afterAll(smtp.close);

/** Sets a mail server, or none, for the rest of the test. */
const setMail = (mail: "mail" | "no mail") =>
  onTestFinished(changeSettings({ SMTP_URL: mail === "mail" ? smtp.url : "", MAIL_FROM: "office@school.example" }));

/** Delivers all mails, as after the delay. */
async function send() {
  await db().mail.updateMany({ where: { state: "waiting" }, data: { dueAt: new Date(Date.now() - 1000) } });
  await deliverDueEmails({ ...authMails, ...resultMails });
}

const visitor = await callerOf(null);
const logIn = (email: string) => visitor.auth.login({ identifier: email, password: usualPassword, role: "user" });
const signUp = (email: string) => visitor.auth.signup({ name: "Asha Rao", email, password: usualPassword });

let admin: string;

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  admin = await tokenFor(await createAdmin());
});

const email = "asha@example.org";
const mails = () => db().mail.findMany({ orderBy: { id: "asc" } });
const asha = () => db().user.findUniqueOrThrow({ where: { email } });

async function addResult() {
  const office = await callerOf(admin);
  await office.results.add({ results: [{ studentEmail: email, className: 7, score: 45, totalMarks: 50 }] });
}

async function sees(token: string | null) {
  const caller = await callerOf(token);
  const answers = await Promise.allSettled([caller.results.mine(), caller.results.of({ email })]);
  return {
    lists: answers.map(({ status }) => status),
    unread: await caller.results.unread(),
    classes: await caller.results.classes(),
    exported: Object((await caller.account.exportData({})).results ?? []).length,
  };
}

const everything = { lists: ["fulfilled", "fulfilled"], unread: 1, classes: ["7"], exported: 1 };
const nothing = { lists: ["rejected", "rejected"], unread: 0, classes: [], exported: 0 };

describe("account created while no mail server is set", () => {
  it("the office's first result vouches for the account, which still sees its results after a mail server is set", async () => {
    const { token: old } = await signUp(email);
    expect(await asha()).toMatchObject({ vouchedAt: null });
    const before = await logIn(email);
    await addResult();
    const { id: office } = await db().user.findFirstOrThrow({ where: { role: "admin" } });
    const { vouchedAt } = await asha();
    expect(await asha()).toMatchObject({ vouchedAt: expect.any(Date), vouchedById: office });
    await addResult();
    expect((await asha()).vouchedAt).toEqual(vouchedAt);
    await db().result.deleteMany({ where: { id: { not: (await db().result.findFirstOrThrow()).id } } });

    setMail("mail");
    expect(old).toBeNull();
    expect(await sees(before.token)).toEqual(everything);
    expect(await sees((await logIn(email)).token)).toEqual(everything);
  });

  it("a vouched account gets no result emails until its email is confirmed", async () => {
    await signUp(email);
    await addResult();
    setMail("mail");
    await addResult();
    await notifyOfResults();
    await send();
    expect(smtp.received).toEqual([]);
    await db().user.updateMany({ where: { email }, data: { emailConfirmedAt: new Date() } });
    await addResult();
    await notifyOfResults();
    await send();
    expect(smtp.mailsFor(email)).toHaveLength(1);
  });

  it("a vouched account is asked once to confirm its email at the next login after a mail server is set", async () => {
    await signUp(email);
    await addResult();
    expect(await mails()).toEqual([]);
    setMail("mail");
    await Promise.all([logIn(email), logIn(email), logIn(email)]);
    expect(await mails()).toMatchObject([{ kind: "confirmEmail", recipient: email, state: "waiting", rank: 0 }]);
    await send();
    expect(smtp.mailsFor(email)).toHaveLength(1);
    await logIn(email);
    expect(await mails()).toHaveLength(1);
    // Expire the link.
    await db().accountToken.deleteMany();
    await logIn(email);
    expect(await mails()).toHaveLength(2);
  });
});

describe("account that is neither confirmed nor vouched for", () => {
  it("an unconfirmed account sees no results while a mail server is set, in any session", async () => {
    await signUp(email);
    const before = await logIn(email);
    setMail("mail");
    await addResult();
    expect(await asha()).toMatchObject({ vouchedAt: null, vouchedById: null });
    expect(await sees(before.token)).toEqual(nothing);
    expect(await sees((await logIn(email)).token)).toEqual(nothing);
  });

  it("an export gives an unconfirmed account only what concerns the account, and everything once it is confirmed", async () => {
    setMail("mail");
    await signUp(email);
    await addResult();
    await notifyOfResults();
    await recordNow({
      action: "student-edited",
      by: null,
      subjectId: (await asha()).id,
      detail: { fields: "section" },
    });
    const { token } = await logIn(email);
    await visitor.auth.login({ identifier: email, password: "wrong", role: "user" }).catch(() => undefined);
    const exported = async () => {
      const { events, mails: sent } = await (await callerOf(token)).account.exportData({});
      return [[...new Set(events.map(({ action }) => action))].sort(), sent.map(({ kind }) => kind)];
    };
    const own = ["data-exported", "login", "login-refused", "signup"];
    expect(await exported()).toEqual([own, ["confirmEmail"]]);
    await db().user.updateMany({ where: { email }, data: { emailConfirmedAt: new Date() } });
    expect(await exported()).toEqual([
      [...own, "student-edited"],
      ["confirmEmail", "resultNews"],
    ]);
  });

  it("an unconfirmed account is asked once to confirm its email when it opens its results", async () => {
    await signUp(email);
    const { token } = await logIn(email);
    setMail("mail");
    await Promise.all([sees(token), sees(token), sees(token)]);
    expect(await mails()).toMatchObject([{ kind: "confirmEmail", recipient: email }]);
  });

  it("a password change is reported only to a confirmed address, and five changes an hour are allowed", async () => {
    setMail("mail");
    await signUp(email);
    const { account } = await callerOf((await logIn(email)).token);
    const change = () => account.changePassword({ current: usualPassword, next: usualPassword });
    const told = () => db().mail.count({ where: { kind: "passwordChanged", recipient: email } });
    await change();
    expect(await told()).toBe(0);
    await db().user.updateMany({ where: { email }, data: { emailConfirmedAt: new Date() } });
    for (let time = 0; time < 4; time += 1) await change();
    expect((await refusalOf(change())).code).toBe("TOO_MANY_REQUESTS");
    expect(await told()).toBe(4);
  });

  it("without a mail server an unconfirmed account sees nothing and is asked for nothing, until the office's next result", async () => {
    setMail("mail");
    await signUp(email);
    await addResult();
    await db().mail.deleteMany();
    setMail("no mail");
    const { token } = await logIn(email);
    expect(await sees(token)).toEqual({ ...nothing, lists: ["fulfilled", "rejected"] });
    expect(await mails()).toEqual([]);
    await addResult();
    expect(await sees(token)).toEqual({ ...everything, unread: 2, exported: 2 });
  });

  it("a result for one account does not vouch for another", async () => {
    await signUp(email);
    const { token } = await logIn(email);
    await signUp("asha.rao@example.org");
    const { token: impostor } = await logIn("asha.rao@example.org");
    await addResult();
    setMail("mail");
    expect(await sees(token)).toEqual(everything);
    expect(await sees(impostor)).toEqual({ ...nothing, unread: 0 });
    const caller = await callerOf(impostor);
    expect(await refusalOf(caller.results.of({ email }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

it("each attempt to send a reset email has the same link, a used link stays used, and an email that the office sends again has another", async () => {
  setMail("mail");
  await signUp(email);
  await visitor.auth.requestReset({ email });
  const sendAgain = async () => {
    await db().mail.updateMany({ where: { kind: "resetPassword" }, data: { state: "waiting", sentAt: null } });
    await send();
    const texts = smtp.mailsFor(email).map(({ mail }) => mail.text ?? "");
    return texts.flatMap((text) => /reset-password#token=([\w-]{43})/.exec(text)?.[1] ?? []);
  };
  await sendAgain();
  const [token = "", second] = await sendAgain();
  expect(second).toBe(token);
  await visitor.auth.resetPassword({ token, password: "a new green hill" });
  expect(await sendAgain()).toEqual([token, token, token]);
  expect((await refusalOf(visitor.auth.resetPassword({ token, password: "another green hill" }))).code).toBe(
    "BAD_REQUEST",
  );
  // Without a mail server the office saves the email again, and hands over its link.
  await db().mail.updateMany({ where: { kind: "resetPassword" }, data: { state: "kept", sentAt: null } });
  const { id } = await db().mail.findFirstOrThrow({ where: { kind: "resetPassword" } });
  await runInScope({ id: "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d" }, () => transaction((tx) => resendEmail(tx, id)));
  await send();
  const again = smtp.mailsFor(email).at(-1)?.mail.text ?? "";
  const fresh = /reset-password#token=([\w-]{43})/.exec(again)?.[1] ?? "";
  await visitor.auth.resetPassword({ token: fresh, password: "another green hill" });
});

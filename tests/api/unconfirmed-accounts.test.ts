import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSecret } from "@/server/auth/secret";
import { db } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { resetDatabase } from "../harness/database";
import { startSmtp } from "../harness/smtp";

const smtp = await startSmtp();
afterAll(smtp.close);

/** Loads the product with or without a mail server; settings are read once. */
async function productWith(mail: "mail" | "no mail") {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", mail === "mail" ? smtp.url : "");
  vi.stubEnv("MAIL_FROM", "office@school.example");
  const [factories, { notifyOfResults }, { authMails }, { resultMails }, { deliverDueEmails }] = await Promise.all([
    import("../factories"),
    import("@/features/results/mutations"),
    import("@/features/auth/emails"),
    import("@/features/results/emails"),
    import("@/server/mail/delivery"),
  ]);
  const visitor = await factories.callerOf(null);
  return {
    ...factories,
    notifyOfResults,
    /** As after the delay. */
    async send() {
      await db().mail.updateMany({ where: { state: "waiting" }, data: { dueAt: new Date(Date.now() - 1000) } });
      await deliverDueEmails({ ...authMails, ...resultMails });
    },
    logIn: (email: string) =>
      visitor.auth.login({ identifier: email, password: factories.usualPassword, role: "user" }),
    signUp: (email: string) => visitor.auth.signup({ name: "Asha Rao", email, password: factories.usualPassword }),
  };
}

type Product = Awaited<ReturnType<typeof productWith>>;

let product: Product;
let admin: string;

beforeAll(async () => {
  await Promise.all([prepareJobs(), openSecret()]);
});
beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  product = await productWith("no mail");
  admin = await product.tokenFor(await product.createAdmin());
});

const email = "asha@example.org";
const mails = () => db().mail.findMany({ orderBy: { id: "asc" } });
const asha = () => db().user.findUniqueOrThrow({ where: { email } });

async function addResult() {
  const office = await product.callerOf(admin);
  await office.results.add({ results: [{ studentEmail: email, className: 7, score: 45, totalMarks: 50 }] });
}

async function sees(token: string | null) {
  const caller = await product.callerOf(token);
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
    const { token: old } = await product.signUp(email);
    expect(await asha()).toMatchObject({ vouchedAt: null });
    const before = await product.logIn(email);
    await addResult();
    const { id: office } = await db().user.findFirstOrThrow({ where: { role: "admin" } });
    const { vouchedAt } = await asha();
    expect(await asha()).toMatchObject({ vouchedAt: expect.any(Date), vouchedById: office });
    await addResult();
    expect((await asha()).vouchedAt).toEqual(vouchedAt);
    await db().result.deleteMany({ where: { id: { not: (await db().result.findFirstOrThrow()).id } } });

    product = await productWith("mail");
    expect(old).toBeNull();
    expect(await sees(before.token)).toEqual(everything);
    expect(await sees((await product.logIn(email)).token)).toEqual(everything);
  });

  it("a vouched account gets no result emails until its email is confirmed", async () => {
    await product.signUp(email);
    await addResult();
    product = await productWith("mail");
    await addResult();
    await product.notifyOfResults();
    await product.send();
    expect(smtp.received).toEqual([]);
    await db().user.updateMany({ where: { email }, data: { emailConfirmedAt: new Date() } });
    await addResult();
    await product.notifyOfResults();
    await product.send();
    expect(smtp.mailsFor(email)).toHaveLength(1);
  });

  it("a vouched account is asked once to confirm its email at the next login after a mail server is set", async () => {
    await product.signUp(email);
    await addResult();
    expect(await mails()).toEqual([]);
    product = await productWith("mail");
    await Promise.all([product.logIn(email), product.logIn(email), product.logIn(email)]);
    expect(await mails()).toMatchObject([{ kind: "confirmEmail", recipient: email, state: "waiting", rank: 0 }]);
    await product.send();
    expect(smtp.mailsFor(email)).toHaveLength(1);
    await product.logIn(email);
    expect(await mails()).toHaveLength(1);
    // Expire the link.
    await db().accountToken.deleteMany();
    await product.logIn(email);
    expect(await mails()).toHaveLength(2);
  });
});

describe("account that is neither confirmed nor vouched for", () => {
  it("an unconfirmed account sees no results while a mail server is set, in any session", async () => {
    await product.signUp(email);
    const before = await product.logIn(email);
    product = await productWith("mail");
    await addResult();
    expect(await asha()).toMatchObject({ vouchedAt: null, vouchedById: null });
    expect(await sees(before.token)).toEqual(nothing);
    expect(await sees((await product.logIn(email)).token)).toEqual(nothing);
  });

  it("an unconfirmed account is asked once to confirm its email when it opens its results", async () => {
    await product.signUp(email);
    const { token } = await product.logIn(email);
    product = await productWith("mail");
    await Promise.all([sees(token), sees(token), sees(token)]);
    expect(await mails()).toMatchObject([{ kind: "confirmEmail", recipient: email }]);
  });

  it("without a mail server an unconfirmed account sees nothing and is asked for nothing, until the office's next result", async () => {
    product = await productWith("mail");
    await product.signUp(email);
    await addResult();
    await db().mail.deleteMany();
    product = await productWith("no mail");
    const { token } = await product.logIn(email);
    expect(await sees(token)).toEqual({ ...nothing, lists: ["fulfilled", "rejected"] });
    expect(await mails()).toEqual([]);
    await addResult();
    expect(await sees(token)).toEqual({ ...everything, unread: 2, exported: 2 });
  });

  it("a result for one account does not vouch for another", async () => {
    await product.signUp(email);
    const { token } = await product.logIn(email);
    await product.signUp("asha.rao@example.org");
    const { token: impostor } = await product.logIn("asha.rao@example.org");
    await addResult();
    product = await productWith("mail");
    expect(await sees(token)).toEqual(everything);
    expect(await sees(impostor)).toEqual({ ...nothing, unread: 0 });
    const caller = await product.callerOf(impostor);
    expect(await product.refusalOf(caller.results.of({ email }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

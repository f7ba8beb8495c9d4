import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { resetDatabase } from "../setup/database";
import { startSmtp } from "../setup/smtp";

const smtp = await startSmtp();
afterAll(smtp.close);

/** The product as it starts with a mail server, or without one: settings are read once. */
async function productWith(mail: "mail" | "no mail") {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", mail === "mail" ? smtp.url : "");
  vi.stubEnv("MAIL_FROM", "office@school.example");
  const [factories, { tellOfResults }, { authMails }, { resultMails }, { sendDueMails }] = await Promise.all([
    import("../factories"),
    import("@/features/results/mutations"),
    import("@/features/auth/mails"),
    import("@/features/results/mails"),
    import("@/server/mail-run"),
  ]);
  const visitor = await factories.callerOf(null);
  return {
    ...factories,
    tellOfResults,
    send: () => sendDueMails({ ...authMails, ...resultMails }),
    logIn: (email: string) =>
      visitor.auth.login({ identifier: email, password: factories.usualPassword, role: "user" }),
    signUp: (email: string) => visitor.auth.signup({ name: "Asha Rao", email, password: factories.usualPassword }),
  };
}

type Product = Awaited<ReturnType<typeof productWith>>;

let product: Product;
let head: string;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  product = await productWith("no mail");
  head = await product.tokenFor(await product.admin());
});

const email = "asha@example.org";
const mails = () => db().mail.findMany({ orderBy: { id: "asc" } });
const asha = () => db().user.findUniqueOrThrow({ where: { email } });

async function addResult() {
  const office = await product.callerOf(head);
  const [added] = await office.results.add({
    results: [{ studentEmail: email, className: 7, score: 45, totalMarks: 50 }],
  });
  return added?._id ?? "";
}

async function sees(token: string | null) {
  const caller = await product.callerOf(token);
  const answers = await Promise.allSettled([caller.results.mine(), caller.results.of({ email })]);
  return {
    lists: answers.map(({ status }) => status),
    unread: await caller.results.unread(),
    classes: await caller.results.classes(),
    exported: ((await caller.auth.exportData({})).results ?? []).length,
  };
}

const everything = { lists: ["fulfilled", "fulfilled"], unread: 1, classes: ["7"], exported: 1 };
const nothing = { lists: ["rejected", "rejected"], unread: 0, classes: [], exported: 0 };

describe("an account that made itself while no mail left", () => {
  it("is vouched for by the office's first result, and keeps seeing its results once mail leaves", async () => {
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

  it("is mailed no result until the address is confirmed, since nobody knows whose that is", async () => {
    await product.signUp(email);
    await addResult();
    product = await productWith("mail");
    const id = await addResult();
    await product.tellOfResults([id]);
    await product.send();
    expect(smtp.received).toEqual([]);
    await db().user.updateMany({ where: { email }, data: { emailConfirmedAt: new Date() } });
    await product.tellOfResults([await addResult()]);
    await product.send();
    expect(smtp.mailsFor(email)).toHaveLength(1);
  });

  it("is asked for the confirmation once mail leaves, when it logs in, and once only", async () => {
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
    // The link has run out.
    await db().accountToken.deleteMany();
    await product.logIn(email);
    expect(await mails()).toHaveLength(2);
  });
});

describe("an account that is neither confirmed nor vouched for", () => {
  it("sees nothing while mail leaves, by no login old or new, though results were added for it", async () => {
    await product.signUp(email);
    const before = await product.logIn(email);
    product = await productWith("mail");
    await addResult();
    expect(await asha()).toMatchObject({ vouchedAt: null, vouchedById: null });
    expect(await sees(before.token)).toEqual(nothing);
    expect(await sees((await product.logIn(email)).token)).toEqual(nothing);
  });

  it("is asked for the confirmation when it opens its results, and once only", async () => {
    await product.signUp(email);
    const { token } = await product.logIn(email);
    product = await productWith("mail");
    await Promise.all([sees(token), sees(token), sees(token)]);
    expect(await mails()).toMatchObject([{ kind: "confirmEmail", recipient: email }]);
  });

  it("sees its results while no mail leaves, and is asked for nothing", async () => {
    product = await productWith("mail");
    await product.signUp(email);
    await addResult();
    await db().mail.deleteMany();
    product = await productWith("no mail");
    expect(await sees((await product.logIn(email)).token)).toEqual(everything);
    expect(await mails()).toEqual([]);
  });

  it("is not made another's by a result for that one", async () => {
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

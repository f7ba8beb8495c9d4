import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { isOnItsWay } from "@/features/records/rules";
import { db, pool, transaction } from "@/server/db/client";
import { choose } from "@/server/mail/choices";
import { findOutage, probeNow } from "@/server/mail/circuit-breaker";
import { causeOf } from "@/server/mail/failure";
import { enqueueEmail } from "@/server/mail/outbox";
import { createStudent } from "../factories";
import { resetDatabase } from "../harness/database";
import { anotherProcess } from "../harness/mail-process";
import { patience } from "../harness/patience.mjs";
import { isThorough } from "../harness/runs";
import { changeSettings, withSettings } from "../harness/settings";
import { startSmtp } from "../harness/smtp";

const refusals = new Map<string, string>();
/** Reason for refusing all connections, or every sender. */
const refused: { all?: string; sender?: string } = {};
/** Recipients whose emails the server holds until the promise resolves. */
const held = new Map<string, Promise<unknown>>();
const smtp = await startSmtp(
  (recipient) => refusals.get(recipient),
  async ({ recipients: [to = ""] }) => held.get(to),
  { refuseAll: () => refused.all, refuseSender: () => refused.sender },
);
afterAll(smtp.close);

const settings = { SMTP_URL: smtp.url, MAIL_FROM: "office@school.example" };
withSettings(settings);

/** Holds the emails of these recipients at the server until the returned function is called. */
function hold(...recipients: string[]): () => void {
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  for (const one of recipients) held.set(one, gate);
  return answer;
}

/** A new one for each test, which may end its deliveries or leave one running. */
let machinery: Awaited<ReturnType<typeof anotherProcess>>;

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  for (const one of [refusals, held]) one.clear();
  delete refused.all;
  delete refused.sender;
  machinery = await anotherProcess();
});

let count = 0;

function order(recipient: string, rank: 0 | 1 | 2 = 2): Promise<void> {
  count += 1;
  const event = `tested:${count}`;
  return transaction((tx) => enqueueEmail(tx, { kind: "test", event, recipient, rank, about: {} }));
}

/** An email with one failed attempt that is due again. */
async function triedBefore(recipient: string): Promise<void> {
  await order(recipient);
  await db().mail.update({ where: { id: (await row(recipient)).id }, data: { attempts: 1, fault: "It was busy." } });
}

const test = async ({ recipient }: { recipient: string }) => ({
  to: recipient,
  subject: "News",
  paragraphs: ["Come."],
});
const send = () => machinery.deliverDueEmails({ test });
const row = (recipient: string) => db().mail.findFirstOrThrow({ where: { recipient } });
const recipients = () => smtp.received.flatMap((one) => one.recipients);

describe("a recipient whose server drops the connection", () => {
  it("delays no other email, and account emails leave first", async () => {
    const bad = [1, 2, 3, 4].map((number) => `bad${number}@example.org`);
    for (const one of bad) {
      refusals.set(one, "drop");
      await order(one);
    }
    await order("good@example.org");
    await order("link@example.org", 0);
    await send();
    expect(recipients().sort()).toEqual(["good@example.org", "link@example.org"]);
    for (const one of bad) {
      expect(await row(one)).toMatchObject({
        state: "waiting",
        attempts: 1,
        fault: "The mail server broke off in the middle of it.",
      });
    }
    expect(await findOutage()).toBeNull();
  });

  it("an account email is sent before emails about results and the rest, even if it is the newest", async () => {
    await order("rest@example.org", 2);
    await order("result@example.org", 1);
    await order("link@example.org", 0);
    const taken: string[] = [];
    const compose = (facts: { recipient: string }) => {
      taken.push(facts.recipient);
      return test(facts);
    };
    await machinery.deliverDueEmails({ test: compose });
    expect(taken).toEqual(["link@example.org", "result@example.org", "rest@example.org"]);
  });
});

describe("a slow mail server", () => {
  it("is awaited and gets each email once, and other emails leave in the meantime", {
    tags: "long",
    timeout: 40_000,
  }, async () => {
    const slow = [1, 2, 3, 4].map((number) => `slow${number}@example.org`);
    const answer = hold(...slow);
    for (const one of slow) {
      await order(one, 0);
    }
    await order("quick@example.org");
    await send();
    await vi.waitFor(() => expect(recipients()).toContain("quick@example.org"), { timeout: 8_000 });
    await new Promise((resolve) => setTimeout(resolve, isThorough ? 21_000 : 1_000));
    answer();
    const sent = () => db().mail.count({ where: { state: "sent", attempts: 1 } });
    await vi.waitFor(async () => expect(await sent()).toBe(5), { timeout: 5_000 });
    expect(recipients().sort()).toEqual(["quick@example.org", ...slow]);
  });

  it("a delivery in progress stays leased to its process, however long it takes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const answer = hold("slow@example.org");
      await order("slow@example.org");
      const sending = send();
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience);
      const { dueAt } = await row("slow@example.org");
      vi.advanceTimersByTime(30_000);
      await vi.waitFor(async () => expect((await row("slow@example.org")).dueAt > dueAt).toBe(true), patience);
      answer();
      await sending;
      expect(await row("slow@example.org")).toMatchObject({ state: "sent", attempts: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps no news from the email of the day", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = hold("slow@example.org");
    await order("slow@example.org");
    const sending = send();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience);
    const { id: userId } = await createStudent({ email: "daily@example.org" });
    await transaction(async (tx) => {
      await choose(tx, userId, "digest", new Date());
      const one = { kind: "test", event: "daily", recipient: "daily@example.org", userId, isOptional: true, about: {} };
      await enqueueEmail(tx, one);
    });
    vi.advanceTimersByTime(31_000);
    await send();
    const news = () => db().mail.findUniqueOrThrow({ where: { event: "daily" } });
    await vi.waitFor(async () => expect((await news()).state).toBe("gathered"), patience);
    answer();
    await sending;
  });

  it("jobs enqueued during a delivery return immediately: the active run delivers their emails", async () => {
    const answer = hold("slow@example.org");
    await order("slow@example.org");
    let hasEnded = false;
    const sending = send().then(() => {
      hasEnded = true;
    });
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience);
    await order("quick@example.org");
    await send();
    expect(hasEnded).toBe(false);
    const quick = async () => expect(await row("quick@example.org")).toMatchObject({ state: "sent" });
    await vi.waitFor(quick, { timeout: 4_000 });
    answer();
    await sending;
    expect(recipients().sort()).toEqual(["quick@example.org", "slow@example.org"]);
  });

  it("an email with a delivery in progress offers no retry, though an earlier attempt failed", async () => {
    await triedBefore("slow@example.org");
    const answer = hold("slow@example.org");
    const sending = send();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience);
    const shown = await row("slow@example.org");
    answer();
    await sending;
    expect(isOnItsWay(shown)).toBe(true);
    expect(await row("slow@example.org")).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("a delivery in progress at shutdown is awaited briefly, so that the email is not sent again", async () => {
    held.set("slow@example.org", wait(300));
    await order("slow@example.org");
    const sending = send();
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(0), patience);
    await machinery.endDeliveries();
    await sending;
    expect(await row("slow@example.org")).toMatchObject({ state: "sent", attempts: 1 });
  });

  it("a delivery that takes longer at shutdown is aborted and does not count as an attempt", async () => {
    held.set("slow@example.org", new Promise(() => {}));
    await order("slow@example.org");
    const sending = send();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience);
    await machinery.endDeliveries();
    await sending;
    expect(await row("slow@example.org")).toMatchObject({ state: "waiting", attempts: 0, fault: null });
  });
});

describe.each([
  ["refuses all connections", "all", "5.7.1 Not from here", "could not be reached: 554 5.7.1 Not from here"],
  ["refuses the sender", "sender", "5.7.1 Not your address", "refused the sender: 550 5.7.1 Not your address"],
] as const)("a mail server that %s", (_what, who, reason, words) => {
  it("fails no email: all wait for a minute, then one probes the server", async () => {
    refused[who] = reason;
    for (let made = 0; made < 20; made += 1) await order(`student${made}@example.org`);
    await send();
    await pool().query("update mails set due_at = now() - interval '1 second'");
    const untouched = { where: { state: "waiting", attempts: 0 } } as const;
    expect(await db().mail.count(untouched)).toBe(20);
    expect(await findOutage()).toMatchObject({ fault: `The mail server ${words}` });
    const tried = () => db().mail.count({ where: { fault: { not: null } } });
    const before = await tried();
    expect(before).toBeLessThanOrEqual(3);
    await send();
    expect(await tried()).toBe(before);
    await probeNow(db());
    await send();
    expect(await db().mailOutage.findFirst()).toMatchObject({ attempts: 2 });
    expect(await db().mail.count(untouched)).toBe(20);
  });

  it("gets all emails once it works again", async () => {
    refused[who] = reason;
    for (let made = 0; made < 20; made += 1) await order(`student${made}@example.org`);
    await send();
    delete refused[who];
    await pool().query("update mails set due_at = now() - interval '1 second'");
    await probeNow(db());
    await send();
    expect(new Set(recipients()).size).toBe(20);
    expect(smtp.received).toHaveLength(20);
    expect(await findOutage()).toBeNull();
  });
});

describe("a mail server marked as down", () => {
  it.each([0, 1])("is probed even if no email is due, so that the outage ends (%i emails due later)", async (later) => {
    refused.all = "5.7.1 Not from here";
    await order("asha@example.org");
    await send();
    await db().mail.deleteMany();
    for (let made = 0; made < later; made += 1) await order("ravi@example.org");
    await pool().query("update mails set due_at = now() + interval '6 hours'");
    await probeNow(db());
    await send();
    expect(await db().mailOutage.findFirst()).toMatchObject({ attempts: 2 });
    delete refused.all;
    await send();
    expect(await findOutage()).not.toBeNull();
    await probeNow(db());
    await send();
    expect(await findOutage()).toBeNull();
  });

  it("fails no email because of a used-up quota: all wait", async () => {
    refusals.set("asha@example.org", "5.4.5 Daily user sending limit exceeded");
    await order("asha@example.org");
    await send();
    expect(await row("asha@example.org")).toMatchObject({ state: "waiting" });
    expect((await findOutage())?.fault).toContain("Daily user sending limit exceeded");
  });

  it("gets the email of a recipient who may have caused the outage within half an hour, however often it failed", async () => {
    refusals.set("asha@example.org", "5.7.1 Relay access denied");
    await order("asha@example.org");
    await db().mail.updateMany({ data: { attempts: 11 } });
    await send();
    const { dueAt, state } = await row("asha@example.org");
    expect(state).toBe("waiting");
    expect(dueAt.getTime() - Date.now()).toBeLessThan(31 * 60_000);
  });
});

it("three concurrent processes send each email once", async () => {
  for (let made = 0; made < 30; made += 1) await order(`student${made}@example.org`);
  const processes = [machinery, await anotherProcess(), await anotherProcess()];
  await Promise.all(processes.map(({ deliverDueEmails }) => deliverDueEmails({ test })));
  expect(smtp.received).toHaveLength(30);
  expect(new Set(recipients()).size).toBe(30);
});

it.each([
  ["Lyceum, Pune: the office <office@school.example>", "Lyceum, Pune: the office"],
  ['"Lyceum, Pune" <office@school.example>', "Lyceum, Pune"],
  ["विद्यालय; पुणे <office@school.example>", "विद्यालय; पुणे"],
  ["<office@school.example>", ""],
  ["office@school.example", ""],
])("the sender %s is one address with its name", async (from, name) => {
  onTestFinished(changeSettings({ ...settings, MAIL_FROM: from }));
  await order("asha@example.org");
  await send();
  expect(smtp.received[0]?.mail.from).toEqual({ name, address: "office@school.example" });
  expect(smtp.received[0]?.mail.messageId).toMatch(/@school\.example>$/);
});

describe("the cause of a delivery failure", () => {
  const refusal = { code: "EENVELOPE" };
  it.each([
    ["the server", "a refused login", { code: "EAUTH", responseCode: 535 }, "server"],
    ["the server", "an unknown host name", { code: "EDNS" }, "server"],
    ["the server", "a closed port", { code: "ESOCKET", syscall: "connect" }, "server"],
    ["the server", "a refused sender", { ...refusal, command: "MAIL FROM", responseCode: 550 }, "server"],
    ["the server", "a sender refused temporarily", { ...refusal, command: "MAIL FROM", responseCode: 451 }, "server"],
    [
      "the server",
      "a sender refused after RCPT TO",
      { ...refusal, command: "RCPT TO", responseCode: 554, response: "554 5.7.1 <a@b.c>: Relay access denied" },
      "server",
    ],
    ...(
      [
        [
          "Gmail",
          "DATA",
          "550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits",
        ],
        ["Exchange", "RCPT TO", "550 5.1.90 Your message can't be sent because you've reached your daily limit"],
        ["Amazon", "DATA", "454 Throttling failure: Daily message quota exceeded."],
        ["a provider", "DATA", "554 5.7.1 Hourly quota reached"],
        ["Exchange without a code of its own", "DATA", "554 Submission quota exceeded"],
      ] as const
    ).map(([whose, command, response]) => {
      const error = { ...refusal, command, response, responseCode: Number(response.slice(0, 3)) };
      return ["the server", `a quota of ${whose} that is used up`, error, "server"] as const;
    }),
    [
      "the email",
      "a full mailbox",
      { ...refusal, command: "RCPT TO", responseCode: 552, response: "552 5.2.2 The mailbox is full: over quota" },
      "mail",
    ],
    [
      "the email",
      "a mailbox that accepts no more for now",
      {
        ...refusal,
        command: "RCPT TO",
        responseCode: 550,
        response: "550 5.2.1 receiving mail at a rate over its limit",
      },
      "mail",
    ],
    ["the server", "a missing login", { ...refusal, command: "RCPT TO", responseCode: 530 }, "server"],
    ["the email", "a message that is too large", { ...refusal, command: "MAIL FROM", responseCode: 552 }, "mail"],
    ["the email", "an unknown mailbox", { ...refusal, command: "RCPT TO", responseCode: 550 }, "mail"],
    ["the email", "a rejected message body", { code: "EMESSAGE", command: "DATA", responseCode: 554 }, "mail"],
    ["the email", "a delivery timeout", { code: "EABORT" }, "mail"],
    ["undecided without a probe", "a broken connection", { code: "ECONNECTION", command: "CONN" }, "unclear"],
    ["undecided without a probe", "a missing response", { code: "ETIMEDOUT", command: "CONN" }, "unclear"],
  ] as const)("the cause is %s: %s", (_who, _what, error, blame) => {
    expect(causeOf(error)).toBe(blame);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isOnItsWay } from "@/features/records/rules";
import { db, pool, transaction } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { orderMail } from "@/server/mail";
import { blameOf } from "@/server/mail-faults";
import { findOutage, tryNow } from "@/server/mail-outage";
import { resetDatabase } from "../setup/database";
import { startSmtp } from "../setup/smtp";

const refusals = new Map<string, string>();
/** Why everybody is turned away, or every sender. */
const refused: { all?: string; sender?: string } = {};
/** Recipients whose mail is taken when this is called, and not before. */
const held = new Map<string, Promise<unknown>>();
const smtp = await startSmtp(
  (recipient) => refusals.get(recipient),
  async ({ recipients: [to = ""] }) => held.get(to),
  { refuseAll: () => refused.all, refuseSender: () => refused.sender },
);
afterAll(smtp.close);

Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: "office@school.example", LOG_LEVEL: "silent" });

type Machinery = typeof import("@/server/mail-run");

/** The machinery as a process of its own has it. */
async function anotherProcess(): Promise<Machinery> {
  vi.resetModules();
  return import("@/server/mail-run");
}

let machinery: Machinery;

beforeAll(prepareJobs);
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
  return transaction((tx) => orderMail(tx, { kind: "test", event, recipient, rank, about: {} }));
}

/** A mail that was tried once in vain and is due again. */
async function triedBefore(recipient: string): Promise<void> {
  await order(recipient);
  await db().mail.update({ where: { id: (await row(recipient)).id }, data: { attempts: 1, fault: "It was busy." } });
}

const test = async ({ recipient }: { recipient: string }) => ({
  to: recipient,
  subject: "News",
  paragraphs: ["Come."],
});
const send = () => machinery.sendDueMails({ test });
const row = (recipient: string) => db().mail.findFirstOrThrow({ where: { recipient } });
const recipients = () => smtp.received.flatMap((one) => one.recipients);

describe("a recipient at whom the server breaks off", () => {
  it("holds nobody up: an account's link leaves first, and the others in the same minute", async () => {
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

  it("is tried before the results and the rest when it is an account's, whenever it was ordered", async () => {
    await order("rest@example.org", 2);
    await order("result@example.org", 1);
    await order("link@example.org", 0);
    const taken: string[] = [];
    const compose = (facts: { recipient: string }) => {
      taken.push(facts.recipient);
      return test(facts);
    };
    await machinery.sendDueMails({ test: compose });
    expect(taken).toEqual(["link@example.org", "result@example.org", "rest@example.org"]);
  });
});

describe("a server that takes its time", () => {
  it("is waited for longer than 20 seconds, gets each mail once, and other mails leave meanwhile", {
    timeout: 40_000,
  }, async () => {
    const slow = [1, 2, 3, 4].map((number) => `slow${number}@example.org`);
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    for (const one of slow) {
      held.set(one, gate);
      await order(one, 0);
    }
    await order("quick@example.org");
    await send();
    await vi.waitFor(() => expect(recipients()).toContain("quick@example.org"), { timeout: 8_000 });
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    answer();
    const sent = () => db().mail.count({ where: { state: "sent", attempts: 1 } });
    await vi.waitFor(async () => expect(await sent()).toBe(5), { timeout: 5_000 });
    expect(recipients().sort()).toEqual(["quick@example.org", ...slow]);
  });

  it("keeps the mail to the process that waits, however long that is", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let answer = () => {};
      held.set(
        "slow@example.org",
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
      );
      await order("slow@example.org");
      const sending = send();
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
      const { dueAt } = await row("slow@example.org");
      vi.advanceTimersByTime(30_000);
      await vi.waitFor(async () => expect((await row("slow@example.org")).dueAt > dueAt).toBe(true));
      answer();
      await sending;
      expect(await row("slow@example.org")).toMatchObject({ state: "sent", attempts: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("holds none of the jobs that are ordered meanwhile: the run that is under way sees to their mails", async () => {
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    held.set("slow@example.org", gate);
    await order("slow@example.org");
    let hasEnded = false;
    const sending = send().then(() => {
      hasEnded = true;
    });
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    await order("quick@example.org");
    await send();
    expect(hasEnded).toBe(false);
    const quick = async () => expect(await row("quick@example.org")).toMatchObject({ state: "sent" });
    await vi.waitFor(quick, { timeout: 4_000 });
    answer();
    await sending;
    expect(recipients().sort()).toEqual(["quick@example.org", "slow@example.org"]);
  });

  it("leaves nothing to press at a mail that is under way, though it was tried before in vain", async () => {
    await triedBefore("slow@example.org");
    let answer = () => {};
    held.set(
      "slow@example.org",
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
    );
    const sending = send();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    const shown = await row("slow@example.org");
    answer();
    await sending;
    expect(isOnItsWay(shown)).toBe(true);
    expect(await row("slow@example.org")).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("is left at the end of the process, and the mail waits for the next one as if it had not been tried", async () => {
    held.set("slow@example.org", new Promise(() => {}));
    await order("slow@example.org");
    const sending = send();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1));
    await machinery.endDeliveries();
    await sending;
    expect(await row("slow@example.org")).toMatchObject({ state: "waiting", attempts: 0, fault: null });
  });
});

describe.each([
  ["turns everybody away", "all", "5.7.1 Not from here", "could not be reached: 554 5.7.1 Not from here"],
  ["does not take the sender", "sender", "5.7.1 Not your address", "refused the sender: 550 5.7.1 Not your address"],
] as const)("a server that %s", (_what, who, reason, words) => {
  it("fails no mail: all wait, none is tried for a minute, and then one", async () => {
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
    await tryNow(db());
    await send();
    expect(await db().mailOutage.findFirst()).toMatchObject({ attempts: 2 });
    expect(await db().mail.count(untouched)).toBe(20);
  });

  it("gets all of them once it is itself again", async () => {
    refused[who] = reason;
    for (let made = 0; made < 20; made += 1) await order(`student${made}@example.org`);
    await send();
    delete refused[who];
    await pool().query("update mails set due_at = now() - interval '1 second'");
    await tryNow(db());
    await send();
    expect(new Set(recipients()).size).toBe(20);
    expect(smtp.received).toHaveLength(20);
    expect(await findOutage()).toBeNull();
  });
});

describe("a server that took no mail", () => {
  it("is asked itself where no mail waits any more, so that nobody is told for ever that it takes none", async () => {
    refused.all = "5.7.1 Not from here";
    await order("asha@example.org");
    await send();
    await db().mail.deleteMany();
    await tryNow(db());
    await send();
    expect(await db().mailOutage.findFirst()).toMatchObject({ attempts: 2 });
    delete refused.all;
    await send();
    expect(await findOutage()).not.toBeNull();
    await tryNow(db());
    await send();
    expect(await findOutage()).toBeNull();
  });

  it("for a reason that may be the recipient's is tried again within half an hour, however often it was", async () => {
    refusals.set("asha@example.org", "5.7.1 Relay access denied");
    await order("asha@example.org");
    await db().mail.updateMany({ data: { attempts: 11 } });
    await send();
    const { dueAt, state } = await row("asha@example.org");
    expect(state).toBe("waiting");
    expect(dueAt.getTime() - Date.now()).toBeLessThan(31 * 60_000);
  });
});

it("three processes at once send each mail once", async () => {
  for (let made = 0; made < 30; made += 1) await order(`student${made}@example.org`);
  const processes = [machinery, await anotherProcess(), await anotherProcess()];
  await Promise.all(processes.map(({ sendDueMails }) => sendDueMails({ test })));
  expect(smtp.received).toHaveLength(30);
  expect(new Set(recipients()).size).toBe(30);
});

describe("to blame for a mail that did not leave", () => {
  const refusal = { code: "EENVELOPE" };
  it.each([
    ["the server", "a login that is refused", { code: "EAUTH", responseCode: 535 }, "server"],
    ["the server", "a name that nobody has", { code: "EDNS" }, "server"],
    ["the server", "a port that is closed", { code: "ESOCKET", syscall: "connect" }, "server"],
    ["the server", "a sender that is refused", { ...refusal, command: "MAIL FROM", responseCode: 550 }, "server"],
    ["the server", "a sender that is to wait", { ...refusal, command: "MAIL FROM", responseCode: 451 }, "server"],
    [
      "the server",
      "a sender that is refused at the recipient",
      { ...refusal, command: "RCPT TO", responseCode: 554, response: "554 5.7.1 <a@b.c>: Relay access denied" },
      "server",
    ],
    ["the server", "a login that is missing", { ...refusal, command: "RCPT TO", responseCode: 530 }, "server"],
    ["the mail", "a size that is too large", { ...refusal, command: "MAIL FROM", responseCode: 552 }, "mail"],
    ["the mail", "a mailbox that is not there", { ...refusal, command: "RCPT TO", responseCode: 550 }, "mail"],
    ["the mail", "words that are no longer taken", { code: "EMESSAGE", command: "DATA", responseCode: 554 }, "mail"],
    ["the mail", "an answer that never ended", { code: "EABORT" }, "mail"],
    ["whom the server says", "a connection that broke", { code: "ECONNECTION", command: "CONN" }, "unclear"],
    ["whom the server says", "an answer that did not come", { code: "ETIMEDOUT", command: "CONN" }, "unclear"],
  ] as const)("is %s for %s", (_who, _what, error, blame) => {
    expect(blameOf(error)).toBe(blame);
  });
});

import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { emailField } from "@/lib/fields";
import { db, pool, transaction } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import type { Compose, MailOrder } from "@/server/mail";
import type { Letter } from "@/server/mail-letter";
import { resetDatabase } from "../setup/database";
import { startSmtp } from "../setup/smtp";

const refusals = new Map<string, string>();
const smtp = await startSmtp((recipient) => refusals.get(recipient));
afterAll(smtp.close);

const usual = {
  SMTP_URL: smtp.url,
  MAIL_FROM: "Lyceum <office@school.example>",
  APP_URL: "https://school.example",
  LOG_LEVEL: "silent",
};

/** The machinery as a process with these settings has it: settings are read once. */
async function mailWith(settings: Partial<typeof usual> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...usual, ...settings })) vi.stubEnv(name, value);
  const [orders, runs, outages] = await Promise.all([
    import("@/server/mail"),
    import("@/server/mail-run"),
    import("@/server/mail-outage"),
  ]);
  return { ...orders, ...runs, ...outages };
}

let mail: Awaited<ReturnType<typeof mailWith>>;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  refusals.clear();
  mail = await mailWith();
});

let count = 0;

async function order(more: Partial<MailOrder> = {}): Promise<string> {
  count += 1;
  const event = `tested:${count}`;
  const usualOrder = { kind: "test", event, recipient: "asha@example.org", about: {} };
  await transaction((tx) => mail.orderMail(tx, { ...usualOrder, ...more }));
  const { id } = await db().mail.findUniqueOrThrow({ where: { event: more.event ?? event } });
  return id;
}

const letter: Letter = { to: "", subject: "Good news", greeting: "Dear Asha,", paragraphs: ["It has come."] };
const composed =
  (more: Partial<Letter> = {}): Compose =>
  async ({ recipient }) => ({ ...letter, to: recipient, ...more });

const send = (more: Partial<Letter> = {}) => mail.sendDueMails({ test: composed(more) });
const row = (id: string) => db().mail.findUniqueOrThrow({ where: { id } });
const makeDue = () => pool().query("update mails set due_at = now() - interval '1 second' where state = 'waiting'");
const minutesUntil = (time: Date) => Math.round((time.getTime() - Date.now()) / 60_000);

describe("a mail that leaves", () => {
  it("says the same in plain text and in simple HTML, from the institute", async () => {
    const id = await order();
    await send({
      link: { label: "Open it", path: "/user/results" },
      closing: ["Until soon"],
      replyTo: "das@example.org",
    });
    expect(smtp.received).toHaveLength(1);
    const [{ recipients, mail: got } = { recipients: [], mail: undefined }] = smtp.received;
    expect(recipients).toEqual(["asha@example.org"]);
    expect(got).toMatchObject({
      from: { name: "Lyceum", address: "office@school.example" },
      to: [{ address: "asha@example.org" }],
      replyTo: [{ address: "das@example.org" }],
      subject: "Good news",
      messageId: `<${id}@school.example>`,
    });
    expect(got?.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
    const parts = ["Dear Asha,", "It has come.", "Open it", "https://school.example/user/results", "Until soon"];
    for (const body of [got?.text, got?.html]) {
      for (const part of parts) expect(body).toContain(part);
      expect(body?.trimEnd()).toMatch(/Until soon.*Lyceum/s);
    }
    expect(got?.html).toMatch(/<a href="https:\/\/school.example\/user\/results"/);
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 1, fault: null, sentAt: expect.any(Date) });
  });

  it("keeps every script and sign", async () => {
    await order();
    const text = `आशा, 李雷, שלום, 👩🏽‍🎓 and a line\nthat ends. .\n.\n${"long ".repeat(400)}`;
    await send({ subject: "आशा 👩🏽‍🎓 — Ergebnis für Jörg", paragraphs: [text] });
    expect(smtp.received[0]?.mail.subject).toBe("आशा 👩🏽‍🎓 — Ergebnis für Jörg");
    expect(smtp.received[0]?.mail.text).toContain(text.trimEnd());
  });

  it.each([false, true])("reaches a domain in other letters (a server without SMTPUTF8: %j)", async (hideSMTPUTF8) => {
    const server = await startSmtp(undefined, undefined, { hideSMTPUTF8 });
    mail = await mailWith({ SMTP_URL: server.url });
    const recipient = emailField.parse("asha@विद्यालय.भारत");
    const id = await order({ recipient });
    await send();
    await server.close();
    // The mail names the address as it is kept; the test server shows the envelope's in its own letters.
    expect(server.received).toMatchObject([
      { recipients: ["asha@विद्यालय.भारत"], mail: { to: [{ address: "asha@xn--j2bsalm0de7i.xn--h2brj9c" }] } },
    ]);
    expect(await row(id)).toMatchObject({ state: "sent", fault: null });
  });

  it("shows a hostile name as the text it is", async () => {
    await order();
    const hostile = `<img src=x onerror=alert(1)> & "Asha" <a href='//evil.example'>`;
    await send({
      greeting: hostile,
      paragraphs: [hostile],
      closing: [hostile],
      link: { label: hostile, path: `/x?a="><b>` },
    });
    const html = smtp.received[0]?.mail.html ?? "";
    expect(html).not.toMatch(/<img|<a href='|<b>/);
    expect(html.match(/&lt;img src=x/g)).toHaveLength(4);
    expect(smtp.received[0]?.mail.text).toContain(hostile);
  });

  it.each(["\r\nBcc: evil@example.org\r\n\r\nHello", "\nBcc: evil@example.org", "\rBcc: evil@example.org"])(
    "gains no header from a subject or an address with %j",
    async (line) => {
      await order();
      await send({ subject: `Good news${line}`, replyTo: `das@example.org${line}` });
      const [{ recipients, mail: got } = { recipients: [], mail: undefined }] = smtp.received;
      expect(recipients).toEqual(["asha@example.org"]);
      expect(got?.headers.map(({ key }) => key)).not.toContain("bcc");
      expect(got?.subject).toContain("Good news");
      expect(got?.text).toMatch(/^Dear Asha,/);
    },
  );

  it.each(["asha@example.org, evil@example.org", "asha@example.org;evil@example.org", "x: evil@example.org;"])(
    "goes to nobody else when its address is %j",
    async (recipient) => {
      await order({ recipient });
      await send();
      expect(smtp.mailsFor("evil@example.org")).toEqual([]);
    },
  );
});

describe("an order", () => {
  it("of the same event is one mail, for ever", async () => {
    await order({ event: "resultAdded:1" });
    await send();
    await order({ event: "resultAdded:1" });
    await send();
    expect(smtp.received).toHaveLength(1);
    expect(await db().mail.count()).toBe(1);
  });

  it("goes with its transaction, and wakes the one who sends when that commits", async () => {
    const jobs = "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'sendMails'";
    const failing = transaction(async (tx) => {
      await mail.orderMail(tx, { kind: "test", event: "never", recipient: "asha@example.org", about: {} });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().mail.count()).toBe(0);
    expect((await pool().query(jobs)).rows).toEqual([{ jobs: 0 }]);
    await order();
    expect((await pool().query(jobs)).rows).toEqual([{ jobs: 1 }]);
  });

  it("does not wait for the end of another transaction that orders", async () => {
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = transaction(async (tx) => {
      await mail.orderMail(tx, { kind: "test", event: "slow", recipient: "asha@example.org", about: {} });
      await gate;
    });
    await order();
    await send();
    expect(smtp.received).toHaveLength(1);
    goOn();
    await slow;
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  it("hands its facts to the one who writes, when the mail leaves", async () => {
    await order({ about: { resultId: "7", nested: { list: [1, "two", null] } } });
    const compose = vi.fn(composed());
    await mail.sendDueMails({ test: compose });
    expect(compose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        about: { resultId: "7", nested: { list: [1, "two", null] } },
        recipient: "asha@example.org",
        userId: null,
      }),
    );
  });
});

describe("a mail that does not leave", () => {
  it("waits when the server is busy, longer each time, and goes out in the end with the same Message-ID", async () => {
    refusals.set("asha@example.org", "4.2.1 The mailbox is busy");
    const id = await order();
    for (const [attempts, minutes] of [1, 2, 4, 8].entries()) {
      await makeDue();
      await send();
      const { dueAt, ...rest } = await row(id);
      expect(rest).toMatchObject({ state: "waiting", attempts: attempts + 1, sentAt: null });
      expect(rest.fault).toBe("The mail server did not take it: 450 4.2.1 The mailbox is busy");
      expect(minutesUntil(dueAt)).toBe(minutes);
    }
    await send();
    expect((await row(id)).attempts).toBe(4);
    refusals.clear();
    await makeDue();
    await send();
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 5, fault: null });
    expect(smtp.received.map(({ mail: { messageId } }) => messageId)).toEqual([`<${id}@school.example>`]);
  });

  it("has failed after twelve attempts within a day", async () => {
    refusals.set("asha@example.org", "4.2.1 The mailbox is busy");
    const id = await order();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await makeDue();
      await send();
      pauses.push(minutesUntil((await row(id)).dueAt));
    }
    expect(await row(id)).toMatchObject({ state: "failed", attempts: 12 });
    expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    await makeDue();
    await send();
    expect((await row(id)).attempts).toBe(12);
  });

  it("has failed at once when the server will never take it; the next one leaves", async () => {
    refusals.set("asha@example.org", "5.1.1 There is no such mailbox");
    const [bad, good] = [await order(), await order({ recipient: "bilal@example.org" })];
    await send();
    expect(await row(bad)).toMatchObject({
      state: "failed",
      attempts: 1,
      fault: "The mail server did not take it: 550 5.1.1 There is no such mailbox",
    });
    expect(await row(good)).toMatchObject({ state: "sent" });
  });

  it("is not written when there is nothing to write any more, and is forgotten", async () => {
    await order();
    await mail.sendDueMails({ test: async () => null });
    expect(await db().mail.count()).toBe(0);
    expect(smtp.received).toEqual([]);
  });

  it("waits when it cannot be written, without a word of why, and the next one leaves", async () => {
    const [bad, good] = [await order(), await order({ recipient: "bilal@example.org" })];
    const breaks: Compose = async (facts) => {
      if (facts.recipient.startsWith("asha")) throw new Error("select password_hash from users");
      return composed()(facts);
    };
    await mail.sendDueMails({ test: breaks });
    expect(await row(bad)).toMatchObject({ state: "waiting", attempts: 1, fault: "It could not be written." });
    expect(await row(good)).toMatchObject({ state: "sent" });
  });

  it("waits when nobody writes letters of its kind", async () => {
    const id = await order({ kind: "unheard" });
    await send();
    expect(await row(id)).toMatchObject({ state: "waiting", attempts: 1, fault: "It could not be written." });
  });

  it("waits while the server is away; the others are not even tried until then", async () => {
    const [first, second] = [await order(), await order()];
    mail = await mailWith({ SMTP_URL: "smtp://127.0.0.1:9" });
    await send();
    expect(await row(first)).toMatchObject({
      state: "waiting",
      attempts: 0,
      fault: "The mail server could not be reached: connect ECONNREFUSED 127.0.0.1:9",
    });
    expect(await row(second)).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    mail = await mailWith();
    await makeDue();
    await send();
    expect(smtp.received).toEqual([]);
    await mail.tryNow(db());
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  it("waits when the server refuses the login, and no word of the password is kept", async () => {
    const [name, word] = ["office@school.example", "p@ss wörd/17"];
    const strict = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      authMethods: ["PLAIN"],
      logger: false,
      onAuth({ username, password }, _session, done) {
        const spoken = Buffer.from(`\0${username}\0${password}`).toString("base64");
        done(new Error(`No ${password} for ${username}, ${encodeURIComponent(password ?? "")}\u0000, ${spoken}.`));
      },
    });
    await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
    const address = strict.server.address();
    const port = typeof address === "object" ? address?.port : 0;
    mail = await mailWith({
      SMTP_URL: `smtp://${encodeURIComponent(name)}:${encodeURIComponent(word)}@127.0.0.1:${port}`,
    });
    const id = await order();
    await send();
    await new Promise<void>((resolve) => strict.close(resolve));
    const { state, fault } = await row(id);
    expect(state).toBe("waiting");
    expect(fault).toMatch(
      /^The mail server refused the login: 535 No \*\*\* for office@school\.example, \*\*\* , \*\*\*\.$/,
    );
  });
});

describe("several at once", () => {
  it("send each mail once", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => order()));
    await Promise.all([send(), send(), send()]);
    expect(smtp.received.map(({ mail: { messageId } }) => messageId).sort()).toEqual(
      ids.map((id) => `<${id}@school.example>`).sort(),
    );
  });

  it("leave alone what a process has under way that may have died, until its time is over", async () => {
    const id = await order();
    await pool().query("update mails set attempts = 1, due_at = now() + interval '59 seconds'");
    await send();
    expect(smtp.received).toEqual([]);
    await makeDue();
    await send();
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("do not undo that a mail was ordered again while it was under way", async () => {
    const id = await order();
    let times = 0;
    const test: Compose = async (facts) => {
      times += 1;
      if (times === 1) await transaction((tx) => mail.orderAgain(tx, { id }));
      return composed()(facts);
    };
    await mail.sendDueMails({ test });
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 1 });
    expect(smtp.received).toHaveLength(2);
  });
});

describe("a mail that is ordered again", () => {
  it("is sent again, though it had failed or was sent, and begins anew", async () => {
    refusals.set("asha@example.org", "5.1.1 There is no such mailbox");
    const id = await order();
    await send();
    refusals.clear();
    expect(await transaction((tx) => mail.orderAgain(tx, { id }))).toBe(1);
    expect(await row(id)).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    await send();
    expect(await transaction((tx) => mail.orderAgain(tx, { id }))).toBe(1);
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  it("must be there", async () => {
    expect(await transaction((tx) => mail.orderAgain(tx, { id: "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30" }))).toBe(0);
  });
});

import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { emailField } from "@/lib/fields";
import { db, pool, transaction } from "@/server/db/client";
import { probeNow } from "@/server/mail/circuit-breaker";
import { deliverDueEmails } from "@/server/mail/delivery";
import type { Email } from "@/server/mail/email";
import { type Composer, enqueueEmail, type NewEmail, retryEmails } from "@/server/mail/outbox";
import { log } from "@/server/observability/log";
import { resetDatabase } from "../harness/database";
import { changeSettings, withSettings } from "../harness/settings";
import { startSmtp } from "../harness/smtp";

const refusals = new Map<string, string>();
const smtp = await startSmtp((recipient) => refusals.get(recipient));
afterAll(smtp.close);

const usual = { SMTP_URL: smtp.url, MAIL_FROM: "Lyceum <office@school.example>", APP_URL: "https://school.example" };
withSettings(usual);

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  refusals.clear();
});

/** Changes the mail server for the current test. */
const useServer = (SMTP_URL: string) => onTestFinished(changeSettings({ ...usual, SMTP_URL }));

let count = 0;

async function order(more: Partial<NewEmail> = {}): Promise<string> {
  count += 1;
  const event = `tested:${count}`;
  const usualOrder = { kind: "test", event, recipient: "asha@example.org", about: {} };
  await transaction((tx) => enqueueEmail(tx, { ...usualOrder, ...more }));
  const { id } = await db().mail.findUniqueOrThrow({ where: { event: more.event ?? event } });
  return id;
}

const letter: Email = { to: "", subject: "Good news", greeting: "Dear Asha,", paragraphs: ["It has come."] };
const composed =
  (more: Partial<Email> = {}): Composer =>
  async ({ recipient }) => ({ ...letter, to: recipient, ...more });

const send = (more: Partial<Email> = {}) => deliverDueEmails({ test: composed(more) });
const row = (id: string) => db().mail.findUniqueOrThrow({ where: { id } });
const makeDue = () => pool().query("update mails set due_at = now() - interval '1 second' where state = 'waiting'");
const minutesUntil = (time: Date) => Math.round((time.getTime() - Date.now()) / 60_000);

describe("a sent email", () => {
  it("has the same content as text and HTML and comes from the institute", async () => {
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
    expect(got?.html).toMatch(/<a [^>]*href="https:\/\/school.example\/user\/results"/);
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 1, fault: null, sentAt: expect.any(Date) });
  });

  it("keeps all scripts and symbols", async () => {
    await order();
    const text = `आशा, 李雷, שלום, 👩🏽‍🎓 and a line\nthat ends. .\n.\n${"long ".repeat(400)}`;
    await send({ subject: "आशा 👩🏽‍🎓 — Ergebnis für Jörg", paragraphs: [text] });
    expect(smtp.received[0]?.mail.subject).toBe("आशा 👩🏽‍🎓 — Ergebnis für Jörg");
    expect(smtp.received[0]?.mail.text).toContain(text.trimEnd());
    // Replies go to the institute, and a text has the direction of its script.
    expect(smtp.received[0]?.mail.replyTo).toMatchObject([{ address: "hello@lyceum.example" }]);
    expect(smtp.received[0]?.mail.html).toMatch(/<p [^>]*dir="auto"[^>]*>आशा/);
  });

  it.each([false, true])(
    "reaches an internationalised domain (a server without SMTPUTF8: %j)",
    async (hideSMTPUTF8) => {
      const server = await startSmtp(undefined, undefined, { hideSMTPUTF8 });
      useServer(server.url);
      const recipient = emailField.parse("asha@विद्यालय.भारत");
      const id = await order({ recipient });
      await send();
      await server.close();
      // The email contains the address as stored; the test server reports the envelope in lower case.
      expect(server.received).toMatchObject([
        { recipients: ["asha@विद्यालय.भारत"], mail: { to: [{ address: "asha@xn--j2bsalm0de7i.xn--h2brj9c" }] } },
      ]);
      expect(await row(id)).toMatchObject({ state: "sent", fault: null });
    },
  );

  it("shows an address in its text as a link, but not in its greeting, and runs nothing", async () => {
    await order();
    await send({
      heading: "<i>News</i>",
      greeting: "Dear https://kv.example/,",
      paragraphs: ['See https://a.example/b?c=1&d=2. Or https://x"onclick=alert(1)'],
    });
    const html = smtp.received[0]?.mail.html ?? "";
    expect(html).toMatch(/<h1 [^>]*dir="auto"[^>]*>&lt;i&gt;News&lt;\/i&gt;<\/h1>.*>Dear https:/);
    expect(html).toContain('href="https://a.example/b?c=1&amp;d=2"');
    expect(html).toContain(">https://x</a>&quot;onclick=alert(1)</p>");
    expect(html).not.toMatch(/<a [^>]*onclick/);
  });

  it("shows HTML in a name as text", async () => {
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
    "gets no header from %j in a subject or address",
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
    "goes to no other recipient for the address %j",
    async (recipient) => {
      await order({ recipient });
      await send();
      expect(smtp.mailsFor("evil@example.org")).toEqual([]);
    },
  );
});

describe("enqueueEmail", () => {
  it("enqueues an event only once", async () => {
    await order({ event: "resultNews:1" });
    await send();
    await order({ event: "resultNews:1" });
    await send();
    expect(smtp.received).toHaveLength(1);
    expect(await db().mail.count()).toBe(1);
  });

  it("enqueues an email with its transaction, whose commit wakes the delivery", async () => {
    const jobs = "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'sendMails'";
    const failing = transaction(async (tx) => {
      await enqueueEmail(tx, { kind: "test", event: "never", recipient: "asha@example.org", about: {} });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().mail.count()).toBe(0);
    expect((await pool().query(jobs)).rows).toEqual([{ jobs: 0 }]);
    await order();
    expect((await pool().query(jobs)).rows).toEqual([{ jobs: 1 }]);
  });

  it("does not wait for another transaction that enqueues", async () => {
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = transaction(async (tx) => {
      await enqueueEmail(tx, { kind: "test", event: "slow", recipient: "asha@example.org", about: {} });
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

  it("stores the data from which the email is rendered at delivery", async () => {
    await order({ about: { resultId: "7", nested: { list: [1, "two", null] } } });
    const compose = vi.fn(composed());
    await deliverDueEmails({ test: compose });
    expect(compose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        about: { resultId: "7", nested: { list: [1, "two", null] } },
        recipient: "asha@example.org",
        userId: null,
      }),
    );
  });
});

describe("an email that cannot be delivered", () => {
  it("waits with growing pauses while the server is busy and is sent later with the same Message-ID", async () => {
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

  it("fails after twelve attempts within a day", async () => {
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

  it("fails immediately on a permanent error, and the next one is sent", async () => {
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

  it("is deleted without being rendered if it is obsolete", async () => {
    await order();
    await deliverDueEmails({ test: async () => null });
    expect(await db().mail.count()).toBe(0);
    expect(smtp.received).toEqual([]);
  });

  it("waits without exposing the error if it cannot be rendered, and the next one is sent", async () => {
    vi.spyOn(log(), "error").mockReturnValue();
    const [bad, good] = [await order(), await order({ recipient: "bilal@example.org" })];
    const breaks: Composer = async (facts) => {
      if (facts.recipient.startsWith("asha")) throw new Error("select password_hash from users");
      return composed()(facts);
    };
    await deliverDueEmails({ test: breaks });
    expect(await row(bad)).toMatchObject({ state: "waiting", attempts: 1, fault: "It could not be written." });
    expect(await row(good)).toMatchObject({ state: "sent" });
  });

  it("waits if it is of an unknown kind", async () => {
    vi.spyOn(log(), "error").mockReturnValue();
    const id = await order({ kind: "unheard" });
    await send();
    expect(await row(id)).toMatchObject({ state: "waiting", attempts: 1, fault: "It could not be written." });
  });

  it("waits with all others while the mail server is down, without further attempts", async () => {
    const [first, second] = [await order(), await order()];
    useServer("smtp://127.0.0.1:9");
    await send();
    expect(await row(first)).toMatchObject({
      state: "waiting",
      attempts: 0,
      fault: "The mail server could not be reached: connect ECONNREFUSED 127.0.0.1:9",
    });
    expect(await row(second)).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    useServer(smtp.url);
    await makeDue();
    await send();
    expect(smtp.received).toEqual([]);
    await probeNow(db());
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  it.each(["p@ss wörd/17", "50%+1"])("waits after a refused login, and %s is not stored", async (word) => {
    const name = "office@school.example";
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
    const written = word.includes("%") ? word : encodeURIComponent(word);
    useServer(`smtp://${encodeURIComponent(name)}:${written}@127.0.0.1:${port}`);
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

describe("concurrent deliveries", () => {
  it("send each email once", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => order()));
    await Promise.all([send(), send(), send()]);
    expect(smtp.received.map(({ mail: { messageId } }) => messageId).sort()).toEqual(
      ids.map((id) => `<${id}@school.example>`).sort(),
    );
  });

  it("do not touch an email of a possibly dead process until its lease ends", async () => {
    const id = await order();
    await pool().query("update mails set attempts = 1, due_at = now() + interval '59 seconds'");
    await send();
    expect(smtp.received).toEqual([]);
    await makeDue();
    await send();
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("do not overwrite a retry requested in the meantime", async () => {
    const id = await order();
    let times = 0;
    const test: Composer = async (facts) => {
      times += 1;
      if (times === 1) await transaction((tx) => retryEmails(tx, { id }));
      return composed()(facts);
    };
    await deliverDueEmails({ test });
    expect(await row(id)).toMatchObject({ state: "sent", attempts: 1 });
    expect(smtp.received).toHaveLength(2);
  });
});

describe("a retry of an email", () => {
  it("resets a failed or sent email and sends it again", async () => {
    refusals.set("asha@example.org", "5.1.1 There is no such mailbox");
    const id = await order();
    await send();
    refusals.clear();
    expect(await transaction((tx) => retryEmails(tx, { id }))).toBe(1);
    expect(await row(id)).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    await send();
    expect(await transaction((tx) => retryEmails(tx, { id }))).toBe(1);
    await send();
    expect(smtp.received).toHaveLength(2);
  });

  it("requires an existing email", async () => {
    expect(await transaction((tx) => retryEmails(tx, { id: "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30" }))).toBe(0);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { authMails } from "@/features/auth/emails";
import { enqueueAccountEmail } from "@/server/auth/users";
import { db, pool, type Transaction, transaction } from "@/server/db/client";
import { applyChoices, choose, type MailChoice, nextDigest } from "@/server/mail/choices";
import { deliverDueEmails } from "@/server/mail/delivery";
import { listSendTimes } from "@/server/mail/forecast";
import { type Composer, enqueueEmail } from "@/server/mail/outbox";
import { resendEmail } from "@/server/mail/resend";
import { createStudent, openStore } from "../factories";
import { resetDatabase } from "../harness/database";
import { anotherProcess } from "../harness/mail-process";
import { meanwhile } from "../harness/meanwhile";
import { ownMailServer } from "../harness/own-mail-server";

await openStore();
const smtp = await ownMailServer({ MAIL_FROM: "office@school.example", APP_URL: "https://school.example" });

const gone = new Set<unknown>();
const news: Composer = async ({ about, recipient }) => {
  const { title } = about as { title: string };
  if (gone.has(title)) return null;
  return {
    ...{ to: recipient, subject: title, greeting: "Dear Asha,", paragraphs: [`About ${title}.`] },
    link: { label: "Open it", path: "/user/notices" },
  };
};

let userId = "";
let email = "";
let count = 0;

beforeEach(async () => {
  await resetDatabase();
  gone.clear();
  const asha = await createStudent({ email: "asha@example.org" });
  [userId, email] = [asha.id, "asha@example.org"];
});

const chooses = (choice: MailChoice) => transaction((tx) => choose(tx, userId, choice, new Date()));

async function order(title: string, isOptional = true, isBrief = false): Promise<string> {
  count += 1;
  const event = `tested:${count}`;
  await transaction((tx) =>
    enqueueEmail(tx, { kind: "news", event, recipient: email, userId, isOptional, about: { title } }),
  );
  const { id } = await db().mail.update({ where: { event }, data: { isBrief } });
  return id;
}

const send = (deliver = deliverDueEmails) => deliver({ news });
const subjects = () => smtp.received.map(({ mail }) => mail.subject);
const states = async () =>
  (await db().mail.findMany({ orderBy: [{ kind: "desc" }, { createdAt: "asc" }] })).map(
    ({ kind, state }) => `${kind} ${state}`,
  );
const digestIsDue = () => pool().query("update mails set due_at = now() - interval '1 second' where kind = 'digest'");

describe("a person's choice of emails", () => {
  it("no choice, or all at once: each email leaves separately", async () => {
    await order("One");
    await send();
    await chooses("at_once");
    await order("Two");
    await send();
    expect(subjects()).toEqual(["One", "Two"]);
  });

  it("required only: no other email leaves, not even one that was waiting", async () => {
    await order("Optional");
    await chooses("required");
    await order("Required", false);
    await order("Later");
    await send();
    expect(subjects()).toEqual(["Required"]);
    expect(await states()).toEqual(["news sent"]);
  });

  it("one a day: due emails become one digest, and required ones leave immediately", async () => {
    await chooses("digest");
    await order("Maths test");
    await order("Reading week");
    await order("Confirm this", false);
    await send();
    expect(subjects()).toEqual(["Confirm this"]);
    expect(await states()).toEqual(["news gathered", "news gathered", "news sent", "digest waiting"]);
    const { dueAt } = await db().mail.findFirstOrThrow({ where: { kind: "digest" } });
    expect(dueAt).toEqual(nextDigest(new Date()).at);
    await digestIsDue();
    await send();
    expect(subjects()).toEqual(["Confirm this", "Your day: what is new for you"]);
    const [, sent] = smtp.received;
    for (const body of [sent?.mail.text, sent?.mail.html]) {
      for (const part of ["Dear Asha,", "Maths test", "About Reading week.", "https://school.example/user/notices"])
        expect(body).toContain(part);
      expect(body?.match(/Dear Asha/g)).toHaveLength(1);
    }
    expect(await states()).toEqual(["news gathered", "news gathered", "news sent", "digest sent"]);
  });

  it("an email that cannot wait for the digest leaves at once, and can be turned off by its link or beforehand", async () => {
    await chooses("digest");
    await order("Closed this evening", false, true);
    await send();
    const [mail] = smtp.received.map((one) => one.mail);
    expect([mail?.subject, mail?.headers.some(({ key }) => key.startsWith("list-unsubscribe"))]).toEqual([
      "Closed this evening",
      true,
    ]);
    const id = await order("Closed tomorrow", false, true);
    await chooses("required");
    expect((await listSendTimes([id], new Date(0))).get(id)).toBeNull();
    await send();
    expect(subjects()).toEqual(["Closed this evening"]);
    expect(await states()).toEqual(["news sent"]);
  });

  it("a digest stays true on later days and says where to find news that it has no room for", async () => {
    await chooses("digest");
    await order("Maths test");
    await send();
    await digestIsDue();
    await send();
    await db().mail.updateMany({ where: { kind: "digest" }, data: { event: "digest of yesterday" } });
    for (let made = 0; made < 52; made += 1) await order(`News ${made}`);
    await send();
    await digestIsDue();
    await send();
    const [few, many] = smtp.received.map(({ mail }) => mail);
    expect(smtp.received).toHaveLength(2);
    for (const mail of [few, many]) {
      expect(mail?.text).not.toMatch(/today,|has one email a day/);
      expect(mail?.text).toContain("You choose on your account page which emails you get.");
    }
    expect(few?.text).not.toContain("/user/today");
    expect(many?.text).toContain(
      "* And 2 more *\n\nYou find everything in your area.\n\nOpen your area:\nhttps://school.example/user/today",
    );
    expect(many?.html).toMatch(/<h2 [^>]*dir="auto"[^>]*>And 2 more<\/h2>/);
    expect(many?.html).toContain('href="https://school.example/user/today"');
  });

  it("a digest leaves out obsolete news and is not sent if nothing is left", async () => {
    await chooses("digest");
    await order("Moved");
    await order("Results");
    await send();
    gone.add("Moved");
    await digestIsDue();
    await send();
    expect(subjects()).toEqual(["Your day: what is new for you"]);
    await order("Withdrawn");
    gone.add("Withdrawn");
    // Today's digest is on its way: the next one takes later news.
    await db().mail.updateMany({ where: { kind: "digest" }, data: { event: "digest of yesterday" } });
    await send();
    await pool().query("update mails set due_at = now() - interval '1 second' where state = 'waiting'");
    await send();
    expect(smtp.received).toHaveLength(1);
    expect(await db().mail.count({ where: { kind: "news" } })).toBe(2);
  });

  it("a sent email stays in the log when it is sent again, whatever happens to the second one", async () => {
    const again = (id: string) => transaction((tx) => resendEmail(tx, id));
    const moved = await order("Moved");
    await send();
    await again(moved);
    await send();
    expect(subjects()).toEqual(["Moved", "Moved"]);
    expect(await states()).toEqual(["news sent", "news sent"]);
    gone.add("Moved");
    await again(moved);
    await send();
    await chooses("required");
    await again(moved);
    await send();
    expect(await states()).toEqual(["news sent", "news sent"]);

    await chooses("digest");
    await order("Reading week");
    await send();
    await digestIsDue();
    await send();
    const { id } = await db().mail.findFirstOrThrow({ where: { kind: "digest" } });
    await again(id);
    await again((await db().mail.findFirstOrThrow({ where: { kind: "digest", state: "waiting" } })).id);
    await send();
    expect(smtp.received.slice(2).map(({ mail }) => mail.text?.includes("About Reading week."))).toEqual([true, true]);
    gone.add("Reading week");
    await again((await db().mail.findFirstOrThrow({ where: { kind: "digest" }, orderBy: { id: "desc" } })).id);
    await send();
    expect(await states()).toEqual(["news sent", "news sent", "news gathered", "digest sent", "digest sent"]);
    expect(await again("019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30")).toBe(false);
  });

  it("a digest joins lists of one kind into one, in the order of events", async () => {
    const list: Composer = async ({ about, recipient }) => {
      const { items } = about as { items: string[] };
      return { to: recipient, subject: items.join(" then "), paragraphs: [] };
    };
    await chooses("digest");
    for (const item of ["released", "withdrawn"]) {
      const order = { kind: "list", event: `list:${item}`, recipient: email, userId, isOptional: true };
      await transaction((tx) => enqueueEmail(tx, { ...order, about: { items: [item] } }));
      await deliverDueEmails({ list });
    }
    await digestIsDue();
    await deliverDueEmails({ list });
    expect(subjects()).toEqual(["Your day: what is new for you"]);
    expect(smtp.received[0]?.mail.text).toContain("released then withdrawn");
  });

  it("news goes to the confirmed address that the person has when it leaves, an account email to its own", async () => {
    const recipients = () => smtp.received.flatMap((one) => one.recipients);
    const changes = (address: string, emailConfirmedAt: Date | null) =>
      db().user.update({ where: { id: userId }, data: { email: address, emailConfirmedAt } });
    await chooses("digest");
    await order("Gathered");
    await send();
    await changes("new@example.org", null);
    await order("Not confirmed", false);
    await send();
    await changes("new@example.org", new Date());
    await order("Of an account", false);
    await db().mail.updateMany({ where: { about: { equals: { title: "Of an account" } } }, data: { rank: 0 } });
    await order("Required", false);
    await send();
    await digestIsDue();
    await send();
    const sent = smtp.received.map(({ mail }, index) => [mail.subject, recipients()[index]]);
    expect(sent).toHaveLength(4);
    expect(sent).toEqual(
      expect.arrayContaining([
        ["Not confirmed", email],
        ["Of an account", email],
        ["Required", "new@example.org"],
        ["Your day: what is new for you", "new@example.org"],
      ]),
    );
    expect((await db().mail.findFirstOrThrow({ where: { kind: "digest" } })).recipient).toBe("new@example.org");
  });

  it("three processes make one digest, and a killed process loses none", async () => {
    await chooses("digest");
    const titles = Array.from({ length: 20 }, (_, number) => `News ${number}`);
    for (const title of titles) await order(title);
    const others = [
      deliverDueEmails,
      (await anotherProcess()).deliverDueEmails,
      (await anotherProcess()).deliverDueEmails,
    ];
    await Promise.all([...others.map((one) => send(one)), applyChoices(new Date()), applyChoices(new Date())]);
    await digestIsDue();
    await Promise.all(others.map((one) => send(one)));
    expect(subjects()).toEqual(["Your day: what is new for you"]);
    // A process was killed while it sent the digest: another one sends it when the lease has ended.
    await db().mail.updateMany({
      where: { kind: "digest" },
      data: { state: "waiting", sentAt: null, attempts: 1, dueAt: new Date(Date.now() - 1000) },
    });
    await send((await anotherProcess()).deliverDueEmails);
    expect(smtp.received.map(({ mail }) => mail.messageId)).toHaveLength(2);
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it("a digest on its way takes no more news, nor does one that a restore holds back", async () => {
    await chooses("digest");
    await order("Early");
    await send();
    for (const data of [{ attempts: 1 }, { attempts: 0, state: "held" as const }]) {
      await db().mail.updateMany({ where: { kind: "digest" }, data });
      await order("Late");
      await send();
    }
    expect(subjects()).toEqual([]);
    expect((await states()).filter((state) => state === "news waiting")).toHaveLength(2);
  });

  it("required only: not even a digest that is being retried leaves", async () => {
    await chooses("digest");
    await order("Early");
    await send();
    await db().mail.updateMany({ where: { kind: "digest" }, data: { attempts: 1 } });
    await chooses("required");
    await digestIsDue();
    await send();
    expect(subjects()).toEqual([]);
    expect(await states()).toEqual([]);
  });

  it("a new choice loses no email that enters the digest at the same moment", async () => {
    await chooses("digest");
    await order("One");
    await send();
    const id = await order("Two");
    const { id: digestId, recipient } = await db().mail.findFirstOrThrow({ where: { kind: "digest" } });
    const gathers = async (tx: Transaction) => {
      await tx.mail.update({ where: { id: digestId }, data: { recipient } });
      await tx.mail.update({ where: { id }, data: { state: "gathered", digestId } });
    };
    await meanwhile(gathers, () => chooses("at_once"));
    expect(await states()).toEqual(["news waiting", "news waiting"]);
  });

  it("a new choice also applies to emails that wait for the digest", async () => {
    await chooses("digest");
    await order("One");
    await send();
    await chooses("at_once");
    await send();
    expect(subjects()).toEqual(["One"]);
    await chooses("digest");
    await order("Two");
    await send();
    await chooses("required");
    await send();
    expect(subjects()).toEqual(["One"]);
    expect(await states()).toEqual(["news sent"]);
  });
});

it("a digest leaves at six in the evening by the institute's clock, after six on the next day", () => {
  const at = (moment: string) => nextDigest(new Date(moment));
  expect(at("2026-11-24T12:29:59Z")).toEqual({ day: "2026-11-24", at: new Date("2026-11-24T12:30:00Z") });
  expect(at("2026-11-24T12:30:00Z")).toEqual({ day: "2026-11-25", at: new Date("2026-11-25T12:30:00Z") });
  expect(at("2026-12-31T20:00:00Z")).toEqual({ day: "2027-01-01", at: new Date("2027-01-01T12:30:00Z") });
});

it("account emails have no unsubscribe link, unlike news", async () => {
  const { id, email: address } = await createStudent({ isKnown: false });
  const person = { email: address, userId: id };
  await transaction(async (tx) => {
    await enqueueAccountEmail(tx, "confirmEmail", person);
    await enqueueAccountEmail(tx, "resetPassword", person);
    await enqueueAccountEmail(tx, "passwordChanged", person, { at: new Date().toISOString() });
  });
  await order("News");
  await deliverDueEmails({ news, ...authMails });
  expect(smtp.received).toHaveLength(4);
  const named = (has: (mail: (typeof smtp.received)[number]["mail"]) => boolean | undefined) =>
    smtp.received.filter(({ mail }) => has(mail)).map(({ mail }) => mail.subject);
  expect(named(({ headers }) => headers.some(({ key }) => key.startsWith("list-unsubscribe")))).toEqual(["News"]);
  expect(named(({ text }) => text?.includes("/unsubscribe"))).toEqual(["News"]);
});

import { beforeEach, describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { createCaller } from "@/features";
import { inquiryMails } from "@/features/inquiries/emails";
import { copy } from "@/features/inquiries/messages";
import { inWords } from "@/lib/errors";
import { db, pool } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { appErrorOf } from "@/server/trpc/trpc";
import { callerOf, createAdmin, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { ownMailServer } from "../harness/own-mail-server";

const smtp = await ownMailServer({ APP_URL: "https://school.example" });

beforeEach(resetDatabase);

const written = {
  name: "Mohan Das",
  email: "das@example.org",
  message: "May we visit a class?",
  consent: true,
} as const;

type Written = { [Key in keyof typeof written]?: unknown } & { phone?: unknown };

async function send(more: Written = {}) {
  const visitor = await callerOf(null);
  return visitor.services.sendMessage({ ...written, ...more } as typeof written);
}

async function adminCaller() {
  return callerOf(await tokenFor(await createAdmin()));
}

async function refusalOf(promise: Promise<unknown>) {
  const error = appErrorOf(
    await promise.then(
      () => new Error("It was not refused."),
      (refused: unknown) => refused,
    ),
  );
  return { code: error.code, issues: inWords(error).issues };
}

describe("contact message", () => {
  it("a contact message reaches the office unchanged", async () => {
    await send({
      name: "  Mohan Das ",
      email: " DAS@Example.org",
      phone: "+91 98765 43210",
      message: "First line\nsecond line",
    });
    const { items, nextCursor } = await (await adminCaller()).services.inbox({});
    expect(items).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "Mohan Das",
        email: "das@example.org",
        phone: "+91 98765 43210",
        message: "First line\nsecond line",
        createdAt: expect.any(Date),
        ...{ answeredAt: null, doneAt: null, answer: null, answeredBy: null, doneBy: null, canTakeBack: false },
      },
    ]);
    expect(nextCursor).toBeNull();
  });

  it("a contact message returns no stored data to its sender", async () => {
    expect(await send()).toBeNull();
  });

  it.each([undefined, null, "", "  "])("a contact message needs no phone number (%j)", async (phone) => {
    await send({ phone });
    expect(await db().contactMessage.findMany({ select: { phone: true } })).toEqual([{ phone: null }]);
  });

  it.each([
    ["name", { name: " " }, "Name is required."],
    ["name", { name: "Two\nlines" }, "Name has a character that cannot be shown."],
    ["email", { email: "das" }, "Please enter a valid email address."],
    ["phone", { phone: "call me" }, "Please enter a valid phone number."],
    ["message", { message: "" }, "Message is required."],
    ["message", { message: "x".repeat(4001) }, "Message can have 4000 characters at most."],
    ["message", { message: "null\u0000byte" }, "Message has a character that cannot be shown."],
    ["consent", { consent: false }, copy.consentRequired],
    ["consent", { consent: undefined }, copy.consentRequired],
  ])("a contact message with an invalid %s is rejected at that field: %j", async (field, wrong, message) => {
    expect(await refusalOf(send(wrong))).toEqual({ code: "BAD_REQUEST", issues: [{ path: [field], message }] });
    expect(await db().contactMessage.count()).toBe(0);
  });
});

describe("email about a contact message", () => {
  it("the office receives the message by email, with the sender as reply-to", async () => {
    await send({ phone: "+91 98765 43210", message: "May we visit?\n<img src=x onerror=alert(1)> & more" });
    await deliverDueEmails(inquiryMails);
    const [received, ...more] = smtp.mailsFor(siteDefaults.facts.email);
    expect(more).toEqual([]);
    const { text, html, replyTo, subject, from } = received?.mail ?? {};
    expect(replyTo).toMatchObject([{ address: "das@example.org" }]);
    expect(from).toMatchObject({ address: siteDefaults.facts.email });
    expect(subject).toBe("A message from Mohan Das on the website");
    for (const part of ["Mohan Das", "May we visit?", "<img src=x", "das@example.org", "+91 98765 43210"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain("https://school.example/admin/messages");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; more");
    expect(html).not.toContain("<img");
  });

  it("the email is enqueued in the message's transaction, and dropped if the message is deleted", async () => {
    await send();
    const [mail] = await db().mail.findMany();
    const [message] = await db().contactMessage.findMany();
    expect(mail).toMatchObject({
      kind: "contactMessage",
      event: `contactMessage:${message?.id}`,
      recipient: siteDefaults.facts.email,
      userId: null,
      about: { messageId: message?.id },
    });
    await db().contactMessage.deleteMany();
    expect(mail && (await inquiryMails.contactMessage?.(mail))).toBeNull();

    await pool().query("alter table mails add constraint mails_none_check check (false) not valid");
    try {
      await expect(send()).rejects.toThrow();
    } finally {
      await pool().query("alter table mails drop constraint mails_none_check");
    }
    expect(await db().contactMessage.count()).toBe(0);
  });
});

it("a contact message that is sent again because its response was lost arrives once", async () => {
  const key = "3405691582-1-2-3";
  const visitor = await callerOf(null);
  const press = (more = {}) => visitor.services.sendMessage({ ...written, key, ...more });
  expect([await press(), await press()]).toEqual([null, null]);
  expect([await db().contactMessage.count(), await db().mail.count()]).toEqual([1, 1]);
  expect(await refusalOf(press({ message: "And a bus?" }))).toMatchObject({ code: "KEY_REUSED" });
  await press({ key: `${key}4` });
  expect(await db().contactMessage.count()).toBe(2);
});

describe("rate limit of contact messages", () => {
  const at = (address: string) => createCaller({ principal: null, address });

  it("too many messages from one network are rejected for the rest of the hour, other networks are not affected", async () => {
    for (let count = 0; count < 20; count += 1) await at("10.0.0.1").services.sendMessage(written);
    expect(await refusalOf(at("10.0.0.1").services.sendMessage(written))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await at("10.0.0.2").services.sendMessage(written);
    expect(await db().contactMessage.count()).toBe(21);
  });
});

describe("list of messages", () => {
  it("reading an empty list of messages records no audit event", async () => {
    await (await adminCaller()).services.inbox({});
    expect(await db().auditEvent.count()).toBe(0);
  });

  it("reading messages records an audit event with their count", async () => {
    await send();
    await (await adminCaller()).services.inbox({});
    expect(await db().auditEvent.findMany()).toMatchObject([
      { action: "messages-read", actorRole: "admin", detail: { count: 1 } },
    ]);
  });

  it("messages are paged newest first, each once, even with equal times", async () => {
    const moment = new Date("2026-03-01T10:00:00Z");
    for (const [index, createdAt] of [moment, moment, moment, new Date("2026-03-02T10:00:00Z")].entries()) {
      await db().contactMessage.create({
        data: { name: `Writer ${index}`, email: "das@example.org", message: "Hello", createdAt },
      });
    }
    const caller = await adminCaller();
    const first = await caller.services.inbox({ limit: 2 });
    const second = await caller.services.inbox({ limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map((item) => item.name)).toEqual([
      "Writer 3",
      "Writer 2",
      "Writer 1",
      "Writer 0",
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it("the database limits the length of a message", async () => {
    const data = { name: "Mohan Das", email: "das@example.org", message: "x".repeat(4001) };
    await expect(db().contactMessage.create({ data })).rejects.toThrow("contact_messages_message_check");
  });
});

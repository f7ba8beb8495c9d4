import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db";
import type { Prisma } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs";
import { admin, type Caller, callerOf, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";

let administrator: Caller;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  administrator = await callerOf(await tokenFor(await admin()));
});

let count = 0;

function mail(given: Partial<Prisma.MailUncheckedCreateInput> = {}) {
  count += 1;
  const usual = { kind: "resultAdded", event: `test:${count}`, recipient: "asha@example.org", about: {} };
  return db().mail.create({ data: { ...usual, sentAt: given.state === "sent" ? new Date() : null, ...given } });
}

describe("many mails", () => {
  it("that failed are sent again at once, and nothing else is", async () => {
    for (const state of ["failed", "failed", "sent", "kept", "held"] as const) await mail({ state, attempts: 12 });
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({ count: 2 });
    expect(await administrator.records.mailSummary()).toMatchObject({
      waiting: 2,
      failed: 0,
      sent: 1,
      kept: 1,
      held: 1,
    });
    const { items } = await administrator.records.listEvents({});
    expect(items).toMatchObject([{ action: "mails-resent", detail: { count: 2 } }]);
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({ count: 0 });
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("that a restore holds back are sent or not, each or all of them", async () => {
    const [first, second] = [await mail({ state: "held" }), await mail({ state: "held" })];
    for (let made = 0; made < 3; made += 1) await mail({ state: "held" });
    await administrator.records.resendMail({ id: first.id });
    expect(await administrator.records.dropMails({ id: second.id })).toEqual({ count: 1 });
    expect(await administrator.records.mailSummary()).toMatchObject({ waiting: 1, held: 3 });
    expect(await administrator.records.resendMails({ state: "held" })).toEqual({ count: 3 });
    expect(await administrator.records.dropMails({})).toEqual({ count: 0 });
    expect(await administrator.records.mailSummary()).toMatchObject({ waiting: 4, held: 0 });
  });

  it("that are not held back are dropped by nobody", async () => {
    const { id } = await mail();
    expect(await administrator.records.dropMails({ id })).toEqual({ count: 0 });
    expect(await administrator.records.dropMails({})).toEqual({ count: 0 });
    expect(await db().mail.count()).toBe(1);
  });

  it("have the reason told why none of them leaves", async () => {
    const nextTryAt = new Date("2026-11-03T12:00:00Z");
    await db().mailOutage.create({
      data: { fault: "The mail server refused the sender: 550", nextTryAt },
    });
    expect((await administrator.records.mailSummary()).outage).toMatchObject({
      fault: "The mail server refused the sender: 550",
      nextTryAt,
    });
  });
});

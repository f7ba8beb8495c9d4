import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { type Caller, callerOf, createAdmin, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

let administrator: Caller;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  administrator = await callerOf(await tokenFor(await createAdmin()));
});

let count = 0;

function mail(given: Partial<Prisma.MailUncheckedCreateInput> = {}) {
  count += 1;
  const usual = { kind: "resultNews", event: `test:${count}`, recipient: "asha@example.org", about: {} };
  return db().mail.create({ data: { ...usual, sentAt: given.state === "sent" ? new Date() : null, ...given } });
}

describe("resending and dropping many emails", () => {
  it("resending the failed emails affects no others", async () => {
    for (const state of ["failed", "failed", "sent", "kept", "held"] as const) await mail({ state, attempts: 12 });
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({ count: 2 });
    expect(await administrator.records.mailSummary({})).toMatchObject({
      waiting: 2,
      failed: 0,
      sent: 1,
      kept: 1,
      held: 1,
    });
    const { items } = await administrator.records.listEvents({});
    expect(items).toMatchObject([{ action: "mails-resent", facts: ["2 emails"] }]);
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({ count: 0 });
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("an email that was sent stays in the list, with when, beside the one that is sent again", async () => {
    const { id, sentAt } = await mail({ state: "sent" });
    expect(await administrator.records.resendMail({ id })).toEqual({ _id: id });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 1, sent: 1 });
    const { items } = await administrator.records.listMails({ limit: 50 });
    expect(items).toMatchObject([
      { state: "waiting", sentAt: null },
      { _id: id, state: "sent", sentAt },
    ]);
  });

  it("emails held back by a restore can be sent or dropped, each or all", async () => {
    const [first, second] = [await mail({ state: "held" }), await mail({ state: "held" })];
    for (let made = 0; made < 3; made += 1) await mail({ state: "held" });
    await administrator.records.resendMail({ id: first.id });
    expect(await administrator.records.dropMails({ id: second.id })).toEqual({ count: 1 });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 1, held: 3 });
    expect(await administrator.records.resendMails({ state: "held" })).toEqual({ count: 3 });
    expect(await administrator.records.dropMails({})).toEqual({ count: 0 });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 4, held: 0 });
  });

  it("the filter of the list holds for all of them too", async () => {
    const subjectId = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    for (const state of ["held", "failed"] as const) {
      await mail({ state });
      await mail({ state, recipient: "rao@example.org" });
      await mail({ state, subjectId });
    }
    expect(await administrator.records.dropMails({ person: "Rao" })).toEqual({ count: 1 });
    expect(await administrator.records.resendMails({ state: "failed", person: "Rao" })).toEqual({ count: 1 });
    expect(await administrator.records.resendMails({ state: "held", about: subjectId })).toEqual({ count: 1 });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 2, failed: 2, held: 1 });
  });

  it("emails that are not held back cannot be dropped", async () => {
    const { id } = await mail();
    expect(await administrator.records.dropMails({ id })).toEqual({ count: 0 });
    expect(await administrator.records.dropMails({})).toEqual({ count: 0 });
    expect(await db().mail.count()).toBe(1);
  });

  it("the list of emails shows why delivery is paused", async () => {
    const nextTryAt = new Date("2026-11-03T12:00:00Z");
    await db().mailOutage.create({
      data: { fault: "The mail server refused the sender: 550", nextTryAt },
    });
    expect((await administrator.records.mailSummary({})).outage).toMatchObject({
      fault: "The mail server refused the sender: 550",
      nextTryAt,
    });
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { admissionMails } from "@/features/admissions/emails";
import { moveDue } from "@/features/admissions/mutations-due";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { db } from "@/server/db/client";
import { callerOf, submission } from "../factories";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();

afterEach(() => void vi.useRealTimers());

const here = (text: string) => new Date(`${text}+05:30`);
const application = {
  ...{ selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das" },
  ...{ email: "das@example.org", phone: "+91 98765 43210" },
};

/** A family applies at this time by the institute's clock. */
async function applyAt(at: string) {
  vi.useFakeTimers({ now: here(at), toFake: ["Date"] });
  return (await callerOf(null)).services.submit(application);
}

const dueOf = async (_id: string) => (await db().submission.findUniqueOrThrow({ where: { id: _id } })).answerDue;
const moves = () => db().submissionEvent.findMany({ where: { kind: "due_moved" } });

/** The text of the receipt if it left now. */
async function receiptOf(submissionId: string): Promise<string | undefined> {
  const facts = { id: submissionId, about: { submissionId }, recipient: application.email };
  return (await admissionMails.admissionReceipt?.({ ...facts, userId: null, requestId: null }))?.paragraphs.join("\n");
}

describe("the promised answer to an application", () => {
  it("is no longer due once the application is withdrawn, and is due again once it is reopened", async () => {
    const { _id: id, answerDue } = await applyAt("2026-11-20T12:00");
    const { _id: other } = await applyAt("2026-11-20T13:00");
    const { _id: last } = await applyAt("2026-11-20T14:00");
    vi.setSystemTime(here("2026-11-20T15:00"));
    await admin.services.move({ id, rowVersion: 1, to: "withdrawn" });
    await moveAsFamily(other, "withdrawn", new Date());
    expect([await dueOf(id), await dueOf(other)]).toEqual([null, null]);
    expect((await admin.services.desk({})).items[0]?._id).toBe(last);
    await moveDue(new Date());
    await admin.services.move({ id, rowVersion: 2, to: "in_review", reason: "They called." });
    await moveDue(new Date());
    expect(await dueOf(id)).toEqual(answerDue);
    expect(await moves()).toEqual([]);
    // A colleague who reopened it and still has its page open is not told that somebody else has changed it.
    const rows = [{ id, rowVersion: 3 }];
    expect(await admin.services.moveMany({ rows, to: "offered" })).toMatchObject({ done: 1, refused: [] });
  });

  it("gets a new date that counts from the reopening, and that date moves like any other", async () => {
    const { _id: id } = await applyAt("2026-10-30T12:00");
    vi.setSystemTime(here("2026-11-01T12:00"));
    await moveAsFamily(id, "withdrawn", new Date());
    vi.setSystemTime(here("2026-11-20T12:00"));
    await admin.services.move({ id, rowVersion: 2, to: "in_review", reason: "They called." });
    await moveDue(new Date());
    expect(await dueOf(id)).toEqual(here("2026-11-23T18:00"));
    await admin.closedDays.add({ firstDay: "2026-11-23", name: "Rain" });
    await moveDue(new Date());
    expect(await dueOf(id)).toEqual(here("2026-11-24T18:00"));
    expect(await moves()).toMatchObject([{ submissionId: id, dueAfter: here("2026-11-24T18:00") }]);
  });

  it("is due at the end of hours on the second business day, on the form, in the list, in the table and in the mail", async () => {
    await admin.closedDays.add({ firstDay: "2026-11-23", name: "Guru Nanak Jayanti" });
    const { _id, answerDue } = await applyAt("2026-11-20T23:50");
    expect(answerDue).toEqual(here("2026-11-24T18:00"));
    expect(await receiptOf(_id)).toContain("We answer by Tuesday, 24 Nov 2026.");
    vi.useRealTimers();

    expect((await admin.services.list({})).items).toMatchObject([{ _id, answerDue, answeredAt: null }]);
    const { csv } = await admin.services.exportSubmissions();
    expect(csv).toContain('"Received","2026-11-24 18:00",""');
  });

  it("is not promised in a receipt that leaves too late, after the answer, or about a merged application", async () => {
    const promise = /What happens next: within|We answer by/;
    const { _id: kept } = await applyAt("2026-11-20T12:00");
    const { _id: merged } = await applyAt("2026-11-20T12:10");
    const { _id: answered, reference } = await applyAt("2026-11-20T12:20");
    for (const one of [kept, merged, answered]) expect(await receiptOf(one)).toMatch(promise);
    await admin.services.merge({ id: kept, otherId: merged });
    await admin.services.move({ id: answered, rowVersion: 1, to: "offered" });
    for (const one of [merged, answered]) expect(await receiptOf(one)).not.toMatch(promise);
    expect(await receiptOf(answered)).toContain(`Your reference: ${reference}`);
    vi.setSystemTime(here("2026-11-23T17:59"));
    expect(await receiptOf(kept)).toMatch(promise);
    vi.setSystemTime(here("2026-11-23T18:00"));
    expect(await receiptOf(kept)).not.toMatch(promise);
    expect(await receiptOf(kept)).toContain("Your application has arrived.");
  });

  it("is counted by the institute's days, which change at its own midnight", async () => {
    expect((await applyAt("2026-11-18T23:59:59.999")).answerDue).toEqual(here("2026-11-20T18:00"));
    expect((await applyAt("2026-11-19T00:00:00.000")).answerDue).toEqual(here("2026-11-21T18:00"));
    // Late in the evening in Greenwich, when it is already the next day here.
    expect((await applyAt("2026-11-19T01:30")).answerDue).toEqual(here("2026-11-21T18:00"));
  });

  it("follows the opening hours and days that the office has set", async () => {
    await admin.settings.change({
      key: "hours",
      value: { wholeDay: { opens: "08:00", closes: "16:30" }, halfSaturday: { opens: "08:00", closes: "12:30" } },
    });
    expect((await applyAt("2026-11-19T09:00")).answerDue).toEqual(here("2026-11-21T12:30"));
    expect((await applyAt("2026-11-20T09:00")).answerDue).toEqual(here("2026-11-23T16:30"));
  });

  it("moves when a day is closed later, which is noted once, and moves back when that day opens again", async () => {
    const { _id } = await applyAt("2026-11-20T11:00");
    expect(await dueOf(_id)).toEqual(here("2026-11-23T18:00"));
    const closed = await admin.closedDays.add({ firstDay: "2026-11-23", name: "Rain" });
    for (let run = 0; run < 3; run += 1) await moveDue(here("2026-11-20T12:00"));
    expect(await dueOf(_id)).toEqual(here("2026-11-24T18:00"));
    expect(await moves()).toMatchObject([
      { submissionId: _id, byId: null, dueBefore: here("2026-11-23T18:00"), dueAfter: here("2026-11-24T18:00") },
    ]);
    await admin.closedDays.remove({ id: closed._id });
    await moveDue(here("2026-11-20T13:00"));
    expect([await dueOf(_id), (await moves()).length]).toEqual([here("2026-11-23T18:00"), 2]);
  });

  it("stays the same for an application that is overdue, answered, closed or merged", async () => {
    const [createdAt, answerDue] = [here("2026-11-20T11:00"), here("2026-11-23T18:00")];
    const main = await submission({ createdAt, answerDue, state: "waiting" });
    await submission({ createdAt, answerDue, state: "in_review", answeredAt: here("2026-11-20T12:00") });
    await submission({ createdAt, answerDue, state: "withdrawn" });
    await submission({ createdAt, answerDue, mergedInto: { connect: { id: main.id } }, mergedAt: createdAt });
    await submission({ createdAt: here("2026-11-17T11:00"), answerDue: here("2026-11-19T18:00") });
    await admin.closedDays.add({ firstDay: "2026-11-18", lastDay: "2026-11-28", name: "Flood" });
    expect(await moveDue(here("2026-11-20T12:30"))).toBe(0);
    expect(await moves()).toEqual([]);
  });

  it("is not moved into the past when a closed day opens again", async () => {
    const closed = await admin.closedDays.add({ firstDay: "2026-11-23", name: "Rain" });
    const { _id, answerDue } = await applyAt("2026-11-20T11:00");
    expect(answerDue).toEqual(here("2026-11-24T18:00"));
    await admin.closedDays.remove({ id: closed._id });
    expect(await moveDue(here("2026-11-23T18:00"))).toBe(0);
    expect([await dueOf(_id), await moves()]).toEqual([answerDue, []]);
    expect(await moveDue(here("2026-11-23T17:59"))).toBe(1);
  });

  it("is set for every application, even if there are more than fit in one transaction", async () => {
    const { id: _, reference: __, ...family } = await submission({ createdAt: here("2026-11-20T23:50") });
    const rows = Array.from({ length: 2001 }, (_, at) => ({ ...family, reference: `${at + 1000}-MANY` }));
    await db().submission.createMany({ data: rows });
    expect(await moveDue(here("2026-11-21T00:00"))).toBe(2002);
    expect(await db().submission.count({ where: { answerDue: null } })).toBe(0);
  });

  it("is set within a minute, and without a note, for applications from before the clock", async () => {
    const { id } = await submission({ createdAt: here("2026-11-20T23:50") });
    expect(await moveDue(here("2026-11-21T00:00"))).toBe(1);
    expect(await dueOf(id)).toEqual(here("2026-11-23T18:00"));
    expect(await moves()).toEqual([]);
  });
});

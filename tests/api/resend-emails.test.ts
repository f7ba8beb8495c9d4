import { describe, expect, it } from "vitest";
import { resentInWords } from "@/features/records/components/mail-messages";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { nextDigest } from "@/server/mail/choices";
import { createStudent } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { statementsOf } from "../harness/statements";

const administrator = officeOfEachTest();

/** The choice that the list shows for a waiting email. */
const stateOf = (leavesAt: Date | null, isUnwanted: boolean) =>
  isUnwanted ? "required" : leavesAt === null ? "at_once" : "digest";

let count = 0;

function mail(given: Partial<Prisma.MailUncheckedCreateInput> = {}) {
  count += 1;
  const usual = { kind: "resultNews", event: `test:${count}`, recipient: "asha@example.org", about: {} };
  return db().mail.create({ data: { ...usual, sentAt: given.state === "sent" ? new Date() : null, ...given } });
}

it("emails to people are found by index, also by a part of the address; whole and former addresses are found in all emails", async () => {
  const { id: userId } = await createStudent({ name: "Mira Sen", email: "m.rao@example.org" });
  for (const recipient of ["m.rao@example.org", "mira@gmial.com"]) await mail({ userId, recipient });
  await mail({ recipient: "Anil.Rao@example.org" });
  const find = async (person: string) => {
    const { result, statements } = await statementsOf(() => administrator.records.mailSummary({ person }));
    const readsAll = statements.some((text) =>
      text.replaceAll(/"user_id" IS NULL AND [^)]*ILIKE/g, "").includes("ILIKE"),
    );
    return [result.waiting, readsAll];
  };
  expect([await find("mira sen"), await find("rao"), await find("mira@"), await find("gmial")]).toEqual([
    [2, false],
    [3, false],
    [1, true],
    [1, true],
  ]);
});

describe("resending and dropping many emails", () => {
  it("resending the failed emails affects no others", async () => {
    for (const state of ["failed", "failed", "sent", "kept", "held"] as const) await mail({ state, attempts: 12 });
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({
      count: 2,
      inDigest: 0,
      unwanted: 0,
    });
    expect(await administrator.records.mailSummary({})).toMatchObject({
      waiting: 2,
      failed: 0,
      sent: 1,
      kept: 1,
      held: 1,
    });
    const { items } = await administrator.records.listEvents({});
    expect(items).toMatchObject([{ action: "mails-resent", facts: ["2 emails"] }]);
    expect(await administrator.records.resendMails({ state: "failed" })).toMatchObject({ count: 0 });
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("an email that was sent stays in the list, with its time, beside the one that is sent again", async () => {
    const { id, sentAt } = await mail({ state: "sent" });
    expect(await administrator.records.resendMail({ id })).toMatchObject({ _id: id });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 1, sent: 1 });
    const { items } = await administrator.records.listMails({ limit: 50 });
    expect(items).toMatchObject([
      { state: "waiting", sentAt: null },
      { _id: id, state: "sent", sentAt },
    ]);
  });

  it("an optional email follows the choice of its recipient, and the answer says so", async () => {
    const ofChoice = async (choice: "at_once" | "digest" | "required", isOptional: boolean, isBrief = false) => {
      const { id: userId } = await createStudent();
      await db().mailChoice.create({ data: { userId, choice } });
      return (await mail({ state: "failed", userId, isOptional, isBrief })).id;
    };
    const again = async (id: string) => (await administrator.records.resendMail({ id })).choice;
    for (const choice of ["at_once", "digest", "required"] as const) {
      expect(await again(await ofChoice(choice, true))).toBe(choice);
      expect(await again(await ofChoice(choice, false))).toBe("at_once");
      expect(await again(await ofChoice(choice, false, true))).toBe(choice === "required" ? choice : "at_once");
    }
    const { items } = await administrator.records.listMails({});
    const of = (choice: string) => items.filter(({ leavesAt, isUnwanted }) => choice === stateOf(leavesAt, isUnwanted));
    expect([of("required"), of("digest"), of("at_once")].map(({ length }) => length)).toEqual([2, 1, 6]);
    expect(of("digest")[0]?.leavesAt).toEqual(nextDigest(new Date()).at);

    await db().mail.updateMany({ data: { state: "failed" } });
    expect(await administrator.records.resendMails({ state: "failed" })).toEqual({
      count: 9,
      inDigest: 1,
      unwanted: 2,
    });
  });

  it.each([
    [{ count: 2, inDigest: 0, unwanted: 0 }, false, "2 emails are being sent, one after the other."],
    [{ count: 0, inDigest: 0, unwanted: 0 }, false, "0 emails are being sent, one after the other."],
    [{ count: 1, inDigest: 1, unwanted: 0 }, false, "One goes with its recipient’s email of the day."],
    [
      { count: 6, inDigest: 2, unwanted: 3 },
      true,
      "The email is being saved as a file. 2 go with their recipients’ emails of the day. 3 are not sent: their recipients have turned such emails off.",
    ],
  ])("%j, as files: %s, is reported in words", (resent, isFolder, words) => {
    expect(resentInWords(resent, isFolder)).toBe(words);
  });

  it("emails held back by a restore can be sent or dropped, each or all", async () => {
    const [first, second] = [await mail({ state: "held" }), await mail({ state: "held" })];
    for (let made = 0; made < 3; made += 1) await mail({ state: "held" });
    await administrator.records.resendMail({ id: first.id });
    expect(await administrator.records.dropMails({ id: second.id })).toEqual({ count: 1 });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 1, held: 3 });
    expect(await administrator.records.resendMails({ state: "held" })).toMatchObject({ count: 3 });
    expect(await administrator.records.dropMails({})).toEqual({ count: 0 });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 4, held: 0 });
  });

  it("the filter of the list also limits an action on all of them", async () => {
    const subjectId = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    for (const state of ["held", "failed"] as const) {
      await mail({ state });
      await mail({ state, recipient: "rao@example.org" });
      await mail({ state, subjectId });
    }
    expect(await administrator.records.dropMails({ person: "Rao" })).toEqual({ count: 1 });
    expect(await administrator.records.resendMails({ state: "failed", person: "Rao" })).toMatchObject({ count: 1 });
    expect(await administrator.records.resendMails({ state: "held", about: subjectId })).toMatchObject({ count: 1 });
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

import { beforeEach, describe, expect, it } from "vitest";
import { admissionMails } from "@/features/admissions/emails";
import { makeLink } from "@/features/admissions/mutations-family";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createStaff, refusalOf, submission } from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";

let office: Caller;

beforeEach(async () => {
  await resetDatabase();
  office = await callerOf((await createStaff({ role: "office" })).token);
});

const rowOf = (id: string) => db().submission.findUniqueOrThrow({ where: { id } });
const monthAgo = { createdAt: new Date(Date.now() - 30 * 24 * 60 * 60 * 1000) };
const visit = { date: inDays(30), time: "11:00" };

describe("correcting an application", () => {
  const typed = { name: "Kiran Das", parentName: "Mohan Das", email: "das@exmaple.org", phone: "+91 98765 43210" };
  const right = { ...typed, email: "das@example.org" };

  it("a teacher cannot correct one; an outdated version and values that the form refuses are refused", async () => {
    const { id } = await submission(typed);
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    const refused = (who: Caller, more: object) =>
      refusalOf(who.services.correct({ id, rowVersion: 1, ...right, ...more }));
    expect(await refused(teacher, {})).toMatchObject({ code: "FORBIDDEN" });
    expect(await refused(office, { rowVersion: 2 })).toMatchObject({
      code: "CONFLICT",
      message:
        "This application has been changed in the meantime. Please close this form and open it again to see how it stands.",
    });
    for (const wrong of [{ email: "das@" }, { name: " " }, { phone: "12" }])
      expect(await refused(office, wrong)).toMatchObject({ code: "BAD_REQUEST" });
    expect(await rowOf(id)).toMatchObject({ ...typed, rowVersion: 1 });
  });

  it("a correction whose response was lost can be sent again, and is made once", async () => {
    const { id } = await submission(typed);
    for (const _ of ["lost", "again"])
      expect(await office.services.correct({ id, rowVersion: 1, ...right })).toMatchObject({ rowVersion: 2 });
    expect(await db().submissionEvent.count()).toBe(1);
  });

  it("the right address gets the receipt and the waiting message, the wrong one gets nothing, and its links end", async () => {
    const { id, reference } = await submission(typed);
    await makeLink(id, new Date());
    await office.services.write({ id, text: "We would like to meet you." });
    const found = await office.services.correct({ id, rowVersion: 1, ...right, name: "Kiran R. Das" });
    expect(found).toMatchObject({ name: "Kiran R. Das", email: right.email, selectedClass: 7, rowVersion: 2 });
    expect(found.steps.at(-1)).toMatchObject({ kind: "noted", text: "Corrected: name of the child, email address." });
    expect(await db().submissionToken.count()).toBe(0);
    const mails = await db().mail.findMany({ orderBy: { id: "asc" } });
    const composed = await Promise.all(mails.map((mail) => admissionMails[mail.kind]?.(mail)));
    expect(mails.map(({ kind, recipient }, index) => [kind, recipient, composed[index] !== null])).toEqual([
      ["admissionMessage", typed.email, false],
      ["admissionReceipt", right.email, true],
      ["admissionMessage", right.email, true],
    ]);
    expect(JSON.stringify(composed[1])).toContain(reference);
    const [event] = await db().auditEvent.findMany({ where: { action: "submission-corrected" } });
    expect(event).toMatchObject({ subjectId: id, detail: { fields: "name, email" } });
  });

  it("an invitation that bounced goes out again to the right address immediately; a message that was delivered does not", async () => {
    const { id } = await submission(typed);
    await office.services.write({ id, text: "We have read your form." });
    await db().mail.updateMany({ data: { state: "sent", sentAt: new Date() } });
    const { rowVersion } = await office.services.move({
      ...{ id, rowVersion: 1, to: "invited", visit, message: "Please come and see us." },
    });
    await db().mail.updateMany({ where: { state: "waiting" }, data: { state: "failed" } });
    await db().submissionMessage.updateMany({ data: { at: new Date(Date.now() - 60 * 60 * 1000) } });
    const before = new Date();
    await office.services.correct({ id, rowVersion, ...right });
    const [mail, ...others] = await db().mail.findMany({ where: { kind: "admissionMessage", recipient: right.email } });
    expect([mail?.state, others]).toEqual(["waiting", []]);
    expect(mail?.dueAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(JSON.stringify(mail && (await admissionMails.admissionMessage?.(mail)))).toContain(
      "Please come and see us.",
    );
  });

  it("an address that is entered again gets another receipt, and the messages that bounced there are sent again", async () => {
    const { id } = await submission(typed);
    await office.services.write({ id, text: "We would like to meet you." });
    await db().mail.updateMany({ data: { state: "failed" } });
    await office.services.correct({ id, rowVersion: 1, ...right });
    await office.services.correct({ id, rowVersion: 2, ...typed });
    await db().mail.updateMany({ where: { kind: "admissionReceipt" }, data: { state: "sent", sentAt: new Date() } });
    await office.services.correct({ id, rowVersion: 3, ...right });
    const of = async (recipient: string) =>
      (await db().mail.findMany({ where: { recipient }, orderBy: { id: "asc" } })).map(({ kind, state }) => [
        kind.replace("admission", ""),
        state,
      ]);
    expect(await of(typed.email)).toEqual([
      ["Message", "waiting"],
      ["Receipt", "sent"],
    ]);
    expect(await of(right.email)).toEqual([
      ["Receipt", "sent"],
      ["Message", "waiting"],
      ["Receipt", "waiting"],
    ]);
    await db().mail.updateMany({ where: { kind: "admissionReceipt", state: "waiting" }, data: { state: "failed" } });
    expect((await office.services.get({ id })).isUndelivered).toBe(true);
  });

  it("correcting a merged application also changes the version of the one that it was merged into", async () => {
    const [kept, merged] = [await submission(monthAgo), await submission(typed)];
    await office.services.merge({ id: merged.id, otherId: kept.id });
    await office.services.correct({ id: merged.id, rowVersion: 2, ...right });
    expect([(await rowOf(kept.id)).rowVersion, (await rowOf(merged.id)).rowVersion]).toEqual([3, 3]);
    const seen = office.services.move({ id: kept.id, rowVersion: 2, to: "accepted" });
    expect(await refusalOf(seen)).toMatchObject({ code: "CONFLICT" });
  });

  it("a correction without a change leaves no line; without a new address it sends no email; a merged one can be corrected", async () => {
    const [kept, merged] = [await submission(monthAgo), await submission(typed)];
    await office.services.correct({ id: merged.id, rowVersion: 1, ...typed });
    expect(await db().submissionEvent.count()).toBe(0);
    await office.services.correct({ id: merged.id, rowVersion: 1, ...typed, phone: "98765 43211" });
    expect(await db().mail.count()).toBe(0);
    await office.services.merge({ id: merged.id, otherId: kept.id });
    await office.services.correct({ id: merged.id, rowVersion: 3, ...right });
    expect(await db().mail.findMany()).toMatchObject([{ recipient: right.email, about: { submissionId: merged.id } }]);
  });

  it.each([
    ["waiting", "offered", false],
    ["in_review", "waiting", true],
  ] as const)(
    "the receipt of a merged application that was %s says whether the common one, now %s, waits",
    async (own, common, waits) => {
      const [kept, merged] = [await submission(monthAgo), await submission({ ...typed, state: own })];
      await office.services.merge({ id: merged.id, otherId: kept.id });
      await office.services.move({ id: kept.id, rowVersion: 2, to: common });
      await office.services.correct({ id: merged.id, rowVersion: 2, ...right });
      const mail = await db().mail.findFirstOrThrow({ where: { recipient: right.email } });
      const { paragraphs } = (await admissionMails.admissionReceipt?.(mail)) ?? { paragraphs: [] };
      expect(paragraphs.some((text) => text.includes("waiting list"))).toBe(waits);
    },
  );

  it("the page of a merged application says when a message that the office wrote on the other one did not reach this parent", async () => {
    const [kept, merged] = [await submission(monthAgo), await submission(typed)];
    await office.services.merge({ id: merged.id, otherId: kept.id });
    await office.services.write({ id: kept.id, text: "We would like to meet you." });
    await db().mail.updateMany({ where: { recipient: typed.email }, data: { state: "failed" } });
    const pages = await Promise.all([kept, merged].map(({ id }) => office.services.get({ id })));
    expect(pages.map(({ isUndelivered }) => isUndelivered)).toEqual([false, true]);
  });

  it("the page says that the last email was not delivered, until a later one is on its way", async () => {
    const { id } = await submission(typed);
    await office.services.write({ id, text: "We would like to meet you." });
    expect((await office.services.get({ id })).isUndelivered).toBe(false);
    await db().mail.updateMany({ data: { state: "failed" } });
    expect((await office.services.get({ id })).isUndelivered).toBe(true);
    expect(await office.services.correct({ id, rowVersion: 1, ...right })).toMatchObject({ isUndelivered: false });
  });
});

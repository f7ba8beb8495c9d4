import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { admissionMails } from "@/features/admissions/emails";
import { removeTokensEndedBefore } from "@/features/admissions/mutations-family";
import { db, pool } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { type Caller, callerOf, createStaff, refusalOf, submission } from "../factories";
import { inDays } from "../harness/days";
import { officeOfEachTest } from "../harness/office";
import { ownMailServer } from "../harness/own-mail-server";
import { expectSameAnswers } from "../harness/same-answers";
import { callTrpc as call } from "../harness/trpc-call";

const smtp = await ownMailServer();

const admin = officeOfEachTest();
let office: Caller;

beforeEach(async () => {
  office = await callerOf((await createStaff({ role: "office" })).token);
});
afterEach(() => void vi.useRealTimers());

const email = "das@example.org";
const over = { code: "UNAUTHORIZED", message: expect.stringMatching(/^For your safety/) };
const dead = { code: "BAD_REQUEST", message: expect.stringMatching(/^This link was used/) };

const later = (milliseconds: number) =>
  vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date"] }) && undefined;
const minutes = (count: number) => count * 60_000;

/** The token of the last mailed link, after delivery. */
async function mailedToken(to = email): Promise<string> {
  await deliverDueEmails(admissionMails);
  const text = smtp.mailsFor(to).at(-1)?.mail.text ?? "";
  return /\/admission#token=([\w-]{43})\s/.exec(text)?.[1] ?? "";
}

/** What a browser with this token may do; without one, what any visitor may do. */
function browser(followed?: string) {
  let kept: string | null | undefined = followed;
  const follow = (token: string | null) => {
    kept = token;
  };
  const { services } = createCaller({ principal: null, followed, follow });
  return { services, kept: () => kept };
}

async function open(token: string) {
  const { services, kept } = browser();
  await services.openFollowed({ token });
  return browser(kept() ?? undefined).services;
}

async function following({ reference, email: to }: { reference: string; email: string }) {
  await browser().services.askToFollow({ reference, email: to });
  return open(await mailedToken(to));
}

/** What a page sends about the application that it shows. */
const shown = ({ reference }: { reference: string }) => ({ reference });

describe("a family that follows its application", () => {
  it("is refused without a session of its application, whatever other login it has", async () => {
    const { id, reference } = await submission();
    for (const { services } of [browser(), browser("x".repeat(43)), { services: office.services }]) {
      expect((await services.followed()).application).toBeNull();
      expect(await refusalOf(services.writeAsFamily({ reference, text: "Hello" }))).toMatchObject(over);
      expect(await refusalOf(services.withdraw({ reference }))).toMatchObject(over);
      expect(await refusalOf(services.acceptOffer({ reference }))).toMatchObject(over);
    }
    expect(await db().submission.findUnique({ where: { id } })).toMatchObject({ state: "received", rowVersion: 1 });
  });

  it("opens it by a mailed link, once, within half an hour; a link is not a session, and a session is not a link", async () => {
    const one = await submission();
    await browser().services.askToFollow({ reference: one.reference.toLowerCase().replace("-", " "), email });
    const first = await mailedToken();
    await browser().services.askToFollow({ reference: one.reference, email });
    const token = await mailedToken();
    expect(await refusalOf(browser().services.openFollowed({ token: first }))).toMatchObject(dead);
    expect((await browser(token).services.followed()).application).toBeNull();
    const visitor = browser();
    await visitor.services.openFollowed({ token });
    const session = visitor.kept() ?? "";
    expect((await browser(session).services.followed()).application).toMatchObject({ reference: one.reference });
    expect(await refusalOf(browser().services.openFollowed({ token }))).toMatchObject(dead);
    expect(await refusalOf(browser().services.openFollowed({ token: session }))).toMatchObject(dead);
    await browser().services.askToFollow({ reference: one.reference, email });
    const late = await mailedToken();
    later(minutes(31));
    expect(await refusalOf(browser().services.openFollowed({ token: late }))).toMatchObject(dead);
    later(minutes(90));
    expect((await browser(session).services.followed()).application).toBeNull();
  });

  it("gets the same link when its email is sent again, and a used link stays used", async () => {
    const { reference } = await submission();
    await browser().services.askToFollow({ reference, email });
    const token = await mailedToken();
    const sentAgain = async () => {
      await db().mail.updateMany({ data: { state: "waiting", sentAt: null, dueAt: new Date() } });
      return mailedToken();
    };
    expect(await sentAgain()).toBe(token);
    await browser().services.openFollowed({ token });
    expect(await sentAgain()).toBe(token);
    expect(await refusalOf(browser().services.openFollowed({ token }))).toMatchObject(dead);
  });

  it("opens one session when the link is pressed twenty times", async () => {
    const { reference } = await submission();
    await browser().services.askToFollow({ reference, email });
    const token = await mailedToken();
    const pressed = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser()
          .services.openFollowed({ token })
          .then(String, () => "refused"),
      ),
    );
    expect(pressed.filter((one) => one !== "refused")).toHaveLength(1);
    expect(await db().submissionToken.count({ where: { kind: "session" } })).toBe(1);
  });

  it("gets the link only at the address in the form, and no stored row, email or audit event contains the secret", async () => {
    const { reference } = await submission();
    await browser().services.askToFollow({ reference, email: "stranger@example.org" });
    await browser().services.askToFollow({ reference: "ZZZZ-ZZZZ", email });
    await deliverDueEmails(admissionMails);
    expect(smtp.received).toEqual([]);
    await browser().services.askToFollow({ reference, email });
    const token = await mailedToken();
    const visitor = browser();
    await visitor.services.openFollowed({ token });
    const { rows } = await pool().query<{ text: string }>(
      "select t::text as text from submission_tokens t union all select m::text from mails m union all select a::text from audit_events a",
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of [token, visitor.kept() ?? ""]) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(smtp.received).toHaveLength(1);
  });

  it("can end its session; what has expired is deleted a day later", async () => {
    const one = await submission();
    await browser().services.askToFollow({ reference: one.reference, email });
    const visitor = browser();
    await visitor.services.openFollowed({ token: await mailedToken() });
    const leaving = browser(visitor.kept() ?? "");
    await leaving.services.stopFollowing();
    expect(leaving.kept()).toBeNull();
    expect((await browser(visitor.kept() ?? "").services.followed()).application).toBeNull();
    await following(one);
    expect(await removeTokensEndedBefore(new Date())).toBe(0);
    expect(await removeTokensEndedBefore(new Date(Date.now() + minutes(121)))).toBe(3);
  });

  it("can open a good link even from a network that has used up its tries with dead ones", async () => {
    const { services } = createCaller({ principal: null, address: "203.0.113.9", follow: () => undefined });
    for (let time = 0; time < 20; time += 1)
      expect(await refusalOf(services.openFollowed({ token: `dead ${time}` }))).toMatchObject(dead);
    expect((await refusalOf(services.openFollowed({ token: "dead" }))).code).toBe("TOO_MANY_REQUESTS");
    await browser().services.askToFollow({ reference: (await submission()).reference, email });
    await services.openFollowed({ token: await mailedToken() });
  });

  it("may ask for a link ten times an hour", async () => {
    const { reference } = await submission();
    const ask = () => browser().services.askToFollow({ reference, email });
    for (let time = 0; time < 10; time += 1) await ask();
    expect((await refusalOf(ask())).code).toBe("TOO_MANY_REQUESTS");
  });
});

describe("known and unknown references", () => {
  it("are answered with the same bytes in the same time, sixty of each", async () => {
    const known = await Promise.all(Array.from({ length: 60 }, () => submission()));
    const { rounds } = await expectSameAnswers(
      known.map(({ reference }) => reference),
      (reference) => call("services.askToFollow", { reference, email }),
    );
    expect(await db().mail.count()).toBe(2 * known.length * rounds + 10);
  });
});

describe("the family's page", () => {
  it("shows the state and what was written to the family, and nothing that the office keeps to itself", async () => {
    const one = await submission();
    const { id } = one;
    await office.services.note({ id, note: "A secret note." });
    await office.services.assign({ ids: [id], to: "me" });
    const { rowVersion } = await office.services.move({ id, rowVersion: 1, to: "declined", reason: "A secret reason" });
    await office.services.move({ id, rowVersion, to: "in_review", reason: "A mistake" });
    await office.services.write({ id, text: "Please send the card." });
    const family = await following(one);
    const soon = (await family.followed()).application;
    expect(JSON.stringify(soon)).not.toMatch(/secret|mistake|assigned|example\.org|98765|send the card/);
    expect(soon?.steps.map(({ kind, to }) => to ?? kind)).toEqual(["received", "declined", "in_review"]);
    // The message appears once it can no longer be taken back.
    await db().submissionMessage.updateMany({ data: { at: new Date(Date.now() - minutes(11)) } });
    const text = { kind: "message", text: "Please send the card.", fromFamily: false };
    expect((await family.followed()).application?.steps).toContainEqual(expect.objectContaining(text));
  });

  it("tells the office at its desk that the family has written, until the message is read", async () => {
    const one = await submission();
    const family = await following(one);
    expect(await office.services.countViews()).toMatchObject({ wrote: 0 });
    const { steps } = await family.writeAsFamily({ ...shown(one), text: "Here is the card." });
    expect(steps.at(-1)).toMatchObject({ kind: "message", fromFamily: true, text: "Here is the card." });
    expect(await office.services.countViews()).toMatchObject({ wrote: 1, all: 1 });
    const { items } = await office.services.desk({ view: "wrote" });
    expect(items).toMatchObject([{ _id: one.id, hasWritten: true }]);
    const read = await office.services.get({ id: one.id });
    expect(read.steps.at(-1)).toMatchObject({ kind: "message", fromFamily: true, by: null, canTakeBack: false });
    expect(await office.services.countViews()).toMatchObject({ wrote: 0 });
    expect((await db().auditEvent.findMany({ where: { action: "family-wrote" } }))[0]).toMatchObject({
      ...{ subjectId: one.id, actorId: null, detail: null },
    });
    expect((await refusalOf(family.writeAsFamily({ ...shown(one), text: " " }))).code).toBe("BAD_REQUEST");
  });

  it("shows the newest of a very long history in order, as the office's page does", async () => {
    const one = await submission();
    const followed = await following(one);
    const at = (index: number) => ({ submissionId: one.id, at: new Date(one.createdAt.getTime() + index) });
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    await db().submissionMessage.createMany({
      data: many.map((index) => ({ ...at(index), fromFamily: true, text: `No. ${index}` })),
    });
    const due = (index: number) => new Date(index);
    await db().submissionEvent.createMany({
      data: many.map((index) => ({ ...at(index), kind: "due_moved" as const, dueAfter: due(index) })),
    });
    const read = [(await office.services.get({ id: one.id })).steps, (await followed.followed()).application?.steps];
    for (const steps of read) {
      const [first, ...others] = steps ?? [];
      expect(first?.kind).toBe("received");
      expect(others.flatMap(({ text }) => text ?? [])).toEqual(many.slice(1).map((index) => `No. ${index}`));
      expect(others.flatMap(({ dueAfter }) => dueAfter ?? [])).toEqual(many.slice(1).map(due));
    }
  });

  it("leaves a message unread if the family wrote it while the office's page was on its way", async () => {
    const { id } = await submission();
    const written = (text: string) => ({ submissionId: id, fromFamily: true, text });
    await db().submissionMessage.create({ data: written("Shown.") });
    const waiting = () => db().$queryRaw`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let reading: ReturnType<typeof office.services.get> | undefined;
    await db().$transaction(
      async (tx) => {
        // Noting that the page was opened waits here; the messages were read before.
        await tx.$queryRaw`select from submissions where id = ${id}::uuid for update`;
        reading = office.services.get({ id });
        await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toHaveLength(1);
        await tx.submissionMessage.create({ data: written("Not shown.") });
      },
      { timeout: 15_000 },
    );
    expect((await reading)?.steps.map(({ text }) => text)).toEqual([null, "Shown."]);
    expect(await db().submissionMessage.findMany({ where: { readAt: null } })).toMatchObject([{ text: "Not shown." }]);
    expect(await office.services.countViews()).toMatchObject({ wrote: 1 });
  });

  it("shows one state for two merged applications, and each parent's words only to that parent", async () => {
    const mother = await submission({ createdAt: new Date(Date.now() - minutes(60)) });
    const father = await submission({ email: "father@example.org", name: "किरण दास", phone: "+91 98765 00000" });
    await office.services.merge({ id: mother.id, otherId: father.id });
    const [hers, his] = [await following(mother), await following(father)];
    await hers.writeAsFamily({ ...shown(mother), text: "From the mother." });
    await his.writeAsFamily({ ...shown(father), text: "From the father." });
    await office.services.move({ id: mother.id, rowVersion: 2, to: "offered", message: "A place is free." });
    await db().submissionMessage.updateMany({
      where: { fromFamily: false },
      data: { at: new Date(Date.now() - minutes(11)) },
    });
    await db().submission.update({ where: { id: father.id }, data: { mergedAt: new Date(Date.now() - minutes(12)) } });
    const [a, b] = [(await hers.followed()).application, (await his.followed()).application];
    expect([a?.state, b?.state, a?.name, b?.name]).toEqual(["offered", "offered", "Kiran Das", "किरण दास"]);
    expect(JSON.stringify(a)).toMatch(/From the mother.*|A place is free/);
    expect(JSON.stringify(a)).not.toContain("From the father");
    expect(JSON.stringify(b)).not.toMatch(/From the mother|Kiran/);
    expect(JSON.stringify(b)).toContain("A place is free");
    const { steps } = await office.services.get({ id: mother.id });
    expect(steps.filter(({ fromFamily, kind }) => fromFamily && kind === "message")).toHaveLength(2);
    expect(await office.services.countViews()).toMatchObject({ wrote: 0 });
    expect((await his.acceptOffer(shown(father))).state).toBe("accepted");
    expect((await hers.followed()).application?.state).toBe("accepted");
  });

  it("names the class of the place that is kept, also to the parent whose form has another class", async () => {
    const mother = await submission({ createdAt: new Date(Date.now() - minutes(60)) });
    const father = await submission({ email: "father@example.org", selectedClass: 6 });
    await office.services.merge({ id: mother.id, otherId: father.id });
    await office.services.move({ id: mother.id, rowVersion: 2, to: "offered" });
    const [hers, his] = [await following(mother), await following(father)];
    expect((await hers.followed()).application).toMatchObject({ selectedClass: 7, placeClass: 7 });
    expect((await his.followed()).application).toMatchObject({ selectedClass: 6, placeClass: 7 });
  });

  it("shows a parent what happened to the own application, and to the other parent’s only since the merge", async () => {
    const mother = await submission({ createdAt: new Date(Date.now() - minutes(60)) });
    const father = await submission({ email: "father@example.org" });
    const visit = { date: inDays(30), time: "11:00" };
    await office.services.move({ id: mother.id, rowVersion: 1, to: "invited", visit });
    await office.services.move({ id: father.id, rowVersion: 1, to: "in_review" });
    await office.services.merge({ id: mother.id, otherId: father.id });
    await office.services.move({ id: mother.id, rowVersion: 3, to: "offered" });
    const seenBy = async (one: typeof mother) =>
      (await (await following(one)).followed()).application?.steps.map(({ kind, to }) => to ?? kind);
    expect(await seenBy(mother)).toEqual(["received", "invited", "offered"]);
    expect(await seenBy(father)).toEqual(["received", "in_review", "offered"]);
  });

  it("does not show a parent what the office wrote only to the other parent before the merge", async () => {
    const mother = await submission({ createdAt: new Date(Date.now() - minutes(60)) });
    const father = await submission({ email: "father@example.org", name: "किरण दास" });
    for (const { id, name } of [mother, father]) await office.services.write({ id, text: `About ${name} alone.` });
    await office.services.merge({ id: mother.id, otherId: father.id });
    await office.services.write({ id: mother.id, text: "To both of you." });
    later(minutes(11));
    const seenBy = async (one: typeof mother) =>
      (await (await following(one)).followed()).application?.steps.flatMap(({ text }) => text ?? []);
    expect(await seenBy(mother)).toEqual(["About Kiran Das alone.", "To both of you."]);
    expect(await seenBy(father)).toEqual(["About किरण दास alone.", "To both of you."]);
  });

  it("opens with a parent's own number after a merge, and each parent's email gives that number", async () => {
    const mother = await submission({ createdAt: new Date(Date.now() - minutes(60)) });
    const father = await submission({ email: "father@example.org", name: "किरण दास" });
    expect((await office.services.get({ id: mother.id })).hasMerged).toBe(false);
    await office.services.merge({ id: mother.id, otherId: father.id });
    expect((await office.services.get({ id: mother.id })).hasMerged).toBe(true);
    await office.services.write({ id: mother.id, text: "Please come and see us." });
    await db().mail.updateMany({ data: { dueAt: new Date() } });
    await deliverDueEmails(admissionMails);
    const mailed = (to: string) => smtp.mailsFor(to).map(({ mail }) => `${mail.subject} ${mail.text}`);
    expect(mailed(email)).toEqual([expect.stringContaining(mother.reference)]);
    expect(mailed(father.email)).toEqual([expect.stringContaining(father.reference)]);
    expect(mailed(father.email).join()).not.toContain(mother.reference);
    expect((await (await following(father)).followed()).application).toMatchObject({ reference: father.reference });
  });

  it("sends the other family nothing more once the merge is undone", async () => {
    const [mother, other] = [await submission({ createdAt: new Date(Date.now() - minutes(60)) }), "other@example.org"];
    const mistaken = await submission({ email: other });
    await office.services.merge({ id: mother.id, otherId: mistaken.id });
    await office.services.write({ id: mother.id, text: "Please come and see us." });
    await office.services.separate({ id: mistaken.id });
    await db().mail.updateMany({ data: { dueAt: new Date() } });
    await deliverDueEmails(admissionMails);
    expect(smtp.mailsFor(email)).toHaveLength(1);
    expect(smtp.mailsFor(other)).toEqual([]);
  });
});

describe("a family's own moves", () => {
  it("are to accept an offer and to withdraw; nothing else, and nothing twice", async () => {
    const one = await submission({ state: "offered", answeredAt: new Date() });
    const family = await following(one);
    expect((await family.followed()).application).toMatchObject({ canAccept: true, canWithdraw: true });
    expect(await family.acceptOffer(shown(one))).toMatchObject({
      state: "accepted",
      canAccept: false,
      canWithdraw: true,
    });
    expect(await refusalOf(family.acceptOffer(shown(one)))).toMatchObject({ code: "CONFLICT" });
    expect(await family.withdraw(shown(one))).toMatchObject({
      state: "withdrawn",
      canAccept: false,
      canWithdraw: false,
    });
    expect(await refusalOf(family.withdraw(shown(one)))).toMatchObject({ code: "CONFLICT" });
    const { steps, rowVersion } = await office.services.get({ id: one.id });
    expect(steps.slice(1)).toMatchObject([
      { from: "offered", to: "accepted", fromFamily: true, by: null },
      { from: "accepted", to: "withdrawn", fromFamily: true, by: null },
    ]);
    expect(rowVersion).toBe(3);
    const events = await db().auditEvent.findMany({ where: { action: "family-moved" }, orderBy: { at: "asc" } });
    expect(events.map(({ detail }) => detail)).toEqual([{ state: "accepted" }, { state: "withdrawn" }]);
  });

  it("end in enrolled or withdrawn, never both, while two people of the office press twenty times", async () => {
    const one = await submission({ state: "accepted" });
    const family = await following(one);
    const pressed = Array.from({ length: 20 }, (_, press) => {
      if (press % 3 === 2) return family.withdraw(shown(one));
      return (press % 3 ? admin : office).services.move({ id: one.id, rowVersion: 1, to: "enrolled" });
    });
    const outcomes = await Promise.allSettled(pressed);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { state } = await db().submission.findUniqueOrThrow({ where: { id: one.id } });
    expect(await db().submissionEvent.findMany()).toMatchObject([{ fromState: "accepted", toState: state }]);
  });
});

import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { privacy } from "@/content/policies";
import { kept } from "@/content/retention";
import { jobs } from "@/main/jobs";
import { purgeExpired } from "@/main/retention";
import { db } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { purgeIdempotencyKeys } from "@/server/rest/idempotency";
import { createStudent, expiredTokenFor, result, submission, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);

beforeEach(resetDatabase);

const message = { name: "Mohan Das", email: "das@example.org", message: "May we visit?" };
const mail = (event: string, createdAt: Date, state: "sent" | "waiting") => ({
  ...{ event, createdAt, state, kind: "resultNews", recipient: "asha@example.org", about: {} },
  sentAt: state === "sent" ? createdAt : null,
});

it("data is kept exactly as long as the privacy policy says", async () => {
  const asha = await createStudent();
  await Promise.all([tokenFor(asha), expiredTokenFor(asha), result(asha, { createdAt: ago(4000) })]);
  const token = (byte: number) => ({
    userId: asha.id,
    side: "user" as const,
    tokenHash: new Uint8Array(32).fill(byte),
  });
  await db().session.create({ data: { ...token(31), createdAt: ago(40), expiresAt: ago(31) } });
  await db().session.create({
    data: { ...token(32), createdAt: ago(40), expiresAt: ago(-1), revokedAt: ago(32) },
  });
  for (const createdAt of [ago(364), ago(366)]) {
    await submission({ createdAt: ago(900), state: "declined", stateAt: createdAt });
    await db().contactMessage.create({ data: { ...message, createdAt } });
  }
  await submission({ createdAt: ago(900), stateAt: ago(900) });
  for (const days of [89, 91]) await submission({ createdAt: ago(400), state: "enrolled", stateAt: ago(days) });
  await db().mail.createMany({
    data: [mail("a", ago(364), "sent"), mail("b", ago(366), "sent"), mail("c", ago(366), "waiting")],
  });
  await db().auditEvent.createMany({ data: [ago(364), ago(367)].map((at) => ({ action: "login", at })) });

  await purgeExpired(new Date());
  const left = [db().session, db().submission, db().contactMessage, db().mail, db().auditEvent, db().result];
  const counts = await Promise.all(left.map((things) => (things.count as () => Promise<number>)()));
  // One old event remains, plus one of each purge that found something.
  expect(counts).toEqual([2, 3, 1, 2, 7, 1]);
  const states = await db().submission.findMany({ select: { state: true }, orderBy: { state: "asc" } });
  expect(states.map(({ state }) => state)).toEqual(["received", "enrolled", "declined"]);
});

it("a notice is deleted two years after its end or withdrawal; one without an end stays", async () => {
  const notice = (title: string, data: object) =>
    db().notice.create({ data: { title, body: [], createdAt: ago(4000), ...data } });
  const published = { state: "published", publishedAt: ago(3999) };
  await notice("kept", published);
  await notice("ended", { ...published, expiresAt: ago(730) });
  await notice("ended long ago", { ...published, expiresAt: ago(732) });
  await notice("withdrawn", { ...published, state: "withdrawn", withdrawnAt: ago(730), reason: "over" });
  await notice("withdrawn long ago", { ...published, state: "withdrawn", withdrawnAt: ago(732), reason: "over" });
  await notice("draft", { createdAt: ago(730) });
  await notice("old draft", {});
  await purgeExpired(new Date());
  const left = await db().notice.findMany({ orderBy: { title: "asc" } });
  expect(left.map(({ title }) => title)).toEqual(["draft", "ended", "kept", "withdrawn"]);
});

it("a trial counts the expired data and deletes nothing", async () => {
  await submission({ state: "withdrawn", stateAt: ago(366) });
  const before = await everything();
  const counts = await purgeExpired(new Date(), { trial: true });
  const none = {
    sessions: 0,
    links: 0,
    codes: 0,
    endedLinks: 0,
    endedGrants: 0,
    formerStudents: 0,
    mails: 0,
    securityRecords: 0,
    batches: 0,
    undo: 0,
    tasks: 0,
    unfinishedImports: 0,
    unreleasedMarks: 0,
    calendars: 0,
    tests: 0,
    notices: 0,
    enrolledForms: 0,
    applicationLinks: 0,
  };
  expect(counts).toEqual({ ...none, forms: 1 });
  expect([await everything(), await db().auditEvent.count()]).toEqual([before, 0]);
  expect(await purgeExpired(new Date())).toEqual(counts);
  expect(await db().submission.count()).toBe(0);
});

it("each purge records an audit event with its count, and none if nothing had expired", async () => {
  await submission({ state: "withdrawn", stateAt: ago(366) });
  for (let time = 0; time < 2; time += 1) await purgeExpired(new Date());
  const events = await db().auditEvent.findMany();
  expect(events).toMatchObject([{ action: "old-data-removed", actorId: null, detail: { forms: 1 } }]);
  expect(JSON.stringify(events)).not.toMatch(/Kiran|Das|example/);
});

it("a purge that fails is reported, and the others still run", async () => {
  await submission({ state: "withdrawn", stateAt: ago(366) });
  const tokenHash = new Uint8Array(32);
  const { id: userId } = await createStudent();
  await db().session.create({ data: { userId, side: "user", tokenHash, createdAt: ago(40), expiresAt: ago(31) } });
  const refuse = "create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'";
  await db().$executeRawUnsafe(refuse);
  try {
    await db().$executeRawUnsafe("create trigger refuse before delete on sessions execute function refuse()");
    await expect(purgeExpired(new Date())).rejects.toThrow("not removed: sessions.");
    expect([await db().session.count(), await db().submission.count()]).toEqual([1, 0]);
  } finally {
    await db().$executeRawUnsafe("drop function refuse() cascade");
  }
});

it("idempotency keys are purged after 24 hours", async () => {
  const key = (expiresAt: Date, id: number) => ({
    ...{ id: new Uint8Array(32).fill(id), fingerprint: new Uint8Array(32), owner: randomUUID() },
    ...{ leasedUntil: expiresAt, expiresAt },
  });
  await db().idempotencyKey.createMany({ data: [key(new Date(Date.now() + 1000), 1), key(ago(0.001), 2)] });
  await purgeIdempotencyKeys(new Date());
  expect(await db().idempotencyKey.count()).toBe(1);
});

it("the retention times equal those in the privacy policy", () => {
  const rows = privacy.sections.flatMap(({ table }) => table?.rows ?? []);
  const timeOf = (name: string) => rows.findLast((row) => row.name === name)?.answer;
  expect(timeOf("Logins")).toBe("Until thirty days after they ended.");
  expect(timeOf("Admission forms and messages")).toMatch(/^For twelve months\./);
  expect(timeOf("Admission forms and messages")).toContain("that of a child who joined us is kept for 90 days");
  expect(timeOf("Mails")).toBe("For twelve months.");
  expect(timeOf("Security records")).toBe("For twelve months.");
  expect([kept.sessions, kept.forms, kept.enrolledForms, kept.mails, kept.securityRecords]).toEqual([
    30, 365, 90, 365, 366,
  ]);
});

it("a missed purge waits for the next night if nobody worked in the two months before it, or the clock is ahead", async () => {
  const run = (backfilled: boolean) => jobs.tasks.forgetOld?.({ _cron: { ts: ago(0.5).toISOString(), backfilled } });
  const left = () => db().submission.count();
  const warned = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const old = { state: "withdrawn", stateAt: ago(366) } as const;

  // An empty trail means a new installation.
  await submission(old);
  await run(true);
  expect(await left()).toBe(0);

  await db().auditEvent.createMany({ data: [{ action: "login", at: ago(61) }] });
  await submission(old);
  // The earlier purge has just recorded an event, like each start while the clock is ahead.
  await run(true);
  expect(await left()).toBe(1);
  expect(warned).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("check the clock"));
  await run(false);
  expect(await left()).toBe(0);

  await db().auditEvent.createMany({ data: [{ action: "login", at: ago(59) }] });
  await submission(old);
  await run(true);
  expect(await left()).toBe(0);
  expect(warned).toHaveBeenCalledOnce();
});

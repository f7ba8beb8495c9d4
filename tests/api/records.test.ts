import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditAction } from "@/features";
import { recordNow } from "@/server/audit/audit";
import { db, pool } from "@/server/db/client";
import type { Prisma, User } from "@/server/generated/prisma/client";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStudent,
  material,
  refusalOf,
  schedule,
  submission,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { withSettings } from "../harness/settings";

withSettings({ DATA_DIR: "/srv/lyceum", SMTP_URL: "" });

let admin: User;
let administrator: Caller;

beforeEach(async () => {
  await resetDatabase();
  admin = await createAdmin();
  administrator = await callerOf(await tokenFor(admin));
});

let count = 0;

function mail(given: Partial<Prisma.MailUncheckedCreateInput> = {}) {
  count += 1;
  const usual = {
    kind: "resultNews",
    event: `test:${count}`,
    recipient: "asha@example.org",
    about: { token: "secret" },
  };
  const sentAt = given.state === "sent" ? new Date() : null;
  return db().mail.create({ data: { ...usual, sentAt, ...given } });
}

function event(action: AuditAction, given: Partial<Prisma.AuditEventCreateInput> = {}) {
  return db().auditEvent.create({ data: { action, ...given } });
}

const day = (date: string, time = "12:00") => new Date(`${date}T${time}:00Z`);

/** All items of a list, read page by page. */
async function all<Item>(list: (cursor?: string) => Promise<{ items: Item[]; nextCursor: string | null }>) {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
}

describe("records", () => {
  const calls: [string, (caller: Caller) => Promise<unknown>][] = [
    ["the mails", ({ records }) => records.listMails({})],
    ["their summary", ({ records }) => records.mailSummary({})],
    ["resending a mail", ({ records }) => records.resendMail({ id: randomUUID() })],
    ["the audit trail", ({ records }) => records.listEvents({})],
    ["the status", ({ records }) => records.status()],
  ];

  it.each(calls)("records are closed to visitors and students: %s", async (_what, call) => {
    expect(await refusalOf(call(await callerOf(null)))).toMatchObject({ code: "UNAUTHORIZED" });
    const student = await callerOf(await tokenFor(await createStudent()));
    expect(await refusalOf(call(student))).toMatchObject({ code: "FORBIDDEN" });
  });

  it.each<[string, (caller: Caller) => Promise<unknown>]>([
    ["an unknown state", ({ records }) => records.listMails({ state: "lost" as "sent" })],
    ["an unknown key", ({ records }) => records.listMails({ kind: "x" } as object)],
    ["an invalid cursor", ({ records }) => records.listMails({ cursor: "x" })],
    ["an invalid id", ({ records }) => records.resendMail({ id: "1" })],
    ["an unknown action", ({ records }) => records.listEvents({ action: "sneezed" })],
    ["a day instead of a moment", ({ records }) => records.listEvents({ from: "2026-11-20" })],
    ["a moment before all years", ({ records }) => records.listEvents({ from: "0000-01-01T00:00:00Z" })],
    [
      "a moment that is before all years here",
      ({ records }) => records.listEvents({ from: "0001-01-01T00:00:00+14:00" }),
    ],
    ["a moment after all years", ({ records }) => records.listEvents({ before: "9999-12-31T23:59:59-10:00" })],
    ["an actor that is no id", ({ records }) => records.listEvents({ actor: "admin" })],
    ["a cursor that is no place", ({ records }) => records.listEvents({ cursor: "eHx4" })],
  ])("is refused with %s", async (_what, call) => {
    expect(await refusalOf(call(administrator))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("list of emails", () => {
  it("emails are listed newest first, without their text", async () => {
    await mail({ createdAt: day("2026-11-01") });
    const { id } = await mail({
      kind: "resetPassword",
      createdAt: day("2026-11-03"),
      dueAt: day("2026-11-03", "12:04"),
      attempts: 3,
      fault: "The mail server did not take it: 450 busy",
    });
    await mail({ createdAt: day("2026-11-02"), state: "sent" });
    const { items } = await administrator.records.listMails({});
    expect(items.map(({ createdAt }) => createdAt.toISOString().slice(8, 10))).toEqual(["03", "02", "01"]);
    expect(items[0]).toEqual({
      _id: id,
      kind: "New password",
      title: null,
      recipient: "asha@example.org",
      name: null,
      state: "waiting",
      attempts: 3,
      fault: "The mail server did not take it: 450 busy",
      createdAt: new Date("2026-11-03T12:00:00.000Z"),
      dueAt: new Date("2026-11-03T12:04:00.000Z"),
      ...{ leavesAt: null, isUnwanted: false },
      sentAt: null,
    });
    expect(JSON.stringify(items)).not.toContain("secret");
  });

  it("an email names its recipient and its notice, as long as both exist", async () => {
    const asha = await createStudent({ name: "Asha Rao", email: "asha@example.org" });
    const { id: subjectId } = await db().notice.create({ data: { title: "Sports day", body: [] } });
    await mail({ kind: "notice", subjectId, userId: asha.id });
    const one = async () => (await administrator.records.listMails({})).items[0];
    expect(await one()).toMatchObject({ kind: "Notice", title: "Sports day", name: "Asha Rao" });
    await db().notice.delete({ where: { id: subjectId } });
    expect(await one()).toMatchObject({ kind: "Notice", title: null, name: "Asha Rao" });
  });

  it("emails are filtered by state", async () => {
    await mail();
    await mail({ state: "failed", fault: "No such mailbox" });
    await mail({ state: "sent" });
    await mail({ state: "kept" });
    await mail({ state: "held" });
    for (const state of ["waiting", "sent", "failed", "kept", "held"] as const) {
      const { items } = await administrator.records.listMails({ state });
      expect(items.map((item) => item.state)).toEqual([state]);
    }
  });

  it("emails are paged, each once, even with equal times", async () => {
    const createdAt = day("2026-11-01");
    for (let made = 0; made < 7; made += 1) await mail({ createdAt, state: made % 2 ? "sent" : "waiting" });
    const list = (cursor?: string) => administrator.records.listMails({ limit: 2, ...(cursor && { cursor }) });
    expect(new Set((await all(list)).map(({ _id }) => _id)).size).toBe(7);
    const waiting = (cursor?: string) =>
      administrator.records.listMails({ state: "waiting", limit: 3, ...(cursor && { cursor }) });
    expect(await all(waiting)).toHaveLength(4);
  });

  it("emails are counted by state, and the mail folder is named if no mail server is set", async () => {
    expect(await administrator.records.mailSummary({})).toEqual({
      waiting: 0,
      sent: 0,
      failed: 0,
      kept: 0,
      held: 0,
      gathered: 0,
      folder: "/srv/lyceum/mail",
      outage: null,
      beyondToday: 0,
    });
    await mail();
    await mail({ state: "sent" });
    await mail({ state: "sent" });
    await mail({ state: "failed" });
    expect(await administrator.records.mailSummary({})).toMatchObject({ waiting: 1, sent: 2, failed: 1 });
  });
});

describe("resending an email", () => {
  it("resending an email makes it due, starts the delivery job and is audited", async () => {
    const { id } = await mail({ state: "failed", attempts: 12, fault: "No such mailbox" });
    expect(await administrator.records.resendMail({ id })).toEqual({ _id: id, choice: "at_once" });
    expect(await db().mail.findUnique({ where: { id } })).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    const { rows } = await pool().query("select task_identifier from graphile_worker.jobs");
    expect(rows).toEqual([{ task_identifier: "sendMails" }]);
    const { items } = await administrator.records.listEvents({});
    expect(items).toMatchObject([{ action: "mail-resent", actor: "Administrator", actorRole: "admin", subjectId: id }]);
  });

  it("resending an unknown email is rejected and does nothing", async () => {
    expect(await refusalOf(administrator.records.resendMail({ id: randomUUID() }))).toEqual({
      code: "NOT_FOUND",
      message: "This email no longer exists.",
    });
    expect(await db().auditEvent.count()).toBe(0);
    expect((await pool().query("select 1 from graphile_worker.jobs")).rowCount).toBe(0);
  });
});

describe("audit trail", () => {
  it("audit events show the current names of actor and subject", async () => {
    const asha = await createStudent({ name: "Asha Rao" });
    await recordNow({ action: "material-added", by: { userId: admin.id, role: "admin" }, detail: { class: 7 } });
    await recordNow({
      action: "login-refused",
      by: null,
      subjectId: asha.id,
      detail: { why: "wrong password" },
      address: "203.0.113.7",
    });
    await db().user.update({ where: { id: asha.id }, data: { name: "Asha Sen" } });
    const { items } = await administrator.records.listEvents({});
    expect(items).toEqual([
      {
        _id: expect.any(String),
        at: expect.any(Date),
        action: "login-refused",
        words: "Login refused",
        icon: "ShieldAlert",
        alarming: true,
        actor: "Visitor",
        ...{ actorId: null, actorRole: null },
        subjectId: asha.id,
        facts: ["Asha Sen", "wrong password"],
        href: null,
        address: "203.0.113.7",
      },
      expect.objectContaining({ actor: "Administrator", actorId: admin.id, facts: ["Class 7"] }),
    ]);
  });

  it("audit events of deleted accounts are kept without their name", async () => {
    const asha = await createStudent({ name: "Asha Rao" });
    const by = { userId: asha.id, role: "user" } as const;
    await recordNow({ action: "account-deleted", by, subjectId: asha.id });
    await db().user.delete({ where: { id: asha.id } });
    const { items } = await administrator.records.listEvents({ actor: asha.id });
    expect(items).toMatchObject([{ actor: "Deleted account", actorRole: "user", facts: [], subjectId: asha.id }]);
  });

  it("audit events of an earlier version show their material and test as long as these exist", async () => {
    const asha = await createStudent({ name: "Asha Rao" });
    const by = { userId: admin.id, role: "admin" } as const;
    const kept = await material({ materialName: "Photosynthesis", subject: "Biology" });
    const day = await schedule({ subject: "Algebra", testDate: new Date("2026-11-20") });
    const { id: letter } = await mail();
    await recordNow({ action: "results-added", by, subjectId: asha.id, detail: { count: 1 } });
    await recordNow({ action: "material-added", by, subjectId: kept.id, detail: { class: 7 } });
    await recordNow({ action: "schedule-added", by, subjectId: day.id, detail: { class: 7 } });
    await recordNow({ action: "mail-resent", by, subjectId: letter });
    const facts = async () => (await administrator.records.listEvents({})).items.map(({ facts }) => facts).toReversed();
    expect(await facts()).toEqual([
      ["For Asha Rao", "1 result"],
      ["“Photosynthesis”, Biology", "Class 7"],
      ["Algebra on 20 Nov 2026", "Class 7"],
      ["News of results, tests and materials, to asha@example.org"],
    ]);

    await recordNow({ action: "material-removed", by, subjectId: kept.id, detail: { class: 7 } });
    await db().material.delete({ where: { id: kept.id } });
    await db().testSchedule.delete({ where: { id: day.id } });
    await db().mail.deleteMany();
    await db().user.delete({ where: { id: asha.id } });
    expect(await facts()).toEqual([
      ["An account that no longer exists", "1 result"],
      ["Deleted since", "Class 7"],
      ["Removed since", "Class 7"],
      ["An email that is no longer stored"],
      ["Class 7"],
    ]);
  });

  it("audit events name their notice, application and message as long as these exist", async () => {
    const notice = await db().notice.create({ data: { title: "Sports day", body: [] } });
    const application = await submission();
    const written = { name: "Mohan Das", email: "das@example.org", message: "Is there a bus?" };
    const message = await db().contactMessage.create({ data: written });
    const by = { userId: admin.id, role: "admin" } as const;
    await recordNow({ action: "notice-published", by, subjectId: notice.id, detail: { count: 1 } });
    await recordNow({ action: "submission-noted", by, subjectId: application.id });
    await recordNow({ action: "submissions-moved", by, subjectId: application.id, detail: { state: "in_review" } });
    await recordNow({ action: "message-done", by, subjectId: message.id });
    const facts = async () => (await administrator.records.listEvents({})).items.map(({ facts }) => facts).toReversed();
    const reference = [application.reference];
    expect(await facts()).toEqual([["“Sports day”"], reference, [...reference, "In review"], ["From Mohan Das"]]);
    await db().notice.delete({ where: { id: notice.id } });
    await db().submission.delete({ where: { id: application.id } });
    await db().contactMessage.delete({ where: { id: message.id } });
    const gone = ["Deleted since"];
    expect(await facts()).toEqual([gone, gone, [...gone, "In review"], gone]);
  });

  it("a deleted administrator is shown as a former colleague", async () => {
    const gone = randomUUID();
    await event("material-added", { actorId: gone, actorRole: "admin" });
    const { items } = await administrator.records.listEvents({});
    expect(items).toMatchObject([{ actor: "A former colleague", actorId: gone }]);
  });

  it("reading the audit trail adds no event", async () => {
    await administrator.records.listEvents({});
    await administrator.records.listMails({});
    expect(await db().auditEvent.count()).toBe(0);
  });

  it("audit events are filtered by action, time and person", async () => {
    const asha = await createStudent();
    await event("login", { at: day("2026-11-01"), actorId: asha.id, actorRole: "user" });
    await event("logout", { at: day("2026-11-02"), actorId: asha.id, actorRole: "user" });
    await event("login", { at: day("2026-11-03"), actorId: admin.id, actorRole: "admin" });
    const found = async (filter: Parameters<Caller["records"]["listEvents"]>[0]) =>
      (await administrator.records.listEvents(filter)).items.map(({ at }) => at.toISOString().slice(8, 10));
    expect(await found({})).toEqual(["03", "02", "01"]);
    expect(await found({ action: "login" })).toEqual(["03", "01"]);
    expect(await found({ actor: asha.id })).toEqual(["02", "01"]);
    expect(await found({ from: "2026-11-02T12:00:00Z" })).toEqual(["03", "02"]);
    expect(await found({ before: "2026-11-02T12:00:00Z" })).toEqual(["01"]);
    expect(await found({ from: "2026-11-01T20:00:00+05:30", before: "2026-11-03T12:00:00Z" })).toEqual(["02"]);
    expect(await found({ action: "login", actor: asha.id, from: "2026-11-02T00:00:00Z" })).toEqual([]);
  });

  it("logins and reads can be left out on request, and so can refusals, separately", async () => {
    for (const action of [
      "login",
      "logout",
      "messages-read",
      "submissions-read",
      "login-refused",
      "refused",
      "setting-changed",
    ] as const)
      await event(action);
    const found = async (given: { routine?: boolean; refused?: boolean } = {}) =>
      (await administrator.records.listEvents(given)).items.map(({ action }) => action).sort();
    expect(await found()).toHaveLength(7);
    expect(await found({ routine: true, refused: true })).toHaveLength(7);
    expect(await found({ routine: false })).toEqual(["login-refused", "refused", "setting-changed"]);
    expect(await found({ routine: false, refused: false })).toEqual(["setting-changed"]);
  });

  it("audit events can be filtered by a part of the name of the person who acted or was concerned", async () => {
    const [asha, bela] = [await createStudent({ name: "Asha 100% Rao" }), await createStudent({ name: "Bela Rao" })];
    await event("login", { actorId: asha.id, actorRole: "user" });
    await event("results-added", { actorId: admin.id, actorRole: "admin", subjectId: bela.id });
    await event("login", { actorId: admin.id, actorRole: "admin" });
    const found = async (person: string) =>
      (await administrator.records.listEvents({ person })).items.map(({ action }) => action).sort();
    expect(await found("rao")).toEqual(["login", "results-added"]);
    expect(await found("bela")).toEqual(["results-added"]);
    expect(await found("100%")).toEqual(["login"]);
    expect(await found("%")).toEqual(["login"]);
    expect(await found("nobody")).toEqual([]);
  });

  it("audit events are paged, each once, even with equal times and with filters", async () => {
    const at = day("2026-11-01");
    for (let made = 0; made < 7; made += 1) await event(made % 2 ? "login" : "logout", { at });
    const list = (cursor?: string) => administrator.records.listEvents({ limit: 2, ...(cursor && { cursor }) });
    expect(new Set((await all(list)).map(({ _id }) => _id)).size).toBe(7);
    const logouts = (cursor?: string) =>
      administrator.records.listEvents({ action: "logout", limit: 3, ...(cursor && { cursor }) });
    expect(await all(logouts)).toHaveLength(4);
  });

  it("the audit trail looks up all names in one query for each kind", async () => {
    // Settings are cached; only their version is asked for, from time to time.
    await administrator.records.listEvents({});
    const asked = vi.spyOn(pool(), "query");
    const questions = async () => {
      asked.mockClear();
      const { items } = await administrator.records.listEvents({});
      const ofEvents = asked.mock.calls.filter(([query]) => !JSON.stringify(query).includes("public_lists"));
      return { questions: ofEvents.length, names: new Set(items.map(({ actor }) => actor)).size };
    };
    await event("login", { actorId: admin.id, actorRole: "admin" });
    expect(await questions()).toEqual({ questions: 2, names: 1 });
    for (let made = 0; made < 30; made += 1)
      await event("login", { actorId: (await createStudent({ name: `Pupil ${made}` })).id, actorRole: "user" });
    expect(await questions()).toEqual({ questions: 2, names: 31 });
    for (let made = 0; made < 10; made += 1) {
      for (const [action, row] of [
        ["material-added", await material()],
        ["schedule-added", await schedule()],
        ["mail-resent", await mail()],
      ] as const)
        await event(action, { actorId: admin.id, actorRole: "admin", subjectId: row.id });
    }
    expect(await questions()).toMatchObject({ questions: 5 });
  });

  it("the audit trail distinguishes visitors from the site itself", async () => {
    await recordNow({ action: "login-refused", by: null, address: "203.0.113.7" });
    await recordNow({ action: "password-reset", by: null, subjectId: admin.id });
    const { items } = await administrator.records.listEvents({});
    expect(items.map(({ actor }) => actor)).toEqual(["The site itself", "Visitor"]);
  });
});

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type AuditAction, features } from "@/features";
import { record, recordNow } from "@/server/audit/audit";
import { db, pool, transaction } from "@/server/db/client";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const by = { userId: randomUUID(), role: "admin" } as const;
const appendOnly = "audit_events is append-only";
const insertOld = (age: string) =>
  pool().query("insert into audit_events (id, action, at) values ($1, 'login', now() - $2::interval)", [
    randomUUID(),
    age,
  ]);

describe("an audit event", () => {
  it("stores actor, action, subject and address", async () => {
    const subjectId = randomUUID();
    await recordNow({ action: "material-added", by, subjectId, detail: { class: 7 }, address: "203.0.113.7" });
    expect(await db().auditEvent.findMany()).toMatchObject([
      {
        action: "material-added",
        actorId: by.userId,
        actorRole: "admin",
        subjectId,
        detail: { class: 7 },
        address: "203.0.113.7",
      },
    ]);
  });

  it("may have no actor and no subject", async () => {
    await recordNow({ action: "login-refused", by: null });
    expect(await db().auditEvent.findMany()).toMatchObject([
      { actorId: null, actorRole: null, subjectId: null, detail: null, address: null },
    ]);
  });

  it("can have every audit action", async () => {
    const actions = features.flatMap(({ audit = {} }) => Object.keys(audit)) as AuditAction[];
    for (const action of actions) await recordNow({ action, by });
    expect(await db().auditEvent.count()).toBe(actions.length);
  });

  it("commits or rolls back with its transaction", async () => {
    await transaction((tx) => record(tx, { action: "login", by }));
    const failing = transaction(async (tx) => {
      await record(tx, { action: "logout", by });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().auditEvent.findMany({ select: { action: true } })).toEqual([{ action: "login" }]);
  });

  it("is stored by recordNow even if the surrounding transaction rolls back", async () => {
    const failing = transaction(async (tx) => {
      await record(tx, { action: "logout", by });
      await recordNow({ action: "refused", by });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().auditEvent.findMany({ select: { action: true } })).toEqual([{ action: "refused" }]);
  });
});

describe("the audit_events table", () => {
  beforeEach(() => insertOld("364 days"));

  it.each([
    ["changing an event", "update audit_events set action = 'nothing'"],
    ["moving an event into the past", "update audit_events set at = at - interval '2 years'"],
    ["deleting an event younger than a year", "delete from audit_events"],
    ["truncating the table", "truncate audit_events"],
    ["truncating it together with other tables", "truncate audit_events, submissions cascade"],
  ])("rejects: %s", async (_what, sql) => {
    await expect(pool().query(sql)).rejects.toThrow(appendOnly);
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("rejects a deletion that includes events younger than a year", async () => {
    await insertOld("367 days");
    await expect(pool().query("delete from audit_events")).rejects.toThrow(appendOnly);
    expect(await db().auditEvent.count()).toBe(2);
  });

  it("allows deleting events older than a year", async () => {
    await insertOld("367 days");
    await pool().query("delete from audit_events where at < now() - interval '366 days'");
    expect(await db().auditEvent.count()).toBe(1);
  });
});

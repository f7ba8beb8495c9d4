import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { auditActions } from "@/lib/audit-actions";
import { record, recordNow } from "@/server/audit";
import { db, pool, transaction } from "@/server/db";
import { resetDatabase } from "../setup/database";

beforeEach(resetDatabase);

const by = { userId: randomUUID(), role: "admin" } as const;
const appendOnly = "audit_events is append-only";
const insertOld = (age: string) =>
  pool().query("insert into audit_events (id, action, at) values ($1, 'login', now() - $2::interval)", [
    randomUUID(),
    age,
  ]);

describe("an audit event", () => {
  it("says who did what, to what, and from where", async () => {
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

  it("can be of nobody, about nothing", async () => {
    await recordNow({ action: "login-refused", by: null });
    expect(await db().auditEvent.findMany()).toMatchObject([
      { actorId: null, actorRole: null, subjectId: null, detail: null, address: null },
    ]);
  });

  it("can be of every kind there is", async () => {
    for (const action of auditActions) await recordNow({ action, by });
    expect(await db().auditEvent.count()).toBe(auditActions.length);
  });

  it("stands when its transaction does, and goes with it", async () => {
    await transaction((tx) => record(tx, { action: "login", by }));
    const failing = transaction(async (tx) => {
      await record(tx, { action: "logout", by });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().auditEvent.findMany({ select: { action: true } })).toEqual([{ action: "login" }]);
  });

  it("that is recorded at once stands, whatever becomes of the transaction around it", async () => {
    const failing = transaction(async (tx) => {
      await record(tx, { action: "logout", by });
      await recordNow({ action: "refused", by });
      throw new Error("It broke.");
    });
    await expect(failing).rejects.toThrow("It broke.");
    expect(await db().auditEvent.findMany({ select: { action: true } })).toEqual([{ action: "refused" }]);
  });
});

describe("the database refuses", () => {
  beforeEach(() => insertOld("364 days"));

  it.each([
    ["to change an event", "update audit_events set action = 'nothing'"],
    ["to move one into the past", "update audit_events set at = at - interval '2 years'"],
    ["to delete one that is younger than a year", "delete from audit_events"],
    ["to empty the trail", "truncate audit_events"],
    ["to empty the trail with others", "truncate audit_events, submissions cascade"],
  ])("%s", async (_what, sql) => {
    await expect(pool().query(sql)).rejects.toThrow(appendOnly);
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("to delete the old together with the young", async () => {
    await insertOld("367 days");
    await expect(pool().query("delete from audit_events")).rejects.toThrow(appendOnly);
    expect(await db().auditEvent.count()).toBe(2);
  });

  it("nobody to let go of what is older than a year", async () => {
    await insertOld("367 days");
    await pool().query("delete from audit_events where at < now() - interval '366 days'");
    expect(await db().auditEvent.count()).toBe(1);
  });
});

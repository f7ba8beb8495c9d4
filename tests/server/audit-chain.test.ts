import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobs } from "@/main/jobs";
import { recordNow } from "@/server/audit/audit";
import { checkChain, lastChainFault, sealEvents, verifyChainInJob } from "@/server/audit/chain";
import { db, pool } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { resetDatabase } from "../harness/database";
import { statementsOf } from "../harness/statements";

beforeEach(async () => {
  vi.spyOn(log(), "info").mockImplementation(() => {});
  await resetDatabase();
});

const by = { userId: randomUUID(), role: "admin" } as const;

async function recorded(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await recordNow({ action: "results-added", by, detail: { count: made, why: "ä \u2028" }, address: "203.0.113.7" });
  }
}

/** Runs a statement with triggers disabled, as the owner of the database can. */
async function behindTheTriggers(sql: string, values: unknown[] = []): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(sql, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

const removed = "An event was removed at link 3: by hand, or as too old while the clock was more than a year ahead.";

const sealedEvent = (seq: number) => `(select event_id from audit_links where seq = ${seq})`;

describe("the hash chain of the audit trail", () => {
  it("includes each event once and verifies", async () => {
    await recorded(5);
    expect(await checkChain()).toEqual({ links: 0, late: 0, fault: null });
    expect([await sealEvents(), await sealEvents()]).toEqual([5, 0]);
    await recorded(2);
    expect(await sealEvents()).toBe(2);
    expect(await checkChain()).toEqual({ links: 7, late: 0, fault: null });
    expect(await checkChain(3)).toEqual({ links: 3, late: 0, fault: null });
  });

  it("does not depend on the time zone of the session", async () => {
    await recorded(2);
    await sealEvents();
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
    for (const client of clients) await client.query("set time zone 'Asia/Kolkata'");
    for (const client of clients) client.release();
    const { fault } = await checkChain();
    const again = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
    for (const client of again) await client.query("reset time zone");
    for (const client of again) client.release();
    expect(fault).toBeNull();
  });

  it("includes an event that committed late", async () => {
    await recorded(1);
    await sealEvents();
    await pool().query("insert into audit_events (id, action, at) values ($1, 'login', now() - interval '1 hour')", [
      randomUUID(),
    ]);
    for (const most of [undefined, 5]) expect(await checkChain(most)).toEqual({ links: 1, late: 1, fault: null });
    expect(await sealEvents()).toBe(1);
    expect(await checkChain()).toEqual({ links: 2, late: 0, fault: null });
  });

  it("takes in the last day's events each minute, and older ones that committed late each night", async () => {
    await recorded(1);
    await sealEvents();
    await pool().query("insert into audit_events (id, action, at) values ($1, 'login', now() - interval '3 days')", [
      randomUUID(),
    ]);
    await jobs.tasks.sealEvents?.({});
    expect([await checkChain(5), await checkChain()]).toMatchObject([
      { links: 1, late: 0 },
      { links: 1, late: 1 },
    ]);
    await jobs.tasks.watchChain?.({});
    expect(await checkChain()).toEqual({ links: 2, late: 0, fault: null });
  });

  it("reads the events of all days a month at a time and misses none", async () => {
    await recorded(1);
    await sealEvents();
    for (const days of [70, 40, 3])
      await pool().query(
        "insert into audit_events (id, action, at) values ($1, 'login', now() - $2 * interval '1 day')",
        [randomUUID(), days],
      );
    const { statements } = await statementsOf(async () => {
      expect(await checkChain()).toMatchObject({ late: 3 });
      expect(await sealEvents({ all: true })).toBe(3);
    });
    const asking = statements.filter((text) => text.includes("from audit_events e") && !text.includes("with links"));
    expect(asking.length).toBeGreaterThan(5);
    for (const text of asking) expect(text).toMatch(/e\.at >= \$\d+ and e\.at < \$\d+/);
  });

  it("is extended by only one process at a time, and recording an event never waits for it", async () => {
    await recorded(3);
    const made = await Promise.all([sealEvents(), sealEvents(), recorded(2), sealEvents()]);
    const last = await sealEvents();
    expect(made.reduce<number>((sum, count) => sum + (count ?? 0), last)).toBe(5);
    expect(await checkChain()).toEqual({ links: 5, late: 0, fault: null });
  });

  it.each<[string, string, string]>([
    ["a changed event", "update audit_events set action = 'login' where id = $E", "An event was changed at link 3."],
    [
      "a changed detail",
      `update audit_events set detail = '{"count": 9}' where id = $E`,
      "An event was changed at link 3.",
    ],
    [
      "a changed time",
      "update audit_events set at = at - interval '1 hour' where id = $E",
      "An event was changed at link 3.",
    ],
    ["a removed event", "delete from audit_events where id = $E", removed],
    ["a removed link", "delete from audit_links where seq = 3", "The chain is broken at link 4."],
    ["removed first links", "delete from audit_links where seq < 3", "The chain is broken at link 3."],
    ["a changed link", "update audit_links set digest = sha256('x') where seq = 3", "The chain is broken at link 3."],
    [
      "a backdated link, as if its event were due for deletion",
      "update audit_links set at = at - interval '2 years' where seq = 3",
      "The chain is broken at link 3.",
    ],
  ])("reveals %s", async (_what, sql, fault) => {
    await recorded(5);
    await sealEvents();
    await behindTheTriggers(sql.replace("$E", sealedEvent(3)));
    const alarm = vi.spyOn(log(), "error").mockImplementation(() => {});
    expect(await verifyChainInJob()).toMatchObject({ fault });
    expect(alarm).toHaveBeenCalledWith({ fault }, "the audit trail was tampered with");
    expect(await lastChainFault()).toBe(fault);
  });

  it("stores the result of a check for all processes, and raises the version of the settings only if it changes", async () => {
    const version = async () =>
      (await pool().query("select version from public_lists where topic = 'settings'")).rows[0]?.version;
    vi.spyOn(log(), "error").mockImplementation(() => {});
    await recorded(2);
    await sealEvents();
    const found: unknown[] = [];
    for (const action of [null, "login", "login", "results-added"]) {
      const before = await version();
      if (action) await behindTheTriggers("update audit_events set action = $1", [action]);
      await verifyChainInJob();
      found.push([await lastChainFault(), (await version()) !== before]);
    }
    expect(found).toEqual([
      [null, false],
      ["An event was changed at link 1.", true],
      ["An event was changed at link 1.", false],
      [null, true],
    ]);
  });

  it("verifies after events older than a year are deleted", async () => {
    for (const age of ["400 days", "380 days", "10 days"]) {
      await pool().query("insert into audit_events (id, action, at) values ($1, 'login', now() - $2::interval)", [
        randomUUID(),
        age,
      ]);
    }
    await sealEvents();
    await pool().query("delete from audit_events where at < now() - interval '366 days'");
    await recorded(1);
    await sealEvents();
    expect(await db().auditEvent.count()).toBe(2);
    expect(await checkChain()).toEqual({ links: 4, late: 0, fault: null });
  });

  it.each(["update audit_links set seq = 9", "delete from audit_links", "truncate audit_links"])(
    "rejects: %s",
    async (sql) => {
      await recorded(1);
      await sealEvents();
      await expect(pool().query(sql)).rejects.toThrow("audit_links is append-only");
    },
  );
});

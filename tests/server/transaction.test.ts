import { beforeEach, describe, expect, it } from "vitest";
import { recordNow } from "@/server/audit/audit";
import {
  closeDatabase,
  db,
  inOneTransaction,
  isDuplicate,
  openDatabase,
  pool,
  type Transaction,
  transaction,
} from "@/server/db/client";
import { connection, resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const test = (subject: string) => ({ className: 7, subject, testDate: new Date("2026-11-20"), testTime: "09:30" });
const put = (subject: string) => transaction((tx) => tx.testSchedule.create({ data: test(subject) }));
const putInto = (tx: Transaction, subject: string) => tx.testSchedule.create({ data: test(subject) });
const nothing = async () => {};

/** Rows that other connections see. */
async function subjects(): Promise<string[]> {
  const { rows } = await pool().query<{ subject: string }>("select subject from test_schedules order by subject");
  return rows.map(({ subject }) => subject);
}

const held = () => pool().totalCount - pool().idleCount;
const broken = new Error("It broke.");
const breaks = async () => {
  throw broken;
};

describe("a transaction", () => {
  it("is atomic and releases its connection", async () => {
    await put("Algebra");
    const failing = transaction(async (tx) => {
      await putInto(tx, "Botany");
      throw broken;
    });
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual(["Algebra"]);
    expect(held()).toBe(0);
  });

  it("makes its writes visible to all reads inside and to none outside", async () => {
    await transaction(async (tx) => {
      await putInto(tx, "Algebra");
      expect(await db().testSchedule.count()).toBe(1);
      expect(await subjects()).toEqual([]);
    });
    expect(await subjects()).toEqual(["Algebra"]);
  });

  it("treats a nested one as a savepoint that can fail separately", async () => {
    await transaction(async (tx) => {
      await putInto(tx, "Algebra");
      const part = transaction(async (inner) => {
        await putInto(inner, "Botany");
        await breaks();
      });
      await expect(part).rejects.toBe(broken);
      await put("Chemistry");
    });
    expect(await subjects()).toEqual(["Algebra", "Chemistry"]);
  });

  it("continues after a constraint rejected a nested one", async () => {
    const { id } = await put("Algebra");
    await transaction(async () => {
      const twice = transaction((tx) => tx.testSchedule.create({ data: { ...test("Botany"), id } }));
      expect(isDuplicate(await twice.catch((error: unknown) => error))).toBe(true);
      await put("Chemistry");
    });
    expect(await subjects()).toEqual(["Algebra", "Chemistry"]);
  });

  it("runs nested ones started at the same time one after the other", async () => {
    await transaction(async () => {
      const parts = ["Algebra", "Botany", "Chemistry", "Drawing"].map((subject) =>
        transaction(async (tx) => {
          await putInto(tx, subject);
          await new Promise(setImmediate);
          if (subject === "Botany") throw broken;
        }),
      );
      const ends = await Promise.allSettled(parts);
      expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    });
    expect(await subjects()).toEqual(["Algebra", "Chemistry", "Drawing"]);
  });
});

it.each<[string, (work: () => Promise<unknown>) => Promise<unknown>]>([
  ["transactions", (work) => work()],
  ["first writes of units of work", (work) => inOneTransaction(work, nothing)],
])("conflicting %s are retried, and both commit", async (_, run) => {
  const [first, second] = [await put("first"), await put("second")];
  const rename = (tx: Transaction, id: string, description: string) =>
    tx.testSchedule.update({ where: { id }, data: { description } });
  let both = 0;
  const cross = (one: string, other: string, word: string) =>
    run(() =>
      transaction(async (tx) => {
        await rename(tx, one, word);
        both += 1;
        // Each waits until the other holds its row; on the retry nobody does.
        for (let wait = 0; both < 2 && wait < 200; wait += 1) await new Promise((go) => setTimeout(go, 5));
        await rename(tx, other, word);
      }),
    );
  await Promise.all([cross(first.id, second.id, "one"), cross(second.id, first.id, "two")]);
  expect(both).toBeGreaterThan(2);
  const rows = await db().testSchedule.findMany({ select: { description: true } });
  expect(new Set(rows.map(({ description }) => description)).size).toBe(1);
});

describe("inOneTransaction", () => {
  it("commits all writes together with the last step", async () => {
    const answer = await inOneTransaction(
      async () => {
        await put("Algebra");
        await put("Botany");
        expect(await subjects()).toEqual([]);
        return "done";
      },
      async (tx, result) => void (await putInto(tx, result)),
    );
    expect(answer).toBe("done");
    expect(await subjects()).toEqual(["Algebra", "Botany", "done"]);
    expect(held()).toBe(0);
  });

  it("commits the last step if nothing else was written", async () => {
    await inOneTransaction(nothing, async (tx) => void (await putInto(tx, "last")));
    expect(await subjects()).toEqual(["last"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["before anything was written", () => inOneTransaction(breaks, nothing)],
    ["after a write", () => inOneTransaction(() => put("Algebra").then(breaks), nothing)],
    [
      "in the middle of a write",
      () => inOneTransaction(() => transaction((tx) => putInto(tx, "Algebra").then(breaks)), nothing),
    ],
    ["in the second write", () => inOneTransaction(() => put("Algebra").then(() => transaction(breaks)), nothing)],
    ["in the last step", () => inOneTransaction(() => put("Algebra"), breaks)],
    ["in the last step after no write", () => inOneTransaction(nothing, breaks)],
  ])("leaves nothing and holds nothing after a failure %s", async (_when, failing) => {
    await expect(failing()).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    expect(held()).toBe(0);
    await put("next");
    expect(await subjects()).toEqual(["next"]);
  });

  it("continues after a nested failure that was caught and rolled back", async () => {
    await inOneTransaction(async () => {
      await put("Algebra");
      await transaction((tx) => putInto(tx, "Botany").then(breaks)).catch(() => {});
      await put("Chemistry");
    }, nothing);
    expect(await subjects()).toEqual(["Algebra", "Chemistry"]);
  });

  it("does not retry once it has written: the other side may be waiting for it", async () => {
    const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    let runs = 0;
    const second = () =>
      transaction(async () => {
        runs += 1;
        throw deadlock;
      });
    await expect(inOneTransaction(() => put("Algebra").then(second), nothing)).rejects.toBe(deadlock);
    expect([runs, await subjects()]).toEqual([1, []]);
  });

  it("reads its own writes", async () => {
    await inOneTransaction(async () => {
      expect(await db().testSchedule.count()).toBe(0);
      await put("Algebra");
      expect(await Promise.all([db().testSchedule.count(), db().testSchedule.findMany()])).toMatchObject([1, [{}]]);
    }, nothing);
  });

  it("holds no connection before its first write", async () => {
    await inOneTransaction(async () => {
      await db().testSchedule.count();
      await new Promise(setImmediate);
      expect(held()).toBe(0);
      await put("Algebra");
      expect(held()).toBe(1);
    }, nothing);
    expect(held()).toBe(0);
  });

  it("accepts no write after it has failed", async () => {
    let late: Promise<unknown> | undefined;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const failing = inOneTransaction(async () => {
      late = gate.then(() => put("late"));
      late.catch(() => {});
      await breaks();
    }, nothing);
    await expect(failing).rejects.toBe(broken);
    goOn();
    await expect(late).rejects.toThrow("has ended");
    expect(await subjects()).toEqual([]);
    expect(held()).toBe(0);
  });

  it("rolls back parallel work if a part fails", async () => {
    const failing = inOneTransaction(
      () => Promise.all([put("Algebra"), transaction(breaks), put("Botany"), breaks()]),
      nothing,
    );
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    await expect.poll(held).toBe(0);
  });

  it("keeps an event of recordNow although its transaction rolls back", async () => {
    const failing = inOneTransaction(async () => {
      await put("Algebra");
      await recordNow({ action: "login-refused", by: null });
      await breaks();
    }, nothing);
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("fails as a whole if its connection dies, and the next one works", async () => {
    const dying = inOneTransaction(async () => {
      await put("Algebra");
      await pool().query(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
      );
      await put("Botany");
    }, nothing);
    await expect(dying).rejects.toThrow();
    expect(await subjects()).toEqual([]);
    await inOneTransaction(() => put("Chemistry"), nothing);
    expect(await subjects()).toEqual(["Chemistry"]);
    expect(held()).toBe(0);
  });

  it("rejects if the database is unreachable", async () => {
    await closeDatabase();
    openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:9/nothing" });
    const tries = Array.from({ length: 8 }, () => inOneTransaction(() => put("Algebra"), nothing));
    const ends = await Promise.allSettled(tries);
    await closeDatabase();
    openDatabase(connection);
    expect(ends.map(({ status }) => status)).toEqual(Array(8).fill("rejected"));
    expect(await subjects()).toEqual([]);
  });
});

describe("fifty units of work at once", () => {
  const all = Array.from({ length: 50 }, (_, index) => index);

  it("are isolated: failed ones leave nothing, the others everything", async () => {
    const ends = await Promise.allSettled(
      all.map((index) =>
        inOneTransaction(
          async () => {
            await put(`first ${index}`);
            await new Promise(setImmediate);
            if (index % 2) throw broken;
            await put(`second ${index}`);
          },
          async (tx) => void (await putInto(tx, `last ${index}`)),
        ),
      ),
    );
    expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(25);
    const even = all.filter((index) => index % 2 === 0);
    const expected = ["first", "second", "last"].flatMap((word) => even.map((index) => `${word} ${index}`));
    expect(await subjects()).toEqual(expected.sort());
    expect(held()).toBe(0);
  });

  it("do not deadlock on connections, whatever else they query", async () => {
    await Promise.all(
      all.map((index) =>
        inOneTransaction(async () => {
          await put(`first ${index}`);
          await pool().query("select 1");
          await recordNow({ action: "login", by: null });
          expect(await db().testSchedule.count({ where: { subject: `first ${index}` } })).toBe(1);
        }, nothing),
      ),
    );
    expect(await subjects()).toHaveLength(50);
    expect(held()).toBe(0);
  });
});

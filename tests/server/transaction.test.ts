import { beforeEach, describe, expect, it } from "vitest";
import { recordNow } from "@/server/audit";
import { asUnit, closeDatabase, db, isDuplicate, openDatabase, pool, type Transaction, transaction } from "@/server/db";
import { connection, resetDatabase } from "../setup/database";

beforeEach(resetDatabase);

const test = (subject: string) => ({ className: 7, subject, testDate: new Date("2026-11-20"), testTime: "09:30" });
const put = (subject: string) => transaction((tx) => tx.testSchedule.create({ data: test(subject) }));
const putInto = (tx: Transaction, subject: string) => tx.testSchedule.create({ data: test(subject) });
const nothing = async () => {};

/** What every other connection sees. */
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
  it("is whole or not at all, and lets go of its connection", async () => {
    await put("Algebra");
    const failing = transaction(async (tx) => {
      await putInto(tx, "Botany");
      throw broken;
    });
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual(["Algebra"]);
    expect(held()).toBe(0);
  });

  it("shows what was written in it to every function that reads, and to nobody else", async () => {
    await transaction(async (tx) => {
      await putInto(tx, "Algebra");
      expect(await db().testSchedule.count()).toBe(1);
      expect(await subjects()).toEqual([]);
    });
    expect(await subjects()).toEqual(["Algebra"]);
  });

  it("takes another one in as a part, which can fail alone", async () => {
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

  it("goes on after a part that a constraint refused", async () => {
    const { id } = await put("Algebra");
    await transaction(async () => {
      const twice = transaction((tx) => tx.testSchedule.create({ data: { ...test("Botany"), id } }));
      expect(isDuplicate(await twice.catch((error: unknown) => error))).toBe(true);
      await put("Chemistry");
    });
    expect(await subjects()).toEqual(["Algebra", "Chemistry"]);
  });

  it("takes its parts one after the other, though they were begun at once", async () => {
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

it("that crosses another is tried again, and both stand", async () => {
  const [first, second] = [await put("first"), await put("second")];
  const rename = (tx: Transaction, id: string, description: string) =>
    tx.testSchedule.update({ where: { id }, data: { description } });
  let both = 0;
  const cross = (one: string, other: string, word: string) =>
    transaction(async (tx) => {
      await rename(tx, one, word);
      both += 1;
      // Each waits until the other has its row; the second time nobody comes.
      for (let wait = 0; both < 2 && wait < 200; wait += 1) await new Promise((go) => setTimeout(go, 5));
      await rename(tx, other, word);
    });
  await Promise.all([cross(first.id, second.id, "one"), cross(second.id, first.id, "two")]);
  expect(both).toBeGreaterThan(2);
  const rows = await db().testSchedule.findMany({ select: { description: true } });
  expect(new Set(rows.map(({ description }) => description)).size).toBe(1);
});

describe("a unit", () => {
  it("commits what all its functions wrote together with the last word", async () => {
    const answer = await asUnit(
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

  it("commits the last word alone when nothing was written", async () => {
    await asUnit(nothing, async (tx) => void (await putInto(tx, "last")));
    expect(await subjects()).toEqual(["last"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["before anything was written", () => asUnit(breaks, nothing)],
    ["after a write", () => asUnit(() => put("Algebra").then(breaks), nothing)],
    ["in the middle of a write", () => asUnit(() => transaction((tx) => putInto(tx, "Algebra").then(breaks)), nothing)],
    ["in the second write", () => asUnit(() => put("Algebra").then(() => transaction(breaks)), nothing)],
    ["in the last word", () => asUnit(() => put("Algebra"), breaks)],
    ["in the last word after nothing", () => asUnit(nothing, breaks)],
  ])("leaves nothing and holds nothing after a failure %s", async (_when, failing) => {
    await expect(failing()).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    expect(held()).toBe(0);
    await put("next");
    expect(await subjects()).toEqual(["next"]);
  });

  it("goes on after a part that failed and was caught; that part is undone", async () => {
    await asUnit(async () => {
      await put("Algebra");
      await transaction((tx) => putInto(tx, "Botany").then(breaks)).catch(() => {});
      await put("Chemistry");
    }, nothing);
    expect(await subjects()).toEqual(["Algebra", "Chemistry"]);
  });

  it("reads what it wrote", async () => {
    await asUnit(async () => {
      expect(await db().testSchedule.count()).toBe(0);
      await put("Algebra");
      expect(await Promise.all([db().testSchedule.count(), db().testSchedule.findMany()])).toMatchObject([1, [{}]]);
    }, nothing);
  });

  it("holds no connection before its first write", async () => {
    await asUnit(async () => {
      await db().testSchedule.count();
      await new Promise(setImmediate);
      expect(held()).toBe(0);
      await put("Algebra");
      expect(held()).toBe(1);
    }, nothing);
    expect(held()).toBe(0);
  });

  it("takes nothing in once it has failed", async () => {
    let late: Promise<unknown> | undefined;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const failing = asUnit(async () => {
      late = gate.then(() => put("late"));
      late.catch(() => {});
      await breaks();
    }, nothing);
    await expect(failing).rejects.toBe(broken);
    goOn();
    await expect(late).rejects.toThrow("over");
    expect(await subjects()).toEqual([]);
    expect(held()).toBe(0);
  });

  it("is undone with all it began at once when one of these fails", async () => {
    const failing = asUnit(() => Promise.all([put("Algebra"), transaction(breaks), put("Botany"), breaks()]), nothing);
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    await expect.poll(held).toBe(0);
  });

  it("lets stand what is recorded of it at once", async () => {
    const failing = asUnit(async () => {
      await put("Algebra");
      await recordNow({ action: "login-refused", by: null });
      await breaks();
    }, nothing);
    await expect(failing).rejects.toBe(broken);
    expect(await subjects()).toEqual([]);
    expect(await db().auditEvent.count()).toBe(1);
  });

  it("fails as a whole when its connection dies, and the next one finds another", async () => {
    const dying = asUnit(async () => {
      await put("Algebra");
      await pool().query(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
      );
      await put("Botany");
    }, nothing);
    await expect(dying).rejects.toThrow();
    expect(await subjects()).toEqual([]);
    await asUnit(() => put("Chemistry"), nothing);
    expect(await subjects()).toEqual(["Chemistry"]);
    expect(held()).toBe(0);
  });

  it("says so when the database cannot be reached", async () => {
    await closeDatabase();
    openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:9/nothing" });
    const tries = Array.from({ length: 8 }, () => asUnit(() => put("Algebra"), nothing));
    const ends = await Promise.allSettled(tries);
    await closeDatabase();
    openDatabase(connection);
    expect(ends.map(({ status }) => status)).toEqual(Array(8).fill("rejected"));
    expect(await subjects()).toEqual([]);
  });
});

describe("fifty units at once", () => {
  const all = Array.from({ length: 50 }, (_, index) => index);

  it("do not mix: those that fail leave nothing, the others all", async () => {
    const ends = await Promise.allSettled(
      all.map((index) =>
        asUnit(
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

  it("do not wait for each other's connections, whatever else they ask of the pool", async () => {
    await Promise.all(
      all.map((index) =>
        asUnit(async () => {
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

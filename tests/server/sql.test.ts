import { beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, openDatabase, sql, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { appErrorOf } from "@/server/trpc/trpc";
import { connection, resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const numberOf = async (query: Prisma.Sql) => (await sql<{ it: number }>(query)).map(({ it }) => it);

describe("a plain SQL read", () => {
  it("returns each of several concurrent callers its own rows", async () => {
    const asked = Array.from({ length: 200 }, (_, n) => n);
    const answers = await Promise.all(asked.map((n) => numberOf(Prisma.sql`select ${n}::int as it`)));
    expect(answers).toEqual(asked.map((n) => [n]));
  });

  it("rejects only its caller if it fails", async () => {
    const queries = [Prisma.sql`select 1 as it`, Prisma.sql`select 1/0 as it`, Prisma.sql`select 3 as it`];
    const ends = await Promise.allSettled(queries.map(numberOf));
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("sees the writes of the surrounding transaction", async () => {
    const test = { className: 7, subject: "Algebra", testDate: new Date("2026-11-20"), testTime: "09:30" };
    const count = () => numberOf(Prisma.sql`select count(*)::int as it from test_schedules`);
    await transaction(async (tx) => {
      await tx.testSchedule.create({ data: test });
      expect(await count()).toEqual([1]);
    });
    expect(await count()).toEqual([1]);
  });

  it("is planned for its own values if it is a search, while a lookup may have a generic plan", async () => {
    const mode = Prisma.sql`select current_setting('plan_cache_mode') as mode`;
    expect(await sql(mode, "search")).toEqual([{ mode: "force_custom_plan" }]);
    expect(await sql(mode)).toEqual([{ mode: "auto" }]);
  });

  it("does not wait for searches if it is a lookup", async () => {
    const ended: string[] = [];
    const searches = Array.from({ length: 8 }, () =>
      sql(Prisma.sql`select pg_sleep(0.1)`, "search").then(() => ended.push("search")),
    );
    await numberOf(Prisma.sql`select 1 as it`).then(() => ended.push("lookup"));
    await Promise.all(searches);
    expect(ended[0]).toBe("lookup");
  });
});

describe("on a server given by a connection string", () => {
  const address = () => {
    if ("connectionString" in connection) return connection;
    const { host, port, user, database } = connection;
    return { connectionString: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}` };
  };

  it("a plain SQL read is planned for its own values and leaves no prepared statement", async () => {
    await closeDatabase();
    openDatabase(address());
    try {
      for (let n = 0; n < 10; n += 1) expect(await numberOf(Prisma.sql`select ${n}::int as it`)).toEqual([n]);
      expect(await numberOf(Prisma.sql`select count(*)::int as it from pg_prepared_statements`)).toEqual([0]);
    } finally {
      await closeDatabase();
      openDatabase(connection);
    }
  });
});

it("a plain SQL read after the database has closed is rejected as an outage", async () => {
  await closeDatabase();
  const [end] = await Promise.allSettled([numberOf(Prisma.sql`select 1 as it`)]);
  openDatabase(connection);
  expect(end?.status === "rejected" && appErrorOf(end.reason).code).toBe("SERVICE_UNAVAILABLE");
});

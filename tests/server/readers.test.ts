import { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lookUp, pool, search } from "@/server/db";
import { Prisma } from "@/server/generated/prisma/client";
import { openReaders, type Readers } from "@/server/readers";
import { appErrorOf } from "@/server/trpc";
import { connection } from "../setup/database";

let readers: Readers;

const open = (options = {}, most = 2) => {
  readers = openReaders({ ...connection, ...options }, most);
};
const number = async (text: string, values: unknown[] = []) =>
  (await readers.read<{ it: number }>(text, values)).map(({ it }) => it);
/** How each of these failures is told to people. */
const toldOf = (all: PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === "rejected" ? appErrorOf(one.reason).code : "none"));
const away = ["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"];
const server = async () => (await number("select pg_backend_pid() as it"))[0];

describe("readers", () => {
  afterEach(() => readers.end());

  it("answer each its own, however many ask at once", async () => {
    open();
    const asked = Array.from({ length: 200 }, (_, n) => n);
    expect(await Promise.all(asked.map((n) => number("select $1::int as it", [n])))).toEqual(asked.map((n) => [n]));
  });

  it("use one connection while nothing waits, and no more than they may", async () => {
    open();
    expect(new Set([await server(), await server(), await server()]).size).toBe(1);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, server))).size).toBe(2);
  });

  it("tell only who asked of a statement that fails", async () => {
    open({}, 1);
    const all = await Promise.allSettled([
      number("select 1 as it"),
      number("select 1/0 as it"),
      number("select 3 as it"),
    ]);
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("have the server remember a statement, whatever its values are", async () => {
    open({}, 1);
    const text = "select $1::int as it";
    expect(await Promise.all([1, 2, 3].map((n) => number(text, [n])))).toEqual([[1], [2], [3]]);
    const known = "select count(*)::int as it from pg_prepared_statements where statement = $1";
    expect(await number(known, [text])).toEqual([1]);
  });

  it("ask a statement again that failed the first time, whoever asked the same behind it", async () => {
    open({}, 1);
    const text = "select it from soon";
    const [first, ...others] = await Promise.allSettled([number(text), number(text), number(text)]);
    expect(first).toMatchObject({ reason: { message: 'relation "soon" does not exist' } });
    expect(toldOf(others)).toEqual(away);
    await pool().query("create table soon as select 7 as it");
    try {
      expect(await Promise.all([number(text), number(text)])).toEqual([[7], [7]]);
    } finally {
      await pool().query("drop table soon");
    }
  });

  it("ask what leaves in one turn in one message", async () => {
    open({}, 1);
    await number("select 0 as it");
    const written = vi.spyOn(Socket.prototype, "_writev");
    const single = vi.spyOn(Socket.prototype, "_write");
    await Promise.all([1, 2, 3, 4].map((n) => number("select $1::int as it", [n])));
    expect(written.mock.calls.length + single.mock.calls.length).toBe(1);
    vi.restoreAllMocks();
  });

  it("fail what a broken connection was asked, and ask another one from then on", async () => {
    open({}, 1);
    const broken = await server();
    const waiting = Promise.allSettled([number("select pg_sleep(5)"), number("select 2 as it")]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await pool().query("select pg_terminate_backend($1)", [broken]);
    expect(toldOf(await waiting)).toEqual(away);
    expect(await server()).not.toBe(broken);
  });

  it("do not wait for ever for a statement that is not answered, nor does what is behind it", async () => {
    open({ query_timeout: 300 }, 1);
    const all = await Promise.allSettled([number("select pg_sleep(5)"), number("select 2 as it")]);
    expect(toldOf(all)).toEqual(away);
    expect(await number("select 3 as it")).toEqual([3]);
  });

  it("fail at once where nothing can be reached", async () => {
    open({ host: "/nowhere", connectionString: undefined });
    expect(toldOf(await Promise.allSettled([number("select 1 as it"), number("select 2 as it")]))).toEqual(away);
    expect(toldOf(await Promise.allSettled([number("select 3 as it")]))).toEqual(["SERVICE_UNAVAILABLE"]);
  });

  it("refuse as an outage what comes after their end", async () => {
    open();
    expect(await number("select 1 as it")).toEqual([1]);
    await readers.end();
    expect(toldOf(await Promise.allSettled([number("select 2 as it")]))).toEqual(["SERVICE_UNAVAILABLE"]);
  });
});

describe("a search", () => {
  const mode = Prisma.sql`select current_setting('plan_cache_mode') as mode`;

  it("is planned for its own values, where a look-up may have one plan for all", async () => {
    expect(await search(mode)).toEqual([{ mode: "force_custom_plan" }]);
    expect(await lookUp(mode)).toEqual([{ mode: "auto" }]);
  });

  it("holds up no look-up", async () => {
    const ended: string[] = [];
    const slow = Array.from({ length: 8 }, () =>
      search(Prisma.sql`select pg_sleep(0.1)`).then(() => ended.push("search")),
    );
    await lookUp(mode).then(() => ended.push("look-up"));
    await Promise.all(slow);
    expect(ended[0]).toBe("look-up");
  });
});

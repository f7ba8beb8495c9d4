import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { pool } from "@/server/db/client";
import { PipelinedReads } from "@/server/db/pipelined-reads";
import { appErrorOf } from "@/server/trpc/trpc";
import { connection } from "../harness/database";
import { patience } from "../harness/patience.mjs";

let reads: PipelinedReads;

const open = (max: number, options = {}) => {
  reads = new PipelinedReads({ ...connection, ...options }, max);
};
const numbers = async (text: string, values: unknown[] = []) =>
  (await reads.query<{ it: number }>(text, values)).map(({ it }) => it);
const backend = async () => (await numbers("select pg_backend_pid() as it"))[0];
/** Codes of the errors that users get for the rejected queries. */
const codesOf = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === "rejected" ? appErrorOf(end.reason).code : "none"));
const outages = ["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"];

afterEach(() => reads.end());

it("concurrent pipelined reads return each caller its own rows", async () => {
  open(2);
  const asked = Array.from({ length: 200 }, (_, n) => n);
  expect(await Promise.all(asked.map((n) => numbers("select $1::int as it", [n])))).toEqual(asked.map((n) => [n]));
});

it("successive pipelined reads share one connection, concurrent ones use at most the maximum", async () => {
  open(2);
  expect(new Set([await backend(), await backend(), await backend()]).size).toBe(1);
  expect(new Set(await Promise.all(Array.from({ length: 50 }, backend))).size).toBe(2);
});

it("a failing pipelined read rejects only its caller", async () => {
  open(1);
  const ends = await Promise.allSettled(
    ["select 1 as it", "select 1/0 as it", "select 3 as it"].map((text) => numbers(text)),
  );
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

it("a pipelined read is prepared once for all its values", async () => {
  open(1);
  const text = "select $1::int as it";
  expect(await Promise.all([1, 2, 3].map((n) => numbers(text, [n])))).toEqual([[1], [2], [3]]);
  const prepared = "select count(*)::int as it from pg_prepared_statements where statement = $1";
  expect(await numbers(prepared, [text])).toEqual([1]);
});

it("a statement that PostgreSQL could not prepare is prepared again on the next read", async () => {
  open(1);
  const text = "select it from soon";
  const [first, ...others] = await Promise.allSettled([numbers(text), numbers(text), numbers(text)]);
  expect(first).toMatchObject({ reason: { message: 'relation "soon" does not exist' } });
  expect(codesOf(others)).toEqual(outages);
  await pool().query("create table soon as select 7 as it");
  try {
    expect(await Promise.all([numbers(text), numbers(text)])).toEqual([[7], [7]]);
  } finally {
    await pool().query("drop table soon");
  }
});

it("a statement whose columns changed is prepared again on the next read", async () => {
  open(1);
  await pool().query("create table changing as select 7 as it");
  try {
    expect(await numbers("select * from changing")).toEqual([7]);
    await pool().query("alter table changing alter column it type bigint");
    await expect(numbers("select * from changing")).rejects.toMatchObject({ code: "0A000" });
    expect(await numbers("select * from changing")).toEqual(["7"]);
  } finally {
    await pool().query("drop table changing");
  }
});

it("pipelined reads of one turn of the event loop leave in one write", async () => {
  open(1);
  await numbers("select 0 as it");
  const [several, single] = [vi.spyOn(Socket.prototype, "_writev"), vi.spyOn(Socket.prototype, "_write")];
  await Promise.all([1, 2, 3, 4].map((n) => numbers("select $1::int as it", [n])));
  expect(several.mock.calls.length + single.mock.calls.length).toBe(1);
});

it("a broken connection fails its pending reads, and the next read opens another", async () => {
  open(1);
  const broken = await backend();
  const pending = Promise.allSettled([numbers("select pg_sleep(5)"), numbers("select 2 as it")]);
  const sleeping = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect((await pool().query(sleeping, [broken])).rowCount).toBe(1), patience);
  await pool().query("select pg_terminate_backend($1)", [broken]);
  expect(codesOf(await pending)).toEqual(outages);
  expect(await backend()).not.toBe(broken);
});

it("a pipelined read that gets no response times out and fails those behind it, and the next read succeeds", async () => {
  open(1, { query_timeout: 300 });
  expect(codesOf(await Promise.allSettled([numbers("select pg_sleep(5)"), numbers("select 2 as it")]))).toEqual(
    outages,
  );
  expect(await numbers("select 3 as it")).toEqual([3]);
});

it("pipelined reads fail immediately if the server cannot be reached", async () => {
  open(2, { host: "/nowhere", connectionString: undefined });
  const read = () => numbers("select 1 as it");
  expect(codesOf(await Promise.allSettled([read(), read()]))).toEqual(outages);
  expect(codesOf(await Promise.allSettled([read()]))).toEqual(["SERVICE_UNAVAILABLE"]);
});

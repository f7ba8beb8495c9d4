import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartError } from "@/lib/start-error";
import { checkDurability, refuseSettings } from "@/server/db/check-durability";
import { type Connection, closeDatabase, db, openDatabase } from "@/server/db/client";
import { clientFor, poolFor } from "@/server/db/connect";
import { PrismaClient } from "@/server/generated/prisma/client";
import { applyMigrations } from "@/server/postgres/migrate";
import { appErrorOf } from "@/server/trpc/trpc";
import { connection } from "../harness/database";
import { folderPrefix } from "../harness/folders";
import { type Pair, type Standing, type Switch, startPair, startSwitch } from "../harness/postgres-pair";

let folder: string;
let pair: Pair;
let doors: Record<"primary" | "standby", Switch>;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  await chmod(folder, 0o755);
  pair = await startPair(folder, { throwAway: true });
  doors = { primary: await startSwitch(pair.primary), standby: await startSwitch(pair.standby) };
  await applyMigrations(pair.primary.connection, "prisma/migrations");
  await pair.caughtUp();
}, 60_000);

afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()));
  await doors.primary.close();
  await doors.standby.close();
  await pair.stop();
  await rm(folder, { recursive: true, force: true });
  await closeDatabase();
  openDatabase(connection);
});

const { user, database } = { user: "lyceum", database: "lyceum" };
const byPorts = (...switches: Switch[]): Connection => ({
  connectionString: `postgres://${user}@${switches.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}?target_session_attrs=read-write`,
});
const bySockets = (...servers: Standing[]): Connection => ({
  connectionString: `postgres://${user}@localhost/${database}?host=${servers.map((one) => encodeURIComponent(one.connection.host)).join()}`,
});

const since = "select pg_postmaster_start_time()::text as since";
type Since = { since: string };

/** Start time of the server that a single connection reaches. */
async function serverAt(address: Connection): Promise<string | undefined> {
  const client = clientFor(address, {});
  await client.connect();
  try {
    return (await client.query<Since>(since)).rows[0]?.since;
  } finally {
    await client.end();
  }
}

test("a connection string with several servers leads to the primary, in any order and notation", async () => {
  const primary = await serverAt(pair.primary.connection);
  for (const address of [
    byPorts(doors.primary, doors.standby),
    byPorts(doors.standby, doors.primary),
    bySockets(pair.standby, pair.primary),
  ]) {
    expect(await serverAt(address)).toBe(primary);
    expect(await checkDurability(address).catch(String)).not.toMatch(/is read-only|cannot be reached/);
    expect(await applyMigrations(address, "prisma/migrations")).toEqual([]);
  }
});

test("a standby is never used, neither at the start nor for reads, since it may show ended sessions as valid", async () => {
  await expect(checkDurability(byPorts(doors.standby))).rejects.toThrow(/is read-only|is a standby/);
  await expect(checkDurability(pair.standby.connection)).rejects.toThrow("is read-only");
  await closeDatabase();
  openDatabase({ connectionString: `postgres://${user}@127.0.0.1:${doors.standby.port}/${database}` });
  const error: unknown = await db()
    .user.count()
    .catch((caught: unknown) => caught);
  expect(appErrorOf(error)).toMatchObject({ code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "2" } });
});

test("a database that cannot hold every name and a server that is too old are refused in a sentence", async () => {
  await pair.primary.sql("create database latin template template0 encoding 'LATIN1' locale 'C'");
  await expect(checkDurability({ ...pair.primary.connection, database: "latin" })).rejects.toThrow(
    "The database has the encoding LATIN1, which cannot hold every name: let DATABASE_URL point to one with UTF8.",
  );
  const settings = { server_version: "14.9", server_version_num: "140009", server_encoding: "UTF8" };
  expect(() => refuseSettings(new Map(Object.entries(settings)))).toThrow(
    new StartError("The server has PostgreSQL 14.9: Lyceum needs version 15 or newer."),
  );
  expect(() => refuseSettings(new Map(Object.entries({ ...settings, server_version_num: "150000" })))).not.toThrow();
});

test.each(["fsync", "full_page_writes", "synchronous_commit"])(
  "a server with %s off is refused in a sentence, whatever else is on",
  (name) => {
    const safe = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
    const settings = { ...safe, server_version_num: "180000", server_encoding: "UTF8" };
    expect(() => refuseSettings(new Map(Object.entries(settings)))).not.toThrow();
    expect(() => refuseSettings(new Map(Object.entries({ ...settings, [name]: "off" })))).toThrow(
      new RegExp(`^The PostgreSQL server runs with ${name} off, so .+: turn ${name} on\\.$`),
    );
  },
);

test("a commit that no standby confirms times out and its connection is closed", async () => {
  const set = async (names: string) => {
    await pair.primary.sql(`alter system set synchronous_standby_names = '${names}'`);
    await pair.primary.sql("select pg_reload_conf()");
  };
  const pool = poolFor(byPorts(doors.primary, doors.standby), { max: 1, query_timeout: 500 });
  pool.on("error", () => {});
  pools.push(pool);
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  const write = () => client.$transaction((tx) => tx.throttle.create({ data: { key: randomUUID(), points: 1 } }));
  await write();
  await set("nobody");
  // The server reads its settings again a moment later; until then it confirms commits without a standby.
  let error: unknown;
  await expect
    .poll(async () => {
      error = await write().then(
        () => undefined,
        (caught: unknown) => caught,
      );
      return error;
    })
    .toBeDefined();
  expect(appErrorOf(error).code).toBe("SERVICE_UNAVAILABLE");
  expect(await client.throttle.count()).toBeGreaterThan(0);
  await set("");
  await write();
  await client.$disconnect();
});

test("after a promotion, connections move to the new primary and leave the former one", async () => {
  const address = byPorts(doors.primary, doors.standby);
  const pool = poolFor(address, { max: 3 });
  pool.on("error", () => {});
  pools.push(pool);
  const asked = async () => (await pool.query<Since>(since)).rows[0]?.since;
  const [primary, standby] = [await serverAt(pair.primary.connection), await serverAt(pair.standby.connection)];
  const several = () => Promise.all([asked(), asked(), asked()]);
  expect(await several()).toEqual([primary, primary, primary]);

  // The former primary keeps running, unaware of the promotion, and a client connects.
  await pair.promote();
  expect(await serverAt(address)).toBe(standby);
  expect(await several()).toEqual([standby, standby, standby]);

  await pair.primary.signal("SIGKILL");
  expect(await serverAt(address)).toBe(standby);
  await pair.standby.stop();
  await pair.primary.start();
  const error: unknown = await serverAt(address).catch((caught: unknown) => caught);
  expect(String(error)).toMatch(/was left behind/);
  expect(appErrorOf(error).code).toBe("SERVICE_UNAVAILABLE");
});

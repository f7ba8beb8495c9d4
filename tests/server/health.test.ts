import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "@/server/db";
import { configureFiles } from "@/server/files/configure";
import { expectMigrations, readiness, stopBeingReady } from "@/server/health";
import { readMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../setup/clusters";
import { connection, readOnly } from "../setup/database";

const wanted = (await readMigrations("prisma/migrations")).length;

async function standing(): Promise<string> {
  const dataDir = await emptyFolder();
  configureFiles({ secret: "s", dataDir, callback: async () => new Response() });
  expectMigrations(wanted);
  expect(await readiness()).toBe("ready");
  return dataDir;
}

afterEach(() => {
  Object.assign(globalThis, { lyceumStopping: false, lyceumMigrations: wanted });
});

test("a product is not ready whose tables are of an older version", async () => {
  await standing();
  expectMigrations(wanted + 1);
  expect(await readiness()).toBe("not ready");
});

test("nor one that cannot store files", async () => {
  const dataDir = await standing();
  await rm(join(dataDir, "files"), { recursive: true });
  await writeFile(join(dataDir, "files"), "");
  expect(await readiness()).toBe("not ready");
});

test("nor one whose database is away", async () => {
  await standing();
  await closeDatabase();
  openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:9/none" });
  expect(await readiness()).toBe("not ready");
  await closeDatabase();
  openDatabase(connection);
  expect(await readiness()).toBe("ready");
});

test("one whose database takes no writes is good for reads alone, until it takes them again", async () => {
  await standing();
  await closeDatabase();
  openDatabase({ ...connection, ...readOnly });
  expect(await readiness()).toBe("read-only");
  await closeDatabase();
  openDatabase(connection);
  expect(await readiness()).toBe("ready");
});

test("nor is one ready on its way out", async () => {
  await standing();
  stopBeingReady();
  expect(await readiness()).toBe("not ready");
});

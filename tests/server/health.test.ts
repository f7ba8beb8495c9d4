import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "@/server/db";
import { configureFiles } from "@/server/files/configure";
import { expectMigrations, isReady, stopBeingReady } from "@/server/health";
import { readMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../setup/clusters";
import { connection } from "../setup/database";

const wanted = (await readMigrations("prisma/migrations")).length;

async function standing(): Promise<string> {
  const dataDir = await emptyFolder();
  configureFiles({ secret: "s", dataDir, callback: async () => new Response() });
  expectMigrations(wanted);
  expect(await isReady()).toBe(true);
  return dataDir;
}

afterEach(() => {
  Object.assign(globalThis, { lyceumStopping: false, lyceumMigrations: wanted });
});

test("a product is not ready whose tables are of an older version", async () => {
  await standing();
  expectMigrations(wanted + 1);
  expect(await isReady()).toBe(false);
});

test("nor one that cannot store files", async () => {
  const dataDir = await standing();
  await rm(join(dataDir, "files"), { recursive: true });
  await writeFile(join(dataDir, "files"), "");
  expect(await isReady()).toBe(false);
});

test("nor one whose database is away", async () => {
  await standing();
  await closeDatabase();
  openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:9/none" });
  expect(await isReady()).toBe(false);
  await closeDatabase();
  openDatabase(connection);
  expect(await isReady()).toBe(true);
});

test("nor one on its way out", async () => {
  await standing();
  stopBeingReady();
  expect(await isReady()).toBe(false);
});

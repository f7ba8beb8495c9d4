import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "@/server/db/client";
import { watchDiskSpace } from "@/server/db/disk-space";
import { configureFiles } from "@/server/files/configure";
import { beginShutdown, expectMigrations, readiness } from "@/server/observability/health";
import { diskStatus } from "@/server/observability/status";
import { readMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../harness/clusters";
import { connection, readOnly } from "../harness/database";
import { changeSettings } from "../harness/settings";

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

test("readiness fails if migrations are missing", async () => {
  await standing();
  expectMigrations(wanted + 1);
  expect(await readiness()).toBe("not ready");
});

test("readiness fails if files cannot be stored", async () => {
  const dataDir = await standing();
  await rm(join(dataDir, "files"), { recursive: true });
  await writeFile(join(dataDir, "files"), "");
  expect(await readiness()).toBe("not ready");
});

test("readiness fails if the database is down", async () => {
  await standing();
  await closeDatabase();
  openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:9/none" });
  expect(await readiness()).toBe("not ready");
  await closeDatabase();
  openDatabase(connection);
  expect(await readiness()).toBe("ready");
});

test("readiness reports read-only while the database rejects writes", async () => {
  await standing();
  await closeDatabase();
  openDatabase({ ...connection, ...readOnly });
  expect(await readiness()).toBe("read-only");
  await closeDatabase();
  openDatabase(connection);
  expect(await readiness()).toBe("ready");
});

test("readiness fails during shutdown", async () => {
  await standing();
  beginShutdown();
  expect(await readiness()).toBe("not ready");
});

test.runIf(process.platform === "linux")(
  "readiness and the status page name the fuller one of the disks of the data and of the embedded database",
  async () => {
    const dataDir = await standing();
    onTestFinished(() => void Object.assign(globalThis, { lyceumDiskSpace: undefined }));
    onTestFinished(changeSettings({ DATA_DIR: dataDir }));
    // /proc has no free blocks.
    watchDiskSpace("/proc");
    expect([await readiness(), await diskStatus()]).toEqual(["nearly full", { freeBytes: 0, diskBytes: 0 }]);
    watchDiskSpace(dataDir);
    expect([await readiness(), (await diskStatus()).freeBytes]).toEqual([
      "ready",
      expect.toSatisfy((free: number) => free > 0),
    ]);
  },
);

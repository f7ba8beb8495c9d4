import { afterAll, expect, test } from "vitest";
import { type Connection, closeDatabase, openDatabase } from "@/server/db/client";
import { generationNow, invalidate, refreshVersions, versionOf } from "@/server/response-cache/versions";
import { schedule } from "../factories";
import { connection, extraDatabase } from "../harness/database";

async function goOver(to: Connection): Promise<void> {
  await closeDatabase();
  openDatabase(to);
}

afterAll(() => goOver(connection));

test("lists that changed on a lost primary and on the promoted standby have different versions", async () => {
  const versionAfterChange = async (server: Connection) => {
    await goOver(server);
    await schedule();
    invalidate();
    await refreshVersions();
    return versionOf(["schedules"])?.version;
  };
  const lost = await versionAfterChange(await extraDatabase("migrated"));
  const generation = generationNow();
  // The change was not replicated.
  const promoted = await versionAfterChange(await extraDatabase("migrated"));
  expect(promoted).not.toBe(lost);
  expect(generationNow()).toBeGreaterThan(generation);
});

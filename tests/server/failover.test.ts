import { afterAll, expect, test } from "vitest";
import { type Connection, closeDatabase, openDatabase } from "@/server/db";
import { doubt, generationNow, refreshed, stateOf } from "@/server/kept/lists";
import { schedule } from "../factories";
import { connection, extraDatabase } from "../setup/database";

async function goOver(to: Connection): Promise<void> {
  await closeDatabase();
  openDatabase(to);
}

afterAll(() => goOver(connection));

test("a list that changed once on a lost server and once on the promoted one has two versions", async () => {
  const versionAfterChange = async (server: Connection) => {
    await goOver(server);
    await schedule();
    doubt();
    await refreshed();
    return stateOf(["schedules"])?.version;
  };
  const lost = await versionAfterChange(await extraDatabase("migrated"));
  const generation = generationNow();
  // The standby received nothing of the change.
  const promoted = await versionAfterChange(await extraDatabase("migrated"));
  expect(promoted).not.toBe(lost);
  expect(generationNow()).toBeGreaterThan(generation);
});

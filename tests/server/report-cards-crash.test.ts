import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { env } from "@/env";
import { issueCards } from "@/features/report-cards/mutations-issue";
import { backUp, restoreFrom } from "@/main/backups";
import { closeDatabase, db, openDatabase, pool } from "@/server/db/client";
import { keysOlderThan } from "@/server/files/disk";
import { openStore } from "../factories";
import { cardsThereAre, classWithCards, joinClass } from "../harness/cards";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { taskStub } from "../harness/task-stub";

const { dataDir } = await openStore();

test("after kill -9, issuing goes on with the same numbers, and each student gets one card", {
  tags: "long",
  timeout: 90_000,
}, async () => {
  await resetDatabase();
  const { of, setId } = await classWithCards();
  const students = [of.asha.id, of.dev, ...(await joinClass(30))];
  const input = JSON.stringify({ connection, dataDir, userId: of.mother.id, setId, students });
  const issue = () => {
    const words = ["--conditions=react-server", "--import", "tsx", "tests/harness/issue-process.ts", input];
    return spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  };
  // The cards have their numbers but no file.
  const stopped = { ...taskStub(of.mother.id), progress: () => Promise.reject(new Error("stopped")) };
  await expect(issueCards(stopped, { setId, students })).rejects.toThrow("stopped");
  const client = new pg.Client(connection);
  await client.connect();
  // The lock on the last card stops the process before it records that card's file, when half of the cards have theirs.
  await client.query("begin; select from report_cards order by number desc limit 1 for update");
  const killed = issue();
  // Only of this database: the others on the server belong to other tests.
  const waiters = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const waiting = async () => (await pool().query(`select from ${waiters}`)).rowCount;
  await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  // Otherwise the server would still carry out its last statement.
  await pool().query(`select pg_terminate_backend(pid) from ${waiters}`);
  await client.query("commit");
  await client.end();
  const left = await cardsThereAre();
  expect(new Set(left.map(({ state }) => state))).toEqual(new Set(["draft"]));
  const printed = left.filter(({ uploadKey }) => uploadKey !== null);
  expect(printed).toHaveLength(16);

  // Two at once, as if both had taken the task over.
  const ends = await Promise.all([issue(), issue()].map(async (one) => (await once(one, "exit"))[0]));
  expect(ends).toEqual([0, 0]);
  const issued = await cardsThereAre();
  expect(issued.map(({ id, number, studentId }) => [id, number, studentId])).toEqual(
    left.map(({ id, number, studentId }) => [id, number, studentId]),
  );
  expect(new Set(issued.map(({ state }) => state))).toEqual(new Set(["issued"]));
  expect(new Set(issued.map(({ studentId }) => studentId)).size).toBe(32);
  const keyOf = new Map(issued.map(({ id, uploadKey }) => [id, uploadKey]));
  expect(printed.map(({ id }) => keyOf.get(id))).toEqual(printed.map(({ uploadKey }) => uploadKey));
  expect(await db().reportCardSeries.findMany()).toEqual([{ prefix: "2026-7A", last: 32 }]);
  // Files that the killed process wrote but did not record on a card have rows, so that the sweep finds them.
  const files = await keysOlderThan(new Date(Date.now() + 60_000));
  const known = (await db().upload.findMany({ select: { key: true } })).map(({ key }) => key);
  expect(files.filter((key) => !known.includes(key))).toEqual([]);
});

test("after the restore of an older backup, no place in the series and no version is used again", {
  timeout: 60_000,
}, async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const { of, setId } = await classWithCards();
  const students = [of.asha.id, of.dev];
  const issue = (some: string[]) => issueCards(taskStub(of.mother.id), { setId, students: some });
  const remark = (remarkTeacher: string) =>
    db().reportCardEntry.upsert({
      where: { setId_studentId: { setId, studentId: of.dev } },
      create: { setId, studentId: of.dev, remarkTeacher },
      update: { remarkTeacher },
    });
  const numbersOf = async (studentId: string) =>
    (await cardsThereAre()).filter((card) => card.studentId === studentId).map(({ number }) => number);
  await issue(students);
  const [before = ""] = await numbersOf(of.dev);
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;

  await remark("Steady.");
  const [later = ""] = await joinClass(1, "Later");
  await issue([...students, later]);
  expect(await numbersOf(of.dev)).toEqual([before, before.replace(/1$/, "2")]);
  expect(await numbersOf(later)).toEqual(["2026-7A-003-1"]);

  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(there));
  try {
    expect(await cardsThereAre()).toHaveLength(2);
    await remark("Very steady.");
    const [other = ""] = await joinClass(1, "Other");
    await issue([...students, other]);
    expect(await numbersOf(other)).toEqual(["2026-7A-004-1"]);
    expect(await numbersOf(of.dev)).toEqual([before, before.replace(/1$/, "3")]);
  } finally {
    await closeDatabase();
    openDatabase(connection);
  }
});

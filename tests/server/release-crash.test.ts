import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { backUp, restoreFrom } from "@/main/backups";
import { closeDatabase, db, openDatabase } from "@/server/db/client";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { scored } from "../harness/exams";
import { classOfTwo, newsMails } from "../harness/releases";
import { query } from "../harness/sql";

const at = "2027-03-01T12:30:00.000Z";

function look() {
  const words = ["--conditions=react-server", "--import", "tsx", "tests/harness/release-process.ts"];
  return spawn(process.execPath, [...words, JSON.stringify(connection), at], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function plannedExam() {
  await resetDatabase();
  const { office, asha, dev, examWith } = await classOfTwo();
  const id = await examWith([
    [asha.id, scored(61)],
    [dev, scored(50)],
  ]);
  const { digest } = await office.exams.preview({ id });
  await office.exams.plan({ id, digest, date: "2027-03-01", time: "18:00" });
  return { id, office };
}

test("kill -9 in the middle of a planned release leaves nothing, and one of the next three processes releases it", {
  timeout: 60_000,
}, async () => {
  await plannedExam();
  const client = new pg.Client(connection);
  await client.connect();
  // The mails are the last step.
  await client.query("begin; lock table mails in share row exclusive mode");
  const killed = look();
  // Databases of other tests on the server have a table with the same OID.
  const waiters = `pg_locks where not granted and relation = 'mails'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  const waiting = async () => (await client.query(`select from ${waiters}`)).rowCount;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await client.query("commit");
  await client.end();
  expect([await db().result.count(), await db().mail.count()]).toEqual([0, 0]);

  const all = Array.from({ length: 3 }, look);
  expect(await Promise.all(all.map(async (one) => (await once(one, "exit"))[0]))).toEqual([0, 0, 0]);
  expect(await db().result.count()).toBe(2);
  expect(await newsMails()).toHaveLength(2);
  expect(await db().exam.findMany()).toMatchObject([{ state: "released", releaseNo: 1 }]);
});

test("after a restore, a planned release that has fallen due waits, and a future one stays planned", async () => {
  const { id, office } = await plannedExam();
  const { _id: later = "" } = (
    await office.exams.addMany({
      ...{ className: 7, sections: ["A"], subjects: ["Physics"], examName: "Unit Test 3", totalMarks: 80 },
    })
  )[0] ?? { _id: "" };
  await db().$executeRaw`update exams set release_at = now() - interval '1 hour' where id = ${id}::uuid`;
  await db()
    .$executeRaw`update exams set state = 'scheduled', release_at = now() + interval '1 day' where id = ${later}::uuid`;
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  const rows = await query(there, "select id, state::text, held_at is not null as held from exams order by held_at");
  expect(rows).toEqual([
    { id, state: "scheduled", held: true },
    { id: later, state: "scheduled", held: false },
  ]);
});

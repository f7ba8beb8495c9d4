// Work other than lists: many results, many logins, large files and the start.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { launch } from "../tests/harness/launch.mjs";
import { measureCardMemory, measureCards } from "./cards";
import { drive, type Fact, median } from "./drive";
import { measureExams } from "./exams";
import { carryFiles } from "./files";
import { measureImport } from "./imports";
import { adminPassword, type Institute } from "./institute";
import { measureKeys } from "./keys";
import { measureLetters } from "./letters";
import { measureNotices } from "./notices";
import { measureOverview } from "./overview";
import { measureRoster } from "./roster";
import { password } from "./seed";

const json = { "content-type": "application/json" };

async function adminToken(url: string): Promise<string> {
  const body = JSON.stringify({ identifier: "admin", role: "admin", password: adminPassword });
  const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers: json, body });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

const columns = "id, student_id, class_name, score, total_marks, gpa, exam_name, subject, exam_date";

/** A thousand results in one request against one insert with `pg`; alternating, medians of seven after a warm-up of two. */
async function addResults({ url, connection }: Institute, token: string): Promise<Fact> {
  const database = new pg.Client(connection);
  await database.connect();
  const { rows } = await database.query<{ id: string; email: string }>(
    "select id, email from users where email like 'student%' limit 1000",
  );
  const students = Array.from({ length: 1_000 }, (_, n) => rows[n % rows.length] ?? { id: "", email: "" });
  const exam = { score: 45, totalMarks: 50, examName: "Midterm", subject: "Biology", examDate: "2026-11-20" };
  const results = students.map(({ email: studentEmail }) => ({ studentEmail, className: 7, ...exam }));
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < 9; round += 1) {
    let began = performance.now();
    const row = ({ id }: { id: string }) => [randomUUID(), id, 7, 45, 50, null, "Midterm", "Biology", "2026-11-20"];
    const places = students.map((_, n) => `(${columns.split(",").map((_, column) => `$${n * 9 + column + 1}`)})`);
    await database.query(`insert into results (${columns}) values ${places} returning *`, students.flatMap(row));
    floor.push(performance.now() - began);
    began = performance.now();
    const answer = await fetch(`${url}/api/admin/results/add`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${token}` },
      // A second result with the same exam, subject and date would be refused.
      body: JSON.stringify({ results: results.map((one, n) => ({ ...one, examName: `Midterm ${round} ${n}` })) }),
    });
    if (answer.status !== 201 || (await answer.text()).length < 100_000) throw new Error(`results: ${answer.status}`);
    ours.push(performance.now() - began);
    await mailsGone(database);
  }
  await database.query("delete from results where exam_name like 'Midterm%'");
  await database.end();
  const [our, their] = [median(ours.slice(2)), median(floor.slice(2))];
  const found = `${(our / their).toFixed(1)} times (${our.toFixed(0)} ms, ${their.toFixed(0)} ms)`;
  return {
    what: "1,000 results in one request (their mails are ordered after it), against one insert by `pg`",
    goal: "2 times",
    found,
  };
}

/** Excludes the emails to the students, which a job enqueues after the response. */
async function mailsGone(database: pg.Client): Promise<void> {
  const isQueued = async (job: string) =>
    ((await database.query("select from graphile_worker.jobs where task_identifier = $1", [job])).rowCount ?? 0) > 0;
  while (await isQueued("tellOfResults")) await wait(50);
  await database.query("delete from mails where state = 'waiting'");
  while (await isQueued("sendMails")) await wait(50);
}

/** The effect of fifty concurrent logins on visitors; median of five. */
async function logInAtOnce({ url }: Institute): Promise<Fact> {
  const logIn = async (_: unknown, n: number) => {
    const body = JSON.stringify({ email: `student${n + 2}@school.example`, password });
    const answer = await fetch(`${url}/api/student/login`, { method: "POST", headers: json, body });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  };
  const all: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const logins = Array.from({ length: 50 }, logIn);
    all.push((await drive(`${url}/api/materials?limit=24`, { seconds: 1 })).p99);
    await Promise.all(logins);
  }
  const found = `p99 ${median(all)} ms (the first time ${all[0]} ms)`;
  return { what: "a public list while 50 people log in", goal: "p99 50 ms", found };
}

/** The memory of a process tree in megabytes; shared pages count once. */
function familyMegabytes(pid: number, folder: string): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const read = (one: string, file: string) => {
    try {
      return readFileSync(`/proc/${one}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  const parentOf = (one: string) => Number(/PPid:\s+(\d+)/.exec(read(one, "status"))?.[1] ?? 0);
  // The baseline servers also have the folder in their arguments, but are not part of the product.
  const isDatabase = (one: string) => read(one, "cmdline").includes(`\0-D\0${folder}`);
  const roots = new Set([pid, ...pids.filter(isDatabase).map(Number)]);
  const family = pids.filter((one) => roots.has(Number(one)) || roots.has(parentOf(one)));
  const kilobytes = family.map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(one, "smaps_rollup"))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** The start time on existing data, and the idle CPU and memory. */
async function startAgain(dataDir: string): Promise<Fact[]> {
  const [times, sizes]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    const product = await launch({ dataDir, adminPassword, logFile: "test-results/bench.log" });
    times.push(performance.now() - began);
    await wait(3_000);
    sizes.push(familyMegabytes(product.pid, dataDir));
    await product.stop();
  }
  return [
    {
      what: "from the start to ready, database included",
      goal: "1.5 s",
      found: `${(median(times) / 1000).toFixed(2)} s`,
    },
    { what: "memory while nobody asks, database included", goal: "250 MB", found: `${median(sizes).toFixed(0)} MB` },
  ];
}

/** Runs all measurements and stops the product. */
export async function measureWork(institute: Institute, floor: string): Promise<Fact[]> {
  const token = await adminToken(institute.url);
  const facts = [await addResults(institute, token), await logInAtOnce(institute)];
  facts.push(...(await carryFiles(institute, floor, token)));
  facts.push(...(await measureRoster(institute, token)));
  facts.push(...(await measureExams(institute, token)));
  facts.push(...(await measureOverview(institute, token)));
  facts.push(...(await measureKeys(institute.url)));
  facts.push(...(await measureLetters(institute, token)));
  facts.push(...(await measureCards(institute, token)));
  facts.push(...(await measureImport(institute, token)));
  await institute.product.stop();
  facts.push(...(await measureNotices(institute.dataDir, token)));
  facts.push(...(await measureCardMemory(institute.dataDir, token)));
  facts.push(...(await startAgain(institute.dataDir)));
  return facts;
}

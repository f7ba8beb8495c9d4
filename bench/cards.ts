// Report cards of a class with ten subjects: how long they take, how they affect visitors, and how much memory they leave in use.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { launch } from "../tests/harness/launch.mjs";
import { type Call, callerFor } from "./call";
import { drive, type Fact, median } from "./drive";
import { adminPassword, type Institute } from "./institute";

/** A set of cards of a class with three exams in each subject, and typed texts for each student. */
async function newSet(call: Call, title: string): Promise<string> {
  const place = { class: 9 };
  const choices = await call<{ _id: string; examName: string }[]>("reportCards.choices", place, true);
  const examIds = choices.filter(({ examName }) => /^Exam [123]$/.test(examName)).map(({ _id }) => _id);
  const { _id: id } = await call<{ _id: string }>("reportCards.add", { ...place, title, daysOpen: 184, examIds });
  const { rows } = await call<{ rows: { studentId: string }[] }>("reportCards.get", { id }, true);
  const typed = { daysPresent: 171, remarkHead: null, lines: ["Art: A", "Music: B"], seen: 0 };
  const entries = rows.map(({ studentId }, n) => {
    return { studentId, ...typed, remarkTeacher: `Asks the questions others are glad somebody asked, ${n} of them.` };
  });
  await call("reportCards.saveEntries", { id, entries });
  return id;
}

type Asked = { state: string; total: number; fault: string };

/** How many cards a class has, and the seconds from the press to the last one. */
async function issueOnce(call: Call, title: string) {
  const id = await newSet(call, title);
  const began = performance.now();
  const { taskId } = await call<{ taskId: string }>("reportCards.issue", { id });
  for (;;) {
    const { state, total, fault } = await call<Asked>("tasks.get", { id: taskId }, true);
    if (state === "failed") throw new Error(fault);
    if (state === "done") return { total, seconds: (performance.now() - began) / 1000 };
    await wait(50);
  }
}

/** The report cards of a class five times, as a median, and a public list in the meantime. */
export async function measureCards({ url }: Institute, token: string): Promise<Fact[]> {
  const call = callerFor(url, token);
  const all: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { total, seconds } = await issueOnce(call, `Period ${round}`);
    all.push((seconds * 300) / total);
  }
  const issuing = issueOnce(call, "Period 5");
  const { p99 } = await drive(`${url}/api/materials?limit=24`, { seconds: 3 });
  await issuing;
  const found = `${median(all).toFixed(1)} s`;
  return [
    { what: "300 report cards with ten subjects, from the press to the last one", goal: "5 s", found },
    { what: "a public list while the report cards of a class are issued", goal: "p99 50 ms", found: `p99 ${p99} ms` },
  ];
}

const megabytesOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** The memory of the process after two classes and after another thousand cards, once unused memory is freed. */
export async function measureCardMemory(dataDir: string, token: string): Promise<Fact[]> {
  const collecting = ["--expose-gc", "--import", "./tests/harness/collect-garbage.mjs"];
  const command = [process.execPath, ...collecting, "src/main/serve.mjs"];
  const product = await launch({ dataDir, adminPassword, logFile: "test-results/bench.log", command });
  const call = callerFor(product.url, token);
  let count = 0;
  /** The megabytes in use after one more class. */
  const heldAfter = async (title: string) => {
    count += (await issueOnce(call, title)).total;
    process.kill(product.pid, "SIGUSR2");
    await wait(1_000);
    return megabytesOf(product.pid);
  };
  // The first class compiles the code and fills the caches.
  await heldAfter("Memory, to warm up");
  const first = await heldAfter("Memory, the base");
  const cards = count;
  let last = first;
  for (let round = 0; count < cards + 1_000; round += 1) last = await heldAfter(`Memory ${round}`);
  const found = `${first.toFixed(0)} MB after ${cards}, ${last.toFixed(0)} MB`;
  await product.stop();
  return [{ what: `memory of the process after ${count.toLocaleString("en")} report cards`, goal: "flat", found }];
}

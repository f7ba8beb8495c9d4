// `npm run bench [-- quick]`: the built product against a bare server, in one run. Writes bench/RESULTS.md; `quick` only prints.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import autocannon from "autocannon";
import pg from "pg";
import { say } from "../scripts/command";
import { launch, removeFolder, temporaryFolder } from "../scripts/launch.mjs";
import { hashPassword } from "../src/server/passwords";
import { connectToCluster } from "../src/server/postgres/cluster";
import { machine } from "../tests/prove/proof";
import { casesBehindNginx, startCache } from "./nginx";
import { password, seed } from "./seed";

const quick = process.argv.includes("quick");
const sizes = quick ? [1_000] : [1_000, 100_000, 1_000_000];
const seconds = quick ? 2 : 5;
const rounds = quick ? 2 : 3;

type Case = {
  name: string;
  goal?: number;
  path: string;
  headers?: Record<string, string>;
  floor?: boolean;
  isBehindNginx?: boolean;
};
type Found = { rate: number; p50: number; p99: number };

const batch = encodeURIComponent(JSON.stringify({ 0: { limit: 24 } }));
const packed = { "accept-encoding": "br" };

function casesFor(token: string): Case[] {
  return [
    { name: "the list as a ready buffer", path: "/buffer", floor: true },
    { name: "`GET /api/materials?limit=24`", goal: 6, path: "/api/materials?limit=24" },
    { name: "the same with a class", goal: 6, path: "/api/materials?limit=24&className=7" },
    { name: "the same with a search seen before", goal: 6, path: "/api/materials?limit=24&q=Optics" },
    { name: "`GET /study-materials`, packed", goal: 6, path: "/study-materials", headers: packed },
    { name: "`GET /show-schedule`, packed", goal: 6, path: "/show-schedule", headers: packed },
    { name: "`GET /`, packed", goal: 6, path: "/", headers: packed },
    {
      name: "tRPC `materials.list` as the browser calls it",
      goal: 4,
      path: `/api/trpc/materials.list?batch=1&input=${batch}`,
      headers: { "trpc-accept": "application/jsonl", ...packed },
    },
    {
      name: "a student's own results, by bearer",
      goal: 0.5,
      path: "/api/admin/results/student1@school.example",
      headers: { authorization: `Bearer ${token}` },
    },
  ];
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function drive(url: string, headers: Record<string, string>, connections = 16): Promise<Found> {
  const expected = createHash("sha256")
    .update(await bytesOf(url, headers))
    .digest("hex");
  const run = await autocannon({ url, connections, duration: seconds, headers });
  if (run.errors > 0 || run.non2xx > 0) throw new Error(`${url}: ${run.errors} errors, ${run.non2xx} refusals`);
  const after = createHash("sha256")
    .update(await bytesOf(url, headers))
    .digest("hex");
  if (expected !== after) throw new Error(`${url}: the answer changed while it was measured`);
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

async function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function startFloor(connection: object): Promise<{ url: string; process: ChildProcess }> {
  const process_ = spawn(process.execPath, ["bench/floor.mjs", JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(process_.stdout, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, process: process_ };
}

async function login(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/student/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "student1@school.example", password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** Search texts that nobody has asked for before, one after the other on 16 connections. */
async function searchAnew(url: string): Promise<Found> {
  const times: number[] = [];
  const began = performance.now();
  const ask = async (lane: number) => {
    for (let step = 0; step < (quick ? 20 : 60); step += 1) {
      const text = createHash("md5").update(`${lane} ${step} ${Math.random()}`).digest("hex").slice(0, 4);
      const sent = performance.now();
      await bytesOf(`${url}/api/materials?limit=24&q=${text}`, {});
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, lane) => ask(lane)));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rate: (times.length * 1000) / (performance.now() - began), p50: at(0.5), p99: at(0.99) };
}

async function measure(count: number): Promise<string[]> {
  const dataDir = await temporaryFolder();
  const began = performance.now();
  const product = await launch({
    dataDir,
    adminPassword: "chalk and seven lanterns",
    logFile: "test-results/bench.log",
  });
  say(`${count} materials: ready after ${Math.round(performance.now() - began)} ms`);
  const connection = await connectToCluster(dataDir);
  if (!connection) throw new Error("The database of the product does not run.");
  const database = new pg.Client(connection);
  await database.connect();
  await seed(database, count, await hashPassword(password));
  await database.end();
  const floor = await startFloor(connection);
  const cache = await startCache(product.url);
  const rows: string[] = [];
  try {
    const cases: Case[] = casesFor(await login(product.url));
    for (const one of [...cases, ...casesBehindNginx(cases)]) {
      if (one.isBehindNginx && !cache) {
        rows.push(`| ${one.name} | ${one.goal} | nginx not at hand |  |  |`);
        continue;
      }
      const place = one.isBehindNginx ? cache?.url : one.floor ? floor.url : product.url;
      const url = `${place}${one.path}`;
      const ratios: number[] = [];
      const found: Found[] = [];
      await drive(url, one.headers ?? {});
      for (let round = 0; round < rounds; round += 1) {
        const b = await drive(`${floor.url}/b`, {});
        const a = await drive(url, one.headers ?? {});
        ratios.push(a.rate / b.rate);
        found.push(a);
      }
      const cells = [one.name, one.goal ?? "", median(ratios).toFixed(2), Math.round(median(found.map((f) => f.rate)))];
      rows.push(`| ${[...cells, median(found.map((f) => f.p99))].join(" | ")} |`);
      say(rows.at(-1) ?? "");
    }
    const search = await searchAnew(product.url);
    const cells = ["search not seen before", "p50 5, p99 25 ms", `p50 ${search.p50.toFixed(1)} ms`];
    rows.push(`| ${[...cells, Math.round(search.rate), search.p99.toFixed(1)].join(" | ")} |`);
    say(rows.at(-1) ?? "");
  } finally {
    floor.process.kill();
    await cache?.stop();
    await product.stop();
    await removeFolder(dataDir);
  }
  return rows;
}

const parts: string[] = [];
for (const count of sizes) {
  const head = ["| What | Goal | Ratio to B | Requests per second | p99, ms |", "| --- | --- | --- | --- | --- |"];
  parts.push([`## ${count.toLocaleString("en")} materials`, "", ...head, ...(await measure(count))].join("\n"));
}
const day = new Date().toISOString().slice(0, 10);
const text = `# Results of \`npm run bench\`\n\n${day}, ${machine()}, 16 connections. B is a bare \`node:http\` and \`pg\` server that reads the same 24 materials for each request.\n\n${parts.join("\n\n")}\n`;
if (!quick) await writeFile(new URL("RESULTS.md", import.meta.url), text);
process.exit(0);

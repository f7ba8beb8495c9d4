import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { administrator } from "../setup/product";
import { publisher } from "../setup/publisher";
import { type Asked, ask, type Proven, percentile, statusesOf, visitor, withProduct } from "./product";
import type { Figure, Proof, Scale } from "./proof";

const seconds = { quick: 10, long: 1_800 } as const;

/** The process has met everything by then, and its code is compiled. */
const settled = 600;

/** In milliseconds, for 95 of 100. */
const patience = 300;

/** Requests in a second. */
const rate = 20;

/** What people of an institute do all day: they look, log in, apply; the administrator looks too. */
export const proof: Proof = (scale) => withProduct("soak", (product) => soak(product, scale), collecting);

const collecting = ["--expose-gc", "--import", "./tests/setup/collect.mjs"];

async function soak({ url, pid, sql }: Proven, scale: Scale): Promise<Figure[]> {
  const length = seconds[scale];
  const { call } = await publisher(url, administrator);
  const admin = (path: string) => ask(path, {}, call);
  const turns: ((number: number) => Promise<Asked>)[] = [
    () => ask(`${url}/`),
    () => ask(`${url}/api/materials`),
    () => ask(`${url}/study-materials`),
    () => ask(`${url}/show-schedule`),
    () => ask(`${url}/api/notifications?className=7`),
    () => ask(`${url}/login`),
    (number) => apply(url, number),
    (number) => logIn(url, number),
    () => admin("/api/services?limit=50"),
    () => admin("/admin/activity"),
  ];
  const pending: Promise<Asked>[] = [];
  const memories: Promise<number>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < length * rate; sent += 1) {
    await wait(Math.max(0, began + (sent * 1000) / rate - performance.now()));
    const turn = turns[sent % turns.length];
    if (turn) pending.push(turn(sent));
    // More applications than a day's: its limit would refuse them.
    if (sent % 2_000 === 0) await sql("delete from throttles where key like 'application-day:%'");
    if (sent >= settled * rate && sent % (60 * rate) === 0) memories.push(memoryOf(pid));
  }
  const asked = await Promise.all(pending);
  const bad = asked.filter(({ status }) => status === 0 || status >= 500);
  const figures: Figure[] = [
    {
      requirement: "R52",
      what: `${rate} requests a second for ${length} s: without an answer, or 5xx`,
      wanted: "0",
      measured: `${bad.length} (${statusesOf(asked)})`,
      holds: bad.length === 0,
    },
  ];
  // A few seconds beside other tests tell nothing of time and memory.
  if (scale === "long") {
    const p95 = percentile(asked, 95);
    figures.push({
      requirement: "R52",
      what: `${rate} requests a second for ${length} s: 95 of 100 answered within`,
      wanted: `${patience} ms`,
      measured: `${p95} ms`,
      holds: p95 <= patience,
    });
    const minutes = await Promise.all(memories);
    const grown = slopeOf(minutes) * 10;
    figures.push({
      requirement: "R52",
      what: "Memory of the web process grows, in 10 minutes of the last 20, its garbage collected",
      wanted: "less than 5 MB",
      measured: `${grown.toFixed(1)} MB, at ${minutes.at(-1)?.toFixed(0)} MB`,
      holds: grown < 5,
    });
  }
  return figures;
}

function apply(url: string, number: number): Promise<Asked> {
  const family = { name: "Kiran Das", parentName: "Mohan Das", email: `das.${number}@home.example` };
  return ask(`${url}/api/services/submit`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": visitor(number) },
    body: JSON.stringify({ selectedClass: 7, ...family, phone: "+91 98765 43210" }),
  });
}

function logIn(url: string, number: number): Promise<Asked> {
  return ask(`${url}/api/student/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": visitor(number) },
    body: JSON.stringify({ email: `nobody.${number}@school.example`, password: "not this one" }),
  });
}

/** How much the numbers grow from one to the next, by the straight line that lies closest to them all. */
function slopeOf(numbers: number[]): number {
  const middle = (numbers.length - 1) / 2;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const along = numbers.reduce((sum, one, index) => sum + (index - middle) * (one - mean), 0);
  return along / numbers.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}

/** The resident memory of the web process once it has collected its garbage, in megabytes. */
async function memoryOf(pid: number): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, "SIGUSR2");
    await wait(1_000);
  }
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

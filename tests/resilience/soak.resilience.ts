import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import type { Figure, ResilienceTest, Scale } from "./figures";
import { type Asked, ask, type Product, percentile, statusesOf, visitor, withProduct } from "./product";

const seconds = { quick: 3, long: 1_800 } as const;

/** By then caches are filled and code is compiled. */
const settled = 600;

/** 95th percentile in milliseconds. */
const mostMilliseconds = 300;

/** Requests per second. */
const rate = 20;

/** A typical day: visitors browse, log in and apply; the administrator browses too. */
export const run: ResilienceTest = (scale) => withProduct("soak", (product) => soak(product, scale), collecting);

const collecting = ["--expose-gc", "--import", "./tests/harness/collect-garbage.mjs"];

async function soak({ url, pid, sql }: Product, scale: Scale): Promise<Figure[]> {
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
    // The daily form quota would reject more applications.
    if (sent % 2_000 === 0) await sql("delete from throttles where key like 'application-day:%'");
    if (sent >= settled * rate && sent % (60 * rate) === 0) memories.push(memoryOf(pid));
  }
  const asked = await Promise.all(pending);
  const bad = asked.filter(({ status }) => status === 0 || status >= 500);
  const figures: Figure[] = [
    {
      requirement: "R52",
      what: `${rate} requests a second for ${length} s: failed connections and 5xx`,
      wanted: "0",
      measured: `${bad.length} (${statusesOf(asked)})`,
      holds: bad.length === 0,
    },
  ];
  // A few seconds, while other tests run, are too short for timings and memory growth.
  if (scale === "long") {
    const p95 = percentile(asked, 95);
    figures.push({
      requirement: "R52",
      what: `${rate} requests a second for ${length} s: 95th percentile`,
      wanted: `${mostMilliseconds} ms`,
      measured: `${p95} ms`,
      holds: p95 <= mostMilliseconds,
    });
    const minutes = await Promise.all(memories);
    const grown = slopeOf(minutes) * 10;
    figures.push({
      requirement: "R52",
      what: "memory growth of the web process after garbage collection, in 10 of the last 20 minutes",
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

/** Slope of the least-squares line per value. */
function slopeOf(numbers: number[]): number {
  const middle = (numbers.length - 1) / 2;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const along = numbers.reduce((sum, one, index) => sum + (index - middle) * (one - mean), 0);
  return along / numbers.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}

/** Resident memory of the web process in megabytes after a garbage collection. */
async function memoryOf(pid: number): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, "SIGUSR2");
    await wait(1_000);
  }
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

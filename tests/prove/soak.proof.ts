import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { administrator } from "../setup/product";
import { publisher } from "../setup/publisher";
import { type Asked, ask, percentile, statusesOf, visitor, withProduct } from "./product";
import type { Figure, Proof } from "./proof";

const seconds = { quick: 10, long: 600 } as const;

/** In milliseconds, for 95 of 100. */
const patience = 300;

/** Requests in a second. */
const rate = 20;

/** What people of an institute do all day: they look, log in, apply; the administrator looks too. */
export const proof: Proof = (scale) =>
  withProduct("soak", async ({ url, pid, sql }) => {
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
    const memory: { second: number; megabytes: number }[] = [];
    const began = performance.now();
    for (let sent = 0; sent < length * rate; sent += 1) {
      await wait(Math.max(0, began + (sent * 1000) / rate - performance.now()));
      const turn = turns[sent % turns.length];
      if (turn) pending.push(turn(sent));
      // A day's applications in ten minutes: its limit would refuse them.
      if (sent % 2_000 === 0) await sql("delete from throttles where key like 'application-day:%'");
      if (sent % rate === 0) memory.push({ second: sent / rate, megabytes: await memoryOf(pid) });
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
      figures.push(memoryFigure(memory.filter(({ second }) => second >= length / 2)));
    }
    return figures;
  });

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

/** The resident memory of the web process, in megabytes; 0 where the system does not tell. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The slope of the straight line through the second half, so that one collection of garbage decides nothing. */
function memoryFigure(memory: { second: number; megabytes: number }[]): Figure {
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [x, y] = [mean(memory.map(({ second }) => second)), mean(memory.map(({ megabytes }) => megabytes))];
  const rise = mean(memory.map(({ second, megabytes }) => (second - x) * (megabytes - y)));
  const slope = (rise / mean(memory.map(({ second }) => (second - x) ** 2))) * 600;
  return {
    requirement: "R52",
    what: "Memory of the web process grows, in 10 minutes of the same",
    wanted: "less than 5 MB",
    measured: `${slope.toFixed(1)} MB, at ${y.toFixed(0)} MB`,
    holds: slope < 5,
  };
}

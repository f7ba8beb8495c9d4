import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";

/** What a server answers: a second, and how long half and all but a hundredth of the answers take, in milliseconds. */
export type Found = { rate: number; p50: number; p99: number };

export type Asked = {
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
  /** For what nobody has asked before: another path for each request. */
  path?: () => string;
};

/** Asks on many connections at once, without pause. Every answer counts; what they say is looked at meanwhile. */
export async function drive(url: string, { headers = {}, connections = 16, seconds, path }: Asked): Promise<Found> {
  const expected = path ? undefined : hashOf(await bytesOf(url, headers));
  const requests = path && [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }];
  const running = autocannon({ url, connections, duration: seconds, headers, ...(requests && { requests }) });
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const answer = await bytesOf(path ? new URL(path(), url).href : url, headers);
      if (expected && hashOf(answer) !== expected) throw new Error(`${url}: the answer changed while it was measured`);
      if (path && !Array.isArray(JSON.parse(answer.toString()))) throw new Error(`${url}: this is no list`);
      await wait(100);
    }
  })();
  const run = await running;
  isOver = true;
  await looking;
  const strange = run.errors + run.timeouts + run.requests.total - run["2xx"];
  if (strange > 0) throw new Error(`${url}: ${strange} of ${run.requests.total} answers are none`);
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

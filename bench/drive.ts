import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";

/** What a server answers: a second, and how long half and all but a hundredth of the answers take, in milliseconds. */
export type Found = { rate: number; p50: number; p99: number };

type Question = { path: string; headers: Record<string, string> };

export type Asked = {
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
  /** For what nobody has asked before: another path for each request. */
  path?: () => string;
  /** What each connection asks, one after the other; no two connections begin with the same. */
  each?: Question[];
};

/** Asks on many connections at once, without pause. Every answer counts; what they say is looked at meanwhile. */
export async function drive(url: string, asked: Asked): Promise<Found> {
  const { headers = {}, connections = 16, seconds, path, each } = asked;
  const { pathname, search } = new URL(url);
  const questions = each ?? [{ path: pathname + search, headers }];
  const expected: string[] = [];
  if (!path) for (const { path, headers } of questions) expected.push(hashOf(await bytesOf(url, path, headers)));
  let clients = 0;
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(path && { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }] }),
    ...(each && {
      setupClient(client: autocannon.Client) {
        const first = clients++ % each.length;
        client.setRequests([...each.slice(first), ...each.slice(0, first)]);
      },
    }),
  });
  let isOver = false;
  const looking = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const index = turn % questions.length;
      const { path: place = "", headers = {} } = path ? { path: path() } : (questions[index] ?? {});
      const answer = await bytesOf(url, place, headers);
      if (path && !Array.isArray(JSON.parse(answer.toString()))) throw new Error(`${url}: this is no list`);
      if (!path && hashOf(answer) !== expected[index])
        throw new Error(`${url}: the answer changed while it was measured`);
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

async function bytesOf(url: string, path: string, headers: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(new URL(path, url), { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

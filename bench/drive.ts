import { execFile, spawnSync } from "node:child_process";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import autocannon from "autocannon";

/** A measured thing against what is wanted. */
export type Fact = { what: string; goal: string; found: string };

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

/** Asks on many connections at once, without pause. Every answer counts, and each that is known before is looked at. */
export async function drive(url: string, asked: Asked): Promise<Found> {
  const { headers = {}, connections = 16, seconds, path, each } = asked;
  const { pathname, search } = new URL(url);
  const questions = each ?? [{ path: pathname + search, headers }];
  const expected = new Map<string, Buffer>();
  if (!path) for (const { path, headers } of questions) expected.set(path, await bytesOf(url, path, headers));
  let clients = 0;
  const compared = { whole: 0, other: 0 };
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(path && { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }] }),
    ...(!path && {
      setupClient(client: autocannon.Client) {
        const first = clients++ % questions.length;
        client.setRequests([...questions.slice(first), ...questions.slice(0, first)]);
        readBytes(client, expected, compared);
      },
    }),
  });
  let isOver = false;
  const looking = (async () => {
    while (path && !isOver) {
      if (!Array.isArray(JSON.parse((await bytesOf(url, path(), headers)).toString())))
        throw new Error(`${url}: this is no list`);
      await wait(100);
    }
  })();
  const run = await running;
  isOver = true;
  await looking;
  if (!path && (compared.other > 0 || compared.whole < run["2xx"]))
    throw new Error(`${url}: ${run["2xx"]} answers, ${compared.whole} of them whole, ${compared.other} other pieces`);
  const strange = run.errors + run.timeouts + run.requests.total - run["2xx"];
  if (strange > 0) throw new Error(`${url}: ${strange} of ${run.requests.total} answers are none`);
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

/** True where the command is on the PATH. */
export const hasWrk = () => spawnSync("wrk", ["-v"]).error === undefined;

/** The same question on 16 connections, without pause, by a driver of less work for each answer; how many a second. */
export async function driveByWrk(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const said = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)("wrk", ["-t1", "-c16", `-d${seconds}s`, ...said, url]);
  const rate = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
  if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return rate;
}

/** Where autocannon collects an answer. */
type Reading = { pipelinedRequests: { peek(): { req: Question }; addBody(bytes: Buffer): void } };

/**
 * Compares the bytes of each answer with what is expected. autocannon would read them as a text, which for packed ones takes
 * it longer than the product takes to send them.
 */
function readBytes(
  client: autocannon.Client,
  expected: ReadonlyMap<string, Buffer>,
  compared: { whole: number; other: number },
): void {
  const { pipelinedRequests: reading } = client as unknown as Reading;
  let at = 0;
  reading.addBody = (bytes) => {
    const all = expected.get(reading.peek().req.path);
    if (all?.compare(bytes, 0, bytes.length, at, at + bytes.length) !== 0) compared.other += 1;
    at += bytes.length;
    if (at !== all?.length) return;
    compared.whole += 1;
    at = 0;
  };
}

/** The body of an answer as it travels. */
function bytesOf(url: string, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asking = get(new URL(path, url), { headers }, (answer) => {
      if (answer.statusCode !== 200) return void reject(new Error(`${url}: ${answer.statusCode}`));
      buffer(answer).then(resolve, reject);
    });
    asking.on("error", reject);
  });
}

export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

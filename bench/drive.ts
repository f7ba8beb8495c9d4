import { execFile, spawnSync } from "node:child_process";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import autocannon from "autocannon";

/** A measured value with its target. */
export type Fact = { what: string; goal: string; found: string };

/** Requests a second, and the median and 99th percentile in milliseconds. */
export type Found = { rate: number; p50: number; p99: number };

type Question = { path: string; headers: Record<string, string> };

export type Asked = {
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
  /** Returns a new path for each request, to bypass the cache. */
  path?: () => string;
  /** The paths of each connection in order, with a different start for each. */
  each?: Question[];
};

/** Sends requests on many connections without pause, and checks responses that are known in advance. */
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
  const { errors, timeouts, non2xx } = run;
  const missing = run.requests.total - run["2xx"] - non2xx;
  if (errors + timeouts + non2xx + missing > 0)
    throw new Error(
      `${url}: of ${run.requests.total} requests, ${errors} failed, ${timeouts} timed out, ${non2xx} were refused, ${missing} had no answer`,
    );
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

/** True if the command is on the PATH. */
export const hasWrk = () => spawnSync("wrk", ["-v"]).error === undefined;

/** Requests a second on 16 connections, measured by wrk, which needs less CPU per response. */
export async function driveByWrk(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const said = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)("wrk", ["-t1", "-c16", `-d${seconds}s`, ...said, url]);
  const rate = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
  if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return rate;
}

/** autocannon's internals that collect a response. */
type Reading = { pipelinedRequests: { peek(): { req: Question }; addBody(bytes: Buffer): void } };

/**
 * Compares the bytes of each response. autocannon would decode them as text, which for compressed bodies takes longer than the
 * product needs to send them.
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

/** The encoded body of a response. */
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

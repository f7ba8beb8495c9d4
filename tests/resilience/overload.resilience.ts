import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import type { Figure, ResilienceTest, Scale } from "./figures";
import { type Asked, ask, percentile, statusesOf, visitor, watchingHealth, withProduct } from "./product";

const sizes = { quick: { measuring: 1, overload: 2 }, long: { measuring: 10, overload: 60 } } as const;

/** A cross-origin request is never served from the response cache. */
const anew = { headers: { origin: "https://elsewhere.example" } };

/**
 * A hanging database, requests far above capacity, and five hundred logins at once: the product stays up and rejects
 * the excess.
 */
export const run: ResilienceTest = (scale) =>
  withProduct("overload", async ({ url, sql }) => [
    ...(await hangingDatabase(url, sql, scale)),
    ...(await burst(url)),
    ...(await overload(url, scale)),
    ...(await logins(url, scale)),
  ]);

async function burst(url: string): Promise<Figure[]> {
  await ask(`${url}/api/materials`, anew);
  const asked = await askAtOnce(new URL(`${url}/api/materials`), 800);
  const shed = asked.filter(({ status }) => status === 503);
  const others = asked.filter(({ status }) => status !== 200 && status !== 503);
  return [
    {
      requirement: "R52",
      what: "800 requests at once: some rejected with 503 and Retry-After, the others served",
      wanted: "some, and no other response",
      measured: statusesOf(asked),
      holds: others.length === 0 && shed.length > 0 && shed.every(({ retryAfter }) => retryAfter !== null),
    },
  ];
}

/** Sends requests at the same moment on open connections, however fast the responses are. */
async function askAtOnce(url: URL, count: number): Promise<Omit<Asked, "milliseconds">[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(url.port), url.hostname));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const asked = sockets.map(async (socket) => {
    const asking = request(url, { createConnection: () => socket, signal: AbortSignal.timeout(30_000), ...anew });
    const [answer] = (await once(asking.end(), "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? null };
  });
  return Promise.all(asked.map((one) => one.catch(() => ({ status: 0, retryAfter: null }))));
}

async function overload(url: string, scale: Scale): Promise<Figure[]> {
  const size = sizes[scale];
  const list = `${url}/api/materials`;
  const usual = await autocannon({ url: list, connections: 20, duration: size.measuring, ...anew });
  const capacity = Math.max(1, Math.round(usual.requests.average));
  const rush = () =>
    autocannon({
      url: list,
      connections: 800,
      duration: size.overload,
      overallRate: capacity * 3,
      timeout: 30,
      ...anew,
    });
  const [seen, health] = await watchingHealth(url, rush);
  const waited = await untilUsual(list, scale);
  const count = (status: `${number}`) => seen.statusCodeStats?.[status]?.count ?? 0;
  const [answered, shed] = [count("200"), count("503") + count("429")];
  const others = seen.requests.total - answered - shed;
  const what = `at 3 times the capacity of ${capacity} requests a second`;
  return [
    {
      requirement: "R52",
      what: `responses ${what} other than 200, 429 and 503, and broken connections`,
      wanted: "0",
      measured: `${others + seen.errors} (200: ${answered}, 503: ${shed})`,
      holds: others === 0 && seen.errors === 0 && answered > 0,
    },
    {
      requirement: "R52",
      what: "recovery afterwards",
      wanted: "at most 10 s",
      measured: `${(waited / 1000).toFixed(1)} s`,
      holds: waited <= 10_000,
    },
    healthFigure("R52", `Health ${what}`, health, scale, 1_000),
  ];
}

/** Milliseconds until ten consecutive requests succeed; not meaningful while other tests run. */
async function untilUsual(url: string, scale: Scale): Promise<number> {
  const usual = scale === "long" ? 500 : Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let inRow = 0; inRow < 10; ) {
    const { status, milliseconds } = await ask(url, anew);
    inRow = status === 200 && milliseconds < usual ? inRow + 1 : 0;
    if (performance.now() - began > 30_000) break;
  }
  return performance.now() - began;
}

async function logins(url: string, scale: Scale): Promise<Figure[]> {
  const attempt = (number: number) =>
    ask(`${url}/api/student/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": visitor(number) },
      body: JSON.stringify({ email: `nobody.${number}@school.example`, password: "not this one" }),
    });
  const all = () => Promise.all(Array.from({ length: 500 }, (_, number) => attempt(number)));
  const [asked, health] = await watchingHealth(url, all);
  const mute = asked.filter(({ status, retryAfter }) => status === 503 && retryAfter === null);
  return [
    {
      requirement: "R4",
      what: "500 logins at once: responses other than 401, and 503 with Retry-After",
      wanted: "0",
      measured: `${asked.filter(({ status }) => ![401, 503].includes(status)).length + mute.length} (${statusesOf(asked)})`,
      holds: mute.length === 0 && asked.every(({ status }) => [401, 503].includes(status)),
    },
    healthFigure("R4", "Health during 500 logins at once", health, scale, 1_000),
  ];
}

async function hangingDatabase(
  url: string,
  sql: (statement: string) => Promise<void>,
  scale: Scale,
): Promise<Figure[]> {
  const held = sql("begin; lock table materials in access exclusive mode; select pg_sleep(7); commit");
  await wait(200);
  const all = () => Promise.all(Array.from({ length: 30 }, () => ask(`${url}/api/materials`, anew)));
  const [asked, health] = await watchingHealth(url, all);
  const slowest = percentile(asked, 100);
  await held;
  const waited = await untilUsual(`${url}/api/materials`, scale);
  return [
    {
      requirement: "R49",
      what: "30 requests for a table that is locked for 7 s: all end, and later ones succeed",
      wanted: "at most 12 s, and at most 10 s later",
      measured: `${(slowest / 1000).toFixed(1)} s (${statusesOf(asked)}), ${(waited / 1000).toFixed(1)} s later`,
      holds: asked.every(({ status }) => status > 0) && (scale === "quick" || (slowest <= 12_000 && waited <= 10_000)),
    },
    healthFigure("R49", "Health while the database hangs", health, scale, 250),
  ];
}

function healthFigure(requirement: string, what: string, health: Asked[], scale: Scale, most: number): Figure {
  const p99 = percentile(health, 99);
  // While other tests run, the client itself may wait too long for a connection.
  const lost = health.filter(({ status }) => status !== 200 && (scale === "long" || status !== 0)).length;
  return {
    requirement,
    what,
    wanted: scale === "long" ? `always 200, 99 of 100 within ${most} ms` : "always 200",
    measured: `${statusesOf(health)}; ${p99} ms`,
    // Timings mean nothing while other tests run.
    holds: lost === 0 && health.length > 0 && (scale === "quick" || p99 <= most),
  };
}

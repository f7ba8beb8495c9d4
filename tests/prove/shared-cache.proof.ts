import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { adminToken, announcer } from "../setup/announcer";
import { hasNginx, startNginx } from "../setup/nginx";
import { plain } from "../setup/plain";
import { withProduct } from "./product";
import type { Figure, Proof } from "./proof";
import { peopleApart } from "./shared-cache-people";

const changes = { quick: 2, long: 30 };
const requirement = "shared cache";

const batch = encodeURIComponent(JSON.stringify({ 0: { json: { limit: 24 } } }));
const pages = ["/", "/about", "/study-materials", "/show-schedule"];
const lists = ["/api/materials?limit=24", "/api/materials?limit=24&className=7", "/api/notifications"];
const calls = [`/api/trpc/materials.list?batch=1&input=${batch}`];
const addresses = [...pages, ...lists, ...calls];

/** nginx in front, told nothing but to cache: what may be kept, and for whom, the answers' headers alone must say. */
export const proof: Proof = async (scale) => {
  if (!hasNginx()) {
    return [{ requirement, what: "nginx in front", wanted: "-", measured: "nginx not at hand", holds: true }];
  }
  return withProduct("shared-cache", async ({ url }) => {
    const cache = await startNginx(url);
    try {
      return [
        await servedFromCache(cache.url),
        await rightFromCache(cache.url),
        await keptBriefly(url),
        await seenInTime(cache.url, changes[scale]),
        ...(await peopleApart(cache, addresses)),
      ];
    } finally {
      await cache.stop();
    }
  });
};

/** An answer that the cache gave of its own, or what it gave instead. */
async function hit(url: string, headers: Record<string, string> = {}, method = "GET") {
  let answer = await plain(url, headers, method);
  // It is good for a second, and may run out between two requests.
  for (let tries = 0; tries < 20 && answer.headers["x-cache"] !== "HIT"; tries += 1) {
    answer = await plain(url, headers, method);
  }
  return answer;
}

async function servedFromCache(url: string): Promise<Figure> {
  const missed: string[] = [];
  for (const path of addresses) if ((await hit(url + path)).headers["x-cache"] !== "HIT") missed.push(path);
  return {
    requirement,
    what: `${addresses.length} public addresses, asked for again`,
    wanted: "nginx answers",
    measured: missed.length > 0 ? `not ${missed.join(", ")}` : "nginx answers",
    holds: missed.length === 0,
  };
}

async function rightFromCache(url: string): Promise<Figure> {
  const wrong: string[] = [];
  for (const path of addresses) {
    const whole = await hit(url + path);
    const packed = await hit(url + path, { "accept-encoding": "br" });
    const zipped = await hit(url + path, { "accept-encoding": "gzip" });
    const head = await hit(url + path, {}, "HEAD");
    const same = await hit(url + path, { "if-none-match": String(whole.headers.etag) });
    const isRight =
      (packed.headers["content-encoding"] === "br" ? brotliDecompressSync(packed.body) : packed.body).equals(
        whole.body,
      ) &&
      (zipped.headers["content-encoding"] === "gzip" ? gunzipSync(zipped.body) : zipped.body).equals(whole.body) &&
      whole.headers["content-encoding"] === undefined &&
      head.status === 200 &&
      head.body.length === 0 &&
      head.headers["content-length"] === `${whole.body.length}` &&
      same.status === 304 &&
      same.body.length === 0;
    if (!isRight) wrong.push(path);
  }
  return {
    requirement,
    what: "the same as br, gzip and plain, by HEAD, and with its own ETag",
    wanted: "the same bytes, none, 304",
    measured: wrong.length > 0 ? `not ${wrong.join(", ")}` : "the same bytes, none, 304",
    holds: wrong.length === 0,
  };
}

/** Whatever somebody adds to a request, its answer may stay with others no longer: said by the product itself. */
async function keptBriefly(url: string): Promise<Figure> {
  const odd: Record<string, string>[] = [
    ...[{ origin: "https://other.example" }, { authorization: "Bearer none" }, { rsc: "1" }],
    ...[{ cookie: "a=b" }, { range: "bytes=0-9" }, { "next-router-prefetch": "1" }, { purpose: "prefetch" }],
  ];
  const long: string[] = [];
  for (const path of [...addresses, "/about?_rsc=1", "/robots.txt", "/nowhere", "/nowhere/at/all"]) {
    for (const headers of odd) {
      const said = String((await plain(url + path, headers)).headers["cache-control"] ?? "");
      const seconds = /s-maxage=(\d+)/.exec(said)?.[1] ?? /max-age=(\d+)/.exec(said)?.[1] ?? "0";
      if (Number(seconds) > 1) long.push(`${path} with ${Object.keys(headers)}: ${said}`);
    }
  }
  return {
    requirement,
    what: "the same with cookies, tokens, foreign origins and Next's own questions",
    wanted: "kept a second at most",
    measured: long.length > 0 ? long.join("; ") : "kept a second at most",
    holds: long.length === 0,
  };
}

/** Changes behind copies that nginx has just made. It counts in whole seconds, so that a second is up to two for it. */
async function seenInTime(url: string, times: number): Promise<Figure> {
  const log = announcer(() => url, await adminToken(url));
  const late: number[] = [];
  let slowest = 0;
  for (let number = 0; number < times; number += 1) {
    const subject = `Shared ${number} ${Date.now()}`;
    for (const path of ["/api/notifications", "/show-schedule"]) await hit(url + path);
    await log.announce(subject);
    const changed = Date.now();
    for (const path of ["/api/notifications", "/show-schedule"]) {
      for (let isSeen = false; !isSeen && Date.now() - changed < 20_000; ) {
        const asked = Date.now() - changed;
        isSeen = (await plain(url + path)).body.includes(subject);
        // When it was asked counts: a busy machine may take its time to answer.
        if (isSeen) slowest = Math.max(slowest, asked);
        else if (asked > 2_000) late.push(asked);
        await wait(20);
      }
    }
  }
  return {
    requirement,
    what: `${times} changes by the administrator, in a list and on a page, the slowest`,
    wanted: "seen in 2 s",
    measured: `${(slowest / 1000).toFixed(1)} s`,
    holds: late.length === 0,
  };
}

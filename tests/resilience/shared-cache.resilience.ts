import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { siteDefaults } from "@/content/site";
import { adminToken, announcer } from "../harness/announcer";
import { hasNginx, startNginx } from "../harness/nginx";
import { plain } from "../harness/plain-http";
import { siteCaller } from "../harness/site";
import type { Figure, ResilienceTest } from "./figures";
import { withProduct } from "./product";
import { peopleApart } from "./shared-cache-people";

const changes = { quick: 2, long: 30 };
const requirement = "shared cache";

const batch = encodeURIComponent(JSON.stringify({ 0: { json: { limit: 24 } } }));
const pages = ["/", "/about", "/study-materials", "/show-schedule"];
const lists = ["/api/materials?limit=24", "/api/materials?limit=24&className=7", "/api/notifications"];
const feeds = ["/api/calendar/class-7.ics", "/api/calendar/all.ics"];
const calls = [`/api/trpc/materials.list?batch=1&input=${batch}`];
const addresses = [...pages, ...lists, ...feeds, ...calls];

/** nginx with plain caching: only the response headers decide what it caches and for whom. */
export const run: ResilienceTest = async (scale) => {
  if (!hasNginx()) {
    return [{ requirement, what: "nginx in front", wanted: "-", measured: "nginx is not installed", holds: true }];
  }
  return withProduct("shared-cache", async ({ url }) => {
    const cache = await startNginx(url);
    try {
      return [
        await servedFromCache(cache.url),
        await rightFromCache(cache.url),
        await keptBriefly(url),
        await seenInTime(cache.url, changes[scale]),
        await siteSeenInTime(cache.url, changes[scale]),
        ...(await peopleApart(cache, addresses)),
      ];
    } finally {
      await cache.stop();
    }
  });
};

/** A response served from the cache, or the one received instead. */
async function hit(url: string, headers: Record<string, string> = {}, method = "GET") {
  let answer = await plain(url, headers, method);
  // An entry lives for one second and may expire between two requests.
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
    what: `${addresses.length} public URLs, requested twice`,
    wanted: "served from the nginx cache",
    measured: missed.length > 0 ? `not ${missed.join(", ")}` : "served from the nginx cache",
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
    what: "the same URLs with br, gzip, identity, HEAD and If-None-Match",
    wanted: "equal bodies, no body for HEAD, 304",
    measured: wrong.length > 0 ? `not ${wrong.join(", ")}` : "equal bodies, no body for HEAD, 304",
    holds: wrong.length === 0,
  };
}

/** Responses to unusual requests must not be cached for longer, by the product's own headers. */
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
    what: "the same URLs with cookies, tokens, foreign origins and RSC headers",
    wanted: "cached for a second at most",
    measured: long.length > 0 ? long.join("; ") : "cached for a second at most",
    holds: long.length === 0,
  };
}

/** What turns when a test is announced: a list, a page and a calendar. */
const turning = ["/api/notifications", "/show-schedule", "/api/calendar/class-7.ics"];

/** Changes right after nginx has cached a response. nginx counts whole seconds, so one second can last two. */
async function seenInTime(url: string, times: number): Promise<Figure> {
  const log = announcer(() => url, await adminToken(url));
  const late: number[] = [];
  let slowest = 0;
  for (let number = 0; number < times; number += 1) {
    const subject = `Shared ${number} ${Date.now()}`;
    for (const path of turning) await hit(url + path);
    await log.announce(subject);
    const changed = Date.now();
    for (const path of turning) {
      for (let isSeen = false; !isSeen && Date.now() - changed < 20_000; ) {
        const asked = Date.now() - changed;
        isSeen = (await plain(url + path)).body.includes(subject);
        // Measure from the time of the request, since a busy machine responds late.
        if (isSeen) slowest = Math.max(slowest, asked);
        else if (asked > 2_000) late.push(asked);
        await wait(20);
      }
    }
  }
  return {
    requirement,
    what: `${times} changes by the administrator, slowest until visible in a list, on a page and in a calendar`,
    wanted: "seen in 2 s",
    measured: `${(slowest / 1000).toFixed(1)} s`,
    holds: late.length === 0,
  };
}

/** The site that is published, on pages that the cache has kept. */
async function siteSeenInTime(url: string, times: number): Promise<Figure> {
  const call = siteCaller(() => url, await adminToken(url));
  let [slowest, drafts] = [0, 0];
  for (let number = 0; number < times; number += 1) {
    const name = `School ${number} ${Date.now()}`;
    for (const path of pages) await hit(url + path);
    const facts = { ...siteDefaults.facts, name };
    const { draft } = await call("get", undefined);
    const saved = await call("save", { section: "facts", value: facts, seen: draft });
    for (const path of pages) if ((await plain(url + path)).body.includes(name)) drafts += 1;
    await call("publish", { seen: saved.draft });
    const changed = Date.now();
    for (const path of pages) {
      for (let isSeen = false; !isSeen && Date.now() - changed < 20_000; ) {
        const asked = Date.now() - changed;
        isSeen = (await plain(url + path)).body.includes(name);
        if (isSeen) slowest = Math.max(slowest, asked);
        await wait(20);
      }
    }
  }
  return {
    requirement,
    what: `${times} versions of the site published, slowest until visible on ${pages.length} pages`,
    wanted: "seen in 2 s, no draft",
    measured: `${(slowest / 1000).toFixed(1)} s, ${drafts} drafts`,
    holds: slowest <= 2_000 && drafts === 0,
  };
}

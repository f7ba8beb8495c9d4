import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import {
  type CachedResponse,
  cachedResponseOf,
  compressOnce,
  encodingFor,
  type RenderedResponse,
  sendResponse,
} from "./response";
import { type CacheTag, generationNow, refreshVersions, versionOf } from "./versions";

type CacheEntry = {
  response: CachedResponse;
  body: Buffer;
  tags: readonly CacheTag[];
  version: string;
  generation: number;
  /** Monotonic time, unaffected by clock changes. */
  renderedAt: number;
  /** Wall-clock validity. `from` discards responses that were rendered while the clock was ahead. */
  from: number;
  until: number;
};

/** How to render a public response, and the cache tags it depends on. */
export type Renderer = {
  tags: readonly CacheTag[];
  render: () => Promise<RenderedResponse>;
};

const maxBytes = 48 * 1024 * 1024;
const maxAge = 60_000;
const quarterHour = 15 * 60_000;

const entries = new LRUCache<string, CacheEntry>({
  max: 5_000,
  maxSize: maxBytes,
  // The plain body, its compressed copies and the headers.
  sizeCalculation: ({ body }) => 2 * body.length + 6_000,
});
const counts = { ready: 0, made: 0 };

/** Cache hits, renderings, entries and bytes, for the metrics. */
export function cacheStats(): Record<"ready" | "made" | "kept" | "bytes", number> {
  return { ...counts, kept: entries.size, bytes: entries.calculatedSize };
}

const renderings = new Map<string, Promise<CacheEntry | undefined>>();

/** Sends the cached response for `key` if it is valid. Returns false if nothing was sent. */
export function sendCached(key: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (refreshVersions() !== undefined) return false;
  const found = findValid(key);
  const sent =
    found && sendResponse(found.response, encodingFor(request.headers["accept-encoding"]), request, response);
  if (sent) counts.ready += 1;
  return sent ?? false;
}

function findValid(key: string): CacheEntry | undefined {
  const found = entries.get(key);
  if (!found || performance.now() - found.renderedAt >= maxAge) return undefined;
  const now = Date.now();
  if (now < found.from || now >= found.until) return undefined;
  if (found.generation !== generationNow()) {
    if (versionOf(found.tags)?.version !== found.version) return undefined;
    found.generation = generationNow();
  }
  return found;
}

/** Renders, caches and sends a response, once for concurrent requests. False if it must not be cached. */
export async function sendRendered(
  key: string,
  renderer: Renderer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  await refreshVersions();
  const found = findValid(key);
  if (found) counts.ready += 1;
  const entry = found ?? (await renderOnce(key, renderer));
  if (!entry) return false;
  const encoding = encodingFor(request.headers["accept-encoding"]);
  await compressOnce(entry.response, encoding, entry.body);
  return response.destroyed || sendResponse(entry.response, encoding, request, response);
}

async function renderOnce(key: string, renderer: Renderer): Promise<CacheEntry | undefined> {
  const state = versionOf(renderer.tags);
  if (!state) return undefined;
  const renderingKey = `${key} ${state.version}`;
  let rendering = renderings.get(renderingKey);
  if (!rendering) {
    rendering = render(key, renderer, state).finally(() => renderings.delete(renderingKey));
    renderings.set(renderingKey, rendering);
  }
  return rendering;
}

async function render(
  key: string,
  { tags, render: renderBody }: Renderer,
  state: NonNullable<ReturnType<typeof versionOf>>,
): Promise<CacheEntry | undefined> {
  counts.made += 1;
  const [now, renderedAt] = [Date.now(), performance.now()];
  const meta = { version: state.version, generation: -1 };
  const rendered = await renderBody();
  if (rendered.status !== 200 || rendered.headers["set-cookie"]) return undefined;
  // Dates on a page change at midnight, and midnight in every time zone falls on a quarter hour in UTC.
  const quarterEnd = (Math.floor(now / quarterHour) + 1) * quarterHour;
  const until = Math.min(quarterEnd, state.expiresAt);
  const from = Math.max(now, state.askedAt);
  const entry = { response: cachedResponseOf(rendered), body: rendered.body, tags, renderedAt, from, until, ...meta };
  entries.set(key, entry);
  return entry;
}

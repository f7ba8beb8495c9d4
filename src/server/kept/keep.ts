import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { encodingFor, type Made, prepare, type Ready, readyOf, send } from "./answer";
import { generationNow, refreshed, stateOf, type Topic } from "./lists";

type Kept = {
  ready: Ready;
  body: Buffer;
  topics: readonly Topic[];
  version: string;
  /** When its version was last found to be the right one. */
  generation: number;
  /** When it was made, by the clock of the process, which nobody can set. */
  madeAt: number;
  /** The times of day between which it holds. One that was made while the clock was ahead ends when that is put right. */
  from: number;
  until: number;
};

/** How an answer is made that is the same for everyone, and what it depends on. */
export type Recipe = {
  topics: readonly Topic[];
  make: () => Promise<Made>;
};

/** The most that is kept, in bytes, and for how long, in milliseconds, even if nothing changes. */
const most = 48 * 1024 * 1024;
const longest = 60_000;
const quarterHour = 15 * 60_000;

const kept = new LRUCache<string, Kept>({
  max: 5_000,
  maxSize: most,
  // Each encoding lies beside the plain bytes, with its headers in a list and as text.
  sizeCalculation: ({ body }) => 2 * body.length + 6_000,
});
const counts = { ready: 0, made: 0 };

/** How many answers left as ready bytes, how many had to be made first, and what lies here now, for the metrics. */
export function keptNow(): Record<"ready" | "made" | "kept" | "bytes", number> {
  return { ...counts, kept: kept.size, bytes: kept.calculatedSize };
}

const making = new Map<string, Promise<Kept | undefined>>();

/** Sends what is kept under `key`, if it still holds. False: nothing was sent. */
export function sendKept(key: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (refreshed() !== undefined) return false;
  const found = keptAt(key);
  const sent = found && send(found.ready, encodingFor(request.headers["accept-encoding"]), request, response);
  if (sent) counts.ready += 1;
  return sent ?? false;
}

/** What is kept under `key`, if it still holds by what is known of the lists. */
function keptAt(key: string): Kept | undefined {
  const found = kept.get(key);
  if (!found || performance.now() - found.madeAt >= longest) return undefined;
  const now = Date.now();
  if (now < found.from || now >= found.until) return undefined;
  if (found.generation !== generationNow()) {
    if (stateOf(found.topics)?.version !== found.version) return undefined;
    found.generation = generationNow();
  }
  return found;
}

/**
 * Makes an answer, keeps it under `key` and sends it. False: nothing was sent, since the answer is none that may be kept.
 * However many ask at once, and in whatever encodings, it is made once.
 */
export async function sendMade(
  key: string,
  recipe: Recipe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  await refreshed();
  const found = keptAt(key);
  if (found) counts.ready += 1;
  const one = found ?? (await madeOnce(key, recipe));
  if (!one) return false;
  const encoding = encodingFor(request.headers["accept-encoding"]);
  await prepare(one.ready, encoding, one.body);
  return response.destroyed || send(one.ready, encoding, request, response);
}

async function madeOnce(key: string, recipe: Recipe): Promise<Kept | undefined> {
  const state = stateOf(recipe.topics);
  if (!state) return undefined;
  const turn = `${key} ${state.version}`;
  let work = making.get(turn);
  if (!work) {
    work = make(key, recipe, state).finally(() => making.delete(turn));
    making.set(turn, work);
  }
  return work;
}

async function make(
  key: string,
  { topics, make: answer }: Recipe,
  state: NonNullable<ReturnType<typeof stateOf>>,
): Promise<Kept | undefined> {
  counts.made += 1;
  const [now, madeAt] = [Date.now(), performance.now()];
  const asked = { version: state.version, generation: -1 };
  const made = await answer();
  if (made.status !== 200 || made.headers["set-cookie"]) return undefined;
  // A date that a page shows changes with the day, wherever the institute is.
  const turn = (Math.floor(now / quarterHour) + 1) * quarterHour;
  const until = Math.min(turn, state.turnsAt);
  const from = Math.max(now, state.askedAt);
  const one = { ready: readyOf(made), body: made.body, topics, madeAt, from, until, ...asked };
  kept.set(key, one);
  return one;
}

import "server-only";
import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { pool } from "./db";
import { noteStanding, type Standing, standings } from "./request";

/**
 * How often something may be tried: `points` times within `seconds` of the first. What others have left of an `untold` one is
 * no news for whoever asks.
 */
export type Limit = { name: string; points: number; seconds: number; untold?: true };

// The library names its statements, and a pooler in transaction mode hands out a connection that does not know the names.
const unnamed = {
  query: ({ text, values }: { text: string; values: unknown[] }) => pool().query(text, values),
};

function limiterOf({ points, seconds }: Limit): RateLimiterPostgres {
  // Keeps nothing between calls: all counts are rows, the same for every process.
  return new RateLimiterPostgres({
    storeClient: unnamed,
    storeType: "pool",
    tableName: "throttles",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "",
    points,
    duration: seconds,
  });
}

// What is counted can be an address or a name; a hash of it counts as well.
function keyOf({ name }: Limit, of: string): string {
  return `${name}:${createHash("sha256").update(of).digest("base64url")}`;
}

/** Counts one try. @throws AppError TOO_MANY_REQUESTS once there were too many, with the time to wait */
export async function countTry(limit: Limit, of: string): Promise<void> {
  try {
    const { remainingPoints: left, msBeforeNext } = await limiterOf(limit).consume(keyOf(limit, of));
    const { name, points, seconds, untold } = limit;
    if (!untold) noteStanding(name, () => ({ points, seconds, left, reset: Math.ceil(msBeforeNext / 1000) }));
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(limit, error.msBeforeNext);
    throw error;
  }
}

/** How many tries are counted now. */
export async function triesOf(limit: Limit, of: string): Promise<number> {
  return (await limiterOf(limit).get(keyOf(limit, of)))?.consumedPoints ?? 0;
}

/** Takes one counted try back: it was none of those that are limited. */
export async function uncountTry(limit: Limit, of: string): Promise<void> {
  // Not by the library's `reward`: where the count has run out meanwhile, that would leave one try too many.
  await pool().query("update throttles set points = points - 1 where key = $1 and points > 0 and expire > $2", [
    keyOf(limit, of),
    Date.now(),
  ]);
  noteStanding(limit.name, (before) => before && { ...before, left: Math.min(before.points, before.left + 1) });
}

/** Forgets all tries. */
export async function forgetTries(limit: Limit, of: string): Promise<void> {
  await limiterOf(limit).delete(keyOf(limit, of));
  noteStanding(limit.name, (before) => before && { ...before, left: before.points, reset: before.seconds });
}

/** Notes that `of` was seen, for as long as the limit lasts. */
export async function noteSeen(limit: Limit, of: string): Promise<void> {
  await limiterOf(limit).set(keyOf(limit, of), 1, limit.seconds);
}

/** True while a note of {@link noteSeen} lasts. */
export async function wasSeen(limit: Limit, of: string): Promise<boolean> {
  return (await limiterOf(limit).get(keyOf(limit, of))) !== null;
}

/** Deletes the counts that have run out. */
export async function sweepThrottles(now: Date): Promise<void> {
  await pool().query("delete from throttles where expire < $1", [now.getTime()]);
}

/** The headers that tell what is left of the tightest limit that this request was counted for. */
export function limitHeaders(): Record<string, string> {
  const [tightest] = [...standings()].sort(([, a], [, b]) => a.left / a.points - b.left / b.points);
  return tightest ? headersOf(...tightest) : {};
}

// As the standard will have it (draft-ietf-httpapi-ratelimit-headers), and the three that clients know from before.
function headersOf(name: string, { points, seconds, left, reset }: Standing): Record<string, string> {
  return {
    ratelimit: `"${name}";r=${left};t=${reset}`,
    "ratelimit-policy": `"${name}";q=${points};w=${seconds}`,
    "ratelimit-limit": String(points),
    "ratelimit-remaining": String(left),
    "ratelimit-reset": String(reset),
  };
}

function tooMany({ name, points, seconds }: Limit, milliseconds: number): AppError {
  const wait = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(wait / 60);
  const when = minutes <= 1 ? "in a minute" : minutes <= 90 ? `in ${minutes} minutes` : "in a few hours";
  return new AppError("TOO_MANY_REQUESTS", `There were too many tries. Please try again ${when}.`, undefined, {
    "retry-after": String(wait),
    ...headersOf(name, { points, seconds, left: 0, reset: wait }),
  });
}

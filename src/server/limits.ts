import "server-only";
import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { pool } from "./db";

/** How often something may be tried: `points` times within `seconds` of the first. */
export type Limit = { name: string; points: number; seconds: number };

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
    await limiterOf(limit).consume(keyOf(limit, of));
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
}

/** Forgets all tries. */
export async function forgetTries(limit: Limit, of: string): Promise<void> {
  await limiterOf(limit).delete(keyOf(limit, of));
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

function tooMany({ name, points, seconds }: Limit, milliseconds: number): AppError {
  const wait = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(wait / 60);
  const when = minutes <= 1 ? "in a minute" : minutes <= 90 ? `in ${minutes} minutes` : "in a few hours";
  return new AppError("TOO_MANY_REQUESTS", `There were too many tries. Please try again ${when}.`, undefined, {
    "retry-after": String(wait),
    // As the standard will have it, and the three that clients know from before.
    ratelimit: `"${name}";r=0;t=${wait}`,
    "ratelimit-policy": `"${name}";q=${points};w=${seconds}`,
    "ratelimit-limit": String(points),
    "ratelimit-remaining": "0",
    "ratelimit-reset": String(wait),
  });
}

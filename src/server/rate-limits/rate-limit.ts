import "server-only";
import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { pool } from "@/server/db/client";
import { say } from "@/server/messages";
import { type LimitState, updateLimit, usedLimits } from "@/server/observability/request-scope";

/** `points` requests in `seconds`. An `untold` limit sends no headers but `Retry-After`: they would reveal the usage of others. */
export type Limit = { name: string; points: number; seconds: number; untold?: true };

// The library names its prepared statements, which fails behind a pooler in transaction mode.
const unnamedStatements = {
  query: ({ text, values }: { text: string; values: unknown[] }) => pool().query(text, values),
};

function limiterOf({ points, seconds }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: unnamedStatements,
    storeType: "pool",
    tableName: "throttles",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "",
    points,
    duration: seconds,
  });
}

// Keys are hashed because they can be addresses or account names.
function keyOf({ name }: Limit, of: string): string {
  return `${name}:${createHash("sha256").update(of).digest("base64url")}`;
}

/** The clocks of two processes may differ by this many milliseconds. */
const clockDifference = 60_000;

/** Uses one point. @throws AppError TOO_MANY_REQUESTS with the time to wait if none is left */
export async function consume(limit: Limit, of: string): Promise<void> {
  try {
    const { remainingPoints: left, msBeforeNext } = await limiterOf(limit).consume(keyOf(limit, of));
    const { name, points, seconds, untold } = limit;
    if (!untold) updateLimit(name, () => ({ points, seconds, left, reset: Math.ceil(msBeforeNext / 1000) }));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    if (error.msBeforeNext <= limit.seconds * 1000 + clockDifference) throw rateLimitError(limit, error.msBeforeNext);
    // This was counted while the clock was ahead, and could refuse requests for years.
    await limiterOf(limit).delete(keyOf(limit, of));
    await consume(limit, of);
  }
}

export async function pointsUsed(limit: Limit, of: string): Promise<number> {
  return (await limiterOf(limit).get(keyOf(limit, of)))?.consumedPoints ?? 0;
}

export async function refund(limit: Limit, of: string): Promise<void> {
  // Not the library's `reward`: for an expired counter it would grant an extra point.
  await pool().query("update throttles set points = points - 1 where key = $1 and points > 0 and expire > $2", [
    keyOf(limit, of),
    Date.now(),
  ]);
  updateLimit(limit.name, (before) => before && { ...before, left: Math.min(before.points, before.left + 1) });
}

export async function resetLimit(limit: Limit, of: string): Promise<void> {
  await limiterOf(limit).delete(keyOf(limit, of));
  updateLimit(limit.name, (before) => before && { ...before, left: before.points, reset: before.seconds });
}

/** Remembers `of` for the duration of the limit. */
export async function markSeen(limit: Limit, of: string): Promise<void> {
  await limiterOf(limit).set(keyOf(limit, of), 1, limit.seconds);
}

/** True if {@link markSeen} was called within the duration of the limit. */
export async function wasSeen(limit: Limit, of: string): Promise<boolean> {
  return (await limiterOf(limit).get(keyOf(limit, of))) !== null;
}

export async function purgeThrottles(now: Date): Promise<void> {
  await pool().query("delete from throttles where expire < $1", [now.getTime()]);
}

/** Rate-limit headers of the tightest limit that this request used. */
export function rateLimitHeaders(): Record<string, string> {
  const [tightest] = [...usedLimits()].sort(([, a], [, b]) => a.left / a.points - b.left / b.points);
  return tightest ? headersOf(...tightest) : {};
}

// The draft standard (draft-ietf-httpapi-ratelimit-headers) and the three older headers.
function headersOf(name: string, { points, seconds, left, reset }: LimitState): Record<string, string> {
  return {
    ratelimit: `"${name}";r=${left};t=${reset}`,
    "ratelimit-policy": `"${name}";q=${points};w=${seconds}`,
    "ratelimit-limit": String(points),
    "ratelimit-remaining": String(left),
    "ratelimit-reset": String(reset),
  };
}

function rateLimitError({ name, points, seconds, untold }: Limit, milliseconds: number): AppError {
  const wait = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError("TOO_MANY_REQUESTS", say("tooManyTries", Math.ceil(wait / 60)), undefined, {
    "retry-after": String(wait),
    ...(!untold && headersOf(name, { points, seconds, left: 0, reset: wait })),
  });
}

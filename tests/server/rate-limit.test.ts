import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { closeDatabase, openDatabase, pool } from "@/server/db/client";
import {
  consume,
  type Limit,
  markSeen,
  purgeThrottles,
  refund,
  resetLimit,
  wasSeen,
} from "@/server/rate-limits/rate-limit";
import { refusalOf } from "../factories";
import { connection, resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const limit: Limit = { name: "login-account", points: 3, seconds: 900 };
const asha = "asha@example.org";

async function tryTimes(times: number, of = asha, by = limit): Promise<void> {
  for (let count = 0; count < times; count += 1) await consume(by, of);
}

/** Fresh modules on the same tables, like another process. */
async function asAnotherProcess(): Promise<void> {
  await closeDatabase();
  openDatabase(connection);
}

const letTimePass = (seconds: number) => pool().query("update throttles set expire = expire - $1", [seconds * 1000]);

describe("a rate limit", () => {
  it("allows requests up to its maximum", async () => {
    await tryTimes(3);
    expect(await refusalOf(consume(limit, asha))).toEqual({
      code: "TOO_MANY_REQUESTS",
      message: "There were too many tries. Please try again in 15 minutes.",
    });
  });

  it("counts across processes", async () => {
    await tryTimes(2);
    await asAnotherProcess();
    await tryTimes(1);
    await asAnotherProcess();
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("allows exactly its maximum out of fifty concurrent requests", async () => {
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => consume({ ...limit, points: 7 }, asha)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(reasons.every((reason) => reason instanceof AppError && reason.code === "TOO_MANY_REQUESTS")).toBe(true);
  });

  it("is independent of those with other names and keys", async () => {
    await tryTimes(3);
    await tryTimes(3, "bilal@example.org");
    await tryTimes(3, asha, { ...limit, name: "reset-account" });
  });

  it("resets after its window, even if requests continued in the meantime", async () => {
    await tryTimes(3);
    await letTimePass(500);
    for (let count = 0; count < 20; count += 1) await refusalOf(consume(limit, asha));
    await letTimePass(400);
    await tryTimes(3);
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("starts again if it was used up while the clock was ahead", async () => {
    await tryTimes(3);
    await letTimePass(-50);
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await letTimePass(-24 * 60 * 60);
    await tryTimes(3);
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it.each([
    [10, "in a minute"],
    [60, "in a minute"],
    [61, "in 2 minutes"],
    [5400, "in 90 minutes"],
    [86_400, "in a few hours"],
  ])("exceeded for %i seconds asks to come back %s", async (seconds, when) => {
    expect(await refusalOf(consume({ ...limit, points: 0, seconds }, asha))).toMatchObject({
      message: `There were too many tries. Please try again ${when}.`,
    });
  });

  it("refunds used points one by one, but not below zero", async () => {
    await tryTimes(3);
    await refund(limit, asha);
    await tryTimes(1);
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });

    for (let count = 0; count < 9; count += 1) await refund(limit, "nobody@example.org");
    await tryTimes(3, "nobody@example.org");
    expect(await refusalOf(consume(limit, "nobody@example.org"))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("is not changed by a refund from an earlier window", async () => {
    await tryTimes(1);
    await letTimePass(1000);
    await refund(limit, asha);
    await tryTimes(3);
    expect(await refusalOf(consume(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("can be reset", async () => {
    await tryTimes(3);
    await resetLimit(limit, asha);
    await tryTimes(3);
  });
});

describe("the rate-limit error", () => {
  it("has Retry-After and all usual RateLimit headers", async () => {
    await tryTimes(3);
    await letTimePass(853.1);
    const error = await consume(limit, asha).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({
      headers: {
        "retry-after": "47",
        ratelimit: '"login-account";r=0;t=47',
        "ratelimit-policy": '"login-account";q=3;w=900',
        "ratelimit-limit": "3",
        "ratelimit-remaining": "0",
        "ratelimit-reset": "47",
      },
    });
  });

  it("of a limit shared by all callers says when to come back, but not how much of it is used", async () => {
    const shared: Limit = { name: "form-day", points: 1, seconds: 900, untold: true };
    await consume(shared, "all");
    const error = await consume(shared, "all").catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(Object.keys((error as AppError).headers ?? {})).toEqual(["retry-after"]);
  });
});

describe("markSeen", () => {
  it("lasts for the duration of the limit, in every process", async () => {
    expect(await wasSeen(limit, asha)).toBe(false);
    await markSeen(limit, asha);
    await asAnotherProcess();
    expect(await wasSeen(limit, asha)).toBe(true);
    expect(await wasSeen(limit, "bilal@example.org")).toBe(false);
    await letTimePass(901);
    expect(await wasSeen(limit, asha)).toBe(false);
  });
});

describe("the stored counters", () => {
  it("contain no names or addresses", async () => {
    await tryTimes(1);
    await markSeen({ ...limit, name: "seen" }, asha);
    const { rows } = await pool().query<{ text: string }>("select t::text as text from throttles t");
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/asha|example/);
  });

  it("are purged after they expire, not before", async () => {
    await tryTimes(1);
    await tryTimes(1, asha, { ...limit, name: "short", seconds: 60 });
    await purgeThrottles(new Date(Date.now() + 100_000));
    const { rows } = await pool().query<{ key: string }>("select key from throttles");
    expect(rows).toEqual([{ key: expect.stringMatching(/^login-account:/) }]);
  });
});

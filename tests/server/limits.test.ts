import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { closeDatabase, openDatabase, pool } from "@/server/db";
import { countTry, forgetTries, type Limit, noteSeen, sweepThrottles, uncountTry, wasSeen } from "@/server/limits";
import { refusalOf } from "../factories";
import { connection, resetDatabase } from "../setup/database";

beforeEach(resetDatabase);

const limit: Limit = { name: "login-account", points: 3, seconds: 900 };
const asha = "asha@example.org";

async function tryTimes(times: number, of = asha, by = limit): Promise<void> {
  for (let count = 0; count < times; count += 1) await countTry(by, of);
}

/** The same tables from another process: nothing is remembered but what is stored. */
async function asAnotherProcess(): Promise<void> {
  await closeDatabase();
  openDatabase(connection);
}

const letTimePass = (seconds: number) => pool().query("update throttles set expire = expire - $1", [seconds * 1000]);

describe("tries", () => {
  it("are let through until there are too many", async () => {
    await tryTimes(3);
    expect(await refusalOf(countTry(limit, asha))).toEqual({
      code: "TOO_MANY_REQUESTS",
      message: "There were too many tries. Please try again in 15 minutes.",
    });
  });

  it("are counted together by all processes", async () => {
    await tryTimes(2);
    await asAnotherProcess();
    await tryTimes(1);
    await asAnotherProcess();
    expect(await refusalOf(countTry(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("let exactly so many through when fifty come at once", async () => {
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => countTry({ ...limit, points: 7 }, asha)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(reasons.every((reason) => reason instanceof AppError && reason.code === "TOO_MANY_REQUESTS")).toBe(true);
  });

  it("of one are none of another, and of one kind none of another kind", async () => {
    await tryTimes(3);
    await tryTimes(3, "bilal@example.org");
    await tryTimes(3, asha, { ...limit, name: "reset-account" });
  });

  it("are free again when the time is over, however often someone tried meanwhile", async () => {
    await tryTimes(3);
    await letTimePass(500);
    for (let count = 0; count < 20; count += 1) await refusalOf(countTry(limit, asha));
    await letTimePass(400);
    await tryTimes(3);
    expect(await refusalOf(countTry(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it.each([
    [10, "in a minute"],
    [60, "in a minute"],
    [61, "in 2 minutes"],
    [5400, "in 90 minutes"],
    [86_400, "in a few hours"],
  ])("that were too many within %i seconds are welcome %s", async (seconds, when) => {
    const error = await countTry({ ...limit, points: 0, seconds }, asha).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ message: `There were too many tries. Please try again ${when}.` });
  });

  it("can be taken back one by one, but never below none", async () => {
    await tryTimes(3);
    await uncountTry(limit, asha);
    await tryTimes(1);
    expect(await refusalOf(countTry(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });

    for (let count = 0; count < 9; count += 1) await uncountTry(limit, "nobody@example.org");
    await tryTimes(3, "nobody@example.org");
    expect(await refusalOf(countTry(limit, "nobody@example.org"))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("that have run out are not taken back from those that come after", async () => {
    await tryTimes(1);
    await letTimePass(1000);
    await uncountTry(limit, asha);
    await tryTimes(3);
    expect(await refusalOf(countTry(limit, asha))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });

  it("can be forgotten", async () => {
    await tryTimes(3);
    await forgetTries(limit, asha);
    await tryTimes(3);
  });
});

describe("the refusal", () => {
  it("says when to come again and what is allowed, in every usual spelling", async () => {
    await tryTimes(3);
    await letTimePass(853.1);
    const error = await countTry(limit, asha).catch((refusal: unknown) => refusal);
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
});

describe("a note that someone was seen", () => {
  it("lasts as long as its limit, for every process", async () => {
    expect(await wasSeen(limit, asha)).toBe(false);
    await noteSeen(limit, asha);
    await asAnotherProcess();
    expect(await wasSeen(limit, asha)).toBe(true);
    expect(await wasSeen(limit, "bilal@example.org")).toBe(false);
    await letTimePass(901);
    expect(await wasSeen(limit, asha)).toBe(false);
  });
});

describe("what is stored", () => {
  it("names nobody", async () => {
    await tryTimes(1);
    await noteSeen({ ...limit, name: "seen" }, asha);
    const { rows } = await pool().query<{ text: string }>("select t::text as text from throttles t");
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/asha|example/);
  });

  it("is swept once it has run out, and not before", async () => {
    await tryTimes(1);
    await tryTimes(1, asha, { ...limit, name: "short", seconds: 60 });
    await sweepThrottles(new Date(Date.now() + 100_000));
    const { rows } = await pool().query<{ key: string }>("select key from throttles");
    expect(rows).toEqual([{ key: expect.stringMatching(/^login-account:/) }]);
  });
});

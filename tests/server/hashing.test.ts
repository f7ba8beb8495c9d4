import { availableParallelism } from "node:os";
import { beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { hashingStats, hashPassword, maxConcurrentHashes, passwordMatches } from "@/server/auth/passwords";
import { pool } from "@/server/db/client";
import { type Verdict, verifyWithLimits } from "@/server/rate-limits/login-attempts";
import { usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const atOnce = maxConcurrentHashes(availableParallelism());

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 4],
])("password hashing on %i cores runs at most %i hashes at a time", (cores, hashes) => {
  expect(maxConcurrentHashes(cores)).toBe(hashes);
});

it("password hashing runs a few hashes at a time, queues a hundred and rejects the rest with 503", async () => {
  const hash = await hashPassword(usualPassword);
  let most = 0;
  const checks = Array.from({ length: 500 }, async () => {
    const check = passwordMatches(usualPassword, hash);
    most = Math.max(most, hashingStats().inside);
    return check;
  });
  // The first login of an unknown account meets a full queue.
  const ending = Promise.allSettled([...checks, passwordMatches(usualPassword, undefined)]);
  await expectLoginNotCounted();
  const ended = (await ending).slice(0, -1);
  const refused = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(ended.filter((one) => one.status === "fulfilled" && one.value)).toHaveLength(100 + atOnce);
  expect(refused).toHaveLength(400 - atOnce);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "5" } });
  }
  expect(most).toBe(atOnce);
  expect(hashingStats()).toEqual({ inside: 0, waiting: 0 });
  expect(
    await passwordMatches(usualPassword, undefined),
    "the decoy of unknown accounts exists even if the queue was full at the first login",
  ).toBe(false);
});

/** Expects that a login rejected because hashing is saturated does not count as an attempt. */
async function expectLoginNotCounted(): Promise<void> {
  const limit = (name: string) => ({ name, points: 10, seconds: 60 });
  const limits = {
    location: limit("place"),
    account: limit("account"),
    network: limit("network"),
    known: limit("known"),
  };
  const target = { account: "asha", side: "user" as const, userId: undefined, origin: { address: "203.0.113.7" } };
  const check = vi.fn(async (): Promise<Verdict> => "right");
  await expect(verifyWithLimits(limits, target, null, check)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(check).not.toHaveBeenCalled();
  expect((await pool().query("select 1 from throttles")).rowCount).toBe(0);
}

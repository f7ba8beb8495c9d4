import { availableParallelism } from "node:os";
import { beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { pool } from "@/server/db";
import { hashesAtOnce, hashingNow, hashPassword, passwordMatches } from "@/server/passwords";
import { prove, type Verdict } from "@/server/tries";
import { usualPassword } from "../factories";
import { resetDatabase } from "../setup/database";

beforeEach(resetDatabase);

const atOnce = hashesAtOnce(availableParallelism());

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 4],
])("leaves one of %i cores to everyone else, if there is another", (cores, hashes) => {
  expect(hashesAtOnce(cores)).toBe(hashes);
});

it("hashes a few passwords at once, leaving a core to everyone else, keeps a hundred waiting, and asks all others to come again", async () => {
  const hash = await hashPassword(usualPassword);
  let most = 0;
  const checks = Array.from({ length: 500 }, async () => {
    const check = passwordMatches(usualPassword, hash);
    most = Math.max(most, hashingNow().inside);
    return check;
  });
  const ended = await Promise.allSettled(checks);
  const refused = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(ended.filter((one) => one.status === "fulfilled" && one.value)).toHaveLength(100 + atOnce);
  expect(refused).toHaveLength(400 - atOnce);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "5" } });
  }
  expect(most).toBe(atOnce);
  expect(hashingNow()).toEqual({ inside: 0, waiting: 0 });
});

it("counts no try against who did not get a turn", async () => {
  const hash = await hashPassword(usualPassword);
  const busy = Array.from({ length: 100 + atOnce }, () => passwordMatches(usualPassword, hash));
  const limit = (name: string) => ({ name, points: 10, seconds: 60 });
  const limits = { place: limit("place"), account: limit("account"), network: limit("network"), known: limit("known") };
  const target = { account: "asha", userId: undefined, origin: { address: "203.0.113.7" } };
  const check = vi.fn(async (): Promise<Verdict> => "right");
  await expect(prove(limits, target, null, check)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await Promise.all(busy);
  expect(check).not.toHaveBeenCalled();
  expect((await pool().query("select 1 from throttles")).rowCount).toBe(0);
});

it("is as ready for an unknown account when the line was full at the first try", async () => {
  const busy = Array.from({ length: 100 + atOnce }, () => passwordMatches(usualPassword, undefined));
  const late = passwordMatches(usualPassword, undefined);
  await Promise.allSettled([...busy, late]);
  expect(await passwordMatches(usualPassword, undefined)).toBe(false);
});

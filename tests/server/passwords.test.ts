import { hash } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { loginInput, signupInput } from "@/features/auth/schema";
import { isEasyToGuess } from "@/server/auth/common-passwords";
import { hashPassword, isHashOutdated, passwordMatches } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { resetDatabase } from "../harness/database";
import { fc } from "../harness/random";
import { runs } from "../harness/runs";

const weaker = { memoryCost: 8192, timeCost: 1, parallelism: 1 };

/** The same bytes with one changed. */
function withOneByteChanged(text: string, at: number): string {
  const characters = [...text];
  const place = at % characters.length;
  characters[place] = characters[place] === "x" ? "y" : "x";
  return characters.join("");
}

describe("a password", () => {
  it("matches itself and no variant with one changed character", { timeout: 60_000 }, async () => {
    const texts = fc.sample(fc.tuple(fc.string({ unit: "binary", minLength: 6, maxLength: 80 }), fc.nat()), {
      numRuns: runs,
      seed: 20_261_121,
    });
    const check = async ([text, at]: [string, number]) => {
      // A cheap hash, since its cost does not matter here.
      const made = await hash(text, { memoryCost: 64, timeCost: 1, parallelism: 1 });
      return [await passwordMatches(text, made), await passwordMatches(withOneByteChanged(text, at), made)];
    };
    for (let from = 0; from < texts.length; from += 50)
      for (const outcome of await Promise.all(texts.slice(from, from + 50).map(check)))
        expect(outcome).toEqual([true, false]);
  });

  it("is compared in full: variants of 72 and 1,023 bytes that differ at the end do not match", async () => {
    for (const length of [72, 1023]) {
      const made = await hashPassword(`${"x".repeat(length)}a`);
      expect(await passwordMatches(`${"x".repeat(length)}a`, made)).toBe(true);
      for (const twin of [`${"x".repeat(length)}b`, "x".repeat(length)])
        expect(await passwordMatches(twin, made)).toBe(false);
    }
  });

  it("may have 1,024 bytes at most, counted in bytes", () => {
    const asha = { name: "Asha", email: "asha@example.org" };
    for (const [password, fits] of [
      ["x".repeat(1024), true],
      ["x".repeat(1025), false],
      ["é".repeat(512), true],
      ["é".repeat(513), false],
      ["🌱".repeat(256), true],
      ["🌱".repeat(257), false],
    ] as const) {
      expect(signupInput.safeParse({ ...asha, password }).success).toBe(fits);
      expect(loginInput.safeParse({ identifier: "asha", role: "user", password }).success).toBe(fits);
    }
  });

  it("is rejected if it is one of the 3,000 most common ones or a word of the institute", async () => {
    const common = dictionary["passwords-common"].filter((word) => word.length >= 6).slice(0, 3000);
    expect(common).toHaveLength(3000);
    const words = ["Lyceum", "lyceum2024", "Nagpur1", "Maharashtra!", "shastri99", "LYCEUM123"];
    const passed: string[] = [];
    for (const word of [...common, ...words]) if (!(await isEasyToGuess(word, []))) passed.push(word);
    expect(passed).toEqual([]);
  });
});

describe("a password hash", () => {
  it("a hash with weaker parameters is outdated, one with current parameters is not", async () => {
    expect(isHashOutdated(await hashPassword("six green hills"))).toBe(false);
    expect(isHashOutdated(await hash("six green hills", weaker))).toBe(true);
  });

  it("an outdated hash is replaced at the next correct login, not at a wrong one", async () => {
    await resetDatabase();
    const passwordHash = await hash("six green hills", weaker);
    await db().user.create({ data: { name: "Asha Rao", email: "asha@example.org", passwordHash } });
    const login = (password: string) =>
      createCaller({ principal: null }).auth.login({ identifier: "asha@example.org", password, role: "user" });
    const kept = async () => (await db().user.findFirstOrThrow()).passwordHash;
    await login("six green hill").catch(() => {});
    expect(await kept()).toBe(passwordHash);
    await login("six green hills");
    expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const renewed = await kept();
    await login("six green hills");
    expect(await kept()).toBe(renewed);
  });
});

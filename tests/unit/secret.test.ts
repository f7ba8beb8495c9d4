import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSecret } from "@/server/auth/secret";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-secret-"));
const path = join(dataDir, "secrets/nextauth");
vi.stubEnv("NEXTAUTH_SECRET", undefined);
vi.stubEnv("DATA_DIR", dataDir);

beforeEach(() => rm(join(dataDir, "secrets"), { recursive: true, force: true }));
afterAll(() => rm(dataDir, { recursive: true }));

describe("the secret in the data folder", () => {
  it("is made at the first start, and is the same with a line end after it", async () => {
    const made = await openSecret();
    expect(made).toHaveLength(43);
    expect(await readFile(path, "utf8")).toBe(made);
    await writeFile(path, `${made}\n`);
    expect(await openSecret()).toBe(made);
  });

  it.each([
    ["is empty", () => writeFile(path, ""), "has fewer than 32 characters"],
    ["is cut off", () => writeFile(path, `${"k".repeat(31)}\n`), "has fewer than 32 characters"],
    ["is a folder", () => mkdir(path), "cannot be read (EISDIR: illegal operation on a directory, read)"],
  ])("ends the start with a sentence if it %s", async (_, spoil, fault) => {
    await mkdir(join(dataDir, "secrets"));
    await spoil();
    await expect(openSecret()).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/^.+: restore it from a backup\. If there is none, delete it: .+ are invalid\.$/),
    });
    await expect(openSecret()).rejects.toThrow(`The secret ${path} ${fault}`);
  });

  it.runIf(process.getuid?.() === 0)("is reported without advice to delete it if another account owns it", async () => {
    const made = await openSecret();
    process.seteuid?.(1);
    try {
      await expect(openSecret()).rejects.toThrow(`${path} belongs to another account (EACCES)`);
    } finally {
      process.seteuid?.(0);
    }
    expect(await openSecret()).toBe(made);
  });
});

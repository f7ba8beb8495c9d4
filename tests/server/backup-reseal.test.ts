import { createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { writeBackup } from "@/server/backup/make";
import { openArchive } from "@/server/backup/read";
import { reseal } from "@/server/backup/reseal";
import { deriveSeal } from "@/server/backup/seal";
import { db } from "@/server/db/client";
import { emptyFolder } from "../harness/clusters";
import { connection, resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const [from, to] = ["what only the product knows", "lantern gravel orbit"];
const megabyte = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** A sealed backup of an institute with files of this size. */
async function sealed(sizes: number[], progress?: () => Promise<void>, folder?: string) {
  const dataDir = folder ?? (await emptyFolder());
  await mkdir(join(dataDir, "files"));
  for (const size of sizes) {
    const key = randomBytes(20).toString("hex");
    await writeFile(join(dataDir, "files", key), randomBytes(size));
    const facts = { name: "n", size, type: "application/pdf", state: "published", store: "embedded" } as const;
    await db().upload.create({ data: { key, ...facts } });
  }
  const path = join(dataDir, "sealed.zip");
  await writeBackup(path, from, { connection, dataDir, ...(progress && { progress }) }, new Date());
  return { path, dataDir };
}

describe("a resealed archive", () => {
  test("has the same parts and length, and opens only with the new passphrase", async () => {
    const { path, dataDir } = await sealed([1, 70_000, 3_000_000]);
    const { content, bytes } = await reseal(path, from, to);
    const copy = join(dataDir, "copy.zip");
    await writeFile(copy, await buffer(content));
    expect((await readFile(copy)).length).toBe(bytes);
    await expect(openArchive(copy, from)).rejects.toThrow(/passphrase does not open/);
    const [old, renewed] = [await openArchive(path, from), await openArchive(copy, to)];
    for (const name of Object.keys(old.manifest.parts).filter((one) => one !== "salt"))
      expect((await buffer(await renewed.read(name))).equals(await buffer(await old.read(name)))).toBe(true);
    expect(Object.keys(renewed.manifest.parts).sort()).toEqual(Object.keys(old.manifest.parts).sort());
    for (const archive of [old, renewed]) archive.close();
    const half = (await readFile(copy)).subarray(0, bytes / 2);
    await writeFile(copy, half);
    await expect(openArchive(copy, to)).rejects.toThrow(/not a complete backup/);
  });

  test("waits for a slow reader without using much memory", { tags: "long", timeout: 120_000 }, async () => {
    const { path } = await sealed([96 * megabyte]);
    const used = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    };
    const before = used();
    const { content, bytes } = await reseal(path, from, to);
    let [most, read] = [0, 0];
    for await (const piece of content as AsyncIterable<Buffer>) {
      read += piece.length;
      if (read % (8 * megabyte) >= piece.length) continue;
      await wait(30);
      most = Math.max(most, used() - before);
    }
    expect(read).toBe(bytes);
    expect(most).toBeLessThan(64 * megabyte);
    // Without a reader it stops.
    const stalled = await reseal(path, from, to);
    await wait(500);
    expect(used() - before).toBeLessThan(64 * megabyte);
    stalled.content.destroy();
  });

  test("closes its file when the connection breaks", { tags: "long" }, async () => {
    const { path } = await sealed([20 * megabyte]);
    const open = async () => (await readdir("/proc/self/fd")).length;
    const before = await open();
    for (let time = 0; time < 8; time++) {
      const { content } = await reseal(path, from, to);
      content.once("data", () => content.destroy());
      await wait(100);
    }
    // The last one may still be closing.
    await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(before + 1), 5_000);
  });

  test("fails where the archive was altered", async () => {
    const { path } = await sealed([2 * megabyte]);
    const bytes = await readFile(path);
    bytes[megabyte] = (bytes[megabyte] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const { content } = await reseal(path, from, to);
    await expect(buffer(content)).rejects.toThrow();
  });
});

test("a backup that is cancelled between two files leaves none", async () => {
  let steps = 0;
  const progress = async () => {
    steps += 1;
    if (steps === 3) throw new Error("cancelled");
  };
  const folder = await emptyFolder();
  await expect(sealed([100, 100, 100], progress, folder)).rejects.toThrow("cancelled");
  expect([steps, await readdir(folder)]).toEqual([3, ["files"]]);
});

test("the parts of earlier archives, whose salt names no cost, still open", async () => {
  const salt = randomBytes(16).toString("base64");
  const earlier = await deriveSeal(to, salt);
  const part = await buffer(Readable.from([Buffer.from("Asha Rao")]).pipe(earlier.seal()));
  const decipher = createDecipheriv(
    "aes-256-gcm",
    scryptSync(to, Buffer.from(salt, "base64"), 32),
    part.subarray(0, 12),
  );
  decipher.setAuthTag(part.subarray(-16));
  expect(decipher.update(part.subarray(12, -16)).toString()).toBe("Asha Rao");
  await expect(deriveSeal(to, "scrypt 1048576 8 1 AAAA")).rejects.toThrow(/does not support/);
});

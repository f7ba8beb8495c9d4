import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { sha256Of } from "@/server/files/hash";

const folder = await mkdtemp(join(tmpdir(), "lyceum-hash-"));
afterAll(() => rm(folder, { recursive: true }));

it("sha256Of hashes files of any size in parallel, and rejects for an unreadable file", async () => {
  const sizes = [0, 1, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 5_000_000];
  const work = sizes.map(async (size) => {
    const [path, bytes] = [join(folder, String(size)), randomBytes(size)];
    await writeFile(path, bytes);
    const sha256 = await sha256Of(path);
    expect(sha256.buffer.byteLength).toBe(32);
    expect(Buffer.from(sha256).equals(createHash("sha256").update(bytes).digest()), path).toBe(true);
  });
  await expect(sha256Of(join(folder, "nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(sha256Of(folder)).rejects.toMatchObject({ code: "EISDIR" });
  await Promise.all(work);
});

it("sha256Of rejects all callers if its worker dies, and starts a new worker", async () => {
  const [path, bytes] = [join(folder, "large"), randomBytes(20_000_000)];
  await writeFile(path, bytes);
  const waiting = Array.from({ length: 20 }, () => sha256Of(path));
  const told = Promise.allSettled(waiting);
  const { lyceumHashThread } = globalThis as typeof globalThis & { lyceumHashThread?: { worker: Worker } };
  await lyceumHashThread?.worker.terminate();
  expect((await told).at(-1)).toMatchObject({ reason: { message: "The hashing thread has ended." } });
  expect(Buffer.from(await sha256Of(path)).equals(createHash("sha256").update(bytes).digest())).toBe(true);
});

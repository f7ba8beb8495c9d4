import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/server/db/client";
import * as hash from "@/server/files/hash";
import { type UploadApp, uploadApp } from "../harness/upload-app";

let app: UploadApp;

beforeEach(async () => {
  app = await uploadApp();
});

afterEach(() => app.close());

/** Uploads "abc", whose last two bytes are sent after `meanwhile` has changed its file like another process. */
async function besides(meanwhile: (key: string, part: string) => Promise<void>) {
  const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
  const slow = new TransformStream<Uint8Array, Uint8Array>();
  const writer = slow.writable.getWriter();
  const headers = { range: "bytes=0-", "content-type": "multipart/form-data; boundary=b" };
  const answer = app.browse(url, { method: "PUT", body: slow.readable, headers });
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  await writer.write(Buffer.from(`${head}a`));
  const part = join(app.dataDir, "files", `${key}.part`);
  await expect.poll(() => app.onDisk()).toEqual([`${key}.part`]);
  await meanwhile(key, part);
  await writer.write(Buffer.from("bc\r\n--b--\r\n"));
  await writer.close();
  return { key, status: (await answer).status, row: await db().upload.findUniqueOrThrow({ where: { key } }) };
}

it("an upload that another process writes to as well is refused, and stays reserved", async () => {
  const { key, status, row } = await besides((_, part) => appendFile(part, "xy"));
  expect([status, row.state]).toEqual([409, "expected"]);
  expect(await app.onDisk()).toEqual([`${key}.part`]);
  expect(app.onComplete).not.toHaveBeenCalled();
});

it("an upload does not replace the file that another process has completed", async () => {
  const { key, status } = await besides(async (key, part) => {
    await writeFile(part, "xyz");
    await rename(part, join(app.dataDir, "files", key));
    await db().upload.update({ where: { key }, data: { state: "stored" } });
  });
  expect(status).toBe(409);
  expect(await readFile(join(app.dataDir, "files", key), "utf8")).toBe("xyz");
  expect((await db().upload.findUniqueOrThrow({ where: { key } })).state).toBe("stored");
});

it("an upload that another process writes to after its size was checked is refused and removed", async () => {
  const { sha256Of } = hash;
  vi.spyOn(hash, "sha256Of").mockImplementation((part) => sha256Of(part).finally(() => appendFile(part, "xy")));
  const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
  const body = new FormData();
  body.set("file", new File(["abc"], "a.pdf", { type: "application/pdf" }));
  const { status } = await app.browse(url, { method: "PUT", body, headers: { range: "bytes=0-" } });
  expect([status, await app.onDisk(), await db().upload.count({ where: { key } })]).toEqual([409, [], 0]);
  expect(app.onComplete).not.toHaveBeenCalled();
});

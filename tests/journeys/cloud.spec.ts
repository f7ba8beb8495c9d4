import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { pdfFile } from "../harness/documents";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { startCloud } from "../harness/uploadthing-cloud";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("with a token, files are stored in UploadThing's cloud", async () => {
  const cloud = await startCloud();
  const dataDir = await startedFolder();
  const logFile = "test-results/cloud.log";
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more: cloud.env });
  const { call, upload, remove } = await publisher(product.url, administrator);
  const material = { className: "8", subject: "Chemistry", materialName: "Acids", expiresAt: "null" };

  const bytes = await pdfFile("Acids and bases");
  const added = await upload(material, { name: "acids.pdf", type: "application/pdf", bytes });
  expect([...cloud.files.values()].map(({ bytes }) => sha256(bytes))).toEqual([sha256(bytes)]);
  const answer = await fetch(product.url + added.pdfFile);
  expect(answer.url).toBe(product.url + added.pdfFile);
  expect(sha256(await answer.bytes())).toBe(sha256(bytes));
  const part = await fetch(product.url + added.pdfFile, { headers: { range: "bytes=0-4" } });
  expect([part.status, await part.text()]).toEqual([206, "%PDF-"]);

  const disguised = Buffer.from("%PDF-1.7\n<html><script>alert(1)</script></html>");
  const refused = upload(material, { name: "acids.pdf", type: "application/pdf", bytes: disguised });
  await expect(refused).rejects.toThrow(/PDF/);
  await expect.poll(() => cloud.files.size).toBe(1);

  const place = await call("/api/uploadthing?actionType=upload&slug=material", {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({ files: [{ name: "a.pdf", size: 9, type: "application/pdf" }], input: material }),
  });
  const [promised] = (await place.json()) as { url: string }[];
  expect(new URL(promised?.url ?? "").searchParams.get("x-ut-acl")).toBeNull();

  const [callback] = cloud.callbacks;
  if (!callback) throw new Error("The cloud has not called back.");
  const send = async (headers: Record<string, string>, body = callback.body) =>
    (await fetch(callback.url, { method: "POST", headers, body })).status;
  const { "x-uploadthing-signature": signature = "", ...unsigned } = callback.headers;
  const wrong = signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect(await send(unsigned)).toBe(400);
  expect(await send({ ...unsigned, "x-uploadthing-signature": wrong })).toBe(400);
  expect(await send(callback.headers, callback.body.replace("acids", "bases"))).toBe(400);
  const shown = async () => ((await (await fetch(`${product.url}/api/materials`)).json()) as unknown[]).length;
  // A repeated callback must not add a second material.
  for (let times = 0; times < 3; times += 1) await send(callback.headers);
  expect(await shown()).toBe(1);

  await remove(added._id);
  await expect.poll(() => cloud.files.size).toBe(0);
  await send(callback.headers);
  expect(await shown()).toBe(0);
  expect((await fetch(product.url + added.pdfFile)).status).toBe(404);
  expect(await readdir(join(dataDir, "files")).catch(() => [])).toEqual([]);

  await product.stop();
  await cloud.close();
  await removeFolder(dataDir);
});

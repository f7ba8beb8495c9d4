import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { pdfFile } from "../setup/documents";
import { administrator } from "../setup/product";
import { publisher } from "../setup/publisher";
import { startCloud } from "../setup/uploadthing-cloud";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("with a token the same product keeps its files in the cloud", async () => {
  const cloud = await startCloud();
  const dataDir = await temporaryFolder();
  const logFile = "test-results/cloud.log";
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more: cloud.env });
  const { upload, remove } = await publisher(product.url, administrator);
  const material = { className: "8", subject: "Chemistry", materialName: "Acids", expiresAt: "null" };

  const bytes = await pdfFile("Acids and bases");
  const added = await upload(material, { name: "acids.pdf", type: "application/pdf", bytes });
  expect([...cloud.files.values()].map(sha256)).toEqual([sha256(bytes)]);
  const answer = await fetch(product.url + added.pdfFile);
  expect(answer.url).toBe(product.url + added.pdfFile);
  expect(sha256(await answer.bytes())).toBe(sha256(bytes));
  const part = await fetch(product.url + added.pdfFile, { headers: { range: "bytes=0-4" } });
  expect([part.status, await part.text()]).toEqual([206, "%PDF-"]);

  const disguised = Buffer.from("%PDF-1.7\n<html><script>alert(1)</script></html>");
  const refused = upload(material, { name: "acids.pdf", type: "application/pdf", bytes: disguised });
  await expect(refused).rejects.toThrow(/PDF/);
  await expect.poll(() => cloud.files.size).toBe(1);

  await remove(added._id);
  await expect.poll(() => cloud.files.size).toBe(0);
  expect((await fetch(product.url + added.pdfFile)).status).toBe(404);
  expect(await readdir(join(dataDir, "files")).catch(() => [])).toEqual([]);

  await product.stop();
  await cloud.close();
  await removeFolder(dataDir);
});

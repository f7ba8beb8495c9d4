import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/server/db/client";
import { deleteFile, downloadTo, listStrayFiles, openFile } from "@/server/files/read";
import { log } from "@/server/observability/log";
import { listen } from "../harness/http";
import { ownCloud } from "../harness/own-cloud";
import { changeSettings } from "../harness/settings";
import { type UploadApp, uploadApp } from "../harness/upload-app";

let cloud: Awaited<ReturnType<typeof ownCloud>>;
let door: Awaited<ReturnType<typeof listen>>;
let app: UploadApp;
let restoreSettings = () => {};

beforeAll(async () => {
  cloud = await ownCloud();
  door = await listen((request) => app.serve(request));
  restoreSettings = changeSettings({ UPLOADTHING_TOKEN: cloud.token, APP_URL: `${door.url}/` });
  app = await uploadApp();
});

afterEach(async () => {
  app.onComplete.mockReset().mockImplementation(async ({ key }) => ({ published: key }));
  cloud.calls.length = 0;
  await db().upload.deleteMany();
});

afterAll(async () => {
  await app.close();
  restoreSettings();
  vi.unstubAllEnvs();
  await door.close();
  await cloud.close();
});

const pdf = (bytes: BlobPart) => new File([bytes], "Wörter.pdf", { type: "application/pdf" });

async function upload(bytes: BlobPart): Promise<string> {
  const sent = await app.upload(pdf(bytes));
  return sent[0]?.key ?? "";
}

it("an upload goes to the cloud, which calls the application back over HTTP", async () => {
  const sent = await app.upload(pdf("a lesson"));
  const key = sent[0]?.key ?? "";
  expect(sent[0]?.serverData).toEqual({ published: key });
  expect(cloud.files.get(key)?.bytes.toString()).toBe("a lesson");
  expect(cloud.registered.get(key)).toMatchObject({ callbackUrl: `${door.url}/api/uploadthing`, isDev: false });
  expect(cloud.calls).toEqual(["POST /route-metadata", `HEAD /${key}`, `PUT /${key}`, "POST /callback-result"]);
  expect(app.onComplete.mock.calls).toEqual([
    [{ key, name: "Wörter.pdf", size: 8, type: "application/pdf", metadata: { subject: "Biology", slug: "file" } }],
  ]);
  expect(await app.onDisk()).toEqual([]);
});

it("every key reserved in the cloud gets a row, so that unused files can be deleted", async () => {
  const { key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
  expect(await db().upload.findUnique({ where: { key } })).toMatchObject({ state: "expected" });
  expect(await listStrayFiles(new Date())).toEqual([]);
});

it("in cloud mode, browsers get the cloud's upload URLs and the local upload endpoint is closed", async () => {
  const { url } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
  expect(url.startsWith(`${cloud.env.UPLOADTHING_INGEST_URL}/`)).toBe(true);
  expect((await app.browse("/api/uploads/anything", { method: "PUT", body: "x" })).status).toBe(404);
});

it("a callback without the cloud's signature is rejected", async () => {
  const headers = { "uploadthing-hook": "callback", "x-uploadthing-signature": `hmac-sha256=${"0".repeat(64)}` };
  vi.spyOn(console, "log").mockImplementation(() => {});
  const answer = await fetch(`${door.url}/api/uploadthing?slug=file`, { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(400);
  expect(app.onComplete).not.toHaveBeenCalled();
});

it("the browser receives the application's refusal of an upload", async () => {
  app.onComplete.mockResolvedValue({ error: "This is no PDF.", code: "UNSUPPORTED_MEDIA_TYPE" });
  const sent = await app.upload(pdf("x"));
  expect(sent[0]?.serverData).toEqual({ error: "This is no PDF.", code: "UNSUPPORTED_MEDIA_TYPE" });
});

it.each([
  [undefined, 200, "abcdefghij", 10, undefined],
  ["bytes=2-4", 206, "cde", 3, "bytes 2-4/10"],
  ["bytes=-2", 206, "ij", 2, "bytes 8-9/10"],
  ["bytes=10-", 416, "", 0, "bytes */10"],
])("a stored cloud file opens if requested with %s", async (range, status, content, contentLength, contentRange) => {
  const file = await openFile(await upload("abcdefghij"), { range });
  expect(file).toMatchObject({ status, headers: { contentLength } });
  expect(file.headers.contentRange).toBe(contentRange);
  expect(file.body === null ? "" : await new Response(file.body).text()).toBe(content);
});

it("a HEAD request returns the size of a cloud file without a body", async () => {
  const opened = await openFile(await upload("abc"), { method: "HEAD" });
  expect(opened).toEqual({ status: 200, headers: { contentLength: 3 }, body: null });
});

it("20 MB are downloaded from the cloud unchanged", async () => {
  const whole = randomBytes(20 * 1024 * 1024);
  const { sha256, size } = await downloadTo(await upload(whole), join(app.dataDir, "copy"));
  expect(size).toBe(whole.length);
  expect(Buffer.from(sha256).equals(createHash("sha256").update(whole).digest())).toBe(true);
});

it("a download from the cloud stops at the size limit", async () => {
  const key = await upload(Buffer.alloc(1024 * 1024));
  await expect(downloadTo(key, join(app.dataDir, "long"), 1000)).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
  });
});

it("deleting a cloud file twice succeeds", async () => {
  const key = await upload("abc");
  await deleteFile(key);
  expect(cloud.files.has(key)).toBe(false);
  await expect(openFile(key)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await deleteFile(key);
});

it("an unreachable cloud is reported as unavailable", async () => {
  const key = await upload("abc");
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  await cloud.close();
  await expect(openFile(key)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(deleteFile(key)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(logged).toHaveBeenCalled();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/signature|sk_live/);
});

import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError, type ErrorCode, statusOf } from "@/lib/errors";
import { db } from "@/server/db/client";
import { hashOf } from "@/server/files/disk";
import { downloadTo } from "@/server/files/read";
import { refusalOf } from "@/server/files/responses";
import { sendToStore } from "@/server/files/send";
import { embeddedFetch, handleUpload } from "@/server/files/store";
import { storeFetch } from "@/server/files/uploadthing";
import { say } from "@/server/messages";
import { findUpload, formOf, pdf, site, textOf, type UploadApp, uploadApp } from "../harness/upload-app";

let app: UploadApp;

beforeEach(async () => {
  app = await uploadApp();
});

afterEach(() => app.close());

async function put(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await app.browse(url, { method: "PUT", body, headers: { range: "bytes=0-", ...headers } });
  return { status: answer.status, body: (await answer.json()) as { error?: string; code?: string; fileHash?: string } };
}

describe("an upload through UploadThing's client", () => {
  it("is stored, runs its callback once and returns the callback's result to the browser", async () => {
    const [file] = await app.upload(pdf("a whole lesson", "\u202aWörter & Sätze 生物.pdf"));
    const key = file?.key ?? "";
    expect(file).toMatchObject({ serverData: { published: key } });
    expect(file?.fileHash).toBe(createHash("sha256").update("a whole lesson").digest("hex"));
    expect(app.onComplete.mock.calls).toEqual([
      [
        {
          key,
          name: "Wörter & Sätze 生物.pdf",
          size: 14,
          type: "application/pdf",
          metadata: { subject: "Biology", slug: "file" },
        },
      ],
    ]);
    expect(await findUpload(key)).toMatchObject({ state: "stored", name: "Wörter & Sätze 生物.pdf", size: 14n });
    expect(await app.onDisk()).toEqual([key]);
    expect(await textOf(key)).toBe("a whole lesson");
  });

  it("several files can be uploaded at the same time", async () => {
    const sent = await app.upload(pdf("one", "1.pdf"), pdf("two", "2.pdf"), pdf("three", "3.pdf"));
    expect(await Promise.all(sent.map((file) => textOf(file.key)))).toEqual(["one", "two", "three"]);
  });

  it("uploaded files and their folder are readable only by the server's account", async () => {
    const [file] = await app.upload(pdf("private"));
    expect((await lstat(join(app.dataDir, "files"))).mode & 0o777).toBe(0o700);
    expect((await lstat(join(app.dataDir, "files", file?.key ?? ""))).mode & 0o777).toBe(0o600);
  });

  it("browsers get upload URLs on their own site", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    expect(url.startsWith(`/api/uploads/${key}?expires=`)).toBe(true);
    expect(await findUpload(key)).toMatchObject({ state: "expected", metadata: { subject: "Biology", slug: "file" } });
  });

  it("that the application rejects shows its message and is deleted", async () => {
    app.onComplete.mockImplementation(async () => refusalOf(new AppError("UNSUPPORTED_MEDIA_TYPE", say("fileKinds"))));
    await expect(app.upload(pdf("<html>"))).rejects.toMatchObject({
      data: { error: expect.stringMatching(/^Only PDF, DOC and DOCX files/), code: "UNSUPPORTED_MEDIA_TYPE" },
    });
    expect(await app.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
  });

  it("is deleted if the callback throws", async () => {
    app.onComplete.mockRejectedValue(new Error("the database is away"));
    vi.spyOn(console, "log").mockImplementation(() => {});
    await expect(app.upload(pdf("x"))).rejects.toMatchObject({
      data: { error: "The file could not be taken in. Please try again." },
    });
    expect(await app.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
  });

  it("a published file stays even if the response of the callback is lost", async () => {
    app.onComplete.mockImplementation(async ({ key }) => {
      await db().upload.update({ where: { key }, data: { state: "published" } });
      throw new Error("lost");
    });
    vi.spyOn(console, "log").mockImplementation(() => {});
    const [file] = await app.upload(pdf("kept"));
    expect(file?.serverData).toBeNull();
    expect(await textOf(file?.key ?? "")).toBe("kept");
  });

  /** Sends the first `bytes` of the file, disconnects once most are stored, and returns the upload URL. */
  async function broken(whole: Buffer, bytes: number): Promise<{ url: string; key: string }> {
    const { url, key } = await app.promise({ name: "a.pdf", size: whole.length, type: "application/pdf" });
    const [stop, boundary] = [new AbortController(), "a-boundary"];
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(head));
        controller.enqueue(whole.subarray(0, bytes));
      },
    });
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const init = { method: "PUT", headers, body, signal: stop.signal, duplex: "half" } as RequestInit;
    const answering = handleUpload(new Request(site + url, init));
    const part = join(app.dataDir, "files", `${key}.part`);
    await expect.poll(async () => (await lstat(part)).size).toBeGreaterThan(100_000);
    // As in a route handler: a disconnect neither ends nor breaks the body.
    stop.abort();
    expect((await answering).status).toBe(400);
    expect(await app.onDisk()).toEqual([`${key}.part`]);
    return { url, key };
  }

  it("an interrupted upload resumes where it stopped", async () => {
    const whole = randomBytes(300_000);
    const { url, key } = await broken(whole, 200_000);
    const place = await app.browse(url, { method: "HEAD" });
    const start = Number(place.headers.get("x-ut-range-start"));
    expect(start).toBeGreaterThan(100_000);
    expect(start).toBeLessThanOrEqual(200_000);
    const beyond = await put(url, formOf(whole.subarray(start + 1)), { range: `bytes=${start + 1}-` });
    expect(beyond).toMatchObject({ status: 409, body: { code: "CONFLICT" } });

    const rest = await put(url, formOf(whole.subarray(start)), { range: `bytes=${start}-` });
    expect(rest.body.fileHash).toBe(createHash("sha256").update(whole).digest("hex"));
    expect(await app.onDisk()).toEqual([key]);
  });

  it.each([0, 60_000])("an interrupted upload can restart from byte %i", async (start) => {
    const whole = randomBytes(300_000);
    const { url, key } = await broken(whole, 200_000);
    const again = await put(url, formOf(whole.subarray(start)), { range: `bytes=${start}-` });
    expect(again).toMatchObject({
      status: 200,
      body: { fileHash: createHash("sha256").update(whole).digest("hex") },
    });
    expect(await app.onDisk()).toEqual([key]);
    expect(app.onComplete).toHaveBeenCalledOnce();
  });

  it("of 30 MB is streamed", async () => {
    const whole = randomBytes(30 * 1024 * 1024);
    const [file] = await app.upload(pdf(whole));
    const copy = join(app.dataDir, "copy");
    const { sha256, size } = await downloadTo(file?.key ?? "", copy);
    expect(size).toBe(whole.length);
    expect(Buffer.from(sha256).toString("hex")).toBe(createHash("sha256").update(whole).digest("hex"));
  });
});

describe("a file received by the server", () => {
  async function received(folder: string, content = "a whole lesson") {
    const path = join(await mkdtemp(join(folder, "received-")), "file");
    await writeFile(path, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { path, name: "notes.pdf", type: "application/pdf", size: content.length, sha256 };
  }
  const gone = async (path: string) => {
    await expect(lstat(path)).rejects.toThrow("ENOENT");
  };

  it("is moved into the store", async () => {
    const file = await received(app.dataDir);
    const { ino } = await lstat(file.path);
    const key = await sendToStore(file);
    expect((await lstat(join(app.dataDir, "files", key))).ino).toBe(ino);
    expect(await textOf(key)).toBe("a whole lesson");
    expect(Buffer.from(await hashOf(key)).toString("hex")).toBe(file.sha256);
    expect(await findUpload(key)).toMatchObject({ state: "stored", name: "notes.pdf", size: 14n });
    await gone(file.path);
  });

  it.skipIf(!existsSync("/dev/shm"))("is copied if the store is on another disk", async () => {
    const file = await received("/dev/shm");
    const key = await sendToStore(file);
    expect(await textOf(key)).toBe("a whole lesson");
    expect(await app.onDisk()).toEqual([key]);
    await rm(dirname(file.path), { recursive: true });
  });
});

describe("the embedded store rejects", () => {
  const untouched = async (key: string) => {
    expect(await app.onDisk()).toEqual([]);
    expect((await findUpload(key))?.state ?? "expected").toBe("expected");
    expect(app.onComplete).not.toHaveBeenCalled();
  };

  it.each<[string, (url: string) => string]>([
    [
      "another key",
      (url) => url.replace(/uploads\/\w{20}/, (key) => key.slice(0, -1) + (key.endsWith("Z") ? "Y" : "Z")),
    ],
    ["a key that leads elsewhere", (url) => url.replace(/uploads\/\w+/, "uploads/..%2f..%2fetc%2fpasswd")],
    ["a longer size", (url) => url.replace("file-size=3", "file-size=9")],
    ["another type", (url) => url.replace("application%252Fpdf", "text%252Fhtml")],
    ["another name", (url) => url.replace("a.pdf", "b.pdf")],
    ["another slug", (url) => url.replace("slug=file", "slug=other")],
    ["another identifier", (url) => url.replace("identifier=lyceum", "identifier=school")],
    ["a later expiry", (url) => url.replace(/expires=\d/, "expires=9")],
    ["an added value", (url) => url.replace("&signature", "&x-ut-acl=public-read&signature")],
    ["a value after the signature", (url) => `${url}&x-ut-acl=public-read`],
    ["two signatures", (url) => url + url.slice(url.indexOf("&signature"))],
    ["an empty first signature", (url) => url.replace("?expires", "?signature=&expires")],
    ["no signature", (url) => url.slice(0, url.indexOf("&signature"))],
    ["an empty signature", (url) => url.slice(0, url.indexOf("%3D") + 3)],
    ["a changed signature", (url) => url.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    [
      "a signature in capitals",
      (url) => url.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase().replace(/^\d*$/, "A")),
    ],
    ["a signature in another encoding", (url) => url.replace("hmac-sha256%3D", "hmac-sha256=")],
  ])("an address with %s", async (_case, mutate) => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    expect(mutate(url)).not.toBe(url);
    expect(await put(mutate(url), formOf("abc"))).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect((await app.browse(mutate(url), { method: "HEAD" })).status).toBe(403);
    await untouched(key);
  });

  it("an expired upload URL, with a message for the user", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    vi.setSystemTime(Date.now() + 61 * 60 * 1000);
    expect(await put(url, formOf("abc"))).toEqual({
      status: 410,
      body: { error: "This upload waited too long. Please choose the file again.", code: "GONE" },
    });
    vi.useRealTimers();
    await untouched(key);
  });

  it.each([
    ["empty", 0],
    ["negative", -3],
    ["fractional", 1.5],
  ])("a size that is %s", async (_case, size) => {
    const { url, key } = await app.promise({ name: "a.pdf", size, type: "application/pdf" });
    expect((await put(url, formOf("abc"))).body.code).toBe("BAD_REQUEST");
    await untouched(key);
  });

  it.each<[string, () => { body: BodyInit; headers?: Record<string, string> }, ErrorCode]>([
    ["a longer file", () => ({ body: formOf("abcd") }), "PAYLOAD_TOO_LARGE"],
    ["a much longer file", () => ({ body: formOf("x".repeat(100_000)) }), "PAYLOAD_TOO_LARGE"],
    ["a shorter file", () => ({ body: formOf("ab") }), "UNPROCESSABLE_CONTENT"],
    ["an empty file", () => ({ body: formOf("") }), "UNPROCESSABLE_CONTENT"],
    ["another field", () => ({ body: formOf("abc", "a.pdf", "avatar") }), "BAD_REQUEST"],
    ["a field that is not a file", () => ({ body: fields(["file", "abc"]) }), "BAD_REQUEST"],
    ["a second file", () => ({ body: fields(["file", pdf("abc")], ["file", pdf("abc")]) }), "BAD_REQUEST"],
    ["a field after the file", () => ({ body: fields(["file", pdf("abc")], ["more", "x"]) }), "BAD_REQUEST"],
    ["a field before the file", () => ({ body: fields(["more", "x"], ["file", pdf("abc")]) }), "BAD_REQUEST"],
    ["no part at all", () => ({ body: new FormData() }), "BAD_REQUEST"],
    ["a body that is not a form", () => ({ body: "abc" }), "BAD_REQUEST"],
    [
      "a form without a boundary",
      () => ({ body: "abc", headers: { "content-type": "multipart/form-data" } }),
      "BAD_REQUEST",
    ],
    [
      "a form that never ends",
      () => ({ body: cutOff, headers: { "content-type": `multipart/form-data; boundary=b` } }),
      "BAD_REQUEST",
    ],
  ])("%s, and keeps neither file nor row", async (_case, request, code) => {
    const { url } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    const { body, headers } = request();
    const answer = await put(url, body, headers);
    expect(answer).toMatchObject({ status: statusOf[code], body: { code, error: expect.stringMatching(/Please/) } });
    expect(await app.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
    expect(app.onComplete).not.toHaveBeenCalled();
  });

  it.each(["bytes=1-", "bytes=0-1", "bytes=-3", "bytes=0-,2-", "lines=0-", "bytes=x-", "bytes=99999999999999999999-"])(
    "the range %s",
    async (range) => {
      const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
      expect((await put(url, formOf("abc"), { range })).body.error).toMatch(/Please choose the file again/);
      await untouched(key);
    },
  );

  it("a second upload to the same key", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    expect((await put(url, formOf("abc"))).body.error).toBeUndefined();
    expect((await put(url, formOf("xyz"))).body.code).toBe("CONFLICT");
    expect((await app.browse(url, { method: "HEAD" })).status).toBe(404);
    expect(await textOf(key)).toBe("abc");
    expect(app.onComplete).toHaveBeenCalledOnce();
  });

  it("a concurrent upload to the same key", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    const first = put(url, slow.readable, { "content-type": "multipart/form-data; boundary=b" });
    await writer.write(Buffer.from(`${cutOff.slice(0, -3)}a`));
    expect((await put(url, formOf("xyz"))).body.error).toMatch(/being uploaded already/);
    await writer.write(Buffer.from("bc\r\n--b--\r\n"));
    await writer.close();
    expect((await first).body.error).toBeUndefined();
    expect(await textOf(key)).toBe("abc");
  });

  it("an upload URL without a reservation, or with a withdrawn one", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    await db().upload.delete({ where: { key } });
    expect((await put(url, formOf("abc"))).body.code).toBe("CONFLICT");
    expect(await app.onDisk()).toEqual([]);
  });

  it("both uploads if one key was reserved twice", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    const body = JSON.stringify({ fileKeys: [key], metadata: { subject: "Chemistry" } });
    const headers = { "x-uploadthing-api-key": await apiKey() };
    expect(
      (await embeddedFetch("http://embedded.invalid/api/uploads/route-metadata", { method: "POST", headers, body })).ok,
    ).toBe(false);
    expect((await put(url, formOf("abc"))).body.code).toBe("CONFLICT");
    expect(await app.onDisk()).toEqual([]);
  });

  it("a file that would fill the disk", async () => {
    const { url, key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    await app.browse(url, { method: "HEAD" });
    await put((await app.promise({ name: "b.pdf", size: 1, type: "application/pdf" })).url, formOf("b"));
    await symlink("/dev/full", join(app.dataDir, "files", `${key}.part`));
    expect((await put(url, formOf("abc"))).body.code).toBe("INSUFFICIENT_STORAGE");
    expect(await app.onDisk()).not.toContain(`${key}.part`);
    expect(await findUpload(key)).toBeNull();
  });

  it("methods other than HEAD and PUT", async () => {
    const { url } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    expect((await app.browse(url, { method: "DELETE" })).status).toBe(405);
  });
});

const cutOff = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc';

function fields(...parts: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

async function apiKey(): Promise<string> {
  const { embeddedApiKey } = await import("@/server/files/configure");
  return embeddedApiKey();
}

describe("the embedded store is closed to the network", () => {
  it.each(["route-metadata", "callback-result", "v6/deleteFiles"])("%s is closed to the network", async (path) => {
    const init = { method: "POST", headers: { "x-uploadthing-api-key": await apiKey() }, body: "{}" };
    expect((await app.browse(`/api/uploads/${path}`, init)).status).toBe(403);
  });

  it.each([undefined, "", "sk_live_wrong"])("server calls with API key %s are rejected", async (wrong) => {
    const { key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    const answer = await embeddedFetch("http://embedded.invalid/api/uploads/v6/deleteFiles", {
      method: "POST",
      ...(wrong !== undefined && { headers: { "x-uploadthing-api-key": wrong } }),
      body: JSON.stringify({ fileKeys: [key] }),
    });
    expect(answer.status).toBe(401);
  });

  it("a callback result that no upload waits for is rejected", async () => {
    const { key } = await app.promise({ name: "a.pdf", size: 3, type: "application/pdf" });
    const headers = { "x-uploadthing-api-key": await apiKey() };
    const body = JSON.stringify({ fileKey: key, callbackData: null });
    const url = "http://embedded.invalid/api/uploads/callback-result";
    expect((await embeddedFetch(url, { method: "POST", headers, body })).status).toBe(404);
  });

  it("callbacks from the network are rejected", async () => {
    const headers = { "uploadthing-hook": "callback" };
    expect((await app.browse("/api/uploadthing?slug=file", { method: "POST", headers, body: "{}" })).status).toBe(404);
  });

  it("requests to other hosts are rejected", async () => {
    await expect(storeFetch()("https://api.uploadthing.com/v6/listFiles")).rejects.toThrow("reaches no other host");
  });
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/server/db/client";
import { deleteFile, listStrayFiles, openFile } from "@/server/files/read";
import { save } from "@/server/files/save";
import { embeddedFetch } from "@/server/files/store";
import { utapi } from "@/server/files/uploadthing";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { findUpload, pdf, textOf, type UploadApp, uploadApp } from "../harness/upload-app";

let app: UploadApp;

beforeEach(async () => {
  app = await uploadApp();
});

afterEach(() => app.close());

describe("a stored file", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const stored = async () => (await app.upload(pdf(letters)))[0]?.key ?? "";

  it.each([
    [undefined, 200, letters, 26, undefined],
    ["bytes=0-4", 206, "abcde", 5, "bytes 0-4/26"],
    ["bytes=20-", 206, "uvwxyz", 6, "bytes 20-25/26"],
    ["bytes=-3", 206, "xyz", 3, "bytes 23-25/26"],
    ["bytes=20-99", 206, "uvwxyz", 6, "bytes 20-25/26"],
    ["bytes=26-", 416, "", 0, "bytes */26"],
    ["bytes=0-1,4-5", 200, letters, 26, undefined],
    ["nonsense", 200, letters, 26, undefined],
  ])("requested with %s returns %d", async (range, status, content, contentLength, contentRange) => {
    const file = await openFile(await stored(), { range });
    expect(file).toMatchObject({ status, headers: { contentLength } });
    expect(file.headers.contentRange).toBe(contentRange);
    expect(file.body === null ? "" : await new Response(file.body).text()).toBe(content);
  });

  it("returns its size without a body for a HEAD request", async () => {
    expect(await openFile(await stored(), { method: "HEAD" })).toEqual({
      status: 200,
      headers: { contentLength: 26 },
      body: null,
    });
  });

  it("opens only with a URL signed by the SDK that has not expired", async () => {
    const { ufsUrl } = await (await utapi()).generateSignedURL(await stored(), { expiresIn: 60 });
    expect((await embeddedFetch(ufsUrl)).status).toBe(200);
    for (const wrong of [ufsUrl.replace("/a/", "/b/"), ufsUrl.replace(/\?.*/, ""), `${ufsUrl}&x=1`]) {
      expect((await embeddedFetch(wrong)).status).toBe(403);
    }
    vi.setSystemTime(Date.now() + 61_000);
    expect((await embeddedFetch(ufsUrl)).status).toBe(403);
    vi.useRealTimers();
  });

  it("is gone once deleted, and deleting it again succeeds", async () => {
    const key = await stored();
    await deleteFile(key);
    expect(await app.onDisk()).toEqual([]);
    await expect(openFile(key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await deleteFile(key);
  });

  it.each(["", "short", "../../../../etc/passwd", "k".repeat(121)])("is never found under the key %s", async (key) => {
    await expect(openFile(key)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("an upload by the server needs no reservation and runs no callback", async () => {
    // The SDK warns about its own deprecated fields.
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { data } = await (await utapi()).uploadFiles(pdf("from the server"));
    expect(await findUpload(data?.key ?? "")).toMatchObject({ state: "stored", name: "notes.pdf", size: 15n });
    expect(await textOf(data?.key ?? "")).toBe("from the server");
    expect(app.onComplete).not.toHaveBeenCalled();
  });

  it("the orphan sweep finds files without a row, but no others", async () => {
    const key = await stored();
    const stray = "s".repeat(40);
    await writeFile(join(app.dataDir, "files", `${stray}.part`), "x");
    await writeFile(join(app.dataDir, "files", "README.txt"), "x");
    expect(await listStrayFiles(new Date(Date.now() + 1000))).toEqual([stray]);
    expect(await listStrayFiles(new Date(Date.now() - 60_000))).toEqual([]);
    await deleteFile(stray);
    expect(await app.onDisk()).toEqual(expect.arrayContaining([key, "README.txt"]));
    expect(await app.onDisk()).toHaveLength(2);
  });

  it("the orphan sweep takes no file if the database knows none of them, as a wrong database would", async () => {
    const key = await stored();
    await db().upload.deleteMany();
    expect(await listStrayFiles(new Date(Date.now() + 1000))).toEqual([]);
    expect(await app.onDisk()).toEqual([key]);
  });
});

describe("saving a stream", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  const pieces = ["first ", "second ", "third"];
  /** Yields each chunk after the earlier ones are on disk, or at once after the end. */
  async function* inTurn(path: string, ended: AbortSignal) {
    let before = "";
    for (const piece of pieces) {
      while (!ended.aborted && (await readFile(path, "utf8").catch(() => "")) !== before) await wait(1);
      yield Buffer.from(piece);
      before += piece;
    }
  }
  const arrive = async (look: (piece: Buffer) => void) => {
    const path = join(folder, "file");
    const end = new AbortController();
    // Node 24 waits until a source that it has destroyed is closed.
    const inspect = (piece: Buffer) => {
      try {
        look(piece);
      } catch (error) {
        end.abort();
        throw error;
      }
    };
    const bytes = Readable.from(inTurn(path, end.signal));
    const failure = await save(bytes, path, "wx", inspect, new AbortController().signal).catch(String);
    return { failure, written: await readFile(path, "utf8") };
  };

  it("save passes each chunk to the inspector and writes the whole file", async () => {
    const seen: string[] = [];
    const { failure, written } = await arrive((piece) => seen.push(piece.toString()));
    expect([failure, written]).toEqual([undefined, pieces.join("")]);
    expect(seen).toEqual(pieces);
  });

  it("save writes nothing from the rejected chunk on", async () => {
    const { failure, written } = await arrive((piece) => {
      if (piece.includes("second")) throw new Error("no more");
    });
    expect([failure, written]).toEqual(["Error: no more", "first "]);
  });
});

import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { removeFile } from "@/features/materials/mutations";
import { handleCallback, handleUploadRoute } from "@/http/upload-handlers";
import { inOneTransaction, transaction } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { openFile } from "@/server/files/read";
import { listUnpublished, markRemoved, publishUpload } from "@/server/files/records";
import { sendToStore } from "@/server/files/send";
import { log } from "@/server/observability/log";
import { createAdmin, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { listen } from "../harness/http";
import { ownCloud } from "../harness/own-cloud";
import { changeSettings } from "../harness/settings";

const type = "application/pdf";
const material = { className: "7", subject: "Biology", materialName: "Leaves", expiresAt: "null" };

type Cloud = Awaited<ReturnType<typeof ownCloud>>;
let cloud: Cloud;
let folder: string;
let door: Awaited<ReturnType<typeof listen>>;
let authorization: string;

beforeEach(async () => {
  await resetDatabase();
  authorization = `Bearer ${await tokenFor(await createAdmin())}`;
  folder = await mkdtemp(join(tmpdir(), "lyceum-cloud-"));
  door = await listen(handleUploadRoute);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await door.close();
  await cloud.close();
  await rm(folder, { recursive: true });
});

/** The product with these settings, from now to the end of the test. */
function productWith(privacy: "on" | "", token = cloud.token) {
  onTestFinished(changeSettings({ UPLOADTHING_TOKEN: token, UPLOADTHING_PRIVATE: privacy, APP_URL: door.url }));
  configureFiles({ secret: "a secret that only this test knows", dataDir: folder, callback: handleCallback });
  /** Uploads through the form's client. */
  async function send(bytes: Buffer) {
    const asked = { files: [{ name: "leaves.pdf", type, size: bytes.length, lastModified: 0 }], input: material };
    const headers = { authorization, "content-type": "application/json", origin: door.url };
    const address = `${door.url}/api/uploadthing?actionType=upload&slug=material`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(asked) });
    const [place] = (await answer.json()) as { url: string; key: string }[];
    if (!place) throw new Error("No place was promised.");
    const body = new FormData();
    body.append("file", new File([new Uint8Array(bytes)], "leaves.pdf", { type }));
    const sent = await fetch(place.url, { method: "PUT", headers: { range: "bytes=0-" }, body });
    return { key: place.key, answer: (await sent.json()) as object };
  }

  /** Uploads through the form's client and returns the file's key. */
  async function byForm(bytes: Buffer): Promise<string> {
    const { key, answer } = await send(bytes);
    expect(answer).toMatchObject({ serverData: { material: { subject: "Biology" } } });
    return key;
  }

  /** Uploads through `POST /api/materials/upload` and returns the file's key. */
  async function byRest(bytes: Buffer): Promise<string> {
    const path = join(folder, "received");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return sendToStore({ path, name: "leaves.pdf", type, size: bytes.length, sha256 });
  }

  const open = async (key: string) => Buffer.from(await new Response((await openFile(key)).body).arrayBuffer());

  /** Publishes a file as that of a material, and returns its key. */
  async function publish(bytes: Buffer): Promise<string> {
    const key = await byRest(bytes);
    const description = { name: "leaves.pdf", type, size: bytes.length };
    await transaction((tx) => publishUpload(tx, key, randomUUID(), description));
    return key;
  }

  async function remove(key: string): Promise<void> {
    await transaction((tx) => markRemoved(tx, key));
    await removeFile(key);
  }

  const swept = () => listUnpublished(new Date(Date.now() + 60_000));
  return { send, byForm, byRest, open, publish, remove, swept };
}

/** Response to a stranger who knows the URL of a file. */
const strange = async (key: string) => (await fetch(`${cloud.env.UPLOADTHING_API_URL}/a/cloudapp/${key}`)).status;

it("with a plain UploadThing token, uploads by form and by API succeed without private files", async () => {
  cloud = await ownCloud();
  const { byForm, byRest, open } = productWith("");
  const bytes = await pdfFile("Leaves");
  for (const upload of [byForm, byRest]) {
    const key = await upload(bytes);
    expect((await open(key)).equals(bytes)).toBe(true);
    expect(await strange(key)).toBe(200);
  }
});

it("a file refused for its content gets the code with which the form asks for another file", async () => {
  cloud = await ownCloud();
  const { send } = productWith("");
  const { answer } = await send(Buffer.from("<!doctype html>"));
  expect(answer).toMatchObject({ serverData: { refused: { code: "UNSUPPORTED_MEDIA_TYPE", issues: [] } } });
});

it("with UPLOADTHING_PRIVATE=on, only the site can open files uploaded by form or by API", async () => {
  cloud = await ownCloud({ allowsPrivate: true });
  const { byForm, byRest, open } = productWith("on");
  const bytes = await pdfFile("Leaves");
  for (const upload of [byForm, byRest]) {
    const key = await upload(bytes);
    expect((await open(key)).equals(bytes)).toBe(true);
    expect(await strange(key)).toBe(403);
  }
});

it("files uploaded before a change of UPLOADTHING_PRIVATE still open", async () => {
  cloud = await ownCloud({ allowsPrivate: true });
  const bytes = await pdfFile("Leaves");
  const open = await productWith("").byRest(bytes);
  const closed = await productWith("on").byRest(bytes);
  for (const privacy of ["", "on"] as const) {
    const product = productWith(privacy);
    expect((await product.open(open)).equals(bytes)).toBe(true);
    expect((await product.open(closed)).equals(bytes)).toBe(true);
  }
});

it("an UploadThing account without private files rejects private uploads instead of storing them publicly", async () => {
  cloud = await ownCloud();
  const { byRest } = productWith("on");
  vi.spyOn(log(), "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  await expect(byRest(await pdfFile("Leaves"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(cloud.files.size).toBe(0);
});

it("a file is served and deleted by the store that took it, even after UPLOADTHING_TOKEN is set or removed", async () => {
  cloud = await ownCloud();
  const bytes = await pdfFile("Leaves");
  const far = await productWith("").publish(bytes);
  const withoutToken = productWith("", "");
  const near = await withoutToken.publish(bytes);
  expect((await withoutToken.open(near)).equals(bytes)).toBe(true);

  const warned = vi.spyOn(log(), "warn").mockImplementation(() => {});
  await expect(withoutToken.open(far)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await withoutToken.remove(far);
  expect(warned).toHaveBeenLastCalledWith({ file: far }, expect.stringContaining("UPLOADTHING_TOKEN"));
  // The hourly sweep skips the file, which it could not delete.
  expect(await withoutToken.swept()).toEqual([]);

  const withToken = productWith("");
  expect((await withToken.open(near)).equals(bytes)).toBe(true);
  expect((await withToken.open(far)).equals(bytes)).toBe(true);
  await withToken.remove(near);
  expect(await readdir(join(folder, "files"))).toEqual([]);
  expect(await withToken.swept()).toEqual([far]);
  await removeFile(far);
  expect(cloud.files.size).toBe(0);
  expect(await withToken.swept()).toEqual([]);
});

it("the sweep deletes an unpublished file that the server sent to the cloud, even if the cloud's answer was lost", async () => {
  cloud = await ownCloud();
  const { byRest, swept, remove } = productWith("");
  const bytes = await pdfFile("Leaves");
  const key = await byRest(bytes);
  expect(await swept()).toEqual([key]);
  await remove(key);
  expect([cloud.files.size, await swept()]).toEqual([0, []]);

  vi.spyOn(log(), "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { fetch } = globalThis;
  const losing = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    return init?.method === "PUT" ? new Response(null, { status: 500 }) : answer;
  });
  await expect(byRest(bytes)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  losing.mockRestore();
  const lost = [...cloud.files.keys()];
  expect([lost.length, await swept()]).toEqual([1, lost]);
  await remove(lost[0] ?? "");
  expect(cloud.files.size).toBe(0);
});

it("a file that the server sends to the cloud has a row beforehand, even if the request fails later", async () => {
  cloud = await ownCloud();
  const { byRest, swept } = productWith("");
  const bytes = await pdfFile("Leaves");
  const failing = inOneTransaction(
    async () => {
      await transaction((tx) => tx.upload.count());
      await byRest(bytes);
      throw new Error("This request fails.");
    },
    async () => {},
  );
  await expect(failing).rejects.toThrow("This request fails.");
  expect(await swept()).toEqual([...cloud.files.keys()]);
});

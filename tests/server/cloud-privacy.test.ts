import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { prepareJobs } from "@/server/jobs";
import { admin, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { pdfFile } from "../setup/documents";
import { listen } from "../setup/http";
import { startCloud } from "../setup/uploadthing-cloud";

const type = "application/pdf";
const material = { className: "7", subject: "Biology", materialName: "Leaves", expiresAt: "null" };

type Cloud = Awaited<ReturnType<typeof startCloud>>;
let cloud: Cloud;
let folder: string;
let door: Awaited<ReturnType<typeof listen>>;
let authorization: string;
let handle: (request: Request) => Promise<Response>;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  authorization = `Bearer ${await tokenFor(await admin())}`;
  folder = await mkdtemp(join(tmpdir(), "lyceum-cloud-"));
  door = await listen((request) => handle(request));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await door.close();
  await cloud.close();
  await rm(folder, { recursive: true });
});

/** The product as it starts with these settings on the cloud that runs: the settings are read once. */
async function productWith(privacy: "on" | "") {
  const settings = { ...cloud.env, UPLOADTHING_PRIVATE: privacy, APP_URL: door.url };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const { configureFiles } = await import("@/server/files/configure");
  const { handleCallback, handleUploadRoute } = await import("@/api/uploads");
  const { sendToStore } = await import("@/server/files/send");
  const { openFile } = await import("@/server/files/read");
  configureFiles({ secret: "a secret that only this test knows", dataDir: folder, callback: handleCallback });
  handle = handleUploadRoute;
  /** Uploads as the form does. Answers the file's key. */
  async function byForm(bytes: Buffer): Promise<string> {
    const asked = { files: [{ name: "leaves.pdf", type, size: bytes.length, lastModified: 0 }], input: material };
    const headers = { authorization, "content-type": "application/json", origin: door.url };
    const address = `${door.url}/api/uploadthing?actionType=upload&slug=material`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(asked) });
    const [place] = (await answer.json()) as { url: string; key: string }[];
    if (!place) throw new Error("No place was promised.");
    const body = new FormData();
    body.append("file", new File([new Uint8Array(bytes)], "leaves.pdf", { type }));
    const sent = await fetch(place.url, { method: "PUT", headers: { range: "bytes=0-" }, body });
    expect(await sent.json()).toMatchObject({ serverData: { material: { subject: "Biology" } } });
    return place.key;
  }

  /** Uploads as `POST /api/materials/upload` does. Answers the file's key. */
  async function byRest(bytes: Buffer): Promise<string> {
    const path = join(folder, "received");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return sendToStore({ path, name: "leaves.pdf", type, size: bytes.length, sha256 });
  }

  const open = async (key: string) => Buffer.from(await new Response((await openFile(key)).body).arrayBuffer());
  return { byForm, byRest, open };
}

/** What a stranger is answered who knows where a file lies. */
const strange = async (key: string) => (await fetch(`${cloud.env.UPLOADTHING_API_URL}/a/cloudapp/${key}`)).status;

it("a token as it comes takes files from the form and from the API alike, with nothing the account must allow", async () => {
  cloud = await startCloud();
  const { byForm, byRest, open } = await productWith("");
  const bytes = await pdfFile("Leaves");
  for (const upload of [byForm, byRest]) {
    const key = await upload(bytes);
    expect((await open(key)).equals(bytes)).toBe(true);
    expect(await strange(key)).toBe(200);
  }
});

it("with UPLOADTHING_PRIVATE=on only the site opens what comes by the form and by the API", async () => {
  cloud = await startCloud({ allowsPrivate: true });
  const { byForm, byRest, open } = await productWith("on");
  const bytes = await pdfFile("Leaves");
  for (const upload of [byForm, byRest]) {
    const key = await upload(bytes);
    expect((await open(key)).equals(bytes)).toBe(true);
    expect(await strange(key)).toBe(403);
  }
});

it("files that were stored before UPLOADTHING_PRIVATE changed open as before", async () => {
  cloud = await startCloud({ allowsPrivate: true });
  const bytes = await pdfFile("Leaves");
  const open = await (await productWith("")).byRest(bytes);
  const closed = await (await productWith("on")).byRest(bytes);
  for (const privacy of ["", "on"] as const) {
    const product = await productWith(privacy);
    expect((await product.open(open)).equals(bytes)).toBe(true);
    expect((await product.open(closed)).equals(bytes)).toBe(true);
  }
});

it("an account that does not allow private files stores none openly when private ones are asked for", async () => {
  cloud = await startCloud();
  const { byRest } = await productWith("on");
  vi.spyOn((await import("@/server/log")).log(), "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  await expect(byRest(await pdfFile("Leaves"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(cloud.files.size).toBe(0);
});

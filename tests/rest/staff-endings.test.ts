import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleCallback, handleStore, handleUploadRoute } from "@/http/upload-handlers";
import { db } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { aboutMaterial, biology, createStaff, material, openStore } from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { doJobs } from "../harness/jobs";
import { formOf } from "../harness/upload-app";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const { dataDir, onDisk } = await openStore();
configureFiles({ secret: "a secret of one test file, long enough", dataDir, callback: handleCallback });
let pdf: Buffer;

beforeAll(async () => {
  pdf = await pdfFile();
});
beforeEach(resetDatabase);

/** A teacher of Biology in 7. */
async function teacher() {
  const { id: subjectId } = await biology();
  const { user, token } = await createStaff({ role: "teacher", className: 7, subjectId });
  const where = { userId: user.id };
  return { token, endGrant: () => db().staffGrant.updateMany({ where, data: { endedAt: new Date() } }) };
}

/** A multipart body that stops before its end until it is told to go on. */
function slowForm(fields: Record<string, string>) {
  const boundary = "b";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="pdfFile"; filename="notes.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const half = pdf.subarray(0, pdf.length / 2);
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.concat([Buffer.from(head), half])),
    async pull(controller) {
      await waiting;
      controller.enqueue(Buffer.concat([pdf.subarray(half.length), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      controller.close();
    },
  });
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, goOn };
}

const fields = { className: "7", subject: "Biology", materialName: "Photosynthesis", alwaysAvailable: "true" };

async function expectNothing() {
  expect(await db().material.count()).toBe(0);
  expect(await db().upload.count({ where: { state: { not: "removed" } } })).toBe(0);
}

describe("a grant that ends while a file travels", () => {
  it("has a file sent by REST refused, and nothing of it stays", async () => {
    const { token, endGrant } = await teacher();
    const { goOn, ...form } = slowForm(fields);
    const answering = ask("POST", "/api/materials/upload", { token, ...form });
    await expect.poll(() => readdir(join(dataDir, "tmp")).catch(() => [])).toHaveLength(1);
    await endGrant();
    goOn();
    expect(await refusalIn(await answering)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    await expectNothing();
    expect(await onDisk()).toEqual([]);
  });

  it("has a file sent by the form refused once its bytes have arrived, and the file is deleted", async () => {
    const { token, endGrant } = await teacher();
    const input = aboutMaterial({ expiresAt: null });
    expect(await sendByForm("material", { token, input, meanwhile: endGrant })).toContain("Please log in first.");
    await expectNothing();
    await doJobs();
    expect(await onDisk()).toEqual([]);
  });
});

/** The answer to a file sent by the form; `meanwhile` happens before its bytes are sent. */
async function sendByForm(slug: string, given: { token: string; input: object; meanwhile: () => Promise<unknown> }) {
  const site = "http://localhost:3000";
  const reserved = await handleUploadRoute(
    new Request(`${site}/api/uploadthing?actionType=upload&slug=${slug}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${given.token}` },
      body: JSON.stringify({
        files: [{ name: "notes.pdf", size: pdf.length, type: "application/pdf" }],
        input: given.input,
      }),
    }),
  );
  const [place] = (await reserved.json()) as { url: string; key: string }[];
  await given.meanwhile();
  const sent = await handleStore(
    new Request(new URL(place?.url ?? "", site), {
      method: "PUT",
      headers: { range: "bytes=0-" },
      body: formOf(new Uint8Array(pdf)),
    }),
  );
  return JSON.stringify(await sent.json());
}

it("a file for a material that is deleted before the bytes arrive is refused and deleted", async () => {
  const { token } = await teacher();
  const { id } = await material();
  const meanwhile = () => db().material.delete({ where: { id } });
  const answer = await sendByForm("replacement", { token, input: { id }, meanwhile });
  expect(answer).toContain("This study material does not exist or was deleted.");
  await doJobs();
  expect(await onDisk()).toEqual([]);
});

it("upload responses have no-store", async () => {
  const { token } = await teacher();
  const post = (headers: HeadersInit) =>
    new Request("http://localhost:3000/api/uploadthing?actionType=upload&slug=material", {
      method: "POST",
      headers,
      body: "{}",
    });
  const json = { "content-type": "application/json" };
  for (const answer of [
    await handleUploadRoute(post(json)),
    await handleUploadRoute(post({ ...json, authorization: `Bearer ${token}` })),
    await handleUploadRoute(post({})),
    await handleStore(new Request("http://localhost:3000/api/uploads/nothing", { method: "PUT", body: "bytes" })),
  ]) {
    expect([answer.status >= 400, answer.headers.get("cache-control")]).toEqual([true, "no-store"]);
  }
});

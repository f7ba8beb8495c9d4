import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { db } from "@/server/db/client";
import { badPdfs } from "../corpus/bad-pdfs";
import { badWord } from "../corpus/bad-word";
import { good } from "../corpus/good";
import { createAdmin, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { sampleOf } from "../harness/runs";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
await openStore();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let token: string;

beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await createAdmin());
});

function upload(bytes: Buffer, name: string): Promise<Response> {
  const form = new FormData();
  for (const field of ["subject", "materialName"]) form.append(field, "Corpus");
  form.append("className", "7");
  form.append("expiresAt", "null");
  const kind = kindOfName(name);
  form.append("pdfFile", new File([new Uint8Array(bytes)], name, { type: kind && mediaTypeOf[kind] }));
  return ask("POST", "/api/materials/upload", { token, body: form });
}

// tests/server/inspect.test.ts judges every file; here a sample goes through the API.
const files = sampleOf(good, 4);

it(`each of ${files.length} valid files is published and returned unchanged`, async () => {
  for (const { what, name, bytes: make } of files) {
    const bytes = await make();
    const answer = await upload(bytes, name);
    expect(answer.status, what).toBe(201);
    const got = await ask("GET", (await answer.json()).pdfFile);
    expect(got.headers.get("etag"), what).toBe(`"${sha256(bytes)}"`);
    expect(sha256(await got.bytes()), what).toBe(sha256(bytes));
  }
  expect(await db().material.count()).toBe(files.length);
});

it.each([
  ["PDFs", sampleOf(badPdfs, 5)],
  ["Word documents", sampleOf(badWord, 5)],
])("every invalid %s is rejected with a message and not published", async (_what, bad) => {
  for (const { what, name, bytes, code, says } of bad) {
    const refusal = await refusalIn(await upload(await bytes(), name));
    // Names are checked first, with the form's messages.
    if (kindOfName(name)) expect(refusal.message, what).toMatch(says);
    expect([refusal.code, refusal.status < 500], what).toEqual([code, true]);
  }
  expect(await db().material.count()).toBe(0);
  expect(await db().upload.count({ where: { state: { not: "removed" } } })).toBe(0);
});

it("the corpus has at least 60 invalid and 20 valid files", () => {
  expect(badPdfs.length + badWord.length).toBeGreaterThanOrEqual(60);
  expect(good.length).toBeGreaterThanOrEqual(20);
});

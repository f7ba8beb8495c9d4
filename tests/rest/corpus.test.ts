import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { db } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { badPdfs } from "../corpus/bad-pdfs";
import { badWord } from "../corpus/bad-word";
import { good } from "../corpus/good";
import { admin, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { openDoor, refusalIn } from "./door";

const { ask } = await openDoor();
await openStore();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let token: string;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await admin());
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

it(`publishes each of ${good.length} good files, and gives it back unchanged`, async () => {
  for (const { what, name, bytes: make } of good) {
    const bytes = await make();
    const answer = await upload(bytes, name);
    expect(answer.status, what).toBe(201);
    const got = await ask("GET", (await answer.json()).pdfFile);
    expect(got.headers.get("etag"), what).toBe(`"${sha256(bytes)}"`);
    expect(sha256(await got.bytes()), what).toBe(sha256(bytes));
  }
  expect(await db().material.count()).toBe(good.length);
});

it.each([
  ["PDFs", badPdfs],
  ["Word documents", badWord],
])("refuses each of the bad %s in plain words, and publishes none", async (_what, bad) => {
  for (const { what, name, bytes, code, says } of bad) {
    const refusal = await refusalIn(await upload(await bytes(), name));
    // The names are looked at first, in words of the form.
    if (kindOfName(name)) expect(refusal.message, what).toMatch(says);
    expect([refusal.code, refusal.status < 500], what).toEqual([code, true]);
  }
  expect(await db().material.count()).toBe(0);
  expect(await db().upload.count({ where: { state: { not: "removed" } } })).toBe(0);
});

it("has at least 60 bad and 20 good files", () => {
  expect(badPdfs.length + badWord.length).toBeGreaterThanOrEqual(60);
  expect(good.length).toBeGreaterThanOrEqual(20);
});

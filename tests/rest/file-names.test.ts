import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parse } from "content-disposition";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { mediaTypeOf } from "@/lib/file-kinds";
import { db } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { hostileNames } from "../corpus/names";
import { classicPdf } from "../corpus/pdf";
import { aboutMaterial, callerOf, createAdmin, openStore, storedFile, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { sampleOf } from "../harness/runs";
import { openDoor } from "./rest-client";

const { ask } = await openDoor();
const { dataDir } = await openStore();
const pdf = classicPdf();
let token: string;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await createAdmin());
});

/** Every path below the parent of the store except the stored files. */
async function paths(): Promise<string[]> {
  const found = await readdir(dirname(dataDir), { recursive: true, withFileTypes: true });
  const all = found.map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
  return all.filter((path) => !/^files\/[A-Za-z0-9]{20,120}$/.test(path)).sort();
}

/** A valid header value without control characters. */
const headerValue = /^[\x20-\x7e]*$/;

async function expectSafe(link: string, name: string): Promise<void> {
  const answer = await ask("GET", link);
  expect(answer.status, JSON.stringify(name)).toBe(200);
  await answer.body?.cancel();
  const written = answer.headers.get("content-disposition") ?? "";
  expect(written).toMatch(headerValue);
  const { type, parameters } = parse(written);
  expect(type).toBe("inline");
  expect(parameters.filename, written).toBe(name);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("content-type")).toBe("application/pdf");
}

const names = sampleOf(hostileNames, 3);

it(`hostile file names are stored as plain text`, { timeout: 60_000 }, async () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(300);
  const caller = await callerOf(token);
  // The first file creates the store's folders.
  await caller.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
  const before = await paths();
  let kept = 0;
  for (const name of names) {
    const key = randomUUID().replaceAll("-", "");
    await writeFile(join(dataDir, "files", key), pdf);
    const facts = { type: mediaTypeOf.pdf, size: pdf.length };
    await db().upload.create({ data: { key, name: "a.pdf", state: "stored", ...facts } });
    const file = { key, name, ...facts };
    const added = await caller.materials.add({ material: aboutMaterial(), file }).catch(() => null);
    // Names that headers or the database cannot store are rejected; others come back unchanged.
    if (added) {
      await expectSafe(added.pdfFile, name);
      kept += 1;
    } else expect(name).toMatch(/\0|[\ud800-\udfff]|^.{256,}$/u);
  }
  expect(kept).toBeGreaterThan(names.length * 0.9);
  expect(await paths()).toEqual(before);
});

it("hostile file names are stored unchanged from a multipart form", { timeout: 60_000 }, async () => {
  for (const name of hostileNames.filter((_, index) => index % 10 === 0)) {
    const form = new FormData();
    for (const [field, value] of Object.entries({ className: "7", subject: "Names", materialName: "Names" }))
      form.append(field, value);
    form.append("alwaysAvailable", "true");
    form.append("pdfFile", new File([new Uint8Array(pdf)], name, { type: mediaTypeOf.pdf }));
    const answer = await ask("POST", "/api/materials/upload", { token, body: form });
    expect([201, 400, 415], JSON.stringify(name)).toContain(answer.status);
    const { pdfFile } = (await answer.json()) as { pdfFile?: string };
    if (!pdfFile) continue;
    const { fileName } = await db().material.findUniqueOrThrow({ where: { id: pdfFile.split("/")[3] ?? "" } });
    await expectSafe(pdfFile, fileName);
  }
  expect(await paths()).toEqual(["", "files", "tmp"]);
});

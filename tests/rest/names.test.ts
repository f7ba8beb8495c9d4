import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parse } from "content-disposition";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mediaTypeOf } from "@/lib/file-kinds";
import { db } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { hostileNames } from "../corpus/names";
import { classicPdf } from "../corpus/pdf";
import { aboutMaterial, admin, callerOf, openStore, storedFile, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { openDoor } from "./door";

// A folder of its own round the store, so that whatever leaves the store is seen.
process.env.TMPDIR = await mkdtemp(join(tmpdir(), "lyceum-names-"));
const { ask } = await openDoor();
const { dataDir } = await openStore();
const pdf = classicPdf();
let token: string;

beforeAll(prepareJobs);
afterAll(() => rm(dirname(dataDir), { recursive: true, force: true }));
beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await admin());
});

/** Every path below the folder that holds the store's, but the stored files. */
async function paths(): Promise<string[]> {
  const found = await readdir(dirname(dataDir), { recursive: true, withFileTypes: true });
  const all = found.map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
  return all.filter((path) => !/^files\/[A-Za-z0-9]{20,120}$/.test(path)).sort();
}

/** Everything that a header's value may be, and no control character. */
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

it(`keeps ${hostileNames.length} hostile names as what they are: texts`, { timeout: 60_000 }, async () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(300);
  const caller = await callerOf(token);
  // The store's folders are made by the first file.
  await caller.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
  const before = await paths();
  let kept = 0;
  for (const name of hostileNames) {
    const key = randomUUID().replaceAll("-", "");
    await writeFile(join(dataDir, "files", key), pdf);
    const file = { key, name, type: mediaTypeOf.pdf, size: pdf.length };
    const added = await caller.materials.add({ material: aboutMaterial(), file }).catch(() => null);
    // What no header and no database can hold is refused; all else comes back as it went in.
    if (added) {
      await expectSafe(added.pdfFile, name);
      kept += 1;
    } else expect(name).toMatch(/\0|[\ud800-\udfff]|^.{256,}$/u);
  }
  expect(kept).toBeGreaterThan(280);
  expect(await paths()).toEqual(before);
});

it("keeps them as they came through a form", { timeout: 60_000 }, async () => {
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

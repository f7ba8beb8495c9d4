import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parse } from "content-disposition";
import { beforeEach, expect, it } from "vitest";
import { mediaTypeOf } from "@/lib/file-kinds";
import { withoutDirections } from "@/lib/plain-text";
import { db } from "@/server/db/client";
import { flawOf } from "@/server/files/upload-urls";
import { say } from "@/server/messages";
import { hostileNames } from "../corpus/names";
import { classicPdf } from "../corpus/pdf";
import { aboutMaterial, callerOf, createAdmin, openStore, storedFile, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { sampleOf } from "../harness/runs";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const { dataDir } = await openStore();
const pdf = classicPdf();
let token: string;

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

/** True if a line can show the name. */
const canBeShown = (name: string) =>
  name !== "" && name.length <= 255 && !/[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/u.test(name);

it("hostile file names are stored as plain text", { timeout: 60_000 }, async () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(300);
  const caller = await callerOf(token);
  // The first file creates the store's folders.
  await caller.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
  const before = await paths();
  for (const name of names) {
    const key = randomUUID().replaceAll("-", "");
    await writeFile(join(dataDir, "files", key), pdf);
    const facts = { type: mediaTypeOf.pdf, size: pdf.length };
    await db().upload.create({ data: { key, name: "a.pdf", state: "stored", ...facts } });
    const file = { key, name, ...facts };
    const added = await caller.materials.add({ material: aboutMaterial(), file }).catch(() => null);
    // Names that no line can show are rejected; others come back unchanged, except for direction marks.
    const plain = withoutDirections(name);
    expect(added !== null, JSON.stringify(name)).toBe(canBeShown(plain));
    if (added) await expectSafe(added.pdfFile, plain);
  }
  expect(await paths()).toEqual(before);
});

/** Sends a material of that file name as a form. */
function send(name: string): Promise<Response> {
  const form = new FormData();
  const fields = { className: "7", subject: "Names", materialName: "Names", alwaysAvailable: "true" };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("pdfFile", new File([new Uint8Array(pdf)], name, { type: mediaTypeOf.pdf }));
  return ask("POST", "/api/materials/upload", { token, body: form });
}

it("a hostile file name of a multipart form is refused, or downloaded as it is stored", {
  timeout: 60_000,
}, async () => {
  const sent = hostileNames.filter((_, index) => index % 10 === 0);
  let stored = 0;
  for (const name of sent) {
    const answer = await send(name);
    expect([201, 400, 415], JSON.stringify(name)).toContain(answer.status);
    const { pdfFile } = (await answer.json()) as { pdfFile?: string };
    if (!pdfFile) continue;
    const { fileName } = await db().material.findUniqueOrThrow({ where: { id: pdfFile.split("/")[3] ?? "" } });
    await expectSafe(pdfFile, fileName);
    stored += 1;
  }
  expect(stored).toBeGreaterThanOrEqual(sent.filter(canBeShown).length);
  expect(await paths()).toEqual(["", "files", "tmp"]);
});

it.each(["\u2028", "\u0007"])("a file name that hides its ending by %j is refused at its field", async (mark) => {
  const message = "The file's name has a character that cannot be shown.";
  const refusal = await refusalIn(await send(`evil${mark}fdp.pdf`));
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: ["pdfFile"], message }] });
  const facts = { name: `evil${mark}fdp.pdf`, type: mediaTypeOf.pdf, size: pdf.length };
  expect(flawOf(facts)).toEqual(say("badFileName"));
});

it("direction marks are removed from a file name, which then shows the ending that is checked", async () => {
  expect((await send("evil\u202efdp.exe")).status).toBe(415);
  for (const name of [
    "\u202anotes.pdf\u202c",
    "\u200enotes.pdf",
    "no\u061ctes.pdf",
    "no\u202etes.pdf",
    "\u2066notes\u2069.pdf",
  ]) {
    const { pdfFile } = (await (await send(name)).json()) as { pdfFile: string };
    await expectSafe(pdfFile, "notes.pdf");
  }
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { isTypeOfKind, kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { inspectFile } from "@/server/files/inspect";
import { badPdfs } from "../corpus/bad-pdfs";
import { badWord } from "../corpus/bad-word";
import { good } from "../corpus/good";
import { classicPdf, modernPdf } from "../corpus/pdf";
import { docFile, docxFile, pdfFile } from "../setup/documents";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lyceum-inspect-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function inspect(bytes: Buffer, name: string, declaredType = "", declaredSize = bytes.length) {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  return inspectFile(path, { name, declaredType, declaredSize, maxBytes: 32 * 1024 * 1024 });
}

describe("takes", () => {
  it.each(good)("$what", async ({ name, bytes: make }) => {
    const bytes = await make();
    const kind = kindOfName(name) ?? "pdf";
    for (const type of [mediaTypeOf[kind], "", "application/octet-stream", "blob"]) {
      expect(await inspect(bytes, name, type)).toEqual({ kind, size: bytes.length });
    }
  });
});

describe("refuses", () => {
  it.each([...badPdfs, ...badWord])("$what", async ({ name, bytes, code, says }) => {
    const error = await inspect(await bytes(), name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) });
    expect((error as AppError).message).toMatch(/Please/);
  });

  it("33 MB", async () => {
    const refused = inspect(Buffer.alloc(33 * 1024 * 1024), "a.pdf");
    await expect(refused).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      message: expect.stringMatching(/larger than 32 MB.*Please/),
    });
  });

  it.each(["text/html", mediaTypeOf.docx, "application/x-msdownload"])("a PDF that was sent as %s", async (type) => {
    await expect(inspect(await pdfFile(), "a.pdf", type)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("a file of another size than was said", async () => {
    const bytes = await pdfFile();
    await expect(inspect(bytes, "a.pdf", "", bytes.length + 1)).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });
});

describe("a PDF that is read in several pieces", () => {
  const piece = 1024 * 1024;
  const script = "<< /S /JavaScript /JS (app.alert(1)) >>";
  const refusal = { message: expect.stringMatching(/runs scripts/) };

  it.each([`9 0 obj ${script}`, `trailer ${script}`])("is refused wherever a piece ends in %s", async (text) => {
    const pdfWith = (before: number) =>
      classicPdf({ filter: "none", content: `${" ".repeat(before)}\n${text}\nendobj\n` });
    const place = pdfWith(piece - 1000).indexOf(text);
    for (let at = piece - text.length - 1; at <= piece + 1; at += 1) {
      const bytes = pdfWith(piece - 1000 + at - place);
      expect(bytes.indexOf(text)).toBe(at);
      await expect(inspect(bytes, "a.pdf"), `at ${at}`).rejects.toMatchObject(refusal);
    }
  });

  it("is looked through in what is packed behind the first of them", async () => {
    const pages = { filter: "none", content: " ".repeat(2 * piece + 5) } as const;
    await expect(inspect(modernPdf({ ...pages, more: [script] }), "a.pdf")).rejects.toMatchObject(refusal);
    await expect(inspect(modernPdf({ ...pages, more: ["<< /Nothing true >>"] }), "a.pdf")).resolves.toBeDefined();
  });
});

it("answers every broken document with a refusal, never with a failure", async () => {
  const whole = { "a.pdf": await pdfFile(), "a.docx": await docxFile(), "a.doc": docFile() };
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("a.pdf", "a.docx", "a.doc"), damage, fc.nat(), async (name, changes, cut) => {
      const bytes = Buffer.from(whole[name as keyof typeof whole]);
      for (const [place, value] of changes) bytes[place % Math.min(bytes.length, 4096)] = value;
      const part = bytes.subarray(0, cut % 3 === 0 ? cut % bytes.length : bytes.length);
      const error = await inspect(part, name).catch((thrown: unknown) => thrown);
      if (error instanceof Error) expect(error).toBeInstanceOf(AppError);
    }),
    { numRuns: 300 },
  );
});

describe("names and types", () => {
  it("are told apart without their case", () => {
    expect(["a.PDF", " b.Docx ", "c.d.doc"].map(kindOfName)).toEqual(["pdf", "docx", "doc"]);
    expect(["", "pdf", "a.", "a.pdf ."].map(kindOfName)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("agree, or are not declared", () => {
    expect(isTypeOfKind("application/PDF; charset=binary", "pdf")).toBe(true);
    expect(isTypeOfKind("application/msword", "docx")).toBe(false);
  });
});

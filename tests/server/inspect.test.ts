import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { inspectFile } from "@/server/files/inspection/inspect";
import { badPdfs } from "../corpus/bad-pdfs";
import { badWord } from "../corpus/bad-word";
import { good } from "../corpus/good";
import { heavyWord } from "../corpus/heavy-word";
import { classicPdf, modernPdf } from "../corpus/pdf";
import { refusalOf } from "../factories";
import { docFile, docxFile, pdfFile, wordStream } from "../harness/documents";
import { fc } from "../harness/random";

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

describe("file inspection accepts", () => {
  it.each(good)("$what", async ({ name, bytes: make }) => {
    const bytes = await make();
    const kind = kindOfName(name) ?? "pdf";
    for (const type of [mediaTypeOf[kind], "", "application/octet-stream", "blob"]) {
      expect(await inspect(bytes, name, type)).toEqual({ kind, size: bytes.length });
    }
  });
});

it("a large DOC is accepted even if parts of its pictures look like fields", async () => {
  const megabyte = 1024 * 1024;
  const pictures = Buffer.alloc(60 * megabyte, `\x13${"\x01".repeat(255)}`);
  const bytes = docFile({ "/WordDocument": Buffer.concat([wordStream(), pictures]) });
  const path = join(folder, "large.doc");
  await writeFile(path, bytes);
  const declared = { name: "a.doc", declaredType: "", declaredSize: bytes.length, maxBytes: 64 * megabyte };
  expect(await inspectFile(path, declared)).toEqual({ kind: "doc", size: bytes.length });
});

describe("file inspection rejects", () => {
  it.each([...badPdfs, ...badWord])("$what", async ({ name, bytes, code, says }) => {
    const error = await inspect(await bytes(), name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code });
    const words = wordsOf((error as AppError).message);
    expect(words).toMatch(says);
    expect(words).toMatch(/Please/);
  });

  it("a file of 33 MB", async () => {
    const refused = inspect(Buffer.alloc(33 * 1024 * 1024), "a.pdf");
    expect(await refusalOf(refused)).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      message: expect.stringMatching(/larger than 32 MB.*Please/),
    });
  });

  it.each(["text/html", mediaTypeOf.docx, "application/x-msdownload"])("a PDF uploaded as %s", async (type) => {
    await expect(inspect(await pdfFile(), "a.pdf", type)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("a file whose size differs from the declared one", async () => {
    const bytes = await pdfFile();
    await expect(inspect(bytes, "a.pdf", "", bytes.length + 1)).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });
});

describe("a PDF read in several chunks", () => {
  const piece = 1024 * 1024;
  const script = "<< /S /JavaScript /JS (app.alert(1)) >>";
  const refusal = { message: expect.stringMatching(/runs scripts/) };

  it.each([`9 0 obj ${script}`, `trailer ${script}`])(
    "a forbidden PDF name is found wherever a chunk ends in %s",
    async (text) => {
      const pdfWith = (before: number) =>
        classicPdf({ filter: "none", content: `${" ".repeat(before)}\n${text}\nendobj\n` });
      const place = pdfWith(piece - 1000).indexOf(text);
      for (let at = piece - text.length - 1; at <= piece + 1; at += 1) {
        const bytes = pdfWith(piece - 1000 + at - place);
        expect(bytes.indexOf(text)).toBe(at);
        expect(await refusalOf(inspect(bytes, "a.pdf")), `at ${at}`).toMatchObject(refusal);
      }
    },
  );

  it("object streams after the first chunk of a PDF are inspected", async () => {
    const pages = { filter: "none", content: " ".repeat(2 * piece + 5) } as const;
    expect(await refusalOf(inspect(modernPdf({ ...pages, more: [script] }), "a.pdf"))).toMatchObject(refusal);
    await expect(inspect(modernPdf({ ...pages, more: ["<< /Nothing true >>"] }), "a.pdf")).resolves.toBeDefined();
  });
});

describe("the inspection takes linear time on", () => {
  // Quadratic time would take minutes, so the ordinary time limit reveals it.
  it.each(heavyWord)("%s", async (name, make) => {
    const error = await inspect(make(), name).catch((thrown: unknown) => thrown);
    if (error instanceof Error) expect(error).toBeInstanceOf(AppError);
  });
});

it("a damaged document is accepted or rejected with a message, and never causes an internal error", async () => {
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
  );
});

describe("file names and types", () => {
  it("file extensions and types are compared case-insensitively", () => {
    expect(["a.PDF", " b.Docx ", "c.d.doc"].map(kindOfName)).toEqual(["pdf", "docx", "doc"]);
    expect(["", "pdf", "a.", "a.pdf ."].map(kindOfName)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ["a.pdf", "application/PDF; charset=binary", pdfFile],
    ["a.pdf", "application/x-pdf", pdfFile],
    ["a.pdf", "application/wps-office.pdf", pdfFile],
    ["a.doc", "application/wps-office.doc", docFile],
    ["a.doc", "application/vnd.ms-word", docFile],
    ["a.doc", "application/x-msword", docFile],
    ["a.docx", "application/wps-office.docx", docxFile],
    ["a.docx", "application/vnd.ms-office", docxFile],
  ])("%s may be declared as %s", async (name, type, make) => {
    await expect(inspect(await make(), name, type)).resolves.toBeDefined();
  });

  it.each([
    ["a.docx", "application/msword", docxFile],
    ["a.docx", "application/wps-office.doc", docxFile],
    ["a.doc", "application/x-pdf", docFile],
  ])("%s may not be declared as %s", async (name, type, make) => {
    await expect(inspect(await make(), name, type)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });
});

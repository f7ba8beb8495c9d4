import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "@/lib/errors";
import { isTypeOfKind, kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { inspectFile } from "@/server/files/inspect";
import {
  compoundFile,
  docFile,
  docxFile,
  linearized,
  officeFile,
  pdfFile,
  pdfWithStream,
  savedTwice,
  types,
  zipFile,
} from "../setup/documents";

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

const text = (content: string) => Buffer.from(content, "latin1");
const pdfOf = async (before: string, after = "") => Buffer.concat([text(before), await pdfFile(), text(after)]);

describe("takes", () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["a PDF", "a.pdf", pdfFile],
    ["a PDF in capitals", "A.PDF", pdfFile],
    ["a PDF saved twice", "a.pdf", savedTwice],
    ["a PDF with a compressed index", "a.pdf", pdfWithStream],
    ["a PDF made for the web", "a.pdf", linearized],
    ["a PDF after an empty line", "a.pdf", () => pdfOf("\r\n")],
    ["a PDF after a byte order mark", "a.pdf", () => pdfOf("\xef\xbb\xbf")],
    ["a PDF with padding", "a.pdf", () => pdfOf("", "\0".repeat(20_000))],
    ["a PDF with a stray line at its end", "a.pdf", () => pdfOf("", "\n% printed by the office\n")],
    ["a DOCX", "a.docx", () => docxFile()],
    ["a DOCX whose text lies elsewhere", "a.docx", () => officeFile("word2", "word/document2.xml")],
    [
      "a DOCX with a spreadsheet inside",
      "a.docx",
      () => officeFile("word", undefined, [{ name: "word/embeddings/a.xlsx", text: "x" }]),
    ],
    ["a DOC", "a.doc", () => docFile()],
    ["a DOC with a spreadsheet inside", "a.doc", () => docFile({ "/ObjectPool/_1/Workbook": 5000 })],
    ["a large DOC", "a.doc", () => docFile({ "/Pictures": 9 * 1024 * 1024 })],
  ])("%s", async (_case, name, make) => {
    const bytes = await make();
    const kind = kindOfName(name) ?? "pdf";
    for (const type of [mediaTypeOf[kind], "", "application/octet-stream", "blob"]) {
      const found = await inspect(bytes, name, type);
      expect(found).toMatchObject({ kind, size: bytes.length });
      expect(Buffer.from(found.sha256).equals(createHash("sha256").update(bytes).digest())).toBe(true);
    }
  });
});

const exe = () => Buffer.concat([text("MZ\x90\0\x03"), Buffer.alloc(4000)]);
const html = () => text("<!doctype html><html><script>alert(1)</script></html>");
const zip = () => zipFile([{ name: "notes.txt", text: "x" }]);
const xls = () => compoundFile({ "/Workbook": 8192 });
const half = (bytes: Buffer, share = 0.6) => bytes.subarray(0, Math.floor(bytes.length * share));
const word = (...more: Parameters<typeof officeFile>[2] & object) => officeFile("word", undefined, more);
const many = () => Array.from({ length: 1000 }, (_, index) => ({ name: `word/${index}.xml` }));

type Case = [string, string, () => Buffer | Promise<Buffer>, ErrorCode, RegExp];
const wrong = "UNSUPPORTED_MEDIA_TYPE";
const broken = "UNPROCESSABLE_CONTENT";

describe("refuses", () => {
  it.each<Case>([
    ["a page named PDF", "a.pdf", html, wrong, /not a PDF/],
    ["a program named PDF", "a.pdf", exe, wrong, /not a PDF/],
    ["an archive named PDF", "a.pdf", zip, wrong, /not a PDF/],
    ["a DOCX named PDF", "a.pdf", () => docxFile(), wrong, /not a PDF/],
    ["a page with a PDF's first line", "a.pdf", () => text("%PDF-1.7\n<html>"), wrong, /not a PDF/],
    ["a PDF's first line alone", "a.pdf", () => text("%PDF-1.7\n"), broken, /incomplete/],
    ["a PDF's first and last line", "a.pdf", () => text("%PDF-1.7\nstartxref\n9\n%%EOF"), broken, /incomplete/],
    [
      "a PDF that points at nothing",
      "a.pdf",
      () => text(`%PDF-1.7\n${" ".repeat(90)}\nstartxref\n40\n%%EOF`),
      broken,
      /incomplete/,
    ],
    [
      "a PDF that points beyond its end",
      "a.pdf",
      () => text("%PDF-1.7\nstartxref\n99999\n%%EOF"),
      broken,
      /incomplete/,
    ],
    ["half a PDF", "a.pdf", async () => half(await pdfFile()), broken, /incomplete/],
    ["a PDF without its last line", "a.pdf", async () => (await pdfFile()).subarray(0, -7), broken, /incomplete/],
    ["a PDF after a page", "a.pdf", () => pdfOf("<html>"), wrong, /not a PDF/],
    ["a PDF after other text", "a.pdf", () => pdfOf("Dear all,\n"), wrong, /not a PDF/],
    ["a PDF before a page", "a.pdf", () => pdfOf("", "<html><script>"), wrong, /not a PDF/],
    [
      "a PDF before an archive",
      "a.pdf",
      async () => Buffer.concat([await pdfFile(), Buffer.alloc(3000, "z")]),
      broken,
      /incomplete/,
    ],

    ["a page named DOCX", "a.docx", html, wrong, /not a Word document/],
    ["an archive named DOCX", "a.docx", zip, wrong, /not a Word document/],
    ["a spreadsheet named DOCX", "a.docx", () => officeFile("excel", "xl/workbook.xml"), wrong, /not a Word document/],
    ["a PDF named DOCX", "a.docx", () => pdfFile(), wrong, /not a Word document/],
    ["a DOC named DOCX", "a.docx", () => docFile(), wrong, /not a Word document/],
    [
      "a DOCX without its text",
      "a.docx",
      () => zipFile([{ name: "[Content_Types].xml", text: types.word }]),
      wrong,
      /not a Word document/,
    ],
    ["a DOCM named DOCX", "a.docx", () => officeFile("macroWord"), wrong, /macros/],
    ["a DOCX with macros", "a.docx", () => word({ name: "word/vbaProject.bin", text: "x" }), wrong, /macros/],
    ["a DOCX with hidden macros", "a.docx", () => word({ name: "word/VBAPROJECT.BIN", text: "x" }), wrong, /macros/],
    ["half a DOCX", "a.docx", async () => half(await docxFile()), broken, /incomplete/],
    [
      "a DOCX after a program",
      "a.docx",
      async () => Buffer.concat([exe(), await docxFile()]),
      wrong,
      /not a Word document/,
    ],
    [
      "a DOCX before other bytes",
      "a.docx",
      async () => Buffer.concat([await docxFile(), text("<html>")]),
      broken,
      /incomplete/,
    ],
    ["a DOCX that leaves its folder", "a.docx", () => word({ name: "../../evil" }), broken, /incomplete/],
    ["a DOCX from the root", "a.docx", () => word({ name: "/etc/evil" }), broken, /incomplete/],
    ["a DOCX from a drive", "a.docx", () => word({ name: "C:\\evil" }), broken, /incomplete/],
    ["a DOCX of too many parts", "a.docx", () => word(...many()), broken, /unsafe/],
    ["a DOCX with a part twice", "a.docx", () => word({ name: "word/document.xml" }), broken, /unsafe/],
    [
      "a DOCX that unpacks to 101 MB",
      "a.docx",
      () => word({ name: "word/a.xml", claimed: 101 * 2 ** 20 }),
      broken,
      /unsafe/,
    ],
    [
      "a DOCX that unpacks a hundredfold",
      "a.docx",
      () => word({ name: "word/a.xml", bytes: Buffer.alloc(2 ** 20) }),
      broken,
      /unsafe/,
    ],
    ["a DOCX with locked parts", "a.docx", () => word({ name: "word/a.xml", flags: 1 }), broken, /password/],
    [
      "a DOCX with a password",
      "a.docx",
      () => compoundFile({ "/EncryptedPackage": 5000, "/EncryptionInfo": 300 }),
      broken,
      /password/,
    ],

    ["a page named DOC", "a.doc", html, wrong, /not a Word document/],
    ["a program named DOC", "a.doc", exe, wrong, /not a Word document/],
    ["a spreadsheet named DOC", "a.doc", xls, wrong, /not a Word document/],
    [
      "a spreadsheet with a letter inside",
      "a.doc",
      () => compoundFile({ "/Workbook": 5000, "/MBD1/WordDocument": 5000 }),
      wrong,
      /not a Word document/,
    ],
    ["a letter that is a spreadsheet too", "a.doc", () => docFile({ "/Workbook": 5000 }), wrong, /not a Word document/],
    ["a DOCX named DOC", "a.doc", () => docxFile(), wrong, /not a Word document/],
    ["a DOC with macros", "a.doc", () => docFile({ "/Macros/VBA/dir": 5000 }), wrong, /macros/],
    [
      "a DOC with a spreadsheet's macros",
      "a.doc",
      () => docFile({ "/ObjectPool/_1/_VBA_PROJECT_CUR/dir": 50 }),
      wrong,
      /macros/,
    ],
    ["half a DOC", "a.doc", () => half(docFile()), broken, /incomplete/],
    ["a DOC's first bytes", "a.doc", () => docFile().subarray(0, 512), broken, /incomplete/],

    ["a page", "a.html", html, wrong, /Only PDF, DOC and DOCX/],
    ["a DOCM", "a.docm", () => officeFile("macroWord"), wrong, /Only PDF, DOC and DOCX/],
    ["a PDF with another ending", "a.pdf.exe", () => pdfFile(), wrong, /Only PDF, DOC and DOCX/],
    ["a PDF without an ending", "pdf", () => pdfFile(), wrong, /Only PDF, DOC and DOCX/],
    ["an empty file", "a.pdf", () => Buffer.alloc(0), "BAD_REQUEST", /empty/],
    ["33 MB", "a.pdf", () => Buffer.alloc(33 * 1024 * 1024), "PAYLOAD_TOO_LARGE", /larger than 32 MB/],
  ])("%s", async (_case, name, make, code, message) => {
    const error = await inspect(await make(), name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((error as AppError).message).toMatch(/Please/);
  });

  it.each(["text/html", mediaTypeOf.docx, "application/x-msdownload"])("a PDF that was sent as %s", async (type) => {
    await expect(inspect(await pdfFile(), "a.pdf", type)).rejects.toMatchObject({ code: wrong });
  });

  it("a file of another size than was said", async () => {
    const bytes = await pdfFile();
    await expect(inspect(bytes, "a.pdf", "", bytes.length + 1)).rejects.toMatchObject({ code: broken });
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

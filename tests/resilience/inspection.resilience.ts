import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { kindOfName } from "@/lib/file-kinds";
import { inspectFile } from "@/server/files/inspection/inspect";
import { badPdfs } from "../corpus/bad-pdfs";
import { badWord } from "../corpus/bad-word";
import { good, largestPdf } from "../corpus/good";
import { heavyWord } from "../corpus/heavy-word";
import { classicPdf } from "../corpus/pdf";
import { wordFile } from "../corpus/word";
import { docFile, scannedPdf } from "../harness/documents";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import type { ResilienceTest } from "./figures";

const megabyte = 1024 * 1024;
const maxBytes = 32 * megabyte;

/** The most expensive files just below the size limit. */
const heavy: [name: string, make: () => Buffer][] = [
  ["objects.pdf", () => largestPdf(31 * megabyte)],
  ["scan.pdf", () => scannedPdf(31 * megabyte)],
  ["places.pdf", () => classicPdf({ more: [" 1 0 obj".repeat(3.5 * megabyte)] })],
  ["texts.pdf", () => classicPdf({ more: ["1 0 obj(".repeat(3.5 * megabyte)] })],
  ["pictures.docx", () => wordFile({ "word/a.xml": Buffer.alloc(60 * megabyte, "<w:p/> text ") }, 20 * megabyte)],
  ["marks.docx", () => wordFile({ "word/a.xml": Buffer.alloc(60 * megabyte, "<v:fill/>") }, 20 * megabyte)],
  ["fields.docx", () => wordFile({ "word/a.xml": Buffer.alloc(60 * megabyte, "<w:fldChar/>") }, 20 * megabyte)],
  ...heavyWord,
  ["pictures.doc", () => docFile({ "/Data": 28 * megabyte })],
];

/** Inspects the corpus and the heaviest files, and measures time and memory. */
export const run: ResilienceTest = async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "file");
  let [slowest, most] = [0, 0];

  async function look(name: string, bytes: Buffer): Promise<boolean> {
    await writeFile(path, bytes);
    const declared = { name, declaredType: "", declaredSize: bytes.length, maxBytes };
    const before = process.memoryUsage().rss;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 5);
    const began = process.cpuUsage();
    try {
      await inspectFile(path, declared);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    } finally {
      const { user, system } = process.cpuUsage(began);
      slowest = Math.max(slowest, (user + system) / 1000);
      clearInterval(timer);
    }
  }

  const wrong: string[] = [];
  for (const { what, name, bytes } of good) if (!(await look(name, await bytes()))) wrong.push(what);
  for (const { what, name, bytes } of [...badPdfs, ...badWord]) if (await look(name, await bytes())) wrong.push(what);
  for (const [name, make] of heavy) await look(name, make());
  await removeFolder(folder);
  const kinds = new Set(good.map(({ name }) => kindOfName(name)));
  return [
    {
      requirement: "R31",
      what: `${badPdfs.length + badWord.length} bad and ${good.length} good files of ${kinds.size} kinds`,
      wanted: "0 wrong",
      measured: `${wrong.length} wrong ${wrong.join(", ")}`.trim(),
      holds: wrong.length === 0,
    },
    {
      requirement: "R32",
      what: "longest inspection of a file of up to 32 MB, in CPU time",
      wanted: "2,000 ms at most",
      measured: `${slowest.toFixed(0)} ms`,
      holds: slowest <= 2000,
    },
    {
      requirement: "R32",
      what: "peak memory of an inspection",
      wanted: "less than 100 MB",
      measured: `${(most / megabyte).toFixed(0)} MB`,
      holds: most < 100 * megabyte,
    },
  ];
};

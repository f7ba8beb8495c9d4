import "server-only";
import type { FileHandle } from "node:fs/promises";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { AppError } from "@/lib/errors";
import { bytesAt, damaged, locked, macros, otherContent } from "./inspect-content";
import { isLockedPackage } from "./inspect-doc";
import { isMacroTypes, listParts, requireHarmlessParts, textOf } from "./inspect-docx-parts";

const contentTypes = "[content_types].xml";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** Proves that a file is a whole Word document that runs nothing, fetches nothing and carries no other files. @throws AppError */
export async function inspectDocx(file: FileHandle, size: number): Promise<void> {
  const start = (await bytesAt(file, 0, 4)).toString("latin1");
  if (start === "\xd0\xcf\x11\xe0" && (await isLockedPackage(file, size))) throw locked();
  if (start !== "PK\x03\x04") throw otherContent("docx");
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false });
    const parts = await listParts(zip, size);
    await requireWord(zip, parts);
    await requireHarmlessParts(zip, parts);
  } catch (error) {
    // The archive reader throws for names that lead elsewhere, and for whatever is not whole.
    throw error instanceof AppError ? error : damaged();
  }
}

async function requireWord(zip: ZipFile, parts: Map<string, Entry>): Promise<void> {
  const types = parts.get(contentTypes);
  if (!types) throw otherContent("docx");
  const xml = await textOf(zip, types);
  if (isMacroTypes(xml)) throw macros();
  if (!xml.includes(mainType) || !parts.has(mainPart(xml))) throw otherContent("docx");
}

/** Where the text lies: `word/document.xml`, or what newer programs write instead. */
function mainPart(xml: string): string {
  for (const [override] of xml.matchAll(/<(?:\w+:)?Override\s[^>]*>/g)) {
    const name = /PartName\s*=\s*["']\/(word\/[^"']+)["']/i.exec(override)?.[1];
    if (name && override.includes(mainType)) return name.toLowerCase();
  }
  return "word/document.xml";
}

import "server-only";
import type { FileHandle } from "node:fs/promises";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { AppError } from "@/lib/errors";
import { bytesAt, containsMacros, contentMismatch, damaged, passwordProtected } from "./content";
import { isEncryptedPackage } from "./doc";
import { inspectParts, isMacroTypes, listParts, outermost, textOf } from "./docx-parts";
import { resolveEntities, startTags } from "./xml-text";

const contentTypes = "[content_types].xml";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** Checks that a file is a complete DOCX without active content, external parts or attached files. @throws AppError */
export async function inspectDocx(file: FileHandle, size: number): Promise<void> {
  const start = (await bytesAt(file, 0, 4)).toString("latin1");
  if (start === "\xd0\xcf\x11\xe0" && (await isEncryptedPackage(file, size))) throw passwordProtected();
  if (start !== "PK\x03\x04") throw contentMismatch("docx");
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false });
    const document = outermost();
    const parts = await listParts(zip, size, document);
    await requireWord(zip, parts);
    await inspectParts(zip, parts, document);
  } catch (error) {
    // The ZIP reader throws for unsafe names and truncated archives.
    throw error instanceof AppError ? error : damaged();
  }
}

async function requireWord(zip: ZipFile, parts: Map<string, Entry>): Promise<void> {
  const types = parts.get(contentTypes);
  if (!types) throw contentMismatch("docx");
  const xml = resolveEntities(await textOf(zip, types));
  if (isMacroTypes(xml)) throw containsMacros();
  if (!xml.includes(mainType) || !parts.has(mainPart(xml))) throw contentMismatch("docx");
}

function mainPart(xml: string): string {
  for (const override of startTags(xml, "Override")) {
    const name = /PartName\s*=\s*["']\/(word\/[^"']+)["']/i.exec(override)?.[1];
    if (name && override.includes(mainType)) return name.toLowerCase();
  }
  return "word/document.xml";
}

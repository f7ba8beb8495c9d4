import "server-only";
import type { FileHandle } from "node:fs/promises";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { AppError } from "@/lib/errors";
import { bytesAt, damaged, locked, macros, otherContent, unsafe } from "./inspect-content";
import { isLockedPackage } from "./inspect-doc";
import { requireOwnParts } from "./inspect-docx-links";
import { xmlText } from "./xml-text";

const contentTypes = "[content_types].xml";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const mostEntries = 1_000;
const mostUnpacked = 100 * 1024 * 1024;
const mostRatio = 100;
const mostText = 1024 * 1024;
const symbolicLink = 0xa000;

/** Proves that a file is a whole Word document without macros that fetches nothing from elsewhere. @throws AppError */
export async function inspectDocx(file: FileHandle, size: number): Promise<void> {
  const start = (await bytesAt(file, 0, 4)).toString("latin1");
  if (start === "\xd0\xcf\x11\xe0" && (await isLockedPackage(file, size))) throw locked();
  if (start !== "PK\x03\x04") throw otherContent("docx");
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false });
    const parts = await listParts(zip, size);
    await requireWord(zip, parts);
    for (const [name, entry] of parts) {
      if (name.endsWith(".rels")) requireOwnParts(await textOf(zip, entry));
      else await readThrough(zip, entry);
    }
  } catch (error) {
    // The archive reader throws for names that lead elsewhere, and for whatever is not whole.
    throw error instanceof AppError ? error : damaged();
  }
}

async function listParts(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > mostEntries) throw unsafe();
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    const name = entry.fileName.toLowerCase();
    if (unpacked > mostUnpacked || unpacked > size * mostRatio || parts.has(name)) throw unsafe();
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === symbolicLink) throw unsafe();
    if (entry.isEncrypted()) throw locked();
    if (/(?:^|\/)vba[^/]*\.(?:bin|xml)$/.test(name)) throw macros();
    parts.set(name, entry);
  }
  return parts;
}

async function requireWord(zip: ZipFile, parts: Map<string, Entry>): Promise<void> {
  const types = parts.get(contentTypes);
  if (!types) throw otherContent("docx");
  const xml = await textOf(zip, types);
  if (/macroEnabled|vbaProject/i.test(xml)) throw macros();
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

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > mostText) throw unsafe();
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return xmlText(Buffer.concat(chunks));
}

/** Unpacks a part into nothing: the archive reader throws where it is broken, or longer than its entry says. */
async function readThrough(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await zip.openReadStreamPromise(entry));
}

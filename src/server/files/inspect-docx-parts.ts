import "server-only";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { CompoundFile, sourceOf } from "./compound-file";
import { damaged, locked, macros, programs, unsafe } from "./inspect-content";
import { requireOwnParts } from "./inspect-docx-links";
import { XmlPart } from "./inspect-docx-xml";
import { isProgram, isProgramName } from "./inspect-links";
import { requireNoPrograms } from "./inspect-storage";
import { xmlText } from "./xml-text";

const mostEntries = 1_000;
const mostUnpacked = 100 * 1024 * 1024;
const mostRatio = 100;
const mostText = 1024 * 1024;
const mostEmbedded = 32 * 1024 * 1024;
// A letter with a sheet with a picture of a chart: deeper is nothing that people make.
const mostDepth = 3;
const symbolicLink = 0xa000;
const headLength = 4096;

/** The parts of a package, by their names in small letters. @throws AppError for names and sizes that harm who unpacks it */
export async function listParts(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
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
    if (isProgramName(name)) throw programs();
    parts.set(name, entry);
  }
  return parts;
}

/** The text of a small XML part. @throws AppError */
export async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > mostText) throw unsafe();
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return xmlText(Buffer.concat(chunks));
}

/** Looks into every part, and into what is embedded in it. @throws AppError; the archive reader throws for broken parts */
export async function requireHarmlessParts(zip: ZipFile, parts: Map<string, Entry>, depth = 0): Promise<void> {
  for (const [name, entry] of parts) {
    if (name.endsWith(".rels")) requireOwnParts(await textOf(zip, entry));
    else await requireHarmlessPart(zip, name, entry, depth);
  }
}

/** What looks at a part while it is unpacked. */
type Look = { take: (bytes: Buffer) => void; end: () => void | Promise<void> };

async function requireHarmlessPart(zip: ZipFile, name: string, entry: Entry, depth: number): Promise<void> {
  let head = Buffer.alloc(0);
  let look: Look | undefined;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (look) look.take(chunk);
    else head = Buffer.concat([head, chunk]);
    if (!look && head.length >= headLength) look = begin(name, head, depth);
  }
  await (look ?? begin(name, head, depth)).end();
}

function begin(name: string, head: Buffer, depth: number): Look {
  const look = lookAt(name, head, depth);
  look.take(head);
  return look;
}

/** How to look at a part: by what it begins with, since its name need not say what it is. */
function lookAt(name: string, head: Buffer, depth: number): Look {
  // The first bytes of an embedded font are mixed with a key, and can be anything.
  if (isProgram(head) && !name.endsWith(".odttf")) throw programs();
  const start = head.toString("latin1");
  if (start.startsWith("\xd0\xcf\x11\xe0")) return embedded(async (bytes) => requireStorage(bytes));
  if (start.startsWith("PK\x03\x04")) return embedded((bytes) => requirePackage(bytes, depth + 1));
  const isXml = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(start) && !isDrawing(start);
  return isXml ? new XmlPart(head) : { take: () => {}, end: () => {} };
}

/** True for a picture in SVG, which is drawn, whatever it says. */
function isDrawing(start: string): boolean {
  const prologue = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>/gi;
  return /^(?:\xef\xbb\xbf)?\s*<(?:\w+:)?svg[\s>/]/.test(start.replace(prologue, ""));
}

function embedded(inspect: (bytes: Buffer) => Promise<void>): Look {
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer) => {
    length += bytes.length;
    if (length > mostEmbedded) throw unsafe();
    pieces.push(bytes);
  };
  return { take, end: () => inspect(Buffer.concat(pieces)) };
}

async function requireStorage(bytes: Buffer): Promise<void> {
  const container = await CompoundFile.open(sourceOf(bytes));
  if (!container) throw damaged();
  await requireNoPrograms(container);
}

async function requirePackage(bytes: Buffer, depth: number): Promise<void> {
  if (depth > mostDepth) throw unsafe();
  const zip = await fromBufferPromise(bytes);
  const parts = await listParts(zip, bytes.length);
  const types = parts.get("[content_types].xml");
  if (types && isMacroTypes(await textOf(zip, types))) throw macros();
  await requireHarmlessParts(zip, parts, depth);
}

/** True for a list of types that has one of macros. */
export function isMacroTypes(xml: string): boolean {
  return /macroEnabled|vbaProject/i.test(xml);
}

import "server-only";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { bufferSource, CompoundFile } from "./compound-file";
import { rejectPrograms } from "./compound-storage";
import { containsMacros, containsPrograms, damaged, malicious, passwordProtected } from "./content";
import { rejectExternalParts } from "./docx-links";
import { XmlPart } from "./docx-xml";
import { type FieldCount, fieldCount } from "./fields";
import { isProgram, isProgramName } from "./links";
import { resolveEntities, xmlText } from "./xml-text";

const mostEntries = 4_000;
const mostUnpacked = 100 * 1024 * 1024;
const mostRatio = 100;
const mostText = 1024 * 1024;
const mostEmbedded = 32 * 1024 * 1024;
// Maximum nesting of embedded documents; real ones have at most three levels.
const maxDepth = 3;
const symbolicLink = 0xa000;
const headLength = 4096;
// Sticky, since to replace them in the whole head would take quadratic time.
const prologue = /\s*(?:<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>)/iy;
const svg = /\s*<(?:\w+:)?svg[\s>/]/y;

/** A package, and what all packages within the same document may still take. */
export type Package = { depth: number; fields: FieldCount; unpacked: { left: number } };

/** The package that is the document. */
export const outermost = (): Package => ({ depth: 0, fields: fieldCount(), unpacked: { left: mostUnpacked } });

/** Lists the parts of a package by lower-case name. @throws AppError for unsafe names and zip bombs */
export async function listParts(zip: ZipFile, size: number, of: Package): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > mostEntries) throw malicious();
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    const name = entry.fileName.toLowerCase();
    of.unpacked.left -= entry.uncompressedSize;
    if (of.unpacked.left < 0 || unpacked > size * mostRatio || parts.has(name)) throw malicious();
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === symbolicLink) throw malicious();
    if (entry.isEncrypted()) throw passwordProtected();
    if (/(?:^|\/)vba[^/]*\.(?:bin|xml)$/.test(name)) throw containsMacros();
    if (isProgramName(name)) throw containsPrograms();
    parts.set(name, entry);
  }
  return parts;
}

/** Text of a small XML part. @throws AppError */
export async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > mostText) throw malicious();
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return xmlText(Buffer.concat(chunks));
}

/** Inspects all parts and embedded packages. @throws AppError, or an error of the ZIP reader for broken parts */
export async function inspectParts(zip: ZipFile, parts: Map<string, Entry>, of: Package): Promise<void> {
  for (const [name, entry] of parts) {
    if (name.endsWith(".rels")) rejectExternalParts(await textOf(zip, entry), of.fields);
    else await requireHarmlessPart(zip, name, entry, of);
  }
}

type PartInspector = { write: (bytes: Buffer) => void; end: () => void | Promise<void> };

async function requireHarmlessPart(zip: ZipFile, name: string, entry: Entry, of: Package): Promise<void> {
  let head = Buffer.alloc(0);
  let inspector: PartInspector | undefined;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (inspector) inspector.write(chunk);
    else head = Buffer.concat([head, chunk]);
    if (!inspector && head.length >= headLength) inspector = begin(name, head, of);
  }
  await (inspector ?? begin(name, head, of)).end();
}

function begin(name: string, head: Buffer, of: Package): PartInspector {
  const inspector = inspectorFor(name, head, of);
  inspector.write(head);
  return inspector;
}

/** Chooses the inspector by the first bytes, since the name may lie. */
function inspectorFor(name: string, head: Buffer, of: Package): PartInspector {
  // The first bytes of an embedded font are obfuscated and can look like anything.
  if (isProgram(head) && !name.endsWith(".odttf")) throw containsPrograms();
  const start = head.toString("latin1");
  if (start.startsWith("\xd0\xcf\x11\xe0")) return embedded(async (bytes) => requireStorage(bytes));
  if (start.startsWith("PK\x03\x04")) return embedded((bytes) => requirePackage(bytes, { ...of, depth: of.depth + 1 }));
  const isXml = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*(?:<|\s\0?$)/.test(start) && !isSvg(start);
  return isXml ? new XmlPart(head, of.fields) : { write: () => {}, end: () => {} };
}

/** True for SVG, which Word only draws. */
function isSvg(start: string): boolean {
  prologue.lastIndex = start.startsWith("\xef\xbb\xbf") ? 3 : 0;
  do svg.lastIndex = prologue.lastIndex;
  while (prologue.test(start));
  return svg.test(start);
}

function embedded(inspect: (bytes: Buffer) => Promise<void>): PartInspector {
  const chunks: Buffer[] = [];
  let length = 0;
  const write = (bytes: Buffer) => {
    length += bytes.length;
    if (length > mostEmbedded) throw malicious();
    chunks.push(bytes);
  };
  return { write, end: () => inspect(Buffer.concat(chunks)) };
}

async function requireStorage(bytes: Buffer): Promise<void> {
  const container = await CompoundFile.open(bufferSource(bytes));
  if (!container) throw damaged();
  await rejectPrograms(container);
}

async function requirePackage(bytes: Buffer, of: Package): Promise<void> {
  if (of.depth > maxDepth) throw malicious();
  const zip = await fromBufferPromise(bytes);
  const parts = await listParts(zip, bytes.length, of);
  const types = parts.get("[content_types].xml");
  if (types && isMacroTypes(await textOf(zip, types))) throw containsMacros();
  await inspectParts(zip, parts, of);
}

/** True if a content-types part lists a macro type. */
export function isMacroTypes(xml: string): boolean {
  return /macroEnabled|vbaProject/i.test(resolveEntities(xml));
}

// Checks the parts of a workbook before it is read, because the reader does not limit the unpacked size.
import { openPromise } from "yauzl";

const mostParts = 200;
const mostUnpacked = 40 * 1024 * 1024;
// Small workbooks with one repeated value compress well and are harmless.
const alwaysAllowed = 1024 * 1024;
const mostRatio = 200;

/**
 * Why a workbook is rejected; undefined if it is harmless. Unpacks everything once and discards it, because the reader
 * trusts the declared sizes.
 * @param {string} path
 */
export async function requireHarmless(path) {
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      const entries = await listed(zip);
      if (typeof entries === "string") return entries;
      for (const entry of entries) {
        if (entry.fileName.endsWith("/")) continue;
        for await (const _ of await zip.openReadStreamPromise(entry));
      }
    } finally {
      zip.close();
    }
  } catch {
    return "damaged";
  }
}

/** @param {import("yauzl").ZipFile} zip @returns {Promise<string | import("yauzl").Entry[]>} */
async function listed(zip) {
  if (zip.entryCount > mostParts) return "unpacksTooLarge";
  const entries = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    unpacked += entry.uncompressedSize;
    const isDense = unpacked > alwaysAllowed && unpacked > zip.fileSize * mostRatio;
    if (unpacked > mostUnpacked || isDense) return "unpacksTooLarge";
    if (entry.isEncrypted()) return "locked";
    if (/(^|\/)vba[^/]*\.(bin|xml)$/.test(name)) return "macros";
    if (name.startsWith("xl/externallinks/")) return "externalLinks";
    if (name === "xl/workbook.bin") return "binaryExcel";
    entries.push(entry);
  }
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  if (names.has("xl/workbook.xml")) return entries;
  return names.has("content.xml") ? "openDocument" : "noTable";
}

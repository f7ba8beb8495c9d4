import { randomBytes } from "node:crypto";
import { officeFile, zipFile } from "../setup/documents";

const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A list of relationships to elsewhere: the last word of each one's type, and its target. */
export function relationships(...all: [type: string, target: string][]): string {
  const rows = all.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${kinds}/${type}" Target="${target}" TargetMode="External"/>`,
  );
  const space = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${space}">${rows.join("")}</Relationships>`;
}

/** A Word document with these parts beside its text; `noise` bytes of it cannot be packed. */
export function wordFile(parts: Record<string, string | Buffer>, noise = 0): Buffer {
  const more = Object.entries(parts).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
  const picture = randomBytes(noise);
  return officeFile("word", undefined, [...more, ...(noise > 0 ? [{ name: "word/media/a.png", bytes: picture }] : [])]);
}

/** A Word document whose list of types is this one. */
export function wordOfTypes(contentTypes: string | Buffer): Buffer {
  return zipFile([
    { name: "[Content_Types].xml", bytes: Buffer.from(contentTypes) },
    { name: "word/document.xml", text: "<w:document/>" },
  ]);
}

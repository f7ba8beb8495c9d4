import { randomBytes } from "node:crypto";
import { officeFile, types, zipFile } from "../harness/documents";

const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relation to elsewhere, by the last word of its type and its target; or one to a part of the document. */
export type Relation = [type: string, target: string] | { type: string; target: string; isOwn: true };

export function relationships(...all: Relation[]): string {
  const rows = all.map((one, index) => {
    const [type, target] = Array.isArray(one) ? one : [one.type, one.target];
    const mode = Array.isArray(one) ? ' TargetMode="External"' : "";
    return `<Relationship Id="rId${index + 1}" Type="${kinds}/${type}" Target="${target}"${mode}/>`;
  });
  const space = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${space}">${rows.join("")}</Relationships>`;
}

export function wordText(body: string): Buffer {
  return zipFile([
    { name: "[Content_Types].xml", text: types.word },
    { name: "word/document.xml", text: `<w:document><w:body>${body}</w:body></w:document>` },
  ]);
}

/** A Word document with these parts beside its text; `noise` bytes of it cannot be packed. */
export function wordFile(parts: Record<string, string | Buffer>, noise = 0): Buffer {
  const more = Object.entries(parts).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
  const picture = randomBytes(noise);
  return officeFile("word", undefined, [...more, ...(noise > 0 ? [{ name: "word/media/a.png", bytes: picture }] : [])]);
}

export function wordOfTypes(contentTypes: string | Buffer): Buffer {
  return zipFile([
    { name: "[Content_Types].xml", bytes: Buffer.from(contentTypes) },
    { name: "word/document.xml", text: "<w:document/>" },
  ]);
}

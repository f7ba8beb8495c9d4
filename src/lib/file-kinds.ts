/** The files a study material may be (decision 18). */
export type FileKind = "pdf" | "doc" | "docx";

export const fileKinds = ["pdf", "doc", "docx"] as const satisfies readonly FileKind[];

/** The media type each kind is sent and declared as. */
export const mediaTypeOf: Record<FileKind, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** The value of a file field's `accept`. */
export const acceptedExtensions = fileKinds.map((kind) => `.${kind}`).join(",");

// What browsers and command line tools declare when they do not know; UploadThing puts its "blob" for an empty type.
const undeclared = new Set(["", "application/octet-stream", "blob"]);

/** The kind a file name's extension says, in any letter case; undefined for every other extension. */
export function kindOfName(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return fileKinds.find((kind) => kind === extension);
}

/** True when a declared media type agrees with `kind`, or declares nothing. */
export function isTypeOfKind(declaredType: string, kind: FileKind): boolean {
  const type = (declaredType.split(";")[0] ?? "").trim().toLowerCase();
  return undeclared.has(type) || type === mediaTypeOf[kind];
}

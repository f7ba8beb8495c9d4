/** The file types of study materials (decision 18). */
export type FileKind = "pdf" | "doc" | "docx";

export const fileKinds = ["pdf", "doc", "docx"] as const satisfies readonly FileKind[];

export const mediaTypeOf: Record<FileKind, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** The `accept` attribute of a file field. */
export const acceptedExtensions = fileKinds.map((kind) => `.${kind}`).join(",");

// Sent by browsers and tools for an unknown type; UploadThing replaces an empty type by "blob".
const undeclared = new Set(["", "application/octet-stream", "blob"]);

/** The kind of a file by its extension, ignoring case; undefined for other extensions. */
export function kindOfName(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return fileKinds.find((kind) => kind === extension);
}

/** True if the declared media type matches `kind` or is unknown. */
export function isTypeOfKind(declaredType: string, kind: FileKind): boolean {
  const type = (declaredType.split(";")[0] ?? "").trim().toLowerCase();
  return undeclared.has(type) || type === mediaTypeOf[kind];
}

export function shownSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1 ? `${bytes && Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes.toFixed(1)} MB`;
}

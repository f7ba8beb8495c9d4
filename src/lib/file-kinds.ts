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

/** The kind of a file by its extension, ignoring case; undefined for other extensions. */
export function kindOfName(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return fileKinds.find((kind) => kind === extension);
}

export function shownSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1 ? `${bytes && Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes.toFixed(1)} MB`;
}

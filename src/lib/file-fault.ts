import { kindOfName } from "./file-kinds";
import { withoutDirections } from "./plain-text";

/** The error of a file by its name and size, if any (decision 18); `maxBytes` is the limit. */
export function fileFault(
  file: { name: string; size: number },
  maxBytes: number,
): "fileEmpty" | "fileTooLarge" | "fileKind" | null {
  if (!kindOfName(withoutDirections(file.name))) return "fileKind";
  if (file.size === 0) return "fileEmpty";
  return file.size > maxBytes ? "fileTooLarge" : null;
}

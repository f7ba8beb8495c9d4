import { kindOfName } from "./file-kinds";
import { withoutDirections } from "./plain-text";

type NamedFile = { name: string; size: number };
type FaultWords = { fileEmpty: string; fileKind: string; fileTooLarge: (megabytes: number) => string };

/** The error of a file by its name and size, if any (decision 18); `maxBytes` is the limit. */
export function fileFault(file: NamedFile, maxBytes: number): keyof FaultWords | null {
  if (!kindOfName(withoutDirections(file.name))) return "fileKind";
  if (file.size === 0) return "fileEmpty";
  return file.size > maxBytes ? "fileTooLarge" : null;
}

/** The same, in the words of a room. */
export function fileFaultInWords(file: NamedFile, maxMegabytes: number, words: FaultWords): string | undefined {
  const fault = fileFault(file, maxMegabytes * 1024 * 1024);
  if (fault === null) return undefined;
  return fault === "fileTooLarge" ? words.fileTooLarge(maxMegabytes) : words[fault];
}

import "server-only";
import { AppError } from "@/lib/errors";
import { loadsExternalParts, malicious } from "./content";
import { isRemote, rejectNonWebLink } from "./links";

const links = new Set(["URI", "Base"]);
const files = new Set(["F", "UF", "DOS", "Unix", "Mac"]);
const maxStrings = 10_000;

/** PDF keys whose strings are link targets or file names; the empty key is a string object. */
export const linkKeys: ReadonlySet<string> = new Set(["", ...links, ...files]);

/** Rejects dangerous links and remote files of a PDF, also if the string is an indirect object. */
export class PdfLinks {
  readonly #referred = new Map<string, Set<number>>();
  readonly #apart: { start: number | undefined; text: string }[] = [];

  check(key: string, text: string, isCut: boolean, start: number | undefined): void {
    if (key !== "") {
      // The unread end of a very long string could be dangerous.
      if (isCut) throw malicious();
      requireHarmlessPlace(key, text);
    } else if (isHarmful("URI", text) || isHarmful("F", text)) {
      // Check string objects at the end, when all references to them are known.
      if (this.#apart.push({ start, text }) > maxStrings) throw malicious();
    }
  }

  addReference(key: string, object: number): void {
    const objects = this.#referred.get(key) ?? new Set();
    this.#referred.set(key, objects.add(object));
  }

  async end(numberAt: (start: number) => Promise<number | undefined>): Promise<void> {
    if (this.#referred.size === 0) return;
    for (const { start, text } of this.#apart) {
      // Inside object streams the number is unknown, so treat the string as referenced.
      const object = start === undefined ? undefined : await numberAt(start);
      for (const [key, objects] of this.#referred) {
        if (object === undefined || objects.has(object)) requireHarmlessPlace(key, text);
      }
    }
  }
}

function requireHarmlessPlace(key: string, text: string): void {
  if (links.has(key)) rejectNonWebLink(text);
  else if (isRemote(text)) throw loadsExternalParts();
}

function isHarmful(key: string, text: string): boolean {
  try {
    requireHarmlessPlace(key, text);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

import "server-only";
import { AppError } from "@/lib/errors";
import { fetching, unsafe } from "./inspect-content";
import { isElsewhere, requireWebLink } from "./inspect-links";

const links = new Set(["URI", "Base"]);
const files = new Set(["F", "UF", "DOS", "Unix", "Mac"]);
const mostKept = 10_000;

/** The keys of a PDF whose texts say where a link leads or where a file lies; the empty one is a text by itself. */
export const keysOfPlaces: ReadonlySet<string> = new Set(["", ...links, ...files]);

/** Refuses the links of a PDF that start something, and files of other computers, also where the text is an object apart. */
export class PdfPlaces {
  readonly #referred = new Map<string, Set<number>>();
  readonly #apart: { start: number | undefined; text: string }[] = [];

  /** Looks at the text of a key. @param start where the object that it is begins in the file @throws AppError */
  take(key: string, text: string, isCut: boolean, start: number | undefined): void {
    if (key !== "") {
      // The end of a very long one could say something else.
      if (isCut) throw unsafe();
      requireHarmlessPlace(key, text);
    } else if (isHarmful("URI", text) || isHarmful("F", text)) {
      // Only a reference tells whether it is a link, and that may come later.
      if (this.#apart.push({ start, text }) > mostKept) throw unsafe();
    }
  }

  /** Notes that the text of a key is an object apart. */
  refer(key: string, object: number): void {
    const objects = this.#referred.get(key) ?? new Set();
    this.#referred.set(key, objects.add(object));
  }

  /**
   * Looks at the texts that are objects apart, once all is read.
   * @param numberAt the number of the object that begins at a place of the file @throws AppError
   */
  async end(numberAt: (start: number) => Promise<number | undefined>): Promise<void> {
    if (this.#referred.size === 0) return;
    for (const { start, text } of this.#apart) {
      // In a stream of objects a number is not known, and every one is possible.
      const object = start === undefined ? undefined : await numberAt(start);
      for (const [key, objects] of this.#referred) {
        if (object === undefined || objects.has(object)) requireHarmlessPlace(key, text);
      }
    }
  }
}

function requireHarmlessPlace(key: string, text: string): void {
  if (links.has(key)) requireWebLink(text);
  else if (isElsewhere(text)) throw fetching();
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

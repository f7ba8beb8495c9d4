import "server-only";
import { fetching, macros } from "./inspect-content";

const relationship = /<(?:[\w.-]+:)?Relationship\s(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/**
 * Refuses what a list of relationships (ECMA-376, part 2) would have Word fetch from elsewhere, such as a template with
 * macros. Links that a person follows are fine, and so are pictures of the web and files of the author's own disk.
 * @param xml with its references resolved
 * @throws AppError
 */
export function requireOwnParts(xml: string): void {
  for (const [element] of xml.matchAll(relationship)) {
    const type = attribute(element, "Type").split("/").at(-1)?.toLowerCase() ?? "";
    if (type === "vbaproject" || type === "wordvbadata") throw macros();
    if (attribute(element, "TargetMode").toLowerCase() !== "external" || type === "hyperlink") continue;
    const target = attribute(element, "Target").trim();
    const isPicture = type === "image" && /^https?:\/\//i.test(target);
    if (!isPicture && !isOfOwnDisk(target)) throw fetching();
  }
}

function attribute(element: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(element) ?? [];
  return double ?? single ?? "";
}

/** True for `C:\Templates\a.dotx`, `file:///C:/a.png`, `a.dotx`; false for other schemes and for shares of a network. */
function isOfOwnDisk(target: string): boolean {
  const path = target.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const own = path.replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^[a-z]:[\\/]/i.test(own) || /^[^:\\/][^:]*$/.test(own);
}

import "server-only";
import { carrying, fetching, macros, programs } from "./inspect-content";
import { isProgramName, requireHarmlessLink } from "./inspect-links";

const relationship = /<(?:[\w.-]+:)?Relationship\s(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/** What else a part of a document can be, by its type, and why no document for students has one. */
const refused = new Map<string, () => Error>([
  ["vbaproject", macros],
  ["wordvbadata", macros],
  ["control", programs],
  ["activexcontrolbinary", programs],
  ["webextensiontaskpanes", fetching],
  // Another document, of any kind, which Word takes in when it opens this one.
  ["afchunk", carrying],
]);

/**
 * Refuses what a list of relationships (ECMA-376, part 2) would have Word run, or fetch from elsewhere: a template with
 * macros, a picture, which tells its server who reads. Links that a person follows are fine, and so are files of the
 * author's own disk.
 * @param xml with its references resolved
 * @throws AppError
 */
export function requireOwnParts(xml: string): void {
  for (const [element] of xml.matchAll(relationship)) {
    const type = attribute(element, "Type").split("/").at(-1)?.toLowerCase() ?? "";
    const refusal = refused.get(type);
    if (refusal) throw refusal();
    const target = attribute(element, "Target").trim();
    if (attribute(element, "TargetMode").toLowerCase() !== "external") {
      if (isProgramName(target)) throw programs();
    } else if (type === "hyperlink") requireHarmlessLink(target);
    else if (!isOfOwnDisk(target)) throw fetching();
  }
}

const expressions = new Map<string, RegExp>();

/** The value of an attribute in a tag; empty where it has none. @param name an expression */
export function attribute(element: string, name: string): string {
  const expression = expressions.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  expressions.set(name, expression);
  const [, double, single] = expression.exec(element) ?? [];
  return double ?? single ?? "";
}

/** True for `C:\Templates\a.dotx`, `file:///C:/a.png`, `a.dotx`; false for other schemes and for shares of a network. */
function isOfOwnDisk(target: string): boolean {
  const path = target.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const own = path.replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^[a-z]:[\\/]/i.test(own) || /^[^:\\/][^:]*$/.test(own);
}

import "server-only";
import { containsFiles, containsMacros, containsPrograms, loadsExternalParts } from "./content";
import { countField, type FieldCount } from "./fields";
import { isProgramName, rejectUnsafeLink } from "./links";
import { resolveEntities, startTags } from "./xml-text";

const rejectedTypes = new Map<string, () => Error>([
  ["vbaproject", containsMacros],
  ["wordvbadata", containsMacros],
  ["control", containsPrograms],
  ["activexcontrolbinary", containsPrograms],
  ["webextensiontaskpanes", loadsExternalParts],
  // Another document that Word includes on opening.
  ["afchunk", containsFiles],
]);

/**
 * Rejects relationships (ECMA-376, part 2) that run something or load external parts: remote templates with macros,
 * and pictures that track readers. Hyperlinks and local files are allowed. @throws AppError
 */
export function rejectExternalParts(xml: string, count: FieldCount): void {
  for (const element of startTags(xml, "Relationship")) {
    countField(count);
    const type = attribute(element, "Type").split("/").at(-1)?.toLowerCase() ?? "";
    const refusal = rejectedTypes.get(type);
    if (refusal) throw refusal();
    const target = attribute(element, "Target").trim();
    if (attribute(element, "TargetMode").toLowerCase() !== "external") {
      if (isProgramName(target)) throw containsPrograms();
    } else if (type === "hyperlink") rejectUnsafeLink(target);
    else if (!isLocal(target)) throw loadsExternalParts();
  }
}

const expressions = new Map<string, RegExp>();

/** Value of an attribute with its entities resolved, or empty. @param name a regular expression */
export function attribute(element: string, name: string): string {
  const expression = expressions.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  expressions.set(name, expression);
  const [, double, single] = expression.exec(element) ?? [];
  return resolveEntities(double ?? single ?? "");
}

/** True for local paths and `file:` URLs, false for other schemes and network shares. */
function isLocal(target: string): boolean {
  const path = target.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const own = path.replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^[a-z]:[\\/]/i.test(own) || /^[^:\\/][^:]*$/.test(own);
}

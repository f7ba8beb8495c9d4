import "server-only";
import { containsFiles, containsMacros, containsPrograms, loadsExternalParts, malicious } from "./content";
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

// Read one after the other: what looks like an attribute may be part of the value of another one.
const attributes = /\s(?:[^\s<>/:="']+:)?([^\s<>/:="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Values of the attributes with a local name, with their entities resolved. */
export function valuesOf(element: string, name: string): string[] {
  return [...element.matchAll(attributes)].flatMap(([, local, double, single]) =>
    local === name ? [resolveEntities(double ?? single ?? "")] : [],
  );
}

/** Value of an attribute, or empty. @throws AppError if several namespaces have one of this name */
export function attribute(element: string, name: string): string {
  const [value = "", ...more] = valuesOf(element, name);
  if (more.length > 0) throw malicious();
  return value;
}

/** True for local paths and `file:` URLs, false for other schemes and network shares. */
function isLocal(target: string): boolean {
  const path = target.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const own = path.replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^[a-z]:[\\/]/i.test(own) || /^[^:\\/][^:]*$/.test(own);
}

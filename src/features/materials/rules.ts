import { stampIn } from "@/lib/dates";
import { kindOfName } from "@/lib/file-kinds";
import { momentOfIso } from "@/lib/iso-time";
import { type Actions, covers, reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import type { MaterialInput } from "./schema";

/** Who may do what here. */
export const actions = { manage: "teaching" } as const satisfies Actions;

/** True from the moment the expiry passes (decision 17); null never expires. */
export function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** What a page of one's own classes asks for: the newest of a class. */
export const newestOfClass = (className: string) => ({ className, limit: 24 });

/** What the address of the office's table asks for. */
export function officeListFor({ q = "", class: className = "" }: Readonly<Record<string, string>>) {
  return {
    ...(q && { q: q.slice(0, 100) }),
    ...(/^([1-9]|1[0-2])$/.test(className) && { className }),
    includeExpired: true,
    limit: 50,
  };
}

/** The moment that a field of minutes means; one that was not touched keeps its seconds. */
export function expiryOf(typed: string, before: Date | null, zone: string): string | null {
  if (before && typed === minuteIn(before, zone)) return before.toISOString();
  return momentOfIso(typed, zone)?.toISOString() ?? null;
}

/** A moment as a field of minutes has it. */
export const minuteIn = (moment: Date, zone: string) => stampIn(zone, moment).replace(" ", "T");

/** True in the week before something ends. */
export function endsSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < 7 * 24 * 60 * 60 * 1000;
}

/** How far the materials that match a filter are counted; one more says that there are more. */
export const mostCounted = 1000;

/** How many match, as people read it. */
export function countOf(total: number): string {
  return total > mostCounted ? `${mostCounted}+` : String(total);
}

/** What is wrong with the availability of a new material, if anything (spec §5, decision 17). */
export function availabilityFault(
  {
    expiresAt,
    alwaysAvailable,
    availableFrom = null,
  }: Pick<MaterialInput, "expiresAt" | "alwaysAvailable"> & { availableFrom?: Date | null },
  now: Date,
): "expiryRequired" | "expiryPassed" | "expiryBeforeStart" | null {
  if (alwaysAvailable) return null;
  if (expiresAt === null) return "expiryRequired";
  if (hasExpired(expiresAt, now)) return "expiryPassed";
  return availableFrom !== null && expiresAt <= availableFrom ? "expiryBeforeStart" : null;
}

/** A start that lies ahead; what was to start by now has started. */
export function startOf(availableFrom: Date | null, now: Date): Date | null {
  return availableFrom !== null && availableFrom > now ? availableFrom : null;
}

/** What is wrong with a file by its name and size alone, if anything (decision 18); `maxBytes` is the limit. */
export function fileFault(
  file: { name: string; size: number },
  maxBytes: number,
): "fileEmpty" | "fileTooLarge" | "fileKind" | null {
  if (!kindOfName(file.name)) return "fileKind";
  if (file.size === 0) return "fileEmpty";
  return file.size > maxBytes ? "fileTooLarge" : null;
}

/** The sections that are told of a material: all (none is named) or, by a teacher of single sections, these. */
export function sectionsToTell(by: Principal, material: Pick<MaterialInput, "className" | "subject">): string[] {
  const reach = reachOf(by, actions.manage);
  const taught = typeof reach === "object" && "taught" in reach ? reach.taught : [];
  const sections = taught.flatMap((one) => (covers(one, material) ? [one.section] : []));
  return sections.includes(null) ? [] : sections.filter((section) => section !== null);
}

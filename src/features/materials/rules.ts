import { kindOfName } from "@/lib/file-kinds";
import type { Actions } from "@/lib/may";
import type { MaterialInput } from "./schema";

/** Who may do what here. */
export const actions = { manage: "teaching" } as const satisfies Actions;

/** True from the moment the expiry passes (decision 17); null never expires. */
export function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** What a page of one's own classes asks for: the newest of a class. */
export const newestOfClass = (className: string) => ({ className, limit: 24 });

/** How far the materials that match a filter are counted; one more says that there are more. */
export const mostCounted = 1000;

/** How many match, as people read it. */
export function countOf(total: number): string {
  return total > mostCounted ? `${mostCounted}+` : String(total);
}

/** What is wrong with the availability of a new material, if anything (spec §5, decision 17). */
export function availabilityFault(
  { expiresAt, alwaysAvailable }: Pick<MaterialInput, "expiresAt" | "alwaysAvailable">,
  now: Date,
): "expiryRequired" | "expiryPassed" | null {
  if (alwaysAvailable) return null;
  if (expiresAt === null) return "expiryRequired";
  return hasExpired(expiresAt, now) ? "expiryPassed" : null;
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

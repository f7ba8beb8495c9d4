import type { Actions } from "@/lib/may";
import type { CodeView } from "./schema";

/** Who may do what here. */
export const actions = { manage: "office" } as const satisfies Actions;

type Ends = { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date; declined: boolean };

/** How a code stands. */
export function stateOf({ usedAt, revokedAt, expiresAt, declined }: Ends, now: Date): CodeView["state"] {
  if (usedAt !== null) return "used";
  if (revokedAt !== null) return declined ? "declined" : "revoked";
  return expiresAt > now ? "open" : "expired";
}

type Ways = { printedAt: Date | null; mailedAt: Date | null };

/** How a code reached its person. */
export function wayOf({ printedAt, mailedAt }: Ways): CodeView["way"] {
  if (printedAt !== null) return "printed";
  return mailedAt === null ? "shown" : "mailed";
}

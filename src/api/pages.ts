import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Principal, Role } from "@/lib/principal";
import { noteOutage } from "@/server/outage";
import { nameIncomplete } from "@/server/request";
import { logUnforeseen } from "@/server/trpc";
import { createCaller } from "./root";
import { principalOf } from "./session";

/** Who looks at the page that is being rendered, if anyone is logged in. */
export async function visitor(): Promise<Principal | null> {
  const said = new Headers(await headers());
  try {
    return await principalOf(said);
  } catch (error) {
    noteOutage(error);
    throw error;
  }
}

/** Sends whoever has not this role to the login, from where the way leads back to `path` (decision 5). For comfort only. */
export async function requireRole(role: Role, path: string): Promise<Principal> {
  const principal = await visitor();
  if (principal?.role !== role) redirect(`/login?next=${encodeURIComponent(path)}`);
  return principal;
}

/** Calls the procedures as any visitor, for pages that are the same for everyone. */
export function publicCaller() {
  return createCaller({ principal: null });
}

/** What a page could read ahead; nothing where that failed: the browser then asks again and tells the visitor. */
export async function readAhead<Found>(page: string, read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    logUnforeseen(error, `page ${page}`);
    nameIncomplete();
    return undefined;
  }
}

import "server-only";
import { AppError } from "@/lib/errors";
import { may, type Right, type Scope } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { say } from "@/server/messages";

/** Requires that the caller has a right to `scope`. @throws AppError FORBIDDEN */
export function requireScope(principal: Principal, right: Right, scope: Scope): void {
  if (!may(principal, right, scope)) throw new AppError("FORBIDDEN", say("notTaught"));
}

import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Role } from "@/lib/principal";
import { newToken } from "./passwords";
import { secret } from "./secret";

/** Signed cookie for a browser in which this user has logged in on this side. */
export function deviceMark(side: Role, userId: string): string {
  const id = newToken();
  return `${id}.${signature(id, side, userId)}`;
}

/**
 * The browser id in the cookie, if it was issued for this user. A mark of the admin side is good on both; one of the user
 * side is not, because there the password alone opens.
 */
export function deviceIn(mark: string | undefined, side: Role, userId: string): string | undefined {
  const [id = "", given = ""] = mark?.split(".") ?? [];
  const claimed = Buffer.from(given);
  const isOf = (issued: Role) => {
    const right = Buffer.from(signature(id, issued, userId));
    return right.length === claimed.length && timingSafeEqual(right, claimed);
  };
  return isOf("admin") || (side === "user" && isOf("user")) ? id : undefined;
}

function signature(id: string, side: Role, userId: string): string {
  return createHmac("sha256", secret()).update(`device ${id} ${side} ${userId}`).digest("base64url");
}

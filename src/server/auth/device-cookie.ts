import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "./passwords";
import { secret } from "./secret";

/** Signed cookie for a browser in which this user has logged in. */
export function deviceMark(userId: string): string {
  const id = newToken();
  return `${id}.${signature(id, userId)}`;
}

/** The browser id in the cookie, if it was issued for this user. */
export function deviceIn(mark: string | undefined, userId: string): string | undefined {
  const [id = "", given = ""] = mark?.split(".") ?? [];
  const [right, claimed] = [Buffer.from(signature(id, userId)), Buffer.from(given)];
  return right.length === claimed.length && timingSafeEqual(right, claimed) ? id : undefined;
}

function signature(id: string, userId: string): string {
  return createHmac("sha256", secret()).update(`device ${id} ${userId}`).digest("base64url");
}

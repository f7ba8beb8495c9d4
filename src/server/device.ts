import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "./passwords";
import { secret } from "./secret";

/** A mark for a browser in which this person has logged in: random, and signed together with the person's id. */
export function deviceMark(userId: string): string {
  const id = newToken();
  return `${id}.${signature(id, userId)}`;
}

/** The browser's id when the mark was made for this person; a mark of someone else says nothing. */
export function deviceIn(mark: string | undefined, userId: string): string | undefined {
  const [id = "", given = ""] = mark?.split(".") ?? [];
  const [right, claimed] = [Buffer.from(signature(id, userId)), Buffer.from(given)];
  return right.length === claimed.length && timingSafeEqual(right, claimed) ? id : undefined;
}

function signature(id: string, userId: string): string {
  return createHmac("sha256", secret()).update(`device ${id} ${userId}`).digest("base64url");
}

import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { secret } from "@/server/auth/secret";
import { db } from "@/server/db/client";
import { digestKind } from "./choices";
import type { Unsubscribe } from "./email";
import type { LeasedEmail } from "./queue";

const [idLength, signatureLength] = [16, 24];

/** The unsubscribe links of an email; undefined for an email that is always sent. */
export function unsubscribeOf({ id, kind, isOptional, isBrief, userId }: LeasedEmail): Unsubscribe | undefined {
  if (userId === null || !(isOptional || isBrief || kind === digestKind)) return undefined;
  const token = tokenOf(id);
  return { page: `/unsubscribe#token=${token}`, oneClick: `/api/mail-choices/${token}` };
}

const signatureOf = (id: Buffer) =>
  createHmac("sha256", secret()).update("mail choices").update(id).digest().subarray(0, signatureLength);

/** The token of an email: its signed id, so that nothing has to be stored and the link names nobody. */
export function tokenOf(mailId: string): string {
  const id = Buffer.from(mailId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signatureOf(id)]).toString("base64url");
}

export const isToken = (text: string): boolean => /^[\w-]{54}$/.test(text);

/** The recipient of the email with this token, if the address is still theirs. */
export async function recipientOfToken(token: string): Promise<{ userId: string; role: "user" | "admin" } | null> {
  if (!isToken(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, idLength);
  if (!timingSafeEqual(bytes.subarray(idLength), signatureOf(id))) return null;
  const mail = await db().mail.findUnique({
    where: { id: id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") },
    select: { recipient: true, user: { select: { id: true, role: true, email: true } } },
  });
  const reader = mail?.user;
  return reader && reader.email === mail.recipient ? { userId: reader.id, role: reader.role } : null;
}

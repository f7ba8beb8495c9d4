import "server-only";
import type { Principal } from "@/lib/principal";
import type { AuditEntry } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { notifyOfAddress, proofAfter } from "./addresses";
import { recordChanges } from "./changes";
import { keepName } from "./names";

const fields = ["name", "phone", "email"] as const;

export type Contact = Pick<User, (typeof fields)[number]>;

type Held = Contact & Pick<User, "id" | "username" | "passwordHash" | "emailConfirmedAt" | "vouchedAt">;

export const contactOf = ({ name, phone, email }: Contact): Contact => ({ name, phone, email });

/** The contact data of a person before and after a change; missing fields stay unchanged. */
export function contactAfter(person: Contact, given: { [Field in keyof Contact]?: Contact[Field] | undefined }) {
  const before = contactOf(person);
  const entered = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: Contact = { ...before, ...entered };
  return { before, after, fields: fields.filter((field) => before[field] !== after[field]) };
}

/** A person without an address logs in with the phone number; a new number replaces the login name. */
function usernameAfter(user: Held, to: Contact): string | null {
  const byPhone = user.username !== null && user.username === user.phone;
  return user.passwordHash !== null && (to.email === null || byPhone) ? to.phone : user.username;
}

/** Changes contact data by {@link contactAfter}: both values go to the history, and the former address is notified. */
export async function changeContact(
  tx: Transaction,
  person: Held,
  { before, after, fields }: ReturnType<typeof contactAfter>,
  { action, by }: { action: AuditEntry["action"]; by: Principal },
): Promise<void> {
  const { id } = person;
  await keepName(tx, { userId: id, name: before.name }, after.name, by.userId);
  await tx.user.update({
    where: { id },
    data: { ...after, username: usernameAfter(person, after), ...proofAfter(person, after.email) },
  });
  if (before.email !== after.email) await notifyOfAddress(tx, person, after.email);
  const event = { action, by, subjectId: id, detail: { fields: fields.join(", ") } };
  await recordChanges(tx, event, [{ userId: id, before, after }]);
}

import "server-only";
import { institute } from "@/content/institute";
import { canonicalEmail } from "@/lib/fields";
import { phoneOf, phonesIn } from "@/lib/phones";
import type { Role } from "@/lib/principal";
import { hasGrant } from "@/server/auth/grants";
import { type Person, personOf } from "@/server/auth/users";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";

/**
 * Who logs in on a side by this e-mail or, without one, by this username: the administrator's, an admission number, or a phone
 * number however it is typed (decision 47). On the admin side, an e-mail is that of somebody with a grant.
 */
export async function findByIdentifier(role: Role, identifier: string): Promise<Person | null> {
  const name = identifierOf(role, identifier);
  const isEmail = name.includes("@");
  const isStaff = role === "admin" && isEmail;
  const row = isEmail
    ? await db().user.findUnique({ where: { email: name, role: "user" } })
    : await findNamed(role, name, role === "user" ? phoneHere(identifier) : null);
  if (row) return isStaff && !(await hasGrant(row.id)) ? null : personOf(row);
  // The administrator's own name may look like an address.
  return isStaff ? findAdminNamed(identifier.trim()) : null;
}

/**
 * Who logs in by a name or, where nobody does, by a phone number, even with an address, as long as the number is one person's
 * alone; in one query, so that all of these take the same time.
 */
async function findNamed(role: Role, name: string, phone: string | null): Promise<User | undefined> {
  const rows = await db().user.findMany({
    where:
      phone === null
        ? { role, username: name }
        : { role, OR: [{ username: { in: [name, phone] } }, { phone, passwordHash: { not: null } }] },
    take: 10,
  });
  const [only, ...others] = rows;
  const named = rows.find(({ username }) => username === name) ?? rows.find(({ username }) => username === phone);
  return named ?? (others.length === 0 ? only : undefined);
}

/** Who has worked here, or will, by the address: somebody with grants, none of which holds today. */
export async function findFormerStaff(identifier: string): Promise<Person | null> {
  const email = canonicalEmail(identifier);
  const row = await db().user.findFirst({ where: { email, role: "user", grants: { some: {} } } });
  return row && !(await hasGrant(row.id)) ? personOf(row) : null;
}

async function findAdminNamed(username: string): Promise<Person | null> {
  const row = await db().user.findUnique({ where: { username, role: "admin" } });
  return row && personOf(row);
}

/** The one spelling of what someone logs in by. */
export function identifierOf(role: Role, identifier: string): string {
  const email = canonicalEmail(identifier);
  if (email.includes("@")) return email;
  return role === "admin" ? identifier.trim() : loginNameOf(identifier);
}

/** A telephone number however it is typed here; null for what is none. */
export const phoneHere = (text: string): string | null => phoneOf(text, institute.dialling);

/** All telephone numbers in what a family typed as its phone. */
export const phonesHere = (text: string): string[] => phonesIn(text, institute.dialling);

/** The one spelling of an admission number that someone logs in by. */
export function loginNameOf(admissionNo: string): string {
  return admissionNo.normalize("NFKC").trim().toUpperCase();
}

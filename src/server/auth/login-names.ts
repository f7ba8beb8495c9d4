import "server-only";
import { institute } from "@/content/institute";
import { canonicalEmail } from "@/lib/fields";
import { phoneOf, phonesIn } from "@/lib/phones";
import { withoutDirections } from "@/lib/plain-text";
import type { Role } from "@/lib/principal";
import { hasGrant } from "@/server/auth/grants";
import { type Person, personOf } from "@/server/auth/users";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";

/** The person of the user side with this email or login name. */
export async function findUserByIdentifier(identifier: string): Promise<Person | null> {
  const [found = null] = await findAllByIdentifier("user", identifier);
  return found;
}

/**
 * The user of a login by email or username: the administrator's name, an admission number, or a phone number in any
 * spelling (decision 47). On the admin side, the user of an email must have a grant; these are two people if the address
 * of a colleague is the administrator's username.
 */
export async function findAllByIdentifier(role: Role, identifier: string): Promise<Person[]> {
  const name = identifierOf(role, identifier);
  const row = name.includes("@")
    ? await db().user.findUnique({ where: { email: name, role: "user" } })
    : await findNamed(role, name, phoneIn(role, identifier));
  const person = row ? [personOf(row)] : [];
  if (role === "user" || !name.includes("@")) return person;
  const admin = await findAdminNamed(identifier.trim());
  return [...(admin ? [admin] : []), ...(row && (await hasGrant(row.id)) ? person : [])];
}

/**
 * The user of this name, otherwise the user of this phone number if it belongs to one person only. One query, so that all
 * cases take the same time.
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

/** A former or future member of staff by email address: a person with grants, none of which is valid today. */
export async function findFormerStaff(identifier: string): Promise<Person | null> {
  const email = canonicalEmail(identifier);
  const row = await db().user.findFirst({ where: { email, role: "user", grants: { some: {} } } });
  return row && !(await hasGrant(row.id)) ? personOf(row) : null;
}

async function findAdminNamed(username: string): Promise<Person | null> {
  const row = await db().user.findUnique({ where: { username, role: "admin" } });
  return row && personOf(row);
}

/** True if somebody else logs in with this username. */
export async function isOfAnother(username: string, userId: string | null): Promise<boolean> {
  const user = await db().user.findUnique({ where: { username }, select: { id: true } });
  return user !== null && user.id !== userId;
}

/** True for an address that is the administrator's username in any spelling: attempts count for both (decision 1). */
export async function isAdminName(email: string): Promise<boolean> {
  const admin = await db().user.findFirst({ where: { role: "admin" }, select: { username: true } });
  return admin?.username != null && identifierOf("admin", admin.username) === email;
}

/** The canonical spelling of a login name. */
export function identifierOf(role: Role, identifier: string): string {
  const email = canonicalEmail(identifier);
  if (email.includes("@")) return email;
  return role === "admin" ? identifier.trim() : loginNameOf(identifier);
}

/** The administrator does not log in by a phone number. */
const phoneIn = (role: Role, identifier: string) => (role === "user" ? phoneHere(identifier) : null);

/** The key by which attempts at a login name that nobody has are counted: the same for all its spellings. */
export function countedNameOf(role: Role, identifier: string): string {
  return phoneIn(role, identifier) ?? identifierOf(role, identifier);
}

/** A phone number in any spelling; null if the text is not one. */
export const phoneHere = (text: string): string | null => phoneOf(text, institute.dialling);

/** All phone numbers in the text of a phone field. */
export const phonesHere = (text: string): string[] => phonesIn(text, institute.dialling);

/** The canonical spelling of an admission number. */
export function loginNameOf(admissionNo: string): string {
  return withoutDirections(admissionNo.normalize("NFKC")).trim().toUpperCase();
}

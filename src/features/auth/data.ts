import "server-only";
import { canonicalEmail } from "@/lib/fields";
import type { Principal, Role } from "@/lib/principal";
import { batched } from "@/server/batch";
import { db, lookUp } from "@/server/db";
import { Prisma, type User } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail";
import { hashOfToken } from "@/server/passwords";
import { hasSecondFactor } from "@/server/second-factor";
import { noteUse } from "@/server/sessions";
import { isIdle } from "./rules";
import type { AccountView, OwnAccountView } from "./schema";

/** A person with an account, as the rest of the product names one. */
export type Person = Omit<User, "id"> & { userId: string };

/** A row as a person. */
export function personOf({ id: userId, ...rest }: User): Person {
  return { userId, ...rest };
}

type Shown = Pick<Principal, "userId" | "name" | "role" | "email" | "username">;

/** A person as the browser may show one; nothing of the password is in reach. */
export function accountViewOf({ userId, name, role, email, username }: Shown): AccountView {
  return { _id: userId, name, role, email, username };
}

/** The same for the account's own page. */
export async function getOwnAccount(principal: Principal): Promise<OwnAccountView> {
  return {
    ...accountViewOf(principal),
    emailConfirmed: principal.emailConfirmed,
    mailed: isMailConfigured(),
    asksForCodes: await hasSecondFactor(principal.userId),
  };
}

/** Who logs in by this e-mail or, for the administrator, by this username. */
export async function findByIdentifier(role: Role, identifier: string): Promise<Person | null> {
  const name = identifierOf(role, identifier);
  const row = await db().user.findUnique({
    where: role === "admin" ? { username: name, role } : { email: name, role },
  });
  return row && personOf(row);
}

/** The one spelling of what someone logs in by. */
export function identifierOf(role: Role, identifier: string): string {
  return role === "admin" ? identifier.trim() : canonicalEmail(identifier);
}

/** A person by the id. */
export async function findPerson(id: string): Promise<Person | null> {
  const row = await db().user.findUnique({ where: { id } });
  return row && personOf(row);
}

/** The administrator, once there is one. */
export async function findAdmin(): Promise<Person | null> {
  const row = await db().user.findFirst({ where: { role: "admin" } });
  return row && personOf(row);
}

type Found = Omit<Principal, "kind"> & { usedAt: Date; expiresAt: Date; token: string };

/** Whom a token stands for right now; null once its session was revoked, has run out or never was (decision 3). */
export async function findPrincipal(token: string, kind: Principal["kind"], now: Date): Promise<Principal | null> {
  const [found] = await sessionsByToken(Buffer.from(hashOfToken(token)).toString("hex"));
  if (!found || found.expiresAt <= now || isIdle(found.role, found.usedAt, now)) return null;
  // Nobody else's ends by not being used, so nobody else's use is written down.
  if (found.role === "admin") await noteUse({ id: found.sessionId, usedAt: found.usedAt }, now);
  return principalOf(found, kind);
}

/** The same for a session by its id, for work that a logged-in person set off and that may take its time. */
export async function findPrincipalOfSession(id: string, now: Date): Promise<Principal | null> {
  const [found] = await lookUp<Found>(Prisma.sql`${sessions} and s.id = ${id}::uuid`);
  return found && found.expiresAt > now ? principalOf(found, "cookie") : null;
}

function principalOf({ usedAt: _used, expiresAt: _expires, token: _token, ...person }: Found, kind: Principal["kind"]) {
  return { kind, ...person };
}

// Every call of every logged-in person begins with this: one query, where a relation would make two.
const sessions = Prisma.sql`
  select s.id as "sessionId", s.used_at as "usedAt", s.expires_at as "expiresAt", encode(s.token_hash, 'hex') as token,
    u.id as "userId", u.role::text as role, u.name, u.email, u.username, u.email_confirmed_at is not null as "emailConfirmed",
    u.vouched_at is not null as vouched
  from sessions s join users u on u.id = s.user_id where s.revoked_at is null`;

const sessionsByToken = batched(
  (hashes) => {
    const bytes = hashes.map((hash) => Buffer.from(hash, "hex"));
    return lookUp<Found>(Prisma.sql`${sessions} and s.token_hash = any(${bytes})`);
  },
  ({ token }) => token,
  100,
);

/** The mails to a person. A link for a new password was ordered before anybody looked whose address it was. */
export function mailsOf(userId: string, email: string | null) {
  return { OR: [{ userId }, ...(email === null ? [] : [{ recipient: email, kind: "resetPassword" }])] };
}

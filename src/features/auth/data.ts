import "server-only";
import { listOwnResults } from "@/features/results/data";
import { AppError } from "@/lib/errors";
import { canonicalEmail } from "@/lib/fields";
import type { Principal, Role } from "@/lib/principal";
import { db } from "@/server/db";
import type { User } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail";
import { hashOfToken } from "@/server/passwords";
import type { AccountView, OwnAccountView, PersonalDataView } from "./schema";

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
export function ownAccountViewOf(principal: Principal): OwnAccountView {
  return { ...accountViewOf(principal), emailConfirmed: principal.emailConfirmed, mailed: isMailConfigured() };
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

const who = {
  select: { id: true, role: true, name: true, email: true, username: true, emailConfirmedAt: true },
} as const;

/** Whom a token stands for right now; null once its session was revoked, has run out or never was (decision 3). */
export async function findPrincipal(token: string, kind: Principal["kind"], now: Date): Promise<Principal | null> {
  const session = await db().session.findUnique({
    where: { tokenHash: hashOfToken(token), revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, user: who },
  });
  return session && principalOf(session, kind);
}

/** The same for a session by its id, for work that a logged-in person set off. */
export async function findPrincipalOfSession(id: string, now: Date): Promise<Principal | null> {
  const session = await db().session.findUnique({
    where: { id, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, user: who },
  });
  return session && principalOf(session, "cookie");
}

type FoundSession = { id: string; user: Pick<User, keyof (typeof who)["select"]> };

function principalOf({ id: sessionId, user }: FoundSession, kind: Principal["kind"]): Principal {
  const { id: userId, emailConfirmedAt, ...rest } = user;
  return { kind, sessionId, userId, ...rest, emailConfirmed: emailConfirmedAt !== null };
}

/** Everything the product holds of a person: of sessions the times, of mails what they were about, never their words. */
export async function listPersonalData(principal: Principal, now: Date): Promise<PersonalDataView> {
  const { userId, email } = principal;
  const [user, mails, events, results] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id: userId }, include: { sessions: { orderBy: { id: "asc" } } } }),
    db().mail.findMany({ where: mailsOf(userId, email), orderBy: { id: "asc" } }),
    db().auditEvent.findMany({ where: { actorId: userId }, orderBy: { id: "asc" } }),
    principal.role === "user" ? ownResultsOf(principal) : [],
  ]);
  return {
    exportedAt: now.toISOString(),
    account: {
      ...accountViewOf(personOf(user)),
      createdAt: user.createdAt.toISOString(),
      emailConfirmedAt: iso(user.emailConfirmedAt),
    },
    sessions: user.sessions.map(({ createdAt, expiresAt, revokedAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      revokedAt: iso(revokedAt),
    })),
    results,
    mails: mails.map(({ kind, state, createdAt, sentAt }) => ({
      kind,
      state,
      createdAt: createdAt.toISOString(),
      sentAt: iso(sentAt),
    })),
    events: events.map(({ at, action, address }) => ({ at: at.toISOString(), action, address })),
  };
}

// May they not be seen yet, they are not exported either (decision 7).
async function ownResultsOf(student: Principal): Promise<PersonalDataView["results"]> {
  try {
    return await listOwnResults(student);
  } catch (error) {
    if (error instanceof AppError && error.code === "FORBIDDEN") return null;
    throw error;
  }
}

/** The mails to a person. A link for a new password was ordered before anybody looked whose address it was. */
export function mailsOf(userId: string, email: string | null) {
  return { OR: [{ userId }, ...(email === null ? [] : [{ recipient: email, kind: "resetPassword" }])] };
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

import "server-only";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db";
import type { User } from "@/server/generated/prisma/client";
import { hashOfToken } from "@/server/passwords";
import type { AccountView } from "./schema";

/** A row as the browser may show it; nothing of the password is in reach. */
export function accountViewOf(row: Pick<User, "id" | "name" | "role" | "email" | "username">): AccountView {
  return { _id: row.id, name: row.name, role: row.role, email: row.email, username: row.username };
}

const who = { select: { id: true, role: true, name: true, email: true, username: true } } as const;

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

type FoundSession = { id: string; user: Pick<User, "id" | "role" | "name" | "email" | "username"> };

function principalOf({ id, user: { id: userId, ...user } }: FoundSession, kind: Principal["kind"]): Principal {
  return { kind, sessionId: id, userId, ...user };
}

import "server-only";
import { loginSeconds } from "@/lib/cookies";
import type { Principal, Role } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { Prisma } from "@/server/generated/prisma/client";
import { findStanding, type Standing } from "./grants";
import { hashOfToken } from "./passwords";
import { markSessionUsed } from "./sessions";

/**
 * True for a session on the admin side that has been idle for half an hour, and for any that was used while the clock was ahead
 * (decision 367): it has ended.
 */
function isOver(role: Role, usedAt: Date, now: Date): boolean {
  const seconds = (now.getTime() - usedAt.getTime()) / 1000;
  return seconds <= -loginSeconds.adminIdle || (role === "admin" && seconds >= loginSeconds.adminIdle);
}

type Found = Omit<Principal, "kind" | keyof Standing> & {
  usedAt: Date;
  expiresAt: Date;
  token: string;
  isBuiltIn: boolean;
  secondStep: boolean;
};

/**
 * The principal of a token; null if its session was revoked, has expired or never existed (decision 3). Without `isUse`, asking
 * does not keep the session alive.
 */
export async function findPrincipal(
  token: string,
  kind: Principal["kind"],
  now: Date,
  isUse = true,
): Promise<Principal | null> {
  const [found] = await sessionsByToken(Buffer.from(hashOfToken(token)).toString("hex"));
  if (!found || found.expiresAt <= now || isOver(found.role, found.usedAt, now)) return null;
  // Only sessions of the admin side end when idle, so only their use is recorded.
  if (isUse && found.role === "admin") await markSessionUsed({ id: found.sessionId, usedAt: found.usedAt }, now);
  return principalOf(found, kind);
}

/** The principal of a session by its id, for background work that a logged-in person started. */
export async function findPrincipalOfSession(id: string, now: Date): Promise<Principal | null> {
  const [found] = await sql<Found>(Prisma.sql`${sessions} and s.id = ${id}::uuid`);
  return found && found.expiresAt > now ? principalOf(found, "cookie") : null;
}

async function principalOf(found: Found, kind: Principal["kind"]): Promise<Principal | null> {
  const { usedAt: _used, expiresAt: _expires, token: _token, isBuiltIn, secondStep, ...person } = found;
  if (person.role === "user") return { kind, ...person, grants: [], lacksSecondStep: false };
  const { grants, lacksSecondStep } = await findStanding(person.userId, isBuiltIn);
  // On the admin side, a person without a valid grant has no principal.
  return grants.length === 0 ? null : { kind, ...person, grants, lacksSecondStep: lacksSecondStep && !secondStep };
}

// Every authenticated request runs this query; on the admin side a second query reads the grants.
const sessions = Prisma.sql`
  select s.id as "sessionId", s.used_at as "usedAt", s.expires_at as "expiresAt", encode(s.token_hash, 'hex') as token,
    u.id as "userId", s.side::text as role, u.role = 'admin' as "isBuiltIn", s.second_step as "secondStep", u.name, u.email, u.username, u.email_confirmed_at is not null as "emailConfirmed",
    u.vouched_at is not null as vouched,
    exists (select from guardianships k where k.guardian_id = u.id and k.ended_at is null) as "isGuardian"
  from sessions s join users u on u.id = s.user_id where s.revoked_at is null`;

const sessionsByToken = createLoader(
  (hashes) => {
    const bytes = hashes.map((hash) => Buffer.from(hash, "hex"));
    return sql<Found>(Prisma.sql`${sessions} and s.token_hash = any(${bytes})`);
  },
  ({ token }) => token,
  100,
);

import "server-only";
import { loginSeconds } from "@/lib/cookies";
import type { Principal, Role } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { Prisma } from "@/server/generated/prisma/client";
import { findStanding, type Standing } from "./grants";
import { hashOfToken } from "./passwords";
import { markSessionUsed } from "./sessions";

/** True for a session on the admin side that nobody has used for half an hour: it has ended. */
function isIdle(role: Role, usedAt: Date, now: Date): boolean {
  return role === "admin" && now.getTime() - usedAt.getTime() >= 1000 * loginSeconds.adminIdle;
}

type Found = Omit<Principal, "kind" | keyof Standing> & {
  usedAt: Date;
  expiresAt: Date;
  token: string;
  isBuiltIn: boolean;
  secondStep: boolean;
};

/** Whom a token stands for right now; null once its session was revoked, has run out or never was (decision 3). */
export async function findPrincipal(token: string, kind: Principal["kind"], now: Date): Promise<Principal | null> {
  const [found] = await sessionsByToken(Buffer.from(hashOfToken(token)).toString("hex"));
  if (!found || found.expiresAt <= now || isIdle(found.role, found.usedAt, now)) return null;
  // Nobody else's ends by not being used, so nobody else's use is written down.
  if (found.role === "admin") await markSessionUsed({ id: found.sessionId, usedAt: found.usedAt }, now);
  return principalOf(found, kind);
}

/** The same for a session by its id, for work that a logged-in person set off and that may take its time. */
export async function findPrincipalOfSession(id: string, now: Date): Promise<Principal | null> {
  const [found] = await sql<Found>(Prisma.sql`${sessions} and s.id = ${id}::uuid`);
  return found && found.expiresAt > now ? principalOf(found, "cookie") : null;
}

async function principalOf(found: Found, kind: Principal["kind"]): Promise<Principal | null> {
  const { usedAt: _used, expiresAt: _expires, token: _token, isBuiltIn, secondStep, ...person } = found;
  if (person.role === "user") return { kind, ...person, grants: [], lacksSecondStep: false };
  const { grants, lacksSecondStep } = await findStanding(person.userId, isBuiltIn);
  // On the admin side nobody is anybody without a grant.
  return grants.length === 0 ? null : { kind, ...person, grants, lacksSecondStep: lacksSecondStep && !secondStep };
}

// Every call of every logged-in person begins with this; on the admin side a second query asks for the grants.
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

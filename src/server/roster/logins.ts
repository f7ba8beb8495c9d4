import "server-only";
import { byName } from "@/lib/roll-order";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { hasLeft } from "./in-class";

/** A student, with what the first login depends on. */
export type LoginState = {
  id: string;
  name: string;
  email: string | null;
  hasLogin: boolean;
  isClosed: boolean;
  hasLeft: boolean;
};

export async function listLoginStates(studentIds: string[]): Promise<LoginState[]> {
  const people = await sql<LoginState>(Prisma.sql`
    select u.id, u.name, u.email, u.password_hash is not null as "hasLogin", u.login_closed_at is not null as "isClosed",
      ${hasLeft} as "hasLeft"
    from students s join users u on u.id = s.user_id where s.user_id = any(${studentIds}::uuid[])
    order by u.id`);
  return people.sort((one, other) => byName(one.name, other.name));
}

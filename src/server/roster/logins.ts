import "server-only";
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

export function listLoginStates(studentIds: string[]): Promise<LoginState[]> {
  return sql(Prisma.sql`
    select u.id, u.name, u.email, u.password_hash is not null as "hasLogin", u.login_closed_at is not null as "isClosed",
      ${hasLeft} as "hasLeft"
    from students s join users u on u.id = s.user_id where s.user_id = any(${studentIds}::uuid[])
    order by lower(u.name) collate "C", u.id`);
}

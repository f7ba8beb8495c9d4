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

/** What speaks against another invitation by email: the last code came to somebody else (decision 359), or is of this day. */
export type Hindrance = "misaddressed" | "lately";

/** Which of these people have such an invitation behind them, at the address that they still have. */
export async function listHindrances(ids: string[]): Promise<Map<string, Hindrance>> {
  const rows = await sql<{ id: string; is: Hindrance }>(Prisma.sql`
    select u.id, case when c.declined then 'misaddressed' else 'lately' end as is
    from users u
    cross join lateral (select bool_or(m.state in ('waiting', 'sent', 'kept') and m.created_at > now() - interval '24 hours') as lately
      from mails m where m.user_id = u.id and m.kind = 'invitation' and m.recipient = u.email having count(*) > 0) m
    left join lateral (select c.declined from access_codes c
      where c.user_id = u.id and c.purpose = 'join' and c.mailed_at is not null order by c.created_at desc, c.id desc limit 1) c on true
    where u.id = any(${ids}::uuid[]) and (c.declined or m.lately)`);
  return new Map(rows.map(({ id, is }) => [id, is]));
}

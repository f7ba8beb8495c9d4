import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { copy } from "./messages";
import type { InvitedManyView } from "./schema";

type Invited = { id: string; name: string; email: string | null; hasLogin: boolean; isClosed: boolean };

/** Of these students: whom an invitation reaches by mail, who needs a letter, and who gets nothing and why. */
export async function sortInvited(students: string[]) {
  const people = await sql<Invited>(Prisma.sql`
    select u.id, u.name, u.email, u.password_hash is not null as "hasLogin", u.login_closed_at is not null as "isClosed"
    from students s join users u on u.id = s.user_id where s.user_id = any(${students}::uuid[])
    order by lower(u.name) collate "C", u.id`);
  const byMail = isMailConfigured();
  const open = people.filter(({ hasLogin, isClosed }) => !hasLogin && !isClosed);
  const mailed = open.flatMap(({ id, email }) => (email !== null && byMail ? [{ userId: id, email }] : []));
  const answer: InvitedManyView = {
    done: mailed.length,
    byMail,
    letters: open.flatMap(({ id, email }) => (email === null || !byMail ? [id] : [])),
    refused: people.flatMap(({ id, name, hasLogin, isClosed }) =>
      hasLogin || isClosed ? [{ studentId: id, name, why: isClosed ? copy.loginClosed : copy.hasLogin }] : [],
    ),
  };
  return { mailed, answer };
}

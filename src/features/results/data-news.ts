import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { canGetMail } from "@/server/mail/choices";
import type { News } from "@/server/mail/news";
import type { NewsItem } from "./rules-news";
import type { Act, NewsItems } from "./schema-news";

/** A link `g` by which a guardian gets emails about a child's results. */
const isNotified = Prisma.sql`g.ended_at is null and g.sees_results and g.gets_mails`;

/** The news about these results, for students and for guardians who get emails (decision 177). */
export async function newsOf(ids: string[], act: Act): Promise<News[]> {
  const rows = await sql<{ resultId: string; firstId: string; userId: string; recipient: string }>(Prisma.sql`
    select r.id as "resultId", coalesce(r.first_id, r.id) as "firstId", u.id as "userId", u.email as recipient
    from results r join users u on u.id = r.student_id where r.id = any(${ids}::uuid[]) and u.email is not null
    union all
    select r.id, coalesce(r.first_id, r.id), o.id, o.email from results r join guardianships g on g.student_id = r.student_id
    join users o on o.id = g.guardian_id
    where r.id = any(${ids}::uuid[]) and ${isNotified} and ${canGetMail(Prisma.sql`o`)}
    order by 3, 1`);
  return rows.map(({ resultId, firstId, ...to }) => ({
    kind: "resultNews",
    ...to,
    item: { act, resultId },
    about: { resultId: firstId },
  }));
}

type Letter = { items: NewsItems; recipient: string; userId: string | null };

/**
 * The news for an email that is being sent, and its recipient. Excludes additions and corrections that were withdrawn or
 * taken back, ended links, closed logins and unconfirmed addresses; several changes of one result are reported once.
 */
export async function findNews({
  items: all,
  recipient,
  userId,
}: Letter): Promise<{ name: string; items: NewsItem[] }> {
  const items = all.flatMap((item) => ("resultId" in item ? [item] : []));
  if (items.length === 0) return { name: "", items: [] };
  const given = JSON.stringify(items);
  const rows = await sql<NewsItem & { firstId: string; readerName: string }>(Prisma.sql`
    select distinct on (asked.act, coalesce(r.first_id, r.id)) asked.act, coalesce(r.first_id, r.id) as "firstId", u.name as "readerName",
      s.id as "studentId", case when s.id <> u.id then s.name end as child, r.class_name::text as "className", r.subject,
      r.exam_name as "examName"
    from json_to_recordset(${given}::json) as asked (act text, "resultId" uuid)
    join results r on r.id = asked."resultId" join users s on s.id = r.student_id
    join users u on u.id = ${userId}::uuid and u.email = ${recipient} and ${canGetMail(Prisma.sql`u`)}
    left join result_withdrawals w on w.result_id = coalesce(r.first_id, r.id)
    where (s.id = u.id or exists (
        select from guardianships g
        where g.student_id = s.id and g.guardian_id = u.id and ${isNotified}))
      and case asked.act when 'withdrawn' then w.kind = 'withdrawn' else w.result_id is null end
    order by asked.act, coalesce(r.first_id, r.id)`);
  const added = new Set(rows.flatMap(({ act, firstId }) => (act === "added" ? [firstId] : [])));
  const untold = new Set(items.flatMap(({ act, resultId }) => (act === "added" ? [resultId] : [])));
  const told = rows.filter(({ act, firstId }) => act === "added" || !(added.has(firstId) || untold.has(firstId)));
  return {
    name: rows[0]?.readerName ?? "",
    items: told.map(({ firstId: _, readerName: __, ...item }) => item),
  };
}

import "server-only";
import { db } from "@/server/db/client";
import { listStudentsFor } from "@/server/roster/class-people";
import { news as copy } from "./messages-news";
import { hasExpired } from "./rules";
import type { MaterialItem } from "./schema-news";

type Letter = { items: readonly MaterialItem[]; recipient: string; userId: string | null };

/** Maximum number of materials listed in one email; the page has all of them. */
const mostListed = 30;

/** The text about new materials for an email, without deleted and expired ones. */
export async function findMaterialNews({ items, recipient, userId }: Letter, now: Date) {
  const students = userId === null || items.length === 0 ? [] : await listStudentsFor(userId, recipient);
  const [first] = students;
  if (!first) return null;
  const rows = await db().material.findMany({
    where: { id: { in: items.map(({ materialId }) => materialId) } },
    orderBy: [{ uploadedAt: "asc" }, { id: "asc" }],
  });
  const news = rows.filter(
    ({ className, expiresAt, availableFrom }) =>
      availableFrom === null &&
      !hasExpired(expiresAt, now) &&
      students.some((student) => student.className === className),
  );
  if (news.length === 0) return null;
  const listed = news.slice(0, mostListed).map((row) => copy.sentence(row.materialName, row.subject, row.className));
  const more = news.length - listed.length;
  const told = students.filter(({ className }) => news.some((row) => row.className === className));
  return {
    reader: first.reader,
    subject: copy.subject(news.length),
    paragraphs: more > 0 ? [...listed, copy.more(more)] : listed,
    told,
    link: { label: copy.link, path: "/user/my-materials" },
  };
}

import "server-only";
import { createHash } from "node:crypto";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { type ExamRow, getExam } from "./data";
import { listSheetRows } from "./data-sheet";
import type { ReleaseView } from "./schema";

type Reached = { id: string; hasLogin: boolean; hasAddress: boolean; isConfirmed: boolean; guardians: number };

/** How students and their guardians would hear of a result. */
function listReached(ids: string[]): Promise<Reached[]> {
  const canMail = (of: Prisma.Sql) =>
    isMailConfigured() ? Prisma.sql`${of}.email_confirmed_at is not null` : Prisma.sql`true`;
  return sql<Reached>(Prisma.sql`
    select u.id, u.password_hash is not null as "hasLogin", u.email is not null as "hasAddress",
      ${canMail(Prisma.sql`u`)} as "isConfirmed", (
        select count(*)::int from guardianships g join users o on o.id = g.guardian_id
        where g.student_id = u.id and g.ended_at is null and g.sees_results and g.gets_mails and o.login_closed_at is null
          and o.email is not null and ${canMail(Prisma.sql`o`)}
      ) as guardians
    from users u where u.id = any(${ids}::uuid[])`);
}

/** Who has a result or an absence of this exam already. */
async function listReleased(examId: string): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(Prisma.sql`
    select student_id as id from results where exam_id = ${examId}::uuid
    union select student_id from exam_absences where exam_id = ${examId}::uuid`);
  return new Set(rows.map(({ id }) => id));
}

/** What a release would do now, and the marks that it would release. */
export async function planRelease(exam: ExamRow, by: Principal, now: Date) {
  const [all, released] = await Promise.all([listSheetRows(exam, by, now), listReleased(exam.id)]);
  const rows = all.filter(({ studentId, isExempt }) => !isExempt && !released.has(studentId));
  const marked = rows.filter(({ mark }) => mark !== null);
  const scored = marked.filter(({ mark }) => mark?.kind === "scored");
  const reached = await listReached(scored.map(({ studentId }) => studentId));
  const of = (which: (one: Reached) => boolean) => reached.filter(which).length;
  const counts = {
    results: scored.length,
    absent: marked.filter(({ mark }) => mark?.kind === "absent").length,
    excused: marked.filter(({ mark }) => mark?.kind === "excused").length,
    noMark: rows.length - marked.length,
    mailed: of(({ hasAddress, isConfirmed }) => hasAddress && isConfirmed),
    notConfirmed: of(({ hasAddress, isConfirmed }) => hasAddress && !isConfirmed),
    noAddress: of(({ hasLogin, hasAddress }) => hasLogin && !hasAddress),
    noLogin: of(({ hasLogin }) => !hasLogin),
    guardiansMailed: reached.reduce((sum, { guardians }) => sum + guardians, 0),
  };
  const facts = [exam.rowVersion, marked.map(({ studentId, mark, remark }) => [studentId, mark, remark]), counts];
  const digest = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  return { marked, preview: { ...counts, digest } satisfies ReleaseView };
}

/** What a release would do now. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewRelease(id: string, by: Principal, now: Date): Promise<ReleaseView> {
  return (await planRelease(await getExam(id, by), by, now)).preview;
}

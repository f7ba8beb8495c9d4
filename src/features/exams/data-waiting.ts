import "server-only";
import { dateHere } from "@/content/institute";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { escapeLike, foldedSql, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { hasComeBack } from "./data-came-back";
import { missesMarks } from "./data-missing";
import { listedYears, reached } from "./data-reach";
import { hasLate, isReady } from "./data-to-release";
import { actions } from "./rules";

type Waiting = Record<"missing" | "planned" | "held" | "cameBack" | "ready" | "late", number> & {
  missingSince: string | null;
};

const none: Waiting = { missing: 0, missingSince: null, planned: 0, held: 0, cameBack: 0, ready: 0, late: 0 };

/**
 * How many exams wait for marks and since which day, how many for the time of their release, and how many for the caller's decision.
 * They need one after a restore, after a change to a planned release, or once all marks or late marks are in.
 */
export async function countWaiting(principal: Principal, now: Date): Promise<Waiting> {
  const years = await listedYears({ waits: "marks" }, now);
  const today = dateHere(now);
  const isReached = reached(principal);
  const [row] = await sql<Waiting>(
    Prisma.sql`
      with found as materialized (
        select x.state, x.exam_date, x.held_at, ${hasComeBack(principal)} as is_back,
          ${missesMarks(years, today, isReached, principal)} as misses, ${isReady(today, principal)} as is_ready
        from exams x where x.state in ('draft', 'scheduled') and ${isReached}
      )
      select count(*) filter (where state = 'scheduled' and held_at is null)::int as planned,
        count(*) filter (where held_at is not null and ${may(principal, actions.release)})::int as held,
        count(*) filter (where is_back)::int as "cameBack", count(*) filter (where misses)::int as missing,
        count(*) filter (where is_ready)::int as ready,
        (select count(*)::int from exams x where ${isReached} and ${hasLate(principal)}) as late,
        (min(exam_date) filter (where misses))::text as "missingSince"
      from found`,
    "search",
  );
  return row ?? none;
}

type Planned = {
  _id: string;
  className: number;
  sections: string[];
  subject: string;
  examName: string;
  releaseAt: Date;
};

/** The exams whose release is planned for a time before a moment, the next first. */
export function listPlanned(principal: Principal, before: Date, most: number): Promise<Planned[]> {
  return sql<Planned>(Prisma.sql`
    select x.id as "_id", x.class_name as "className", x.sections, x.subject, x.exam_name as "examName", x.release_at as "releaseAt"
    from exams x where x.state = 'scheduled' and x.held_at is null and x.release_at < ${before} and ${reached(principal)}
    order by x.release_at, x.id limit ${most}`);
}

type FoundExam = { _id: string; className: string; sections: string[]; subject: string; examName: string };

/** The latest exams whose name, subject and class contain these folded parts of words. */
export async function searchExams(words: readonly string[], principal: Principal, most: number): Promise<FoundExam[]> {
  if (words.length === 0) return [];
  const text = foldedSql(Prisma.sql`x.exam_name || ' ' || x.subject || ' class ' || x.class_name`);
  const matches = words.map((word) => Prisma.sql`${text} like lower(${`%${escapeLike(word)}%`})`);
  return sql<FoundExam>(
    Prisma.sql`
      select x.id as "_id", x.class_name::text as "className", x.sections, x.subject, x.exam_name as "examName" from exams x
      where ${Prisma.join(matches, " and ")} and ${reached(principal)}
      order by x.exam_date desc nulls last, x.id limit ${most}`,
    "search",
  );
}

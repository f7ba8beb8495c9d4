import "server-only";
import { dateHere } from "@/content/institute";
import { gradeLimits } from "@/lib/grades";
import type { Principal } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { dayOf, peopleOf } from "@/server/roster/sheet-people";
import { getExam } from "./data";
import { isExempt } from "./data-exempt";
import { isRowReached } from "./data-reach";
import { seenKind } from "./data-told";
import { listCompared, summed } from "./data-years";
import { comparedOf, type FigureRow, figuresOf } from "./rules-figures";
import type { ExamStatisticsView } from "./schema-statistics";

const score = Prisma.sql`score::float8`;
const atLeast = (percent: number) => Prisma.sql`count(*) filter (where score * 100 >= ${percent} * total_marks)`;
const reachedGrades = Prisma.join(gradeLimits.map(({ from }) => atLeast(from)));

type PartRow = FigureRow & {
  isAll: boolean;
  section: string | null;
  students: number;
  absent: number;
  excused: number;
  missing: number;
};

/** The valid marks of an exam, in total and by section, in one statement. */
function listParts(id: string, principal: Principal, now: Date): Promise<PartRow[]> {
  return sql<PartRow>(Prisma.sql`
    with mark as (
      select p.section, x.total_marks, seen.kind, case when x.released_at is null or d.is_released then d.score end as score
      from exams x, lateral ${dayOf(dateHere(now))} x_day, lateral ${peopleOf} p
      left join exam_marks d on d.exam_id = ${id}::uuid and d.student_id = p.student_id, ${seenKind}
      where x.id = ${id}::uuid and (d.kind is not null or not ${isExempt}) and ${isRowReached(principal)}
    )
    select grouping(section) = 1 as "isAll", section, count(*)::int as students,
      count(*) filter (where kind = 'absent')::int as absent, count(*) filter (where kind = 'excused')::int as excused,
      count(*) filter (where kind is null)::int as missing,
      stddev_pop(score)::float8 as spread, array[${reachedGrades}]::int[] as reached, ${summed(score)}
    from mark group by grouping sets ((), (section)) order by section nulls last`);
}

/** The statistics of an exam's marks, within the caller's scope. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getStatistics(id: string, principal: Principal, now: Date): Promise<ExamStatisticsView> {
  const exam = await getExam(id, principal);
  const totalMarks = Number(exam.totalMarks);
  const like = Prisma.sql`x.school_year_id = ${exam.schoolYearId}::uuid and x.class_name = ${exam.className}
    and x.subject_key = ${exam.subjectKey} and x.id <> ${id}::uuid`;
  const [parts, others] = await Promise.all([listParts(id, principal, now), listCompared(like, principal, 5)]);
  const whole = parts.find(({ isAll }) => isAll);
  const { students = 0, absent = 0, excused = 0, missing = 0 } = whole ?? {};
  const sections = parts.flatMap(({ isAll, section, ...part }) =>
    isAll || section === null || part.n === 0 ? [] : [{ section, ...comparedOf(part, 100 / totalMarks) }],
  );
  return {
    totalMarks,
    isReleased: exam.releasedAt !== null,
    students,
    absent,
    excused,
    missing,
    figures: whole ? figuresOf(whole) : null,
    sections: sections.length > 1 ? sections : [],
    others: others.map(({ _id, examName, n: number, average, box }) => ({ _id, examName, n: number, average, box })),
  };
}

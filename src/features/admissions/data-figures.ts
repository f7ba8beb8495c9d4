import "server-only";
import { dateHere } from "@/content/institute";
import { readOpenMinutes } from "@/features/closed-days/data-clock";
import { countSeats } from "@/features/intakes/data";
import { momentHere, zoneHere } from "@/server/clock";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { joinOpenPlace } from "@/server/roster/in-class";
import { medianOf, mondaysUntil } from "./rules-figures";
import { returnStep } from "./rules-moves";
import type { SubmissionState } from "./schema";
import type { FiguresView } from "./schema-figures";

const mostAnswers = 10_000;

/** Applications by class (for enrolled children, the one they were given) and state. Merged applications count as one. */
async function countClasses(): Promise<FiguresView["classes"]> {
  const groups = await sql<{ className: number; state: SubmissionState; count: number }>(
    Prisma.sql`select coalesce(e.class_name, a.selected_class)::int as "className", a.state::text, count(*)::int
      from submissions a ${joinOpenPlace(Prisma.sql`a.student_id`)} where a.merged_into_id is null group by 1, 2 order by 1`,
  );
  const classes = new Map<number, FiguresView["classes"][number]>();
  for (const { className, state, count } of groups) {
    const known = classes.get(className) ?? { className, total: 0, states: {} };
    classes.set(className, {
      className,
      total: known.total + count,
      states: { ...known.states, [state]: count },
    });
  }
  return [...classes.values()];
}

async function countWeeks(now: Date): Promise<FiguresView["weeks"]> {
  const mondays = mondaysUntil(dateHere(now));
  const rows = await sql<{ monday: string; count: number }>(
    Prisma.sql`select date_trunc('week', created_at at time zone ${zoneHere})::date::text as monday, count(*)::int as count
      from submissions where merged_into_id is null and created_at >= ${momentHere(mondays[0] ?? "", "00:00")} group by 1`,
  );
  const counted = new Map(rows.map(({ monday, count }) => [monday, count]));
  return mondays.map((monday) => ({ monday, count: counted.get(monday) ?? 0 }));
}

/** The time until the first answer in opening hours, from the form or the last reopening before the answer. */
async function timeAnswers(): Promise<FiguresView["answers"]> {
  const rows = await db().submission.findMany({
    // Families who saw the waiting list in the form were answered at once and have no due date.
    where: { mergedIntoId: null, answeredAt: { not: null }, answerDue: { not: null } },
    select: {
      ...{ createdAt: true, answeredAt: true, answerDue: true },
      events: { where: returnStep, select: { at: true }, orderBy: { at: "asc" } },
    },
    orderBy: { createdAt: "desc" },
    take: mostAnswers,
  });
  const oldest = rows.at(-1);
  if (!oldest) return { count: 0, median: null, inTime: 0 };
  const minutes = await readOpenMinutes(oldest.createdAt);
  const answers = rows.flatMap(({ createdAt, answeredAt, answerDue, events }) => {
    if (!answeredAt || !answerDue) return [];
    const since = events.findLast(({ at }) => at <= answeredAt)?.at ?? createdAt;
    return [{ waited: minutes(since, answeredAt), isInTime: answeredAt <= answerDue }];
  });
  return {
    count: answers.length,
    median: medianOf(answers.map(({ waited }) => waited)),
    inTime: answers.filter(({ isInTime }) => isInTime).length,
  };
}

export async function readFigures(now: Date): Promise<FiguresView> {
  const [classes, weeks, answers, seats] = await Promise.all([
    countClasses(),
    countWeeks(now),
    timeAnswers(),
    countSeats(now),
  ]);
  return { classes, weeks, answers, seats };
}

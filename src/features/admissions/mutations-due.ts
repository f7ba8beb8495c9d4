import "server-only";
import { readBusinessClock } from "@/features/closed-days/data-clock";
import { db, transaction } from "@/server/db/client";
import { apart, isAwaited } from "./data-desk-filters";
import { promisedDays } from "./rules";
import { returnStep } from "./rules-moves";

/** Maximum number of applications per transaction. */
const mostAtOnce = 2000;

/** When a withdrawn application was last reopened. */
const lastReturn = { where: returnStep, select: { at: true }, orderBy: { at: "desc" }, take: 1 } as const;

/**
 * Recomputes due dates after changes of working days, hours or closed days, and records them. Overdue answers stay overdue, and
 * no change makes an answer overdue.
 * Returns the number of changed dates.
 */
export async function moveDue(now: Date): Promise<number> {
  let count = 0;
  for (let last: string | undefined; ; ) {
    const open = await listOpen(now, last);
    count += await moveSome(open, now);
    if (open.length < mostAtOnce) return count;
    last = open.at(-1)?.id;
  }
}

function listOpen(now: Date, last: string | undefined) {
  return db().submission.findMany({
    where: {
      ...apart,
      ...isAwaited,
      OR: [{ answerDue: null }, { answerDue: { gt: now } }],
      ...(last !== undefined && { id: { gt: last } }),
    },
    select: { ...{ id: true, createdAt: true, answerDue: true }, events: lastReturn },
    orderBy: { id: "asc" },
    take: mostAtOnce,
  });
}

async function moveSome(open: Awaited<ReturnType<typeof listOpen>>, now: Date): Promise<number> {
  if (open.length === 0) return 0;
  const clock = await readBusinessClock(new Date(Math.min(...open.map(({ createdAt }) => createdAt.getTime()))));
  const moved = open.flatMap(({ id, createdAt, answerDue: before, events: [returned] }) => {
    const after = clock(returned?.at ?? createdAt, promisedDays);
    const isLate = before !== null && after !== null && after <= now;
    return isLate || after?.getTime() === before?.getTime() ? [] : [{ id, before, after }];
  });
  if (moved.length === 0) return 0;
  return transaction(async (tx) => {
    // Skip applications that were answered in the meantime. The version only counts changes by people, so an open page stays valid.
    const done = await tx.$queryRaw<{ id: string }[]>`
      update submissions s set answer_due = m.after
      from json_to_recordset(${JSON.stringify(moved)}::json) as m (id uuid, before timestamptz, after timestamptz)
      where s.id = m.id and s.answered_at is null and s.answer_due is not distinct from m.before
      returning s.id`;
    const ids = new Set(done.map(({ id }) => id));
    // The first due date is not a change.
    const told = moved.filter(({ id, before }) => before !== null && ids.has(id));
    await tx.submissionEvent.createMany({
      data: told.map(({ id, before, after }) => ({
        submissionId: id,
        at: now,
        kind: "due_moved" as const,
        dueBefore: before,
        dueAfter: after,
      })),
    });
    return ids.size;
  });
}

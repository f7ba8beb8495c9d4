import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { type ExamRow, getExam } from "./data";
import { type ExamEventView, type ReleaseCounts, releaseCounts } from "./schema-release";

/** What an event says beside its kind: numbers and times. */
const detail = z.object({
  results: z.number().nullable().catch(null),
  others: z.number().nullable().catch(null),
  at: z.coerce.date().nullable().catch(null),
  why: z.enum(["changed", "called off"]).nullable().catch(null),
  counts: releaseCounts.nullable().catch(null),
});

/** What happened to an exam, the latest first. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listExamEvents(id: string, principal: Principal): Promise<ExamEventView[]> {
  await getExam(id, principal);
  const events = await db().examEvent.findMany({
    where: { examId: id },
    include: { by: { select: { name: true } } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: 100,
  });
  return events.map(({ id: _id, at, by, kind, reason, ...event }) => {
    const { results, others, at: plannedAt, why } = detail.parse(event.detail);
    return { _id, at, by: by?.name ?? null, kind, results, others, plannedAt, why, reason };
  });
}

/** The numbers that were confirmed last for a planned release. */
export async function findPlanned(examId: string): Promise<ReleaseCounts | null> {
  const event = await db().examEvent.findFirst({
    where: { examId, kind: { in: ["scheduled", "rescheduled"] } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  return event && detail.parse(event.detail).counts;
}

/** The numbers that were confirmed for a planned release which came back because something changed. */
export async function findBefore({ id: examId, state }: ExamRow): Promise<ReleaseCounts | null> {
  if (state !== "draft") return null;
  const event = await db().examEvent.findFirst({
    where: { examId, kind: { in: ["unscheduled", "released", "taken_back"] } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  if (event?.kind !== "unscheduled") return null;
  const { why, counts } = detail.parse(event.detail);
  return why === "changed" ? counts : null;
}

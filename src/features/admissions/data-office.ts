import "server-only";
import { readHours } from "@/features/closed-days/data-clock";
import { listAllStaff } from "@/features/staff/data";
import { AppError } from "@/lib/errors";
import type { Prisma } from "@/server/generated/prisma/client";
import { say } from "./messages-refusals";
import { openStates } from "./rules-moves";
import type { VisitCheck } from "./schema-desk";

/** Current staff who handle applications. */
export async function listColleagues(now: Date): Promise<{ _id: string; name: string }[]> {
  const { people } = await listAllStaff(now);
  return people
    .filter(
      ({ isBuiltIn, grants }) => isBuiltIn || grants.some(({ role, state }) => role !== "teacher" && state === "open"),
    )
    .map(({ _id, name }) => ({ _id, name }));
}

/** Applications assigned to nobody, and open ones assigned to a person who no longer handles applications. */
export async function withNobody(now: Date): Promise<Prisma.SubmissionWhereInput> {
  const ids = (await listColleagues(now)).map(({ _id }) => _id);
  return { OR: [{ assignedToId: null }, { state: { in: [...openStates] }, assignedToId: { notIn: ids } }] };
}

/** @throws AppError NOT_FOUND if the person does not handle applications */
export async function requireColleague(id: string, now: Date): Promise<void> {
  const colleagues = await listColleagues(now);
  if (!colleagues.some(({ _id }) => _id === id)) throw new AppError("NOT_FOUND", say("noColleague"));
}

/** Whether the institute is open at the time of a visit. */
export async function checkVisit({ date, time }: { date: string; time: string }): Promise<VisitCheck> {
  const hours = await readHours(date);
  if (!hours) return { warning: "closed", opens: null, closes: null };
  const warning = time < hours.opens ? "before" : time >= hours.closes ? "after" : null;
  return { warning, ...hours };
}

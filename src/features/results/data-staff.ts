import "server-only";
import { AppError } from "@/lib/errors";
import { mostOnPage } from "@/lib/fields";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { sightOf } from "@/server/roster/readers";
import { resultViewOf } from "./data";
import { say } from "./messages";
import type { ResultView } from "./schema";

/**
 * Results of a student as somebody of the staff may read them, newest first: a teacher those of the class and subject, the
 * office all. Whoever may read none is told nothing of the student (decision 13). @throws AppError NOT_FOUND
 */
export async function listResultsForStaff(studentId: string, by: Principal): Promise<ResultView[]> {
  const isSeen = await sightOf(by, studentId);
  if (!isSeen) throw new AppError("NOT_FOUND", say("none"));
  const rows = await db().result.findMany({
    where: { studentId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostOnPage,
  });
  return rows.filter(isSeen).map(resultViewOf);
}

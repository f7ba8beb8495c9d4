import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { onceForForm } from "@/server/rest/once-for-form";
import { addResults } from "./mutations";
import { type AddOnceInput, addedResultView } from "./schema";

// An answer that an earlier version has kept has no class.
const keptAnswer = z.array(addedResultView.extend({ joinedClass: addedResultView.shape.joinedClass.default(null) }));

/**
 * {@link addResults} for a form, once for its key: where the answer was lost, sending it again brings that answer and adds
 * nothing (decision 339).
 * @throws AppError REQUEST_IN_PROGRESS while the first request runs, and as above
 */
export async function addResultsOnce({ key, results }: AddOnceInput, by: Principal, now: Date) {
  // A form learns whose address it is while it is filled in, maybe only between two requests.
  const request = JSON.stringify(results.map(({ studentId: _, ...typed }) => typed));
  const answer = await onceForForm({ caller: by.userId, key: `results.addOnce ${key}`, request }, () =>
    addResults(results, by, now),
  );
  return keptAnswer.parse(answer);
}

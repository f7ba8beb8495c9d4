import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { onceForForm } from "@/server/rest/once-for-form";
import { addResults } from "./mutations";
import { type AddOnceInput, addedResultView } from "./schema";

// Answers stored by an earlier version have no class.
const keptAnswer = z.array(addedResultView.extend({ joinedClass: addedResultView.shape.joinedClass.default(null) }));

/**
 * {@link addResults} for a form, once for its key: if the answer was lost, sending the form again returns that answer and adds
 * nothing (decision 339).
 * @throws AppError REQUEST_IN_PROGRESS while the first request runs, and as above
 */
export async function addResultsOnce({ key, results }: AddOnceInput, by: Principal, now: Date) {
  // The form finds the student of an address while it is filled in, perhaps only between two requests.
  const request = JSON.stringify(results.map(({ studentId: _, ...typed }) => typed));
  const answer = await onceForForm({ caller: by.userId, key: `results.addOnce ${key}`, request }, () =>
    addResults(results, by, now),
  );
  return keptAnswer.parse(answer);
}

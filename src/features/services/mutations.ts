import "server-only";
import { db } from "@/server/db";
import { submissionViewOf } from "./data";
import type { SubmissionInput, SubmissionView } from "./schema";

/** Takes in a family's application. */
export async function addSubmission(input: SubmissionInput): Promise<SubmissionView> {
  return submissionViewOf(await db().submission.create({ data: input }));
}

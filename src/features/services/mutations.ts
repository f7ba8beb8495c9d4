import "server-only";
import { db } from "@/server/db";
import { submissionViewOf } from "./data";
import type { MessageInput, SubmissionInput, SubmissionView } from "./schema";

/** Takes in a family's application. */
export async function addSubmission(input: SubmissionInput): Promise<SubmissionView> {
  return submissionViewOf(await db().submission.create({ data: input }));
}

/** Keeps what a visitor wrote; that they agreed is what opened the door, and is not kept. */
export async function addMessage({ consent: _, ...message }: MessageInput): Promise<void> {
  await db().contactMessage.create({ data: message });
}

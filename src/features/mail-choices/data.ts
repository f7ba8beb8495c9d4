import "server-only";
import { choiceOf } from "@/server/mail/choices";

export async function exportChoiceOf(userId: string | null) {
  if (userId === null) return [];
  const { choice, changedAt } = await choiceOf(userId);
  return changedAt === null ? [] : [{ choice, changedAt }];
}

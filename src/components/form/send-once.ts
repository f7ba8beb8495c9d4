import { keyOfTyped } from "@/lib/form-key";
import { leftBehind } from "@/lib/unsent";

/** Why a form of {@link sendOnce} is still there, where the server has not said so. */
export const noAnswer = "No answer came. Please try again: it is done only once.";

/**
 * Sends what was typed with its key: sent again unchanged after a lost answer, it is done once (decision 339). A dialog that was
 * closed in between has the same key, until the page is loaded again or somebody logs out.
 */
export async function sendOnce<Given extends object, Answer>(
  given: Given,
  send: (keyed: Given & { key: string }) => Promise<Answer>,
): Promise<Answer> {
  const typed = JSON.stringify(given);
  const answer = await send({ ...given, key: keyOfTyped(leftBehind, typed) });
  leftBehind.delete(typed);
  return answer;
}

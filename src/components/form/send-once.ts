import { keyOfTyped } from "@/lib/form-key";
import { leftBehind } from "@/lib/unsent";
import { codeOf, isWorthRetrying } from "@/trpc/failure";

/** Why a form of {@link sendOnce} is still there, where the server has not said so. */
export const noAnswer = "No answer came. Please try again: it is done only once.";

/** True after an answer that says whether it was done; not while it is still being done, nor where the server took no request. */
function isKnown(error: unknown): boolean {
  const code = codeOf(error);
  return !isWorthRetrying(error) && code !== "REQUEST_IN_PROGRESS" && code !== "TOO_MANY_REQUESTS";
}

/**
 * Sends what was typed with its key: sent again unchanged within ten minutes of a lost answer, it is done once (decisions 339 and
 * 382). A dialog that was closed in between has the same key, until an answer comes, the page is loaded again or somebody logs out.
 */
export async function sendOnce<Given extends object, Answer>(
  given: Given,
  send: (keyed: Given & { key: string }) => Promise<Answer>,
): Promise<Answer> {
  const typed = JSON.stringify(given);
  try {
    const answer = await send({ ...given, key: keyOfTyped(leftBehind, typed) });
    leftBehind.delete(typed);
    return answer;
  } catch (error) {
    if (isKnown(error)) leftBehind.delete(typed);
    throw error;
  }
}

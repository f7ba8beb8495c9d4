import { keyOfTyped } from "@/lib/form-key";
import { leftBehind } from "@/lib/unsent";
import { codeOf, isWorthRetrying } from "@/trpc/failure";

/** Why a form of {@link sendOnce} is still there, where the server has not said so. */
export const noAnswer = "No answer came. Please try again: it is done only once.";

/** What says nothing about an earlier sending whose answer was lost, or comes before the server looks at the work. */
const unsaid: readonly unknown[] = ["REQUEST_IN_PROGRESS", "TOO_MANY_REQUESTS", "UNAUTHORIZED", "FORBIDDEN"];

const isKnown = (error: unknown) => !isWorthRetrying(error) && !unsaid.includes(codeOf(error));

/** After it, the same text is meant anew, in milliseconds: a reminder of the next morning. */
const lifetime = 60 * 60 * 1000;

/**
 * Sends what was typed with its key: sent again unchanged within an hour of a lost answer, it is done once (decision 382). A dialog
 * that was closed in between has the same key, until an answer comes, the page is loaded again or somebody logs out.
 */
export async function sendOnce<Given extends object, Answer>(
  given: Given,
  send: (keyed: Given & { key: string }) => Promise<Answer>,
): Promise<Answer> {
  const typed = JSON.stringify(given);
  const sentAt = `sent ${typed}`;
  if (Date.now() - Number(leftBehind.get(sentAt) ?? 0) > lifetime) leftBehind.delete(typed);
  leftBehind.set(sentAt, Date.now());
  const forget = () => {
    for (const key of [typed, sentAt]) leftBehind.delete(key);
  };
  try {
    const answer = await send({ ...given, key: keyOfTyped(leftBehind, typed) });
    forget();
    return answer;
  } catch (error) {
    if (isKnown(error)) forget();
    throw error;
  }
}

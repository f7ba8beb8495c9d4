import { keyOfTyped } from "@/lib/form-key";
import { leftBehind } from "@/lib/unsent";
import { codeOf, isWorthRetrying } from "@/trpc/failure";

/** Why a form of {@link sendOnce} is still there, if the server has not said why. */
export const noAnswer = "No answer came. Please try again: it is done only once.";

/** Codes that say nothing about an earlier attempt whose answer was lost, or that come before the server looks at the work. */
const unsaid: readonly unknown[] = ["REQUEST_IN_PROGRESS", "TOO_MANY_REQUESTS", "UNAUTHORIZED", "FORBIDDEN"];

const isKnown = (error: unknown) => !isWorthRetrying(error) && !unsaid.includes(codeOf(error));

/** After this time the same text counts as a new request, for example the next morning's reminder. In milliseconds. */
const lifetime = 60 * 60 * 1000;

/**
 * Sends input with a key: if it is sent again unchanged within an hour of a lost answer, the work is done only once (decision
 * 382). A dialog that was closed in between keeps its key until an answer comes, the page is loaded again or the person logs
 * out.
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

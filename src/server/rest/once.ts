import "server-only";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { once } from "./idempotency";

/** A valid `Idempotency-Key`. */
export const keyPattern = "^[!-~]{1,255}$";

/**
 * Replays the first response for the same caller, `Idempotency-Key` and `content` for 24 hours, see {@link once}.
 * Without the header just runs the request. @throws AppError
 */
export async function onceForKey<Answer extends Response>(
  { method, url, headers: said }: Request,
  caller: string,
  content: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = said.get("idempotency-key");
  if (key === null) return work();
  if (!new RegExp(keyPattern).test(key)) {
    throw new AppError("BAD_REQUEST", say("badIdempotencyKey"));
  }
  const { pathname, search } = new URL(url);
  const idempotentRequest = { caller, key, request: JSON.stringify([method, pathname + search, content ?? null]) };
  const { answer, again } = await once(idempotentRequest, async () => keptAnswerOf(await work()));
  const { status, headers, body } = answer;
  const replayed = again && { "idempotency-replayed": "true" };
  // A 204 must have no body at all. The stored response has the type of this call.
  return new Response(body || null, { status, headers: { ...headers, ...replayed } }) as Answer;
}

async function keptAnswerOf(answer: Response) {
  const type = answer.headers.get("content-type");
  return { status: answer.status, headers: { ...(type && { "content-type": type }) }, body: await answer.text() };
}

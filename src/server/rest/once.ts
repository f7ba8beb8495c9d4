import "server-only";
import { AppError } from "@/lib/errors";
import { once } from "../idempotency";

/**
 * Answers a request with an `Idempotency-Key` once: the same caller with the same key and `content` gets the first answer
 * again, for 24 hours, and nothing is done twice. Without the header it just answers. @throws AppError
 */
export async function onceForKey<Answer extends Response>(
  { method, url, headers: said }: Request,
  asker: string,
  content: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = said.get("idempotency-key");
  if (key === null) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("BAD_REQUEST", "Idempotency-Key must have 1 to 255 visible ASCII characters.");
  }
  const { pathname, search } = new URL(url);
  const asked = { caller: asker, key, request: JSON.stringify([method, pathname + search, content ?? null]) };
  const { answer, again } = await once(asked, async () => keptAnswerOf(await work()));
  const { status, headers, body } = answer;
  const replayed = again && { "idempotency-replayed": "true" };
  // A 204 must not even have an empty body. What was kept is an answer of this very call.
  return new Response(body || null, { status, headers: { ...headers, ...replayed } }) as Answer;
}

async function keptAnswerOf(answer: Response) {
  const type = answer.headers.get("content-type");
  return { status: answer.status, headers: { ...(type && { "content-type": type }) }, body: await answer.text() };
}

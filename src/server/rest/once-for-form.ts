import "server-only";
import { serverWire } from "@/server/trpc/wire";
import { type IdempotentRequest, once } from "./idempotency";

/**
 * Does the work of a form once for its key: sent again because its answer was lost, the form gets that answer (decision 339).
 * @throws AppError as {@link once}
 */
export async function onceForForm<Answer>(request: IdempotentRequest, work: () => Promise<Answer>): Promise<Answer> {
  const { answer } = await once(request, async () => {
    const body = JSON.stringify(serverWire.output.serialize(await work()));
    return { status: 200, headers: {}, body };
  });
  return serverWire.output.deserialize(JSON.parse(answer.body)) as Answer;
}

type Sent = { key?: string | undefined };

/**
 * {@link onceForForm} for visitors, whose network may change with the lost answer: only who sends the same with the random key
 * gets the answer. Without a key it does the work each time.
 */
export function onceForVisitor<Typed extends Sent, Answer>(
  form: string,
  { key, ...typed }: Typed,
  work: (typed: Omit<Typed, "key">) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work(typed);
  const request = { caller: "a visitor", key: `${form} ${key}`, request: JSON.stringify(typed) };
  return onceForForm(request, () => work(typed));
}

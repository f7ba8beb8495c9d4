import "server-only";
import { AppError } from "@/lib/errors";
import { retriedOnConflict } from "@/server/db/transaction";
import { say } from "@/server/messages";
import { serverWire } from "@/server/trpc/wire";
import { type IdempotentRequest, once } from "./idempotency";

/**
 * Does the work of a form once for its key: a form that is sent again because its answer was lost gets that answer (decision
 * 339). After a conflict with somebody else's change, the work is undone and done again; limits count each time.
 * @throws AppError as {@link once}
 */
export async function onceForForm<Answer>(request: IdempotentRequest, work: () => Promise<Answer>): Promise<Answer> {
  const answered = async () => {
    const body = JSON.stringify(serverWire.output.serialize(await work()));
    return { status: 200, headers: {}, body };
  };
  const { answer } = await retriedOnConflict(() => once(request, answered)).catch((error: unknown) => {
    const isRunning = error instanceof AppError && error.code === "REQUEST_IN_PROGRESS";
    throw isRunning ? new AppError("REQUEST_IN_PROGRESS", say("stillDoing"), undefined, error.headers) : error;
  });
  return serverWire.output.deserialize(JSON.parse(answer.body)) as Answer;
}

type Sent = { key?: string | undefined };

/** {@link onceForForm} for the values of a form and their key. Without a key it does the work each time. */
export function onceForSender<Typed extends Sent, Answer>(
  caller: string,
  form: string,
  { key, ...typed }: Typed,
  work: (typed: Omit<Typed, "key">) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work(typed);
  return onceForForm({ caller, key: `${form} ${key}`, request: JSON.stringify(typed) }, () => work(typed));
}

/**
 * {@link onceForSender} for visitors, whose network may change with the lost answer: only a request with the same values and
 * the random key gets the answer.
 */
export const onceForVisitor = <Typed extends Sent, Answer>(
  form: string,
  sent: Typed,
  work: (typed: Omit<Typed, "key">) => Promise<Answer>,
): Promise<Answer> => onceForSender("a visitor", form, sent, work);

import "server-only";
import { keepIntake } from "@/features/intakes/data";
import { intakesOfEarlier } from "@/features/intakes/data-later";
import { type Message, wordsOf } from "@/lib/catalogue";
import { emailDelay } from "@/lib/email-delay";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { momentHere } from "@/server/clock";
import { type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { Submission } from "@/server/generated/prisma/client";
import { enqueueEmails } from "@/server/mail/outbox";
import { noteEnded } from "@/server/privacy/ended";
import { stateNames } from "./messages";
import { say } from "./messages-refusals";
import { messageEvent } from "./rules-emails";
import { isAnswer, isClosed, refusalOf } from "./rules-moves";
import type { MovedView, MoveManyInput, MoveOneInput } from "./schema-desk";

export type Held = Pick<
  Submission,
  | ("id" | "name" | "parentName" | "email" | "phone" | "state" | "answeredAt" | "assignedToId" | "rowVersion")
  | ("createdAt" | "selectedClass" | "intakeId" | "mergedIntoId" | "mergedAt" | "consentAt" | "consentVersion")
>;

/** Applications, locked until the transaction ends. */
export async function hold(tx: Transaction, ids: readonly string[]): Promise<Map<string, Held>> {
  // Lock in a fixed order to avoid deadlocks.
  await tx.$queryRaw`select from submissions where id = any(${[...ids]}::uuid[]) order by id for update`;
  const rows = await tx.submission.findMany({ where: { id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Adds a message to each family and enqueues its delayed email; merged applications get one for each parent. It counts as
 * the answer.
 */
export async function tell(
  tx: Transaction,
  to: readonly Pick<Held, "id" | "email">[],
  text: string,
  byId: string,
  now: Date,
) {
  const ids = newIds(to.length);
  const messages = to.map((one, index) => ({ ...one, letterId: ids[index] ?? "" }));
  const merged = await tx.submission.findMany({
    where: { mergedIntoId: { in: to.map(({ id }) => id) } },
    select: { mergedIntoId: true, email: true },
  });
  await tx.submissionMessage.createMany({
    data: messages.map(({ id, letterId }) => ({
      id: letterId,
      submissionId: id,
      fromFamily: false,
      text,
      at: now,
      byId,
    })),
  });
  await tx.submission.updateMany({
    where: { id: { in: to.map(({ id }) => id) }, answeredAt: null },
    data: { answeredAt: now },
  });
  const dueAt = new Date(now.getTime() + emailDelay).toISOString();
  const addressed = messages.flatMap(({ id, email, letterId }) => {
    const others = merged.flatMap((one) => (one.mergedIntoId === id ? [one.email] : []));
    return [...new Set([email, ...others])].map((recipient) => ({ id, letterId, recipient }));
  });
  await enqueueEmails(
    tx,
    addressed.map(({ id, letterId, recipient }) => ({
      kind: "admissionMessage",
      event: messageEvent(letterId, recipient),
      recipient,
      dueAt,
      about: { submissionId: id, letterId },
    })),
  );
}

type Moving = MoveManyInput & { isOneOfMany: boolean };

/**
 * Moves applications by one rule, each independently, in the version that was seen. Refused ones stay unchanged.
 * @returns the refusals as messages, in the order of the rows
 * @throws AppError BAD_REQUEST for a visit in the past, which is wrong for all of them
 */
async function move(input: Moving, by: Principal, now: Date) {
  const { to, visit, reason = null, message, isOneOfMany } = input;
  const seen = new Map(input.rows.map(({ id, rowVersion }) => [id, rowVersion]));
  const visitAt = visit ? momentHere(visit.date, visit.time) : null;
  if (visitAt !== null && visitAt <= now) throw fieldError("date", say("visitPast"));
  return transaction(async (tx) => {
    const held = await hold(tx, [...seen.keys()]);
    const refused: { _id: string; name: string; why: Message; isMissing: boolean }[] = [];
    const chosen: Held[] = [];
    for (const [id, rowVersion] of seen) {
      const row = held.get(id);
      const why =
        whyNot(row, rowVersion) ??
        (row && isOneOfMany && isClosed(row.state) ? say("closedAmongMany", stateNames[row.state]) : undefined) ??
        (row && refusalOf(row.state, { to, by: "office", reason, visitAt }));
      if (row && !why) chosen.push(row);
      else refused.push({ _id: id, name: row?.name ?? "", why: why ?? say("notFound"), isMissing: !row });
    }
    if (chosen.length === 0) return { done: 0, refused };

    const own = chosen.map(({ id }) => id);
    const visited = to === "invited" ? { visitAt } : {};
    await tx.submission.updateMany({
      where: { id: { in: own } },
      data: { state: to, stateAt: now, rowVersion: { increment: 1 }, ...visited },
    });
    await takeIntakes(tx, isClosed(to) ? [] : chosen);
    const answered = chosen.filter(
      ({ state, answeredAt }) => answeredAt === null && to !== "withdrawn" && isAnswer(state, to),
    );
    await tx.submission.updateMany({
      where: { id: { in: answered.map(({ id }) => id) } },
      data: { answeredAt: now },
    });
    await tx.submissionEvent.createMany({
      data: chosen.map(({ id, state }) => ({
        submissionId: id,
        at: now,
        byId: by.userId,
        kind: "moved" as const,
        fromState: state,
        toState: to,
        reason,
        ...visited,
      })),
    });
    if (message) await tell(tx, chosen, message, by.userId, now);
    const detail = { state: to, count: chosen.length };
    await record(tx, { action: "submissions-moved", by, subjectId: own.length === 1 ? own[0] : undefined, detail });
    if (to === "withdrawn") await endWithdrawn(tx, own);
    return { done: chosen.length, refused };
  });
}

/** Gives reopened applications the intake that their class got in the meantime, which only open ones were given (decision 347). */
async function takeIntakes(tx: Transaction, moved: readonly Held[]): Promise<void> {
  const without = moved.filter(({ state, intakeId }) => isClosed(state) && intakeId === null);
  for (const [intakeId, ids] of await intakesOfEarlier(without))
    if (await keepIntake(tx, intakeId))
      await tx.submission.updateMany({ where: { id: { in: ids } }, data: { intakeId } });
}

/**
 * Ends the due date of withdrawn applications, and logs them and those merged into them with the versions of their rows.
 * Call it last.
 */
export async function endWithdrawn(tx: Transaction, ids: string[]): Promise<void> {
  // Nobody waits for the answer; the job for due dates sets it again after a reopening.
  await tx.submission.updateMany({ where: { id: { in: ids }, answeredAt: null }, data: { answerDue: null } });
  const rows = await tx.submission.findMany({
    where: { OR: [{ id: { in: ids } }, { mergedIntoId: { in: ids } }] },
    select: { id: true, rowVersion: true },
  });
  await noteEnded(
    "submissions",
    rows.map(({ id, rowVersion }) => `${id}:${rowVersion}`),
  );
}

/** Why an application cannot be changed in the version that was seen; undefined if it can. */
export function whyNot(row: Held | undefined, rowVersion: number): Message | undefined {
  if (!row) return say("notFound");
  if (row.mergedIntoId) return say("isMerged");
  return row.rowVersion !== rowVersion ? say("changedMeanwhile") : undefined;
}

/** Moves one application. @throws AppError BAD_REQUEST, NOT_FOUND, CONFLICT with the reason */
export async function moveOne({ id, rowVersion, ...given }: MoveOneInput, by: Principal, now: Date): Promise<void> {
  const { refused } = await move({ ...given, rows: [{ id, rowVersion }], isOneOfMany: false }, by, now);
  const [refusal] = refused;
  if (refusal) throw new AppError(refusal.isMissing ? "NOT_FOUND" : "CONFLICT", refusal.why);
}

/** Moves many applications, each independently. @throws AppError BAD_REQUEST */
export async function moveMany(input: MoveManyInput, by: Principal, now: Date): Promise<MovedView> {
  const { done, refused } = await move({ ...input, isOneOfMany: true }, by, now);
  return { done, refused: refused.map(({ _id, name, why }) => ({ _id, name, why: wordsOf(why) })) };
}

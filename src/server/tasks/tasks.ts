import "server-only";
import type { z } from "zod";
import type { Message } from "@/lib/catalogue";
import type { Right } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db, type Transaction } from "@/server/db/client";
import type { BackgroundTask } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";

export type RunningTask = {
  id: string;
  /** Who started the task, for the audit trail. */
  by: Pick<Principal, "userId" | "role">;
  /** Aborted once the task was cancelled, or another process has taken it over. */
  signal: AbortSignal;
  /**
   * Reports progress, at most twice a second, also from within a transaction.
   * @throws TaskEnded if the task was cancelled
   */
  progress(done: number, total?: number): Promise<void>;
  /**
   * Ends the task in the transaction of its writes, so that a crash or a cancellation cannot separate them. Call it last.
   * Without it, the task ends when `run` returns.
   * @throws TaskEnded if it was cancelled: the transaction is rolled back
   */
  finish(tx: Transaction): Promise<void>;
};

/**
 * The result file of a task, stored encrypted for an hour or until it is downloaded. A file too large for memory is written,
 * already encrypted, to the `unfinishedPath` of its key.
 */
export type TaskResult = { name: string; type: string } & ({ bytes: Uint8Array } | { key: string; size: number });

/** The result file of a task, for the person who started it. */
export type TakenResult = { name: string; type: string; bytes: Uint8Array };

/** A kind of task, as a room declares it in `feature.ts`. */
export type TaskKind<Input = unknown> = {
  /** The person who started the task must still have it when it runs and when it writes (decision 156). */
  right: Right;
  /** The title of a task with this input in the list; it must not name anybody. */
  words: (input: Input) => Message;
  /** The page that shows the result. */
  href?: ((input: Input) => string) | undefined;
  /** The file is downloaded on that page, which requires more than having started the task. */
  takenThere?: true | undefined;
  run: (task: RunningTask, input: Input) => Promise<TaskResult | undefined>;
};

/**
 * Declares work that takes longer than a request should, for `backgroundTasks` of a room's `feature.ts`:
 *
 *     backgroundTasks: { applyImport: taskKind(applyInput, { right: actions.manage, words: () => say("applying"), run }) }
 *
 * A mutation of the room starts it in its transaction with {@link startTask} and answers its id; the screen shows
 * `<TaskProgress id={id}>` of `src/components/form`. `run` works through `input`, which holds ids and choices and names nobody;
 * it calls `task.progress` from time to time and may return a file. It may run more than once, for instance after a crash, so
 * it either finds what it did before or writes everything in one transaction that ends with `task.finish(tx)`. An AppError is
 * shown to the person who started it; any other error is logged.
 */
export function taskKind<Input>(schema: z.ZodType<Input>, kind: TaskKind<Input>): TaskKind {
  const { href } = kind;
  return {
    ...kind,
    words: (input) => kind.words(schema.parse(input)),
    href: href && ((input) => href(schema.parse(input))),
    run: (task, input) => kind.run(task, schema.parse(input)),
  };
}

/** Thrown in a task that was cancelled or taken over. */
export class TaskEnded extends Error {
  override name = "TaskEnded";
}

/** Thrown in a task that cannot run now: it waits, without counting as an attempt, and the next sweep tries it again. */
export class TaskPostponed extends Error {
  override name = "TaskPostponed";
}

type NewTask = { kind: string; input: Record<string, unknown>; total?: number };

/** Starts a task with the transaction; see {@link taskKind}. Returns its id. */
export async function startTask(tx: Transaction, { kind, input, total = 0 }: NewTask, by: Principal): Promise<string> {
  const data = { kind, input: input as object, total, createdById: by.userId };
  const { id } = await tx.backgroundTask.create({ data, select: { id: true } });
  await enqueue(tx, "runTask", { id }, { once: id });
  return id;
}

/** The tasks that a person started, newest first. */
export function listTasksOf(userId: string, take: number): Promise<BackgroundTask[]> {
  return db().backgroundTask.findMany({
    where: { createdById: userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
}

/** The tasks of a kind that wait or run. */
export function listOpenTasks(tx: Transaction, kind: string): Promise<Pick<BackgroundTask, "id" | "input">[]> {
  return tx.backgroundTask.findMany({
    where: { kind, state: { in: ["waiting", "running"] } },
    select: { id: true, input: true },
  });
}

/** A task that this person started, or null. */
export function findTaskOf(userId: string, id: string): Promise<BackgroundTask | null> {
  return db().backgroundTask.findFirst({ where: { id, createdById: userId } });
}

/** Ends an open task. Returns false if it had ended. */
export async function cancelTask(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.backgroundTask.updateMany({
    where: { id, createdById: userId, state: { in: ["waiting", "running"] } },
    data: { state: "cancelled", endedAt: now, changedAt: now },
  });
  return count === 1;
}

/** Deletes tasks without a file created before `time`. Returns their number. */
export async function removeTasksBefore(time: Date): Promise<number> {
  const { count } = await db().backgroundTask.deleteMany({ where: { createdAt: { lt: time }, uploadKey: null } });
  return count;
}

import "server-only";
import { ZodError } from "zod";
import type { Feature } from "@/features/feature";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { BackgroundTask } from "@/server/generated/prisma/client";
import { say as sayServer } from "@/server/messages";
import { findTaskOf, listTasksOf, type TaskKind } from "@/server/tasks/tasks";
import { copy } from "./messages";
import type { TaskView } from "./schema";

/** More tasks than anybody starts in a week. */
const mostListed = 50;

/** The title and result page of any room's task. */
export type TaskWords = (
  task: Pick<BackgroundTask, "kind" | "input">,
) => Pick<TaskView, "words" | "href" | "takenThere">;

export function taskWordsOf(rooms: readonly Feature[]): TaskWords {
  const kinds: Record<string, TaskKind> = Object.assign({}, ...rooms.map(({ backgroundTasks }) => backgroundTasks));
  const unknown = { words: copy.unknownKind, href: null, takenThere: false };
  return ({ kind, input }) => {
    const known = kinds[kind];
    if (!known) return unknown;
    const { words, href, takenThere = false } = known;
    try {
      return { words: wordsOf(words(input)), href: href?.(input) ?? null, takenThere };
    } catch (error) {
      // Another version of the program stored an input that this one does not know.
      if (error instanceof ZodError) return unknown;
      throw error;
    }
  };
}

function taskViewOf(row: BackgroundTask, words: TaskWords, now: Date): TaskView {
  const { id, kind, state, done, total, fault, createdAt, endedAt, resultUntil } = row;
  return {
    _id: id,
    kind,
    ...words(row),
    state,
    done,
    total,
    createdAt,
    endedAt,
    fault: fault && wordsOf(fault),
    resultUntil: resultUntil && resultUntil > now ? resultUntil : null,
  };
}

export async function listTasks(userId: string, words: TaskWords, now: Date): Promise<TaskView[]> {
  return (await listTasksOf(userId, mostListed)).map((row) => taskViewOf(row, words, now));
}

/** A task that the caller started. @throws AppError NOT_FOUND */
export async function getTask(userId: string, id: string, words: TaskWords, now: Date): Promise<TaskView> {
  const row = await findTaskOf(userId, id);
  if (!row) throw new AppError("NOT_FOUND", sayServer("taskUnknown"));
  return taskViewOf(row, words, now);
}

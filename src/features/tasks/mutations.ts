import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record, recordNow } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { takeResult } from "@/server/tasks/results";
import { cancelTask } from "@/server/tasks/tasks";
import { getTask, type TaskWords } from "./data";
import { say } from "./messages";
import type { TaskView } from "./schema";

/** Cancels a task. @throws AppError NOT_FOUND, or CONFLICT once it has ended */
export async function cancel(id: string, by: Principal, words: TaskWords): Promise<TaskView> {
  const task = await getTask(by.userId, id, words, new Date());
  await transaction(async (tx) => {
    if (!(await cancelTask(tx, by.userId, id))) throw new AppError("CONFLICT", say("hasEnded"));
    await record(tx, { action: "task-cancelled", by, subjectId: id, detail: { subject: task.words } });
  });
  return getTask(by.userId, id, words, new Date());
}

/** The result file of a task, once. @throws AppError NOT_FOUND, GONE, CONFLICT */
export async function take(id: string, by: Principal, words: TaskWords) {
  const task = await getTask(by.userId, id, words, new Date());
  if (task.takenThere) throw new AppError("CONFLICT", say("takenThere"));
  const { name, type, bytes } = await takeResult(by.userId, id, new Date());
  await recordNow({ action: "task-result-taken", by, subjectId: id, detail: { subject: task.words } });
  return { name, type, base64: Buffer.from(bytes).toString("base64") };
}

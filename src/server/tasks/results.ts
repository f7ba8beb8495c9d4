import "server-only";
import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/errors";
import { keyFor, sealBytes, unsealBytes } from "@/server/auth/seal";
import { db, transaction } from "@/server/db/client";
import { completeFile, deleteFromDisk, getFile, putFiles, storedPath } from "@/server/files/disk";
import { completeOwned, findOwned, forgetOwned, reserveOwned } from "@/server/files/records";
import { sweepOwned } from "@/server/files/sweep";
import { say } from "@/server/messages";
import { type TakenResult, TaskEnded, type TaskResult } from "./tasks";

const minute = 60_000;
const sealKey = () => keyFor("results of tasks", 32);

/** The key of a task's result file. */
export const newResultKey = () => randomBytes(24).toString("hex");

/**
 * Stores a result encrypted in the embedded store. The row is written first, so that a crash leaves no file without a row.
 */
export async function keepResult(taskId: string, result: TaskResult): Promise<string> {
  const { name, type } = result;
  const [key, size] = "key" in result ? [result.key, result.size] : [newResultKey(), result.bytes.byteLength];
  await reserveOwned(key, "task", taskId, { name, type, size });
  if ("bytes" in result) await putFiles([{ key, bytes: sealBytes(result.bytes, sealKey()) }]);
  else await completeFile(key);
  if (!(await completeOwned(key))) throw new TaskEnded();
  return key;
}

/** Deletes the file of a result, then its row. */
export async function dropResult(key: string): Promise<void> {
  await deleteFromDisk(key);
  await forgetOwned(key, "task");
}

/** The location and expiry of a result for the person who started the task. @throws AppError NOT_FOUND, GONE */
export async function findResult(userId: string, id: string, now: Date) {
  const task = await db().backgroundTask.findFirst({ where: { id, createdById: userId } });
  if (!task) throw new AppError("NOT_FOUND", say("taskUnknown"));
  const { kind, uploadKey: key, resultUntil: until } = task;
  const file = key && until && until > now ? await findOwned(key) : null;
  if (!key || !until || !file) throw new AppError("GONE", say("resultGone"));
  return { kind, key, until, ...file };
}

/** The path of a result that {@link findResult} has found. @throws AppError NOT_FOUND once it is deleted */
export const pathOfResult = (key: string): Promise<string> => storedPath(key);

/**
 * The result of a task for the person who started it. The first download expires it after a minute, which allows a retry.
 * @throws AppError NOT_FOUND, GONE
 */
export async function takeResult(userId: string, id: string, now: Date): Promise<TakenResult> {
  const { key, name, type } = await findResult(userId, id, now);
  const sealed = await getFile(key).catch(() => null);
  const bytes = sealed && unsealBytes(sealed, sealKey());
  if (!bytes) throw new AppError("GONE", say("resultGone"));
  const until = new Date(now.getTime() + minute);
  await transaction((tx) =>
    tx.backgroundTask.updateMany({ where: { id, resultUntil: { gt: until } }, data: { resultUntil: until } }),
  );
  return { name, type, bytes };
}

/** Deletes expired results, and files of tasks that ended before they recorded them. */
export async function removeLeftResults(): Promise<void> {
  const now = new Date();
  const over = { uploadKey: { not: null }, resultUntil: { lte: now } };
  const expired = await db().backgroundTask.findMany({ where: over, select: { uploadKey: true }, take: 1000 });
  const expiredKeys = expired.flatMap(({ uploadKey }) => uploadKey ?? []);
  for (const key of expiredKeys) await dropResult(key);
  await transaction((tx) =>
    tx.backgroundTask.updateMany({
      where: { uploadKey: { in: expiredKeys } },
      data: { uploadKey: null, resultUntil: null },
    }),
  );
  const before = new Date(now.getTime() - 5 * minute);
  const select = { uploadKey: true } as const;
  await sweepOwned("task", before, (keys) =>
    db().backgroundTask.findMany({ where: { uploadKey: { in: keys } }, select }),
  );
}

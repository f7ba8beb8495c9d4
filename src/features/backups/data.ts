import "server-only";
import { env } from "@/env";
import { wordsOf } from "@/lib/catalogue";
import type { Principal } from "@/lib/principal";
import { hasSecondFactor } from "@/server/auth/second-factor";
import { listBackups } from "@/server/backup/last";
import { isEmbedded } from "@/server/files/configure";
import { findResult } from "@/server/tasks/results";
import { listTasksOf } from "@/server/tasks/tasks";
import { reminderOf } from "./rules";
import type { BackupsView, Reminder } from "./schema";

/** The task kind that makes a backup. */
export const kind = "backup";

const [mostTasks, mostListed] = [50, 12];

/** Whether a backup is made each night. */
export const isNightly = () => env().BACKUP_DIR !== undefined;

/** The last backups of every kind, newest first. */
async function listLast(): Promise<BackupsView["backups"]> {
  const all = await listBackups(env().DATA_DIR, Number.POSITIVE_INFINITY);
  // Each download of a backup has a line of its own.
  const once = new Map(all.map((backup) => [`${backup.at} ${backup.how}`, backup]));
  const last = [...once.values()].slice(0, mostListed);
  return last.map(({ at, how, ...backup }) => ({ ...backup, how: how ?? "unknown", at: new Date(at) }));
}

/** The last backups, and the caller's backup that can be downloaded. */
export async function getBackups(by: Principal, now: Date): Promise<BackupsView> {
  const tasks = (await listTasksOf(by.userId, mostTasks)).filter((task) => task.kind === kind);
  const [newest] = tasks;
  const open = tasks.find(({ endedAt }) => endedAt === null);
  const done = tasks.find(({ uploadKey, resultUntil }) => uploadKey && resultUntil && resultUntil > now);
  const [backups, asksForCode, made] = await Promise.all([
    listLast(),
    hasSecondFactor(by.userId),
    done ? findResult(by.userId, done.id, now).catch(() => null) : null,
  ]);
  return {
    taskId: open?.id ?? null,
    failed:
      newest?.state === "failed" && newest.fault
        ? { at: newest.endedAt ?? newest.createdAt, fault: wordsOf(newest.fault) }
        : null,
    made:
      done && made
        ? { taskId: done.id, bytes: made.size, at: done.endedAt ?? done.createdAt, until: made.until }
        : null,
    asksForCode,
    isNightly: isNightly(),
    lacks: [...(env().NEXTAUTH_SECRET ? ["secret" as const] : []), ...(isEmbedded() ? [] : ["materials" as const])],
    backups,
  };
}

/** The reminder about the last backups; null if there is no problem. */
export async function getReminder(now: Date): Promise<Reminder> {
  return reminderOf({ backups: await listLast(), isNightly: isNightly() }, now);
}

import "server-only";
import { env } from "@/env";
import type { Principal } from "@/lib/principal";
import { hasSecondFactor } from "@/server/auth/second-factor";
import { listBackups } from "@/server/backup/last";
import { findResult } from "@/server/tasks/results";
import { listTasksOf } from "@/server/tasks/tasks";
import { reminderOf } from "./rules";
import type { BackupsView, Reminder } from "./schema";

/** The task kind that makes a backup. */
export const kind = "backup";

const [mostTasks, mostListed] = [50, 12];

/** The last backups of every kind, newest first. */
async function listLast(): Promise<BackupsView["backups"]> {
  const last = await listBackups(env().DATA_DIR, mostListed);
  return last.map(({ at, how, ...backup }) => ({ ...backup, how: how ?? "unknown", at: new Date(at) }));
}

/** The last backups, and the caller's backup that can be downloaded. */
export async function getBackups(by: Principal, now: Date): Promise<BackupsView> {
  const tasks = (await listTasksOf(by.userId, mostTasks)).filter((task) => task.kind === kind);
  const open = tasks.find(({ endedAt }) => endedAt === null);
  const done = tasks.find(({ uploadKey, resultUntil }) => uploadKey && resultUntil && resultUntil > now);
  const [backups, asksForCode, made] = await Promise.all([
    listLast(),
    hasSecondFactor(by.userId),
    done ? findResult(by.userId, done.id, now).catch(() => null) : null,
  ]);
  return {
    taskId: open?.id ?? null,
    made:
      done && made
        ? { taskId: done.id, bytes: made.size, at: done.endedAt ?? done.createdAt, until: made.until }
        : null,
    asksForCode,
    isNightly: env().BACKUP_DIR !== undefined,
    backups,
  };
}

/** The reminder about the last backups; null if there is no problem. */
export async function getReminder(now: Date): Promise<Reminder> {
  return reminderOf(await listLast(), now);
}

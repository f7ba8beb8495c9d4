import { ageOfBackup } from "@/lib/backup-age";
import type { Actions } from "@/lib/may";
import { say } from "./messages";
import type { BackupsView, Reminder } from "./schema";

/** Permissions of this room. */
export const actions = { manage: "administrator" } as const satisfies Actions;

/** The title of a backup in the list of tasks. */
export const taskWords = () => say("task");

const minute = 60_000;

/** Lifetime of a download ticket. */
export const ticketLength = minute;

/** Download requests per person and hour: each one reads the whole backup once. */
export const downloadLimit = { name: "backup-downloads", points: 20, seconds: 60 * 60 };

/** Tickets that a person may redeem per hour. */
export const ticketLimit = { name: "backup-tickets", points: 40, seconds: 60 * 60 };

/** The reminder about the last backups; null if there is no problem. */
export function reminderOf({ backups, isNightly }: Pick<BackupsView, "backups" | "isNightly">, now: Date): Reminder {
  const [last] = backups;
  const good = backups.find(({ ok }) => ok);
  const { days, isOld } = good ? ageOfBackup(good.at, now, isNightly) : { days: 0, isOld: false };
  if (last?.ok === false) return { why: last.missing ? "incomplete" : "failed", days };
  if (!good) return { why: "none", days };
  return isOld ? { why: "old", days } : null;
}

const units = ["B", "KB", "MB", "GB"];

/** A formatted number of bytes. */
export function shownSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 1 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

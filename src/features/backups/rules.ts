import type { Actions } from "@/lib/may";
import { say } from "./messages";
import type { BackupsView, Reminder } from "./schema";

/** Who may do what here. */
export const actions = { manage: "administrator" } as const satisfies Actions;

/** What the list of tasks calls the making of one. */
export const taskWords = () => say("task");

const [minute, day] = [60_000, 24 * 60 * 60 * 1000];

/** A download begins within this time after the password was asked for. */
export const ticketLength = minute;

/** How often somebody may ask for a download in an hour: each reads all data once. */
export const downloadLimit = { name: "backup-downloads", points: 20, seconds: 60 * 60 };

/** How often somebody may come with a ticket in an hour. */
export const ticketLimit = { name: "backup-tickets", points: 40, seconds: 60 * 60 };

/** Without a backup for so long, the overview says so. */
const mostDays = 7;

/** What is to be said of the last backups; null while all is well. */
export function reminderOf(backups: BackupsView["backups"], now: Date): Reminder {
  const [last] = backups;
  const good = backups.find(({ ok }) => ok);
  const days = good ? Math.floor((now.getTime() - good.at.getTime()) / day) : 0;
  if (last?.ok === false) return { why: "failed", days };
  if (!good) return { why: "none", days };
  return days >= mostDays ? { why: "old", days } : null;
}

const units = ["B", "KB", "MB", "GB"];

/** A number of bytes for people. */
export function shownSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 1 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

import { ageOfBackup } from "@/lib/backup-age";
import { dateIn, momentOn, shownDay } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import { bothSteps } from "./messages-steps";
import type { EventView, MailView, StatusView } from "./schema";

export const actions = {
  manageMail: "office",
  readActivity: "administrator",
  readStatus: "administrator",
} as const satisfies Actions;

/** True for an email that will be sent at any moment and has not failed: there is no action to offer. */
export function isOnItsWay({ state, fault }: Pick<MailView, "state" | "fault">): boolean {
  return state === "waiting" && fault === null;
}

/** What an email is, in words: its kind, and the notice that it is about. */
export function whatOf({ kind, title }: Pick<MailView, "kind" | "title">): string {
  return title === null ? kind : copy.mailAbout(kind, title);
}

/** The state that several emails have in common. */
export function commonStateOf(mails: readonly Pick<MailView, "state">[]): MailView["state"] | undefined {
  const [first, ...others] = mails;
  return first && others.length > 0 && others.every(({ state }) => state === first.state) ? first.state : undefined;
}

const day = 24 * 60 * 60 * 1000;

/** The start and end of the dates `from` to `to` in a time zone; a missing date is unbounded. */
export function momentsOf({ from, to }: { from: string; to: string }, timeZone: string) {
  return {
    ...(isTyped(from) && { from: momentOn(timeZone, Date.parse(from)).toISOString() }),
    ...(isTyped(to) && { before: momentOn(timeZone, Date.parse(to) + day).toISOString() }),
  };
}

/**
 * False while a year is being typed, since a browser reports the first digit of 2026 as the year 2, and for a date of the address
 * that does not exist.
 */
function isTyped(date: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
}

/** Events, newest first, under their dates in a time zone. */
export function byDate<Event extends { at: Date }>(events: readonly Event[], timeZone: string) {
  return [...groupBy(events, ({ at }) => dateIn(timeZone, at))].map(([date, on]) => ({ date, events: on }));
}

type Step = Pick<EventView, "action" | "words" | "at" | "subjectId" | "actorId" | "address">;

const wordsOfBoth = new Map<string, string>(Object.entries(bothSteps));

/** True if somebody wrote a notice and, from the same place and within a minute, published or planned it. */
function isOneAct(first: Step, second: Step): boolean {
  return (
    first.action === "notice-added" &&
    wordsOfBoth.has(second.action) &&
    first.subjectId === second.subjectId &&
    first.actorId === second.actorId &&
    first.address === second.address &&
    second.at.getTime() - first.at.getTime() <= 60_000
  );
}

/** Events, newest first, with two steps of one act as one. The record keeps both. */
export function foldSteps<Event extends Step>(events: readonly Event[]): Event[] {
  return events.flatMap((event, index) => {
    const [later, earlier] = [events[index - 1], events[index + 1]];
    if (later && isOneAct(event, later)) return [];
    if (!earlier || !isOneAct(earlier, event)) return [event];
    return [{ ...event, words: wordsOfBoth.get(event.action) ?? event.words }];
  });
}

/** How a date is headed: `Today`, `Yesterday` or `Tuesday, 24 Nov 2026`. */
export function headingOf(date: string, today: string): string {
  const ago = (Date.parse(today) - Date.parse(date)) / day;
  if (ago === 0) return copy.today;
  return ago === 1 ? copy.yesterday : shownDay(date);
}

/** The state of a part of the product, worst last. */
export type Level = "good" | "attention" | "bad";

type Verdict = { level: Level; says: string; advice?: string };

const { says, advice } = copy;
const gigabyte = 1024 ** 3;
const well = (words: string): Verdict => ({ level: "good", says: words });

/** The message and advice for each part of the product. */
export function verdictsOf(status: StatusView): Record<keyof typeof copy.parts, Verdict> {
  const { database, mail, jobs } = status;
  return {
    product: well(says.running),
    database:
      database.milliseconds <= 1000 ? well(says.answers) : { level: "attention", says: says.slow, advice: advice.slow },
    storage: verdictOfDisk(status.storage),
    mail: verdictOfMail(mail),
    jobs: verdictOfJobs(jobs),
    forms: verdictOfForms(status.forms),
    trail: verdictOfTrail(status.trail),
    backup: verdictOfBackup(status),
  };
}

type Disk = Pick<StatusView["storage"], "freeBytes" | "diskBytes">;

function verdictOfDisk({ freeBytes, diskBytes }: Disk): Verdict {
  if (freeBytes === null || diskBytes === null) return well(says.roomUnknown);
  if (freeBytes < Math.min(diskBytes * 0.05, gigabyte)) {
    return { level: "bad", says: says.diskFull, advice: advice.diskFull };
  }
  if (freeBytes < Math.min(diskBytes * 0.1, 5 * gigabyte)) {
    return { level: "attention", says: says.diskFilling, advice: advice.diskFilling };
  }
  return well(says.room);
}

function verdictOfMail({ outage, failed, held, isConfigured }: StatusView["mail"]): Verdict {
  if (outage !== null) {
    const which = isConfigured ? "mailRefused" : "mailUnkept";
    return { level: "bad", says: `${says[which]} ${outage.fault}`, advice: advice[which] };
  }
  if (failed > 0) return { level: "attention", says: says.mailFailed(failed), advice: advice.mailFailed };
  if (held > 0) return { level: "attention", says: says.mailHeld(held), advice: advice.mailHeld };
  return isConfigured ? well(says.mailLeaves) : { level: "attention", says: says.mailKept, advice: advice.mailKept };
}

function verdictOfJobs({ failed, isLate }: StatusView["jobs"]): Verdict {
  if (isLate) return { level: "bad", says: says.jobsLate, advice: advice.jobsLate };
  if (failed > 0) return { level: "attention", says: says.jobsFailed(failed), advice: advice.jobsFailed };
  return well(says.jobsDone);
}

function verdictOfForms(forms: StatusView["forms"]): Verdict {
  const isFull = Object.values(forms).some(({ sent, most }) => sent >= most);
  return isFull ? { level: "attention", says: says.formsFull, advice: advice.formsFull } : well(says.formsOpen);
}

function verdictOfTrail({ fault, late }: StatusView["trail"]): Verdict {
  if (fault !== null) return { level: "bad", says: `${says.trailBroken} ${fault}`, advice: advice.trailBroken };
  if (late > 0) return { level: "attention", says: says.trailLate, advice: advice.trailLate };
  return well(says.trailHolds);
}

function verdictOfBackup({ at, backup, isNightly }: Pick<StatusView, "at" | "backup" | "isNightly">): Verdict {
  if (backup === null) return { level: "attention", says: says.backupNone, advice: advice.backup };
  if (backup.missing)
    return { level: "bad", says: says.backupIncomplete(backup.missing), advice: advice.backupIncomplete };
  if (!backup.ok) return { level: "bad", says: says.backupFailed, advice: advice.backup };
  const { days, isOld } = ageOfBackup(backup.at, at, isNightly);
  return isOld ? { level: "attention", says: says.backupOld(days), advice: advice.backup } : well(says.backupMade);
}

type Quick = Pick<StatusView, "at" | "backup" | "isNightly"> & {
  disk: Disk;
  isMailWell: boolean;
  isTrailBroken: boolean;
};

/** How many parts need somebody, as far as it is read quickly enough for every page. */
export function countFaults({ at, backup, isNightly, disk, isMailWell, isTrailBroken }: Quick): number {
  const read = [verdictOfDisk(disk), verdictOfBackup({ at, backup, isNightly })];
  return [...read.map(({ level }) => level !== "good"), !isMailWell, isTrailBroken].filter(Boolean).length;
}

/** A formatted size: `3.4 MB`. */
export function sizeOf(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

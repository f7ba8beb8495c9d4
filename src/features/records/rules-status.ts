import { ageOfBackup } from "@/lib/backup-age";
import { statusScreens as copy } from "./messages-status";
import type { StatusView } from "./schema-status";

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

type Disk = Pick<StatusView["storage"], "isLost" | "lacksCallback" | "freeBytes" | "diskBytes">;

function verdictOfDisk({ isLost, lacksCallback, freeBytes, diskBytes }: Disk): Verdict {
  if (isLost) return { level: "bad", says: says.filesLost, advice: advice.filesLost };
  if (lacksCallback) return { level: "bad", says: says.noCallback, advice: advice.noAddress };
  if (freeBytes === null || diskBytes === null) return well(says.roomUnknown);
  if (freeBytes < Math.min(diskBytes * 0.05, gigabyte)) {
    return { level: "bad", says: says.diskFull, advice: advice.diskFull };
  }
  if (freeBytes < Math.min(diskBytes * 0.1, 5 * gigabyte)) {
    return { level: "attention", says: says.diskFilling, advice: advice.diskFilling };
  }
  return well(says.room);
}

function verdictOfMail({ outage, failed, held, isConfigured, hasLocalLinks }: StatusView["mail"]): Verdict {
  if (outage !== null) {
    const which = isConfigured ? "mailRefused" : "mailUnkept";
    return { level: "bad", says: `${says[which]} ${outage.fault}`, advice: advice[which] };
  }
  if (failed > 0) return { level: "attention", says: says.mailFailed(failed), advice: advice.mailFailed };
  if (held > 0) return { level: "attention", says: says.mailHeld(held), advice: advice.mailHeld };
  if (hasLocalLinks) return { level: "attention", says: says.mailLocal, advice: advice.noAddress };
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

/** How many parts need attention, judged only by what can be read quickly enough for every page. */
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

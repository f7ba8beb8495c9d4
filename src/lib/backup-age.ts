const day = 24 * 60 * 60 * 1000;

/** The age of a backup in whole days, and whether it is too old: after two days if one is made each night. */
export function ageOfBackup(at: Date, now: Date, isNightly: boolean): { days: number; isOld: boolean } {
  const days = Math.floor((now.getTime() - at.getTime()) / day);
  return { days, isOld: days >= (isNightly ? 2 : 7) };
}

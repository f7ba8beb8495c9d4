const day = 24 * 60 * 60 * 1000;

/** How old a backup is, in whole days, and whether that is too old: where one is made each night, after two days. */
export function ageOfBackup(at: Date, now: Date, isNightly: boolean): { days: number; isOld: boolean } {
  const days = Math.floor((now.getTime() - at.getTime()) / day);
  return { days, isOld: days >= (isNightly ? 2 : 7) };
}

/** From this age on a person consents for oneself. */
export const ofAge = 18;

/** Whether somebody born on a day may be under age on another; of anyone who gave no date of birth nobody knows. */
export function mayBeMinor(bornOn: string | null, today: string): boolean {
  if (bornOn === null) return true;
  return `${Number(bornOn.slice(0, 4)) + ofAge}${bornOn.slice(4)}` > today;
}

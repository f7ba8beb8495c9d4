/** The age from which a person gives consent without a guardian. */
export const ofAge = 18;

/** True for a minor, and for anyone without a date of birth. */
export function mayBeMinor(bornOn: string | null, today: string): boolean {
  if (bornOn === null) return true;
  return `${Number(bornOn.slice(0, 4)) + ofAge}${bornOn.slice(4)}` > today;
}

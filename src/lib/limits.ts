/** The least length of a student's password (spec §9) and of the administrator's (decision 9), in characters. */
export const passwordLength = { user: 6, admin: 12 } as const;

/** True when a password has the length that its role asks for; an emoji is one character. */
export function isLongEnough(password: string, role: keyof typeof passwordLength): boolean {
  return [...password].length >= passwordLength[role];
}

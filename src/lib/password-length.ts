/** Minimum password length in characters, of students (spec §9) and of the administrator (decision 9). */
export const passwordLength = { user: 6, admin: 12 } as const;

/** True if a password is long enough for the role; an emoji counts as one character. */
export function isLongEnough(password: string, role: keyof typeof passwordLength): boolean {
  return [...password].length >= passwordLength[role];
}

export const tooShort = {
  user: `Password must be at least ${passwordLength.user} characters`,
  admin: `Password must be at least ${passwordLength.admin} characters`,
} as const;

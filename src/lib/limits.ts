/** The least length of a student's password (spec §9) and of the administrator's (decision 9). */
export const passwordLength = { user: 6, admin: 12 } as const;

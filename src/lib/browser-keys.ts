/** The name of the only cookie that scripts can read: `1` while there is a session. */
export const markCookie = "lyceum-logged-in";

export const storageKeys = { account: "user", email: "userEmail" } as const;

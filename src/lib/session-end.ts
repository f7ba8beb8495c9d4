/** What the window hears when an upload, which is no procedure's call, was refused because the session has ended. */
export const sessionEnd = "lyceum-session-end";

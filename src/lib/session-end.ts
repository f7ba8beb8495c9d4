/** The window event for an upload, which is not a procedure call, that was refused because the session has ended. */
export const sessionEnd = "lyceum-session-end";

/** The end of a login; separate, because every personal page loads it. */
export const leaving = {
  unsentTitle: "Log out before all is sent?",
  unsent: (count: number) =>
    count === 1
      ? "1 row is not sent yet. It stays in this browser, for you alone, until you log in again."
      : `${count} rows are not sent yet. They stay in this browser, for you alone, until you log in again.`,
  throwUnsentAway: "Throw away what is not sent, for example if the exam no longer exists. This cannot be undone.",
  throwAwayAndLogOut: "Throw away and log out",
  logOutAnyway: "Log out",
  stay: "Stay",
  loggedOut: "You are logged out.",
  sessionEnded:
    "Your session has ended. Nothing you typed is lost: sign in again in another tab, then send the form again.",
  logoutFailed: "You could not be logged out. Please try again.",
  signIn: "Sign in",
} as const;

const [halfAnHour, twelveHours, month, year] = [30 * 60, 12 * 60 * 60, 30 * 24 * 60 * 60, 365 * 24 * 60 * 60];

/** How long a login lasts, in seconds. */
export const loginSeconds = { plain: twelveHours, remembered: month, adminIdle: halfAnHour } as const;

/**
 * The cookies of the site by what they are for. Over HTTPS each name begins with `__Host-`. The privacy policy lists them
 * from here.
 */
export const cookieNames = {
  session: "next-auth.session-token",
  csrf: "next-auth.csrf-token",
  /**
   * Remembers that someone has logged in with this browser, or set a new password in it by a mailed link, so that strangers'
   * tries cannot lock that person out of it.
   */
  device: "lyceum-device",
  /** Says `1` while there is a session, and nothing about whose: the only cookie that scripts can read. */
  loggedIn: "lyceum-logged-in",
} as const;

/** How long the browser keeps the device cookie, in seconds. */
export const deviceSeconds = year;

/** What the browser keeps in its local storage while somebody is logged in. */
export const storageKeys = { account: "user", email: "userEmail" } as const;

import { markCookie } from "./browser-keys";

const [halfAnHour, twelveHours, month, year] = [30 * 60, 12 * 60 * 60, 30 * 24 * 60 * 60, 365 * 24 * 60 * 60];

/** How long a login lasts, in seconds. */
export const loginSeconds = { plain: twelveHours, remembered: month, adminIdle: halfAnHour } as const;

/** The names of the cookies; over HTTPS each has the prefix `__Host-`. The privacy policy lists them from here. */
export const cookieNames = {
  session: "next-auth.session-token",
  csrf: "next-auth.csrf-token",
  /** Marks a browser that has logged in or reset a password, so that an attacker's attempts cannot lock its user out. */
  device: "lyceum-device",
  loggedIn: markCookie,
  /** Lets a family follow its application for admission. */
  application: "lyceum-application",
} as const;

/** How long the browser keeps the device cookie, in seconds. */
export const deviceSeconds = year;

/** How long a family follows its application without a new link, in seconds. */
export const followSeconds = 2 * 60 * 60;

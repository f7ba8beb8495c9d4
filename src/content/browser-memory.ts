import { storageKeys } from "@/lib/browser-memory";
import { cookieNames, deviceSeconds, followSeconds, loginSeconds } from "@/lib/cookies";
import { draftKey } from "@/lib/drafts";
import { unsentKey } from "@/lib/unsent";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A time as a policy says it, in the largest unit that fits. */
export function timeInWords(seconds: number): string {
  const units: [name: string, length: number][] = [
    ["year", 365 * day],
    ["day", day],
    ["hour", hour],
    ["minute", minute],
  ];
  const [name, length] = units.find(([, size]) => seconds % size === 0) ?? ["second", 1];
  const count = seconds / length;
  return count === 1 ? `one ${name}` : `${count} ${name}s`;
}

const untilClosed = "Until you close the browser.";

const cookies: Record<keyof typeof cookieNames, string> = {
  session: `keeps you logged in; no script can read it. Until you log out or close the browser, ${timeInWords(loginSeconds.plain)} at most; with “Remember me”, ${timeInWords(loginSeconds.remembered)}. An administrator’s login also ends after ${timeInWords(loginSeconds.adminIdle)} without use.`,
  loggedIn: "says that there is a login, and nothing about whose. As long as the cookie above.",
  csrf: `protects the login form against forged requests. ${untilClosed}`,
  device: `set when you log in, or choose a new password by a link that was mailed to you, so that nobody can lock you out of this browser by guessing at your password. For ${timeInWords(deviceSeconds)}.`,
  application: `set when you open your application for admission by a link, and opens nothing else; no script can read it. Until you close it or the browser, ${timeInWords(followSeconds)} at most.`,
};

const storage: Record<keyof typeof storageKeys, string> = {
  account:
    "your name, your email address (an administrator’s username) and whether you are a student or an administrator, so that the page can greet you at once. Until your login ends.",
  email: "your email address. Until your login ends.",
};

const lines = <Key extends string>(names: Record<Key, string>, purposes: Record<Key, string>, kind: string) =>
  (Object.keys(purposes) as Key[]).map((key) => `${kind} ${names[key]}: ${purposes[key]}`);

/** Everything that the site leaves in a browser, with its purpose and its time, as the privacy policy lists it. */
export const browserMemory: string[] = [
  ...lines(cookieNames, cookies, "Cookie"),
  ...lines(storageKeys, storage, "Browser storage"),
  `Browser storage ${unsentKey}: marks, attendance and remarks that somebody of the staff has typed and the server does not have yet, under that person’s id and without names. Until they are sent.`,
  `Browser storage ${draftKey}: what is typed at an application for admission and not sent. Until it is sent, you log out, or you close the application or the tab.`,
];

import { storageKeys } from "@/lib/browser-keys";
import { cookieNames, deviceSeconds, followSeconds, loginSeconds } from "@/lib/cookies";
import { draftKey, unsentKey } from "@/lib/unsent";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A time in the words of a policy, in the largest unit that fits. */
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

/** The purpose of something stored in the browser, and how long it stays there. */
type Stay = { text: string; answer: string };

const untilLogout = "Until your login ends.";

const cookies: Record<keyof typeof cookieNames, Stay> = {
  session: {
    text: "Keeps you logged in; no script can read it.",
    answer: `Until you log out or close the browser, ${timeInWords(loginSeconds.plain)} at most; with “Remember me”, ${timeInWords(loginSeconds.remembered)}. A login of the staff also ends after ${timeInWords(loginSeconds.adminIdle)} without use.`,
  },
  loggedIn: {
    text: "Says that there is a login, and nothing about whose.",
    answer: "As long as the cookie above.",
  },
  csrf: { text: "Protects the login form against forged requests.", answer: "Until you close the browser." },
  device: {
    text: "Set when you log in, choose a new password by a link that was emailed to you, or use a code from the office, so that nobody can lock you out of this browser by guessing at your password.",
    answer: `For ${timeInWords(deviceSeconds)}.`,
  },
  application: {
    text: "Set when you open your application for admission by a link, and opens nothing else; no script can read it.",
    answer: `Until you close it or the browser, ${timeInWords(followSeconds)} at most.`,
  },
};

const storage: Record<keyof typeof storageKeys, Stay> = {
  account: {
    text: "Your name, your email address or username, whether it is a login of the staff, and what staff may open, so that the page can greet you and show the right links at once.",
    answer: untilLogout,
  },
  email: { text: "Your email address.", answer: untilLogout },
};

const named = (kind: string, code: string, stay: Stay) => ({ ...stay, kind, code });

const rows = <Key extends string>(kind: string, names: Record<Key, string>, stays: Record<Key, Stay>) =>
  (Object.keys(stays) as Key[]).map((key) => named(kind, names[key], stays[key]));

/** Everything that the site stores in a browser, with its purpose and duration, as the privacy policy lists it. */
export const browserMemory = [
  ...rows("Cookie", cookieNames, cookies),
  ...rows("Browser storage", storageKeys, storage),
  named("Browser storage", unsentKey, {
    text: "Marks, attendance and remarks that a staff member has typed and the server does not have yet, under that person’s id and without names.",
    answer: "Until they are sent.",
  }),
  named("Browser storage", draftKey, {
    text: "What is typed at an application for admission or in a new notice and not sent.",
    answer: "Until it is sent, you log out, or you close the application or the tab.",
  }),
];

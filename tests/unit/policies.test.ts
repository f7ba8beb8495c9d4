import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { timeInWords } from "@/content/browser-memory";
import { policyOf, privacy } from "@/content/policies";
import { daysInWords } from "@/content/retention";
import { siteDefaults } from "@/content/site";
import { terms } from "@/content/terms";
import { accountOf } from "@/lib/account-of";
import { storageKeys } from "@/lib/browser-keys";
import { cookieNames, loginSeconds } from "@/lib/cookies";
import { placeLine } from "@/lib/site-content";
import { policyVersion } from "@/server/privacy/consent";

const rowsOf = (title: string) => privacy.sections.find((section) => section.title === title)?.table?.rows ?? [];
const stays = () => privacy.sections.flatMap(({ technical }) => technical?.table.rows ?? []);

it("the policies name purposes, retention times, rights and a contact", () => {
  const text = JSON.stringify(policyOf(privacy, siteDefaults.facts));
  const purposes = rowsOf("What we keep, and for what purpose");
  expect(purposes.length).toBeGreaterThanOrEqual(9);
  for (const { name, answer } of purposes) expect([name, answer]).toEqual([name, expect.stringMatching(/^To .+\.$/)]);
  for (const words of ["thirty days", "twelve months", "parent or guardian", "deletion", "hello@lyceum.example"])
    expect(text).toContain(words);
  expect(JSON.stringify(terms)).toContain("Privacy Policy");
});

it("the privacy policy says how long each kind of data is kept, including backups", () => {
  const named = rowsOf("How long we keep it").map(({ name = "" }) => name);
  for (const words of [
    "Accounts, students’ files, results",
    "Guardians",
    "Logins",
    "Codes",
    "Links of calendars",
    "Mails",
    "Admission forms and messages",
    "Notices",
    "Security",
    "Technical",
    "Copies for emergencies",
  ])
    expect(named).toContainEqual(expect.stringContaining(words));
});

it("an institute without a state has none in its address", () => {
  const [withState, without] = [siteDefaults.facts, { ...siteDefaults.facts, state: "" }].map((facts) => {
    const { paragraphs = [] } =
      policyOf(privacy, facts).sections.find(({ title }) => title === "Who is responsible") ?? {};
    return [placeLine(facts), paragraphs[0]?.split(". ")[0]];
  });
  expect(withState).toEqual([
    "Nagpur 440010, Maharashtra",
    expect.stringMatching(/, Nagpur 440010, Maharashtra, India$/),
  ]);
  expect(without).toEqual(["Nagpur 440010", expect.stringMatching(/, Nagpur 440010, India$/)]);
});

it("the version of the policies changes only with their text", () => {
  const before = policyVersion();
  expect(before).toMatch(new RegExp(`^${privacy.updated} [0-9a-f]{16}$`));
  expect(policyVersion()).toBe(before);
  const [section] = terms.sections;
  const title = section?.title ?? "";
  if (section) section.title = `${title}!`;
  expect(policyVersion()).not.toBe(before);
  if (section) section.title = title;
  expect(policyVersion()).toBe(before);
});

it("retention times are written in days, and the usual ones in words", () => {
  expect([1, 30, 90, 365, 366].map(daysInWords)).toEqual([
    ...["one day", "thirty days", "90 days", "twelve months", "twelve months"],
  ]);
});

it("the policies begin with what matters most", () => {
  const { summary } = policyOf(privacy, siteDefaults.facts);
  expect(summary?.points).toHaveLength(4);
  expect(JSON.stringify(summary)).toContain("hello@lyceum.example");
  expect(terms.summary?.points).toHaveLength(5);
});

it("the privacy policy lists every cookie and storage key with its lifetime", () => {
  for (const code of Object.values(cookieNames))
    expect(stays()).toContainEqual(expect.objectContaining({ kind: "Cookie", code }));
  for (const code of Object.values(storageKeys))
    expect(stays()).toContainEqual(
      expect.objectContaining({ kind: "Browser storage", code, answer: "Until your login ends." }),
    );
  for (const { code, text, answer } of stays())
    expect([code, text, answer]).toEqual([code, expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  const session = stays().find(({ code }) => code === cookieNames.session);
  for (const seconds of Object.values(loginSeconds)) expect(session?.answer).toContain(timeInWords(seconds));
  expect(timeInWords(loginSeconds.remembered)).toBe("30 days");
});

it("the privacy policy names both actions that set the device cookie", () => {
  const mark = stays().find(({ code }) => code === cookieNames.device);
  expect(mark?.text).toContain(
    "when you log in, choose a new password by a link that was emailed to you, or use a code from the office",
  );
  expect(mark?.answer).toBe("For one year.");
});

it("the privacy policy names all that the browser keeps of a staff login", () => {
  const person = { _id: "1", name: "Ravi Rao", email: "ravi@example.org", username: null };
  expect(Object.keys(accountOf({ ...person, role: "admin", rights: [] }))).toEqual([
    ...["role", "name", "username", "rights"],
  ]);
  const [session, account] = [cookieNames.session, storageKeys.account].map((name) =>
    stays().find(({ code }) => code === name),
  );
  expect(account?.text).toMatch(
    /^Your name, your email address or username, .* a login of the staff, .* staff may open/,
  );
  expect(session?.answer).toContain("A login of the staff also ends after 30 minutes without use.");
});

it("a retention time is written in the largest fitting unit", () => {
  const [hour, day] = [3_600, 86_400];
  expect([60, 1_800, hour, 12 * hour, 36 * hour, day, 400 * day, 365 * day, 90].map(timeInWords)).toEqual([
    ...["one minute", "30 minutes", "one hour", "12 hours", "36 hours", "one day", "400 days", "one year"],
    "90 seconds",
  ]);
});

it("cookies and storage keys are named where they are declared, and nowhere else", async () => {
  const names = [...Object.values(cookieNames), "sessionStorage", "indexedDB", "localStorage.setItem"];
  const files = await readdir("src", { recursive: true });
  const found: string[] = [];
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.includes("generated"))) {
    const text = await readFile(join("src", file), "utf8");
    if (names.some((name) => text.includes(name))) found.push(file);
  }
  const lib = ["account", "browser-keys", "cookies", "logout", "unsent", "unsent-store"];
  expect(found.sort()).toEqual(lib.map((name) => `lib/${name}.ts`).sort());
});

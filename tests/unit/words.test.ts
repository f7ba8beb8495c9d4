import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { messageTables } from "../../scripts/docs-messages";

const planned =
  /\bplanned (release|notice|time)|\bplans the release|\b(release|exam|notice|material)s?\b[^.]*\bplanned\b|\bstill planned\b|\b(what|that|none) is planned\b/i;

/** Words that the product does not use, or uses another for (decision 354). */
const banned: [string, RegExp][] = [
  ["an email is an email", /\bE-mail|(?<!\{)\bmails\b|\b(a|one|by|without|its|get) mail\b/i],
  ["what comes appears here", /\bstands? (here|there|in|below)\b/i],
  ["what others do happens in the meantime", /\bmeanwhile\b/i],
  ["what is repeated is done again", /\banew\b/i],
  ["a day is in the past", /\blies? in the (past|future)/i],
  ["what has a time is scheduled", planned],
  ["no records, and nothing is recorded", /\brecords?\b/i],
  ["who has to wait is told what to do", /\bplease wait\b/i],
];

/** The sentences that the tables leave out: those of refusals, and those that no room has. */
const refusals = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)messages(-[\w-]+)?\.ts$/.test(file) && !file.startsWith("server/generated"))
  .flatMap(
    (file) => readFileSync(join("src", file), "utf8").match(/"[A-Z][^"\n]* [^"\n]*"|`[A-Z][^`\n]* [^`\n]*`/g) ?? [],
  );

it.each(banned)("the messages keep to one word: %s", async (_what, words) => {
  const lines = (await messageTables()).split("\n").filter((line) => line.startsWith("| `"));
  expect(lines.length).toBeGreaterThan(1000);
  expect(refusals.length).toBeGreaterThan(1000);
  expect([...lines.map((line) => line.replace(/`.+?`/, "")), ...refusals].filter((line) => words.test(line))).toEqual(
    [],
  );
});

it("the description of the REST paths says “scheduled” of what has a time, and “email”", async () => {
  const { paths } = JSON.parse(await readFile("docs/api/openapi.json", "utf8"));
  const said = JSON.stringify(paths).match(/"(summary|description)":"([^"\\]|\\.)*"/g) ?? [];
  expect(said.length).toBeGreaterThan(500);
  expect(said.filter((text) => planned.test(text) || /e-mail/i.test(text))).toEqual([]);
});

it("the default texts of the site say “email”, too", () => {
  expect(JSON.stringify(siteDefaults)).not.toMatch(/e-mail/i);
});

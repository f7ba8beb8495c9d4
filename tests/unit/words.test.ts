import { expect, it } from "vitest";
import { messageTables } from "../../scripts/docs-messages";

/** Words that the product does not use, or uses another for (decision 354). */
const banned: [string, RegExp][] = [
  ["an email is an email", /\bE-mail|(?<!\{)\bmails\b|\b(a|one|by|without|its|get) mail\b/i],
  ["what comes appears here", /\bstands? here(?! twice)/i],
  ["a day is in the past", /\blies? in the (past|future)/i],
  [
    "what has a time is scheduled",
    /\bplanned (release|notice)|\b(release|exam|notice)s? (is|are|was|were)? ?planned\b/i,
  ],
  ["no records", /\brecords\b/],
];

it.each(banned)("the messages keep to one word: %s", async (_what, words) => {
  const lines = (await messageTables()).split("\n").filter((line) => line.startsWith("| `"));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => words.test(line.replace(/`.+?`/, "")))).toEqual([]);
});

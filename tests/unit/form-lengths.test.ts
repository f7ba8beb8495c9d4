import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { signupInput } from "@/features/auth/schema";
import { wordsOf } from "@/lib/catalogue";

it("a name of 106 letters is rejected with a message", () => {
  const given = { name: "a".repeat(106), email: "asha@example.org", password: "mango-river-9", consent: true };
  const messages = signupInput.safeParse(given).error?.issues.map(({ message }) => wordsOf(message));
  expect(messages).toContain("Name can have 100 characters at most.");
});

it("no form field truncates input: only the search and the login code have a maxlength", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx"));
  const cutting = files.filter((path) => readFileSync(`src/${path}`, "utf8").includes("maxLength="));
  expect(cutting.sort()).toEqual([
    "components/table/filter-bar.tsx",
    "features/account/components/first-code.tsx",
    "features/materials/components/material-filter.tsx",
  ]);
});

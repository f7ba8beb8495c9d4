import { expect, it } from "vitest";
import { privacy, terms } from "@/content/policies";
import { daysInWords } from "@/content/retention";
import { policyVersion } from "@/server/consent";

it("the texts name purposes, times, rights and whom to ask", () => {
  const text = JSON.stringify(privacy);
  expect(text.match(/Purpose: /g)?.length).toBeGreaterThanOrEqual(8);
  for (const words of ["thirty days", "twelve months", "parent or guardian", "deletion", "hello@lyceum.example"])
    expect(text).toContain(words);
  expect(JSON.stringify(terms)).toContain("Privacy Policy");
});

it("the version of the texts changes with their words, and with nothing else", () => {
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

it("other times than today's are said in days", () => {
  expect([30, 90, 365, 366].map(daysInWords)).toEqual(["thirty days", "90 days", "twelve months", "twelve months"]);
});

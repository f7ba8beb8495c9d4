import { describe, expect, it } from "vitest";
import { nextAdmissionNo, parentsOf } from "@/features/admissions/rules-enrol";

describe("the next admission number", () => {
  it.each([
    [null, ""],
    ["none", ""],
    ["2026-009", "2026-010"],
    ["LY 99", "LY 100"],
    ["17/A", "18/A"],
    ["A1B", "A2B"],
  ])("after %j is %j", (last, next) => expect(nextAdmissionNo(last)).toBe(next));
});

describe("the parents of merged forms", () => {
  const mohan = { name: "Mohan Das", email: "das@example.org", phones: ["+919876543210"] };
  it.each([
    [[mohan, { ...mohan, name: "mohan  das", phones: [] as string[] }], 1],
    [[mohan, { ...mohan, email: "office@example.org" }], 1],
    [[mohan, { ...mohan, name: "Rekha Das" }], 2],
    [
      [
        { ...mohan, phones: [] as string[] },
        { ...mohan, phones: [] as string[], email: "other@example.org" },
      ],
      2,
    ],
  ])("%j are so many people: %i", (forms, count) => expect(parentsOf(forms)).toHaveLength(count));
});

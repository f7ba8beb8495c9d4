import { describe, expect, it } from "vitest";
import { personOrder, wordsOfChild } from "@/features/guardians/rules-people";

const entry = (id: string, [works, logsIn]: readonly [boolean, boolean]) => ({
  ...{ id, grants: works ? [{}] : [], passwordHash: logsIn ? "hash" : null },
});

it("of two entries, whoever works here is kept, else who logs in, else the first one", () => {
  const kinds = [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ] as const;
  for (const [place, one] of kinds.entries())
    for (const [otherPlace, other] of kinds.entries()) {
      const [kept, gone] = personOrder(entry("one", one), entry("other", other));
      expect([kept.id, gone.id]).toEqual(otherPlace > place ? ["other", "one"] : ["one", "other"]);
    }
});

describe("what somebody is to a child", () => {
  const child = { name: "Asha Rao", relation: "mother", className: "7", section: "A" };
  it.each([
    [child, "mother of Asha Rao, 7 A"],
    [{ ...child, section: null }, "mother of Asha Rao, 7"],
    [{ ...child, className: null, section: null }, "mother of Asha Rao"],
  ])("%o", (given, words) => {
    expect(wordsOfChild(given)).toBe(words);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayBeMinor } from "@/lib/age";

describe("a person may be under age", () => {
  it.each([
    [null, "2026-11-23", true],
    ["2008-11-24", "2026-11-23", true],
    ["2008-11-23", "2026-11-23", false],
    ["2008-02-29", "2026-02-28", true],
    ["2008-02-29", "2026-03-01", false],
    ["1990-01-01", "2026-11-23", false],
  ])("born %s, on %s: %s", (bornOn, today, expected) => {
    expect(mayBeMinor(bornOn, today)).toBe(expected);
  });

  it("until one day, and never again after it", () => {
    const day = fc.date({ min: new Date("1950-01-01"), max: new Date("2090-12-31"), noInvalidDate: true });
    const text = (date: Date) => date.toISOString().slice(0, 10);
    fc.assert(
      fc.property(day, day, day, (born, one, other) => {
        const [earlier, later] = [text(one), text(other)].sort() as [string, string];
        if (mayBeMinor(text(born), later)) expect(mayBeMinor(text(born), earlier)).toBe(true);
      }),
    );
  });
});

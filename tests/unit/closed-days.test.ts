import { describe, expect, it } from "vitest";
import { listFor, shownDays } from "@/features/closed-days/rules";
import { closedDayInput, countDays } from "@/features/closed-days/schema";
import { wordsOf } from "@/lib/catalogue";
import { fc } from "../harness/random";

const day = (text: string) => ({ firstDay: text, lastDay: text });

describe("closed days as they are added", () => {
  const good = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" };
  const faultsIn = (given: object) =>
    closedDayInput
      .safeParse({ ...good, ...given })
      .error?.issues.map(({ path, message }) => [path[0], wordsOf(message)]);

  it.each<[object, object]>([
    [{}, good],
    [{ lastDay: undefined }, { ...good, lastDay: undefined }],
    [{ lastDay: good.firstDay }, { ...good, lastDay: good.firstDay }],
    [{ kind: undefined }, good],
    [{ kind: "half" }, { ...good, kind: "half" }],
    [
      { firstDay: "2026-01-01", lastDay: "2027-01-01" },
      { ...good, firstDay: "2026-01-01", lastDay: "2027-01-01" },
    ],
    [
      { firstDay: "2000-01-01", lastDay: undefined },
      { ...good, firstDay: "2000-01-01", lastDay: undefined },
    ],
    [
      { firstDay: "2099-12-31", lastDay: undefined },
      { ...good, firstDay: "2099-12-31", lastDay: undefined },
    ],
    [{ name: "  Diwali " }, good],
    [{ name: "x".repeat(100) }, { ...good, name: "x".repeat(100) }],
  ])("%j is accepted", (given, taken) => {
    expect(closedDayInput.parse({ ...good, ...given })).toEqual(taken);
  });

  it.each<[object, string, string]>([
    [{ firstDay: "" }, "firstDay", "First day must be a date like 2026-11-20."],
    [{ firstDay: "2026-02-29" }, "firstDay", "First day must be a date like 2026-11-20."],
    [{ firstDay: "1999-12-31" }, "firstDay", "Choose a day from 2000 to 2099."],
    [{ lastDay: "2100-01-01" }, "lastDay", "Choose a day from 2000 to 2099."],
    [{ lastDay: "2026-11-05" }, "lastDay", "The last day is before the first day."],
    [{ firstDay: "2026-01-01", lastDay: "2027-01-02" }, "lastDay", "Add 366 days at most at a time."],
    [{ name: " " }, "name", "Name is required."],
    [{ name: "x".repeat(101) }, "name", "Name can have 100 characters at most."],
  ])("%j is rejected at %s: %s", (given, field, message) => {
    expect(faultsIn(given)).toEqual([[field, message]]);
  });
});

describe("closed days in words", () => {
  it.each([
    [day("2026-11-20"), 1, "Friday, 20 Nov 2026"],
    [{ firstDay: "2026-12-31", lastDay: "2027-01-01" }, 2, "31 Dec 2026 to 1 Jan 2027"],
    // The clock changes in Europe on 29 March.
    [{ firstDay: "2026-03-28", lastDay: "2026-03-30" }, 3, "28 Mar 2026 to 30 Mar 2026"],
    [{ firstDay: "2028-02-28", lastDay: "2028-03-01" }, 3, "28 Feb 2028 to 1 Mar 2028"],
  ])("%j are %i days: %s", (days, count, words) => {
    expect([countDays(days), shownDays(days)]).toEqual([count, words]);
  });

  it("each day is in exactly one of the page's two lists", () => {
    const date = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (last, now) => {
        const [lastDay, today] = [last, now].map((one) => one.toISOString().slice(0, 10));
        const [{ from }, { before }] = [listFor("upcoming", today ?? ""), listFor("past", today ?? "")];
        expect([String(lastDay) >= String(from), String(lastDay) < String(before)].filter(Boolean)).toHaveLength(1);
      }),
    );
  });
});

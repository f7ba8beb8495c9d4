import { describe, expect, it } from "vitest";
import { hoursFrom, settingsNamed } from "@/features/settings/rules";
import { settingTypes } from "@/features/settings/schema";

const given = { opens: "10:00", closes: "18:00", saturdayOpens: "", saturdayCloses: "" };

it("a search for hours finds those that due dates follow and those that visitors read", () => {
  expect(settingsNamed(["hours"])).toEqual([
    { href: "/admin/settings#hours", label: "Opening hours" },
    { href: "/admin/settings#visitors", label: "Days and hours for visitors" },
  ]);
  expect(settingsNamed(["days"]).map(({ href }) => href)).toContain("/admin/settings#visitors");
});

describe("opening hours as a form gives them", () => {
  it.each([
    ["without times of its own Saturday is like every day", {}, null],
    [
      "with both it has its own",
      { saturdayOpens: "10:00", saturdayCloses: "13:00" },
      { opens: "10:00", closes: "13:00" },
    ],
  ])("%s", (_, more, halfSaturday) => {
    const { value, faults } = hoursFrom({ ...given, ...more });
    expect([value, faults]).toEqual([{ wholeDay: { opens: "10:00", closes: "18:00" }, halfSaturday }, {}]);
    expect(settingTypes.hours.safeParse(value).success).toBe(true);
  });

  it.each([
    [{ opens: "" }, "opens"],
    [{ closes: "" }, "closes"],
    [{ closes: "10:00" }, "closes"],
    [{ saturdayOpens: "10:00" }, "saturdayCloses"],
    [{ saturdayCloses: "13:00" }, "saturdayOpens"],
    [{ saturdayOpens: "13:00", saturdayCloses: "10:00" }, "saturdayCloses"],
  ])("the fault of %j is reported at %s", (more, field) => {
    expect(Object.keys(hoursFrom({ ...given, ...more }).faults)).toEqual([field]);
  });
});

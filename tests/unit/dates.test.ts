import { describe, expect, it } from "vitest";
import { addDays, dateIn, leafOf, momentOn, shownDate, shownDay, shownMoment, shownZone, stampIn } from "@/lib/dates";
import { isNear, shortDate, shortDay } from "@/lib/short-days";

describe("calendar date", () => {
  it("a date is shown as entered, in every time zone", () => {
    expect(shownDate("2026-11-20")).toBe("20 Nov 2026");
    expect(shownDay("2026-11-20")).toBe("Friday, 20 Nov 2026");
  });

  it("a short date has the year only if it is another one than today's", () => {
    expect(shortDate("2026-11-20", "2026-01-02")).toBe("20 Nov");
    expect(shortDate("2026-11-20", "2027-01-02")).toBe("20 Nov 2026");
  });

  it("a calendar leaf shows the year only if it is another one than today's", () => {
    expect(leafOf("2026-11-20", "2026-12-31")).toEqual({ day: 20, weekday: "Fri", month: "Nov", year: "" });
    expect(leafOf("2027-01-01", "2026-12-31")).toEqual({ day: 1, weekday: "Fri", month: "Jan", year: "2027" });
  });

  it("a short day shows the year only if it is another one than today's, and is near until tomorrow", () => {
    expect(shortDay("2026-12-31", "2026-12-30")).toBe("Thu, 31 Dec");
    expect(shortDay("2027-01-01", "2026-12-30")).toBe("Fri, 1 Jan 2027");
    expect(["2026-12-30", "2026-12-31", "2027-01-01"].map((day) => isNear(day, "2026-12-30"))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["2026-11-19T18:29:59Z", "2026-11-19"],
    ["2026-11-19T18:30:00Z", "2026-11-20"],
  ])("a day begins at midnight in the institute's time zone: %s is the %s in Kolkata", (moment, date) => {
    expect(dateIn("Asia/Kolkata", new Date(moment))).toBe(date);
  });
});

describe("moment", () => {
  it("a moment is shown with its time zone", () => {
    expect(shownZone("Asia/Kolkata", new Date("2026-11-20"))).toBe("Asia/Kolkata (GMT+5:30)");
    expect(shownZone("Europe/Berlin", new Date("2026-07-20"))).toBe("Europe/Berlin (GMT+2)");
  });

  it("a moment is shown in the institute's time zone", () => {
    expect(shownMoment(new Date("2026-11-19T18:35:00Z"), "Asia/Kolkata", "24")).toBe("20 Nov 2026, 00:05");
    expect(shownMoment(new Date("2026-11-19T18:35:00Z"), "Asia/Kolkata", "12")).toBe("20 Nov 2026, 12:05 am");
  });

  it.each([
    ["Asia/Kolkata", "2026-12-31T00:00:00Z", "2026-12-30T18:30:00.000Z"],
    ["UTC", "0026-12-31T00:00:00Z", "0026-12-31T00:00:00.000Z"],
    ["Asia/Kolkata", "0026-12-31T00:00:00Z", "0026-12-30T18:06:32.000Z"],
  ])("a local time of any year is read as a moment: in %s, %s is %s", (zone, local, moment) => {
    expect(momentOn(zone, Date.parse(local)).toISOString()).toBe(moment);
    expect(stampIn(zone, new Date(moment))).toBe(`${local.slice(0, 10)} 00:00`);
    expect(dateIn(zone, new Date(moment))).toBe(local.slice(0, 10));
  });

  it.each([
    ["America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00:00.000Z", "2026-09-06 01:00"],
    ["America/Havana", "2026-03-08T00:00", "2026-03-08T05:00:00.000Z", "2026-03-08 01:00"],
    ["Atlantic/Azores", "2026-03-29T00:00", "2026-03-29T01:00:00.000Z", "2026-03-29 01:00"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z", "2026-03-08 03:30"],
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z", "2026-03-29 03:30"],
  ])("a time the clocks skip moves on with them, east and west of Greenwich: in %s %s", (zone, local, moment, read) => {
    expect(momentOn(zone, Date.parse(`${local}Z`)).toISOString()).toBe(moment);
    expect(stampIn(zone, new Date(moment))).toBe(read);
  });
});

it.each([
  ["2026-11-20", -1, "2026-11-19"],
  ["2027-01-01", -1, "2026-12-31"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-12-31", 1, "2027-01-01"],
  ["0001-01-01", -1, "0001-01-01"],
  ["9999-12-31", 7, "9999-12-31"],
])("%s plus %i days is %s", (date, days, then) => {
  expect(addDays(date, days)).toBe(then);
});

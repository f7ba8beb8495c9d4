import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { tokenOf, waysTo } from "@/features/calendars/rules";
import { classOfFeed, feeds } from "@/features/calendars/rules-feeds";
import { type CalendarTest, calendarDays, eventOf } from "@/features/schedules/rules-calendar";
import { momentOn } from "@/lib/dates";
import { type CalendarEvent, calendarOf } from "@/lib/icalendar";
import { fc } from "../harness/random";

const event: CalendarEvent = {
  uid: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f",
  sequence: 0,
  changedAt: new Date("2026-11-20T04:00:00Z"),
  time: { start: new Date("2026-12-04T03:30:00Z"), end: new Date("2026-12-04T04:30:00Z") },
  isCancelled: false,
  summary: "Physics test, Class 7",
  description: null,
  location: null,
  url: null,
};

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((found) => new ICAL.Event(found));
}

const physical = (text: string) => text.split("\r\n").slice(0, -1);
const octets = (text: string) => new TextEncoder().encode(text).length;

describe("calendar", () => {
  it("an independent reader finds the event as it is", () => {
    const text = calendarOf("Lyceum: tests of Class 7", [
      { ...event, location: "Hall 2", url: "https://school.example/x" },
    ]);
    const [found] = read(text);
    expect(found).toMatchObject({ uid: event.uid, sequence: 0, summary: event.summary, location: "Hall 2" });
    expect({ start: found?.startDate.toJSDate(), end: found?.endDate.toJSDate() }).toEqual(event.time);
    expect(found?.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
    const component = found?.component;
    expect(component?.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(String(component?.getFirstPropertyValue("last-modified"))).toBe("2026-11-20T04:00:00Z");
    expect(String(component?.getFirstPropertyValue("dtstamp"))).toBe("2026-11-20T04:00:00Z");
    expect(component?.getFirstPropertyValue("url")).toBe("https://school.example/x");
    const calendar = new ICAL.Component(ICAL.parse(text));
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Lyceum: tests of Class 7");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H");
  });

  it.each([
    ["Devanagari", "विद्यार्थियों के लिए प्रकाश के परावर्तन और अपवर्तन के प्रयोग और उनके उत्तर"],
    ["emoji", `x${"👩🏽‍🔬📐".repeat(12)}`],
    ["commas, semicolons and backslashes", 'a,b;c\\d\\n \\, \\; and: colons, "quotes"'],
    ["lines", "Chapters 3 and 4\r\nBEGIN:VALARM\nTRIGGER:-PT5M\r\nEND:VALARM\rSUMMARY:Other"],
    ["a long line", "x".repeat(500)],
    ["a right-to-left script", "تجارب انعكاس الضوء وانكساره للطلاب مع الأسئلة والأجوبة وحلول التمارين"],
  ])("a text with %s comes through whole, in lines of 75 octets", (_, text) => {
    const written = calendarOf("Tests", [{ ...event, summary: text.replaceAll(/[\r\n]+/g, " "), description: text }]);
    for (const line of physical(written)) {
      expect(octets(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n\ufffd]/);
    }
    const [found, ...others] = read(written);
    expect(others).toEqual([]);
    expect(found?.description).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
    expect(found?.component.getAllSubcomponents()).toEqual([]);
  });

  it("any text comes through unchanged, and cannot add lines or events", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (given) => {
        // As the form accepts it: no control characters except line breaks.
        const text = given.replaceAll(/[^\P{Cc}\n\r]|[\u2028\u2029\p{Surrogate}]/gu, "").trim() || "x";
        const written = calendarOf("Tests", [{ ...event, description: text }]);
        expect(physical(written).every((line) => octets(line) <= 75)).toBe(true);
        const found = read(written);
        expect(found).toHaveLength(1);
        expect(found[0]?.description).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
      }),
    );
  });
});

describe("a test as an event", () => {
  const test: CalendarTest = {
    _id: event.uid,
    className: "Class 7",
    subject: "Physics",
    testDate: "2026-12-04",
    testTime: "09:00",
    description: null,
    sections: [],
    minutes: null,
    room: null,
    state: "planned",
    movedFrom: null,
    reason: null,
    announcedOn: "2026-11-20",
    sequence: 3,
    changedAt: event.changedAt,
  };
  const placeIn = (zone: string) => ({
    momentHere: (date: string, time: string) => momentOn(zone, Date.parse(`${date}T${time}:00Z`)),
    pageOf: () => null,
    clock: "24" as const,
  });
  const readIn = (zone: string, more: Partial<CalendarTest>) =>
    read(calendarOf("Tests", [eventOf({ ...test, ...more }, placeIn(zone))]))[0];

  it.each([
    ["Asia/Kolkata", {}, "2026-12-04T03:30:00Z", "2026-12-04T04:30:00Z"],
    ["Asia/Kolkata", { testTime: "23:30", minutes: 90 }, "2026-12-04T18:00:00Z", "2026-12-04T19:30:00Z"],
    [
      "Asia/Kolkata",
      { testDate: "2026-12-31", testTime: "23:59", minutes: 600 },
      "2026-12-31T18:29:00Z",
      "2027-01-01T04:29:00Z",
    ],
    ["Europe/Berlin", { testDate: "2026-07-03" }, "2026-07-03T07:00:00Z", "2026-07-03T08:00:00Z"],
    ["Europe/Berlin", { testDate: "2026-12-04" }, "2026-12-04T08:00:00Z", "2026-12-04T09:00:00Z"],
    [
      "Europe/Berlin",
      { testDate: "2026-10-25", testTime: "01:30", minutes: 120 },
      "2026-10-24T23:30:00Z",
      "2026-10-25T01:30:00Z",
    ],
  ])("in %s, %j is from %s to %s", (zone, more, start, end) => {
    const found = readIn(zone, more);
    expect(found?.startDate.toJSDate()).toEqual(new Date(start));
    expect(found?.endDate.toJSDate()).toEqual(new Date(end));
  });

  it("a moved test names its former date, a cancelled one says that it is cancelled, and both keep their uid", () => {
    const moved = { movedFrom: { testDate: "2026-12-03", testTime: "09:00" }, reason: "hall not free" };
    const here = readIn("Asia/Kolkata", { ...moved, description: "Chapter 3", sections: ["A", "B"], room: "Hall 2" });
    expect(here).toMatchObject({
      uid: event.uid,
      sequence: 3,
      summary: "Physics test, Class 7 A, B",
      location: "Hall 2",
    });
    expect(here?.description).toBe("Moved from 3 Dec, 09:00: hall not free\nChapter 3");
    const noon = eventOf({ ...test, ...moved }, { ...placeIn("Asia/Kolkata"), clock: "12" });
    expect(noon.description).toBe("Moved from 3 Dec, 9:00 am: hall not free");
    const gone = readIn("Asia/Kolkata", { state: "cancelled", reason: "teacher is ill" });
    expect(gone).toMatchObject({ uid: event.uid, summary: "Cancelled: Physics test, Class 7" });
    expect(gone?.description).toBe("Cancelled: teacher is ill");
    expect(gone?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  });

  it("an event links to the page of the class if the address of the site is known", () => {
    const page = "https://school.example/show-schedule?className=7";
    const found = eventOf(test, { ...placeIn("Asia/Kolkata"), pageOf: () => page });
    expect(found).toMatchObject({ url: page, description: `The latest details: ${page}` });
  });

  it("a cancelled test stays in the calendar for thirty days, and any other for half a year", () => {
    expect(calendarDays("2026-12-31")).toEqual({ planned: new Date("2026-07-04"), cancelled: new Date("2026-12-01") });
  });
});

describe("names of calendars", () => {
  it("there is one for each class and one for all", () => {
    expect(feeds).toHaveLength(13);
    expect(feeds.map(classOfFeed)).toEqual([null, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    for (const feed of ["class-0.ics", "class-13.ics", "class-07.ics", "class-7", "all", "../all.ics", ""]) {
      expect(classOfFeed(feed), feed).toBeUndefined();
    }
  });

  it("only a file name with a well-formed secret is read as one", () => {
    const token = "A_-9".repeat(10).concat("abc");
    expect(tokenOf(`${token}.ics`)).toBe(token);
    for (const file of [token, `${token}x.ics`, "", ".ics", `${token}.ics\n`]) expect(tokenOf(file)).toBeUndefined();
  });

  it("each kind of calendar program is offered an address of its own", () => {
    expect(waysTo("/api/calendar/class-7.ics", "https://school.example")).toEqual({
      address: "https://school.example/api/calendar/class-7.ics",
      webcal: "webcal://school.example/api/calendar/class-7.ics",
      google: "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fschool.example%2Fapi%2Fcalendar%2Fclass-7.ics",
    });
  });
});

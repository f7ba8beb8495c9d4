import { describe, expect, it } from "vitest";
import { stampIn } from "@/lib/dates";
import { momentOfIso } from "@/lib/iso-time";
import { fc } from "../harness/random";

const read = (text: string, zone = "Asia/Kolkata") => momentOfIso(text, zone)?.toISOString();

describe("ISO 8601 parser", () => {
  it.each([
    ["2030-03-05T10:00:00Z", "2030-03-05T10:00:00.000Z"],
    ["2030-03-05T10:00:00.123456Z", "2030-03-05T10:00:00.123Z"],
    ["2030-03-05T10:00:00,5Z", "2030-03-05T10:00:00.500Z"],
    ["2030-03-05T10:00Z", "2030-03-05T10:00:00.000Z"],
    ["2030-03-05T10Z", "2030-03-05T10:00:00.000Z"],
    ["2030-03-05T10.5Z", "2030-03-05T10:30:00.000Z"],
    ["2030-03-05T10:00.5Z", "2030-03-05T10:00:30.000Z"],
    ["20300305T100000Z", "2030-03-05T10:00:00.000Z"],
    ["20300305T1000Z", "2030-03-05T10:00:00.000Z"],
    ["2030-03-05t10:00:00z", "2030-03-05T10:00:00.000Z"],
    ["2030-03-05T10:00+05:30", "2030-03-05T04:30:00.000Z"],
    ["2030-03-05T10:00+0530", "2030-03-05T04:30:00.000Z"],
    ["2030-03-05T10:00-08", "2030-03-05T18:00:00.000Z"],
    ["2030-03-05T10:00\u221208:00", "2030-03-05T18:00:00.000Z"],
    ["2030-03-05T24:00Z", "2030-03-06T00:00:00.000Z"],
    ["2030-W10-2T10:00Z", "2030-03-05T10:00:00.000Z"],
    ["2030W102T10Z", "2030-03-05T10:00:00.000Z"],
    ["2030-064T10:00Z", "2030-03-05T10:00:00.000Z"],
    ["2030064T10:00Z", "2030-03-05T10:00:00.000Z"],
    ["2026-W53-7T00:00Z", "2027-01-03T00:00:00.000Z"],
    ["2020-W01-1T00:00Z", "2019-12-30T00:00:00.000Z"],
    ["2028-366T00:00Z", "2028-12-31T00:00:00.000Z"],
    // Without a zone: the institute's time zone.
    ["2030-03-05T10:00:00", "2030-03-05T04:30:00.000Z"],
    ["2030-03-05T10:00", "2030-03-05T04:30:00.000Z"],
    ["20300305T10", "2030-03-05T04:30:00.000Z"],
    // A date without a time means its last millisecond.
    ["2030-03-05", "2030-03-05T18:29:59.999Z"],
    ["20300305", "2030-03-05T18:29:59.999Z"],
    ["2030-W10-2", "2030-03-05T18:29:59.999Z"],
    ["2030-064", "2030-03-05T18:29:59.999Z"],
    // So does a week, a month or a year.
    ["2030-W10", "2030-03-10T18:29:59.999Z"],
    ["2030W10", "2030-03-10T18:29:59.999Z"],
    ["2026-W53", "2027-01-03T18:29:59.999Z"],
    ["2030-02", "2030-02-28T18:29:59.999Z"],
    ["2028-02", "2028-02-29T18:29:59.999Z"],
    ["2030-12", "2030-12-31T18:29:59.999Z"],
    ["2030", "2030-12-31T18:29:59.999Z"],
    // A leap second.
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["20161231T235960,5Z", "2017-01-01T00:00:00.000Z"],
    ["2017-01-01T05:29:60", "2017-01-01T00:00:00.000Z"],
  ])("the ISO 8601 time %s means %s", (text, moment) => {
    expect(read(text)).toBe(moment);
  });

  it.each([
    ...[
      "",
      "now",
      "203",
      "203003",
      "0000",
      "0000-01",
      "0000-01-01",
      "2030-13-01",
      "2030-02-30",
      "2029-02-29",
      "2030-3-5",
      "05/03/2030",
    ],
    ...["2030-13", "2030-00", "2030-W53", "2030-W00", "2030-W", "2030T10:00", "2030-03T10:00", "2030-W10T10:00Z"],
    ...["2030-366", "2030-000", "2030-W53-1", "2030-W00-1", "2030-W10-8", "2030-0305", "203003-05", "+2030-03-05"],
    ...[
      "2030-03-05T",
      "2030-03-05T25:00",
      "2030-03-05T24:01",
      "2030-03-05T10:60",
      "2030-03-05T10:00:60",
      "2030-03-05T10:00:61",
      "2030-03-05T23:59:60",
      "2030-03-05T23:60:00Z",
      "2030-03-05Z",
    ],
    ...[
      "2030-03-05T10:00+24:00",
      "2030-03-05T10:00+05:60",
      "2030-03-05 10:00",
      "2030-03-05T10:00T",
      "2030-03-05T1000:00",
    ],
    "9999-12-31T23:59:59-12:00",
  ])("the ISO 8601 time %j is invalid", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it("a local ISO 8601 time is correct on the days of clock changes", () => {
    expect(read("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T21:59:59.999Z");
    expect(read("2026-10-25", "Europe/Berlin")).toBe("2026-10-25T22:59:59.999Z");
    // The last hour of that day is repeated.
    expect(read("2026-04-04", "America/Santiago")).toBe("2026-04-05T03:59:59.999Z");
    expect(read("2026-07-01T12:00", "Europe/Berlin")).toBe("2026-07-01T10:00:00.000Z");
    expect(read("2026-12-01T12:00", "America/New_York")).toBe("2026-12-01T17:00:00.000Z");
  });

  it("the last day of the year 9999 has a time only where it also ends within that year in UTC", () => {
    for (const text of ["9999-12-31", "9999-365", "9999-W52-5"]) {
      expect(read(text), text).toBe("9999-12-31T18:29:59.999Z");
      expect(read(text, "Etc/UTC"), text).toBe("9999-12-31T23:59:59.999Z");
      expect(read(text, "America/New_York"), text).toBeUndefined();
    }
    for (const text of ["9999-12-31T24:00", "9999-12-31T23:59Z", "9999-12-31T18:30Z"])
      expect(read(text), text).toBeUndefined();
  });

  it("a time without an offset is read exactly or not at all", () => {
    const walls = fc.date({ min: new Date("9999-12-29"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });
    const zones = fc.constantFrom("Asia/Kolkata", "Etc/UTC", "America/New_York", "Pacific/Kiritimati", "Etc/GMT+12");
    fc.assert(
      fc.property(walls, zones, (wall, zone) => {
        const text = wall.toISOString().slice(0, -1);
        const moment = momentOfIso(text, zone);
        if (moment) expect(stampIn(zone, moment)).toBe(text.slice(0, 16).replace("T", " "));
        else expect(zone).toMatch(/New_York|GMT\+12/);
      }),
    );
  });

  it("the ISO 8601 parser agrees with JavaScript where that parses a complete time", () => {
    const times = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(read(time.toISOString())).toBe(time.toISOString());
      }),
    );
  });
});

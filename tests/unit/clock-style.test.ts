import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { zoneAt, zoneUnlike } from "@/lib/zones";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.includes("generated"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join("src", path), "utf8") }));

/** Formats a time by the defaults of the browser or server, whatever the office has set. */
const formatsItself = (text: string) =>
  /\.toLocale(Date|Time)String\(|\bhour12\b|\b(time|date)Style:|DateTimeFormat\((?!\)\.resolvedOptions)/.test(text);

/** Asks for a clock style by name instead of using the one that is set. */
const namesStyle = (text: string) => /\bshown(Time|Moment|Minute)\([^;{]*?"(24|12)"/.test(text);

const asksForTime = (text: string) => /\btype="(time|datetime-local)"|<MomentInput\b/.test(text);
/** A `MomentInput` relies on the hint of the field around it. */
const namesZone = (text: string) => /\b(useZoneHint|zoneAt)\(|function MomentInput\(/.test(text);

const named = (found: (text: string) => boolean) => sources.flatMap(({ path, text }) => (found(text) ? [path] : []));

describe("the clock of the institute", () => {
  it("is written in one place, so that one setting holds for all screens, emails and documents", () => {
    expect(named(formatsItself)).toEqual(["lib/dates.ts"]);
    expect(named(namesStyle)).toEqual([]);
  });

  it("names its zone wherever a time is typed", () => {
    expect(named(asksForTime).length).toBeGreaterThan(5);
    expect(named((text) => asksForTime(text) && !namesZone(text))).toEqual([]);
  });

  it.each([
    ["at.toLocaleTimeString()", formatsItself],
    ['new Intl.DateTimeFormat("en-IN", { hour: "numeric" }).format(at)', formatsItself],
    ['shownMoment(at, timeZone, "24")', namesStyle],
    ['<Input type="time" name="at" />', (text: string) => asksForTime(text) && !namesZone(text)],
  ])("is found missing from %s", (text, finds) => {
    expect(finds(text)).toBe(true);
  });
});

describe("the zone beside a time", () => {
  const [winter, summer] = [new Date("2026-11-29T12:00:00Z"), new Date("2026-06-30T12:00:00Z")];
  const berlin = "Europe/Berlin";

  it.each([
    [berlin, summer, winter, "Europe/Berlin (GMT+2)"],
    [berlin, winter, summer, "Europe/Berlin (GMT+1)"],
    [berlin, undefined, winter, berlin],
    [berlin, undefined, new Date("2026-10-20"), berlin],
    ["Asia/Kolkata", undefined, winter, "Asia/Kolkata (GMT+5:30)"],
  ])("of %s at %s, on %s, is %s", (zone, moment, now, shown) => {
    expect(zoneAt(zone, moment, now)).toBe(shown);
  });

  it.each([
    ["Africa/Lagos", winter, undefined],
    ["Africa/Lagos", summer, "Europe/Berlin (GMT+2)"],
    ["Africa/Lagos", undefined, berlin],
    ["Europe/Paris", undefined, undefined],
    ["Asia/Kolkata", winter, "Europe/Berlin (GMT+1)"],
  ])("is shown to a reader in %s for a time at %s: %s", (here, moment, shown) => {
    for (const now of [winter, summer]) expect(zoneUnlike(here, berlin, moment, now)).toBe(shown);
  });
});

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import ICAL from "ical.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "@/env";
import { exportCalendarsOf } from "@/features/calendars/data";
import { endLapsedCalendars } from "@/features/calendars/mutations";
import { followedPlaces } from "@/features/guardians/rules";
import { type ClassPlace, ownListFor } from "@/features/schedules/rules";
import { dateIn } from "@/lib/dates";
import { closeLogin } from "@/server/auth/closed-logins";
import { hashOfToken } from "@/server/auth/passwords";
import { db, transaction } from "@/server/db/client";
import { reapplyEndings } from "@/server/privacy/ended";
import {
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStudent,
  refusalOf,
  schedule,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";

const now = new Date("2026-11-23T06:00:00Z");
const day = 24 * 60 * 60 * 1000;
/** The institute's date in this many days. */
const dayIn = (days: number) => dateIn("Asia/Kolkata", new Date(now.getTime() + days * day));

let visitor: Caller;
let admin: Caller;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  visitor = await callerOf(null);
  admin = await callerOf(await tokenFor(await createAdmin()));
});

afterEach(() => vi.useRealTimers());

/** What an independent reader finds in a calendar. */
const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
const feedOf = async (feed = "class-7.ics") => read(await visitor.calendars.feed({ feed }));
const namesIn = async (token: string) => read(await visitor.calendars.ownFeed({ token })).map(({ summary }) => summary);

const test = { className: 7, subject: "Physics", testDate: dayIn(5), testTime: "23:30" };
const place = { sections: [], minutes: null, room: null, description: null };

describe("the calendar of a class", () => {
  it("does not exist under another name", async () => {
    for (const feed of ["class-13.ics", "own.ics", "class-7"]) {
      expect(await refusalOf(visitor.calendars.feed({ feed }))).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("shows an independent reader every kind of change of a test", async () => {
    const added = await admin.schedules.add(test);
    const id = added._id;
    const [first] = await feedOf();
    expect(first).toMatchObject({ uid: id, sequence: 0, summary: "Physics test, Class 7" });
    const start = new Date(`${test.testDate}T18:00:00Z`).getTime();
    expect(first?.startDate.toJSDate().getTime()).toBe(start);
    expect(first?.endDate.toJSDate().getTime()).toBe(start + 60 * 60_000);

    const edit = { ...test, ...place, id };
    await admin.schedules.edit({
      ...edit,
      rowVersion: 1,
      description: "Chapter 3\nBEGIN:VALARM",
      confirmed: undefined,
    });
    const [edited] = await feedOf();
    expect(edited).toMatchObject({ uid: id, sequence: 0, description: "Chapter 3\nBEGIN:VALARM" });

    // By then families have read it.
    vi.setSystemTime(now.getTime() + 11 * 60_000);
    const moved = { testDate: dayIn(6), minutes: 90, room: "Hall 2", reason: "hall not free" };
    await admin.schedules.edit({ ...edit, ...moved, rowVersion: 2 });
    const [after] = await feedOf();
    expect(after).toMatchObject({ uid: id, sequence: 1, location: "Hall 2" });
    expect(after?.startDate.toJSDate().getTime()).toBe(start + day);
    expect(after?.endDate.toJSDate().getTime()).toBe(start + day + 90 * 60_000);
    expect(after?.description).toMatch(/^Moved from \d+ \w+, 23:30: hall not free/);
    await admin.settings.change({ key: "clock", value: "12" });
    const [inTwelve] = await feedOf();
    expect(inTwelve?.description).toMatch(/^Moved from \d+ \w+, 11:30 pm: hall not free/);

    await admin.schedules.cancel({ id, rowVersion: 3, reason: "teacher is ill" });
    const [cancelled] = await feedOf();
    expect(cancelled).toMatchObject({ uid: id, sequence: 2, summary: "Cancelled: Physics test, Class 7" });
    expect(cancelled?.component.getFirstPropertyValue("status")).toBe("CANCELLED");

    await admin.schedules.restore({ id, rowVersion: 4 });
    const [restored] = await feedOf();
    expect(restored).toMatchObject({ uid: id, sequence: 3, summary: "Physics test, Class 7" });
    expect(restored?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");

    await admin.schedules.cancel({ id, rowVersion: 5, byMistake: true });
    expect(await feedOf()).toEqual([]);
  });

  it("has the tests of that class only, while the calendar of all has every test; a cancelled one stays for thirty days", async () => {
    const on = (days: number) => ({ testDate: new Date(dayIn(days)) });
    await schedule({ subject: "Next", ...on(1) });
    await schedule({ subject: "Other class", className: 8, ...on(1) });
    await schedule({ subject: "Last term", ...on(-170) });
    await schedule({ subject: "Long ago", ...on(-190) });
    await schedule({ subject: "Cancelled lately", state: "cancelled", ...on(-29) });
    await schedule({ subject: "Cancelled once", state: "cancelled", ...on(-31) });
    await schedule({ subject: "Far", testDate: new Date("9999-12-31"), testTime: "23:59" });
    const names = async (feed: string) => (await feedOf(feed)).map(({ summary }) => summary);
    expect(await names("class-7.ics")).toEqual([
      "Last term test, Class 7",
      "Cancelled: Cancelled lately test, Class 7",
      "Next test, Class 7",
    ]);
    expect(await names("all.ics")).toHaveLength(4);
    expect(await names("class-1.ics")).toEqual([]);
  });

  it("has all tests to come, and past ones as far as there is room", async () => {
    const usual = { className: 7, testTime: "10:00" };
    const row = (subject: string, days: number) => ({ ...usual, subject, testDate: new Date(dayIn(days)) });
    await db().testSchedule.createMany({
      data: [
        ...[row("Past", -1), row("Next", 1)],
        ...Array.from({ length: 2_000 }, (_, index) => row(`Later ${index}`, 2 + (index % 300))),
      ],
    });
    const events = (await visitor.calendars.feed({ feed: "all.ics" })).match(/SUMMARY:\w+/g);
    expect(events).toHaveLength(2_001);
    expect(events?.[0]).toBe("SUMMARY:Next");
    await db().testSchedule.deleteMany({ where: { subject: { in: ["Later 0", "Later 1"] } } });
    const fewer = (await visitor.calendars.feed({ feed: "all.ics" })).match(/SUMMARY:\w+/g);
    expect([fewer?.length, fewer?.[0]]).toEqual([2_000, "SUMMARY:Past"]);
  });
});

it("coming closed days are whole days in every calendar, and disappear from it when they are deleted", async () => {
  await schedule({ subject: "Next", testDate: new Date(dayIn(1)) });
  await admin.closedDays.add({ firstDay: dayIn(-9), name: "Past" });
  const { _id } = await admin.closedDays.add({ firstDay: dayIn(-1), lastDay: dayIn(2), name: "Diwali; lights" });
  await admin.closedDays.add({ firstDay: dayIn(8), kind: "half", name: "Sports day" });
  const [found, half] = await feedOf("class-1.ics");
  expect(found).toMatchObject({ uid: _id, sequence: 0, summary: "Closed: Diwali; lights" });
  expect([found?.startDate, found?.endDate].map(String)).toEqual([dayIn(-1), dayIn(3)]);
  expect(found?.startDate.isDate).toBe(true);
  expect(found?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  expect(half?.summary).toBe("Half day: Sports day");
  const text = await visitor.calendars.feed({ feed: "class-7.ics" });
  vi.setSystemTime(now.getTime() + 60_000);
  expect(await visitor.calendars.feed({ feed: "class-7.ics" })).toBe(text);
  expect(read(text)).toHaveLength(3);
  await admin.closedDays.remove({ id: _id });
  expect(await feedOf()).toHaveLength(2);
});

describe("the calendar of a person", () => {
  /** A mother with a child in 7 A and one in 8, whose calendar is read. */
  async function family() {
    const [asha, rohan] = [await createStudent(), await createStudent({ name: "Rohan Rao" })];
    const mother = await createGuardian({ of: [asha, rohan] });
    const { id: schoolYearId } = await schoolYear();
    const begun = { schoolYearId, fromDay: new Date("2026-04-01") };
    await db().enrolment.create({ data: { studentId: asha.id, className: 7, section: "A", rollNo: "1", ...begun } });
    await db().enrolment.create({ data: { studentId: rohan.id, className: 8, rollNo: "1", ...begun } });
    const on = { testDate: new Date(dayIn(3)) };
    await schedule({ subject: "Of all", ...on });
    await schedule({ subject: "Of A", sections: ["A"], ...on });
    await schedule({ subject: "Of B", sections: ["B"], ...on });
    await schedule({ subject: "Of eight", className: 8, ...on });
    await schedule({ subject: "Of nine", className: 9, ...on });
    return { asha, rohan, mother, caller: await callerOf(await tokenFor(mother)) };
  }
  const tokenIn = (path: string) => path.slice("/api/calendar/own/".length);

  it("only its owner can make or end its link, and only the link opens it", async () => {
    for (const call of [visitor.calendars.mine, visitor.calendars.renew, visitor.calendars.end]) {
      expect(await refusalOf(call())).toMatchObject({ code: "UNAUTHORIZED" });
    }
    expect(await refusalOf(admin.calendars.renew())).toMatchObject({ code: "FORBIDDEN" });
    for (const token of ["", "x", `${"x".repeat(43)}.ics`]) {
      expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("shows a guardian the tests of all children and a student their own, each for the section, without names or marks", async () => {
    const { asha, caller } = await family();
    const token = tokenIn((await caller.calendars.renew()).path);
    expect((await namesIn(token)).sort()).toEqual([
      "Of A test, Class 7 A",
      "Of all test, Class 7",
      "Of eight test, Class 8",
    ]);
    expect(await visitor.calendars.ownFeed({ token })).not.toMatch(/Asha|Rohan|Rao/);
    const own = await callerOf(await tokenFor(asha));
    const other = tokenIn((await own.calendars.renew()).path);
    expect((await namesIn(other)).sort()).toEqual(["Of A test, Class 7 A", "Of all test, Class 7"]);
  });

  it("has the same tests as the student's own page and the guardian's overview", async () => {
    const { asha, rohan, caller } = await family();
    const own = await callerOf(await tokenFor(asha));
    const page = async (place: ClassPlace) =>
      (await visitor.schedules.list(ownListFor(place, dayIn(0)))).items.map(({ subject }) => subject).sort();
    const ofOwn = await own.results.places();
    expect(ofOwn).toEqual([{ className: "7", section: "A" }]);
    expect(await Promise.all(ofOwn.map(page))).toEqual([["Of A", "Of all"]]);
    const children = await caller.guardians.overview();
    const pages = Object.fromEntries(
      await Promise.all(
        children.map(async (child) => [child._id, (await Promise.all(followedPlaces(child).map(page))).flat()]),
      ),
    );
    expect(pages).toEqual({ [asha.id]: ["Of A", "Of all"], [rohan.id]: ["Of eight"] });
    for (const { _id, tests } of children) expect(tests.map(({ subject }) => subject).sort()).toEqual(pages[_id]);
  });

  it("follows the links: it has nothing of a child whose link ended", async () => {
    const { asha, mother, caller } = await family();
    const token = tokenIn((await caller.calendars.renew()).path);
    await db().guardianship.updateMany({
      where: { guardianId: mother.id, studentId: asha.id },
      data: { endedAt: new Date() },
    });
    expect(await namesIn(token)).toEqual(["Of eight test, Class 8"]);
  });

  it("is stored with only a hash of its link; its use is noted by the day, and a new link ends the one before", async () => {
    const { mother, caller } = await family();
    expect(await caller.calendars.mine()).toBeNull();
    const made = await caller.calendars.renew();
    const token = tokenIn(made.path);
    expect(token).toMatch(/^[\w-]{43}\.ics$/);
    const [row] = await db().calendarFeed.findMany();
    expect(Buffer.from(row?.tokenHash ?? [])).toEqual(Buffer.from(hashOfToken(token.slice(0, 43))));
    expect(await caller.calendars.mine()).toEqual({ createdAt: made.createdAt, lastUsedOn: null });
    await namesIn(token);
    expect(await caller.calendars.mine()).toEqual({ createdAt: made.createdAt, lastUsedOn: dayIn(0) });
    const [event] = await db().auditEvent.findMany({ where: { action: "calendar-made" } });
    expect(event).toMatchObject({ actorId: mother.id, subjectId: mother.id });
    expect(JSON.stringify(event)).not.toContain(token.slice(0, 43));

    const again = tokenIn((await caller.calendars.renew()).path);
    expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await namesIn(again)).toHaveLength(3);
    await caller.calendars.end();
    expect(await refusalOf(visitor.calendars.ownFeed({ token: again }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await caller.calendars.mine()).toBeNull();
    await caller.calendars.end();
    expect(await db().auditEvent.count({ where: { action: "calendar-ended" } })).toBe(1);
  });

  it("keeps its link if the caller has not seen that link", async () => {
    const { caller } = await family();
    const first = await caller.calendars.renew({ seen: null });
    expect((await refusalOf(caller.calendars.renew({ seen: null }))).code).toBe("CONFLICT");
    expect(await namesIn(tokenIn(first.path))).toHaveLength(3);
    vi.setSystemTime(now.getTime() + 1000);
    const seen = first.createdAt.toISOString();
    const second = await caller.calendars.renew({ seen });
    for (const call of [caller.calendars.renew, caller.calendars.end])
      expect((await refusalOf(call({ seen }))).code).toBe("CONFLICT");
    expect(await namesIn(tokenIn(second.path))).toHaveLength(3);
    await caller.calendars.end({ seen: second.createdAt.toISOString() });
    // Ending a link where there is none loses nothing.
    await caller.calendars.end({ seen });
    expect(await caller.calendars.renew({ seen })).toMatchObject({ lastUsedOn: null });
  });

  it("keeps one link if several are made at the same time", async () => {
    const { caller } = await family();
    await Promise.all([caller.calendars.renew(), caller.calendars.renew(), caller.calendars.renew()]);
    expect(await db().calendarFeed.count({ where: { revokedAt: null } })).toBe(1);
  });

  it("allows ten new links an hour", async () => {
    const { caller } = await family();
    for (let time = 0; time < 10; time += 1) await caller.calendars.renew();
    expect((await refusalOf(caller.calendars.renew())).code).toBe("TOO_MANY_REQUESTS");
  });

  it("closes for a guardian without a child any more: the link is marked as ended for good, and another is refused", async () => {
    const { asha, mother, caller } = await family();
    const token = tokenIn((await caller.calendars.renew()).path);
    const own = await callerOf(await tokenFor(asha));
    const student = tokenIn((await own.calendars.renew()).path);
    expect(await exportCalendarsOf(mother.id)).toMatchObject([{ isOpen: true, revokedAt: null }]);
    const { count } = await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    expect(count).toBe(2);
    expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await caller.calendars.mine()).toBeNull();
    expect(await exportCalendarsOf(mother.id)).toMatchObject([{ isOpen: false }]);
    expect(await refusalOf(caller.calendars.renew())).toMatchObject({ code: "CONFLICT" });
    expect(await endLapsedCalendars(new Date())).toBe(1);
    expect(await endLapsedCalendars(new Date())).toBe(0);
    expect(await exportCalendarsOf(mother.id)).toMatchObject([{ isOpen: false, revokedAt: new Date() }]);
    const [row] = await db().calendarFeed.findMany({ where: { userId: mother.id } });
    expect(await readFile(join(env().DATA_DIR, "ended.log"), "utf8")).toContain(`calendar_feeds ${row?.id}`);
    await db().guardianship.updateMany({ data: { endedAt: null } });
    expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await namesIn(student)).toHaveLength(2);
  });

  it("shows nothing once the login is closed, and an erased person has no link", async () => {
    const { mother, caller } = await family();
    const token = tokenIn((await caller.calendars.renew()).path);
    await transaction((tx) => closeLogin(tx, { userId: mother.id }, new Date()));
    expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await exportCalendarsOf(mother.id)).toMatchObject([{ isOpen: false }]);
    expect(await endLapsedCalendars(new Date())).toBe(1);
    await db().user.delete({ where: { id: mother.id } });
    expect(await db().calendarFeed.count()).toBe(0);
  });

  it("an ended link stays ended after an older backup is restored", async () => {
    const { caller } = await family();
    const token = tokenIn((await caller.calendars.renew()).path);
    await caller.calendars.end();
    const [row] = await db().calendarFeed.findMany();
    expect(await readFile(join(env().DATA_DIR, "ended.log"), "utf8")).toContain(`calendar_feeds ${row?.id}`);
    await db().calendarFeed.updateMany({ data: { revokedAt: null } });
    await reapplyEndings();
    expect(await refusalOf(visitor.calendars.ownFeed({ token }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

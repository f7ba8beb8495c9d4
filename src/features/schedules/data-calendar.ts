import "server-only";
import { env } from "@/env";
import { setting } from "@/features/settings/data";
import type { CalendarEvent } from "@/lib/icalendar";
import { storedClassOf } from "@/lib/stored-classes";
import { momentHere } from "@/server/clock";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { ofSection, scheduleViewOf } from "./data";
import { calendarDays, eventOf } from "./rules-calendar";

/** A class, or the tests of one section and of all sections. */
export type CalendarPlace = { className: number; section: string | null };

/** Maximum number of coming tests: more than any institute announces. */
const mostComing = 10_000;

/** Past tests fill up a calendar to this number, the latest ones first. */
const most = 2_000;

const place = {
  momentHere,
  pageOf(className: string) {
    const { APP_URL } = env();
    return APP_URL === undefined ? null : new URL(`/show-schedule?className=${storedClassOf(className)}`, APP_URL).href;
  },
};

/** The tests of these classes, or of all classes, as calendar events, in order. */
export async function listTestEvents(places: CalendarPlace[] | "all", today: string): Promise<CalendarEvent[]> {
  if (places.length === 0) return [];
  const from = calendarDays(today);
  const clock = await setting("clock");
  const where = {
    hiddenAt: null,
    AND: [
      {
        OR: [
          { state: "planned", testDate: { gte: from.planned } },
          { state: "cancelled", testDate: { gte: from.cancelled } },
        ],
      },
      ...(places === "all" ? [] : [{ OR: places.map(placeFilter) }]),
    ],
  } satisfies Prisma.TestScheduleWhereInput;
  const begin = new Date(today);
  const coming = await db().testSchedule.findMany({
    // Calendars do not support later years.
    where: { ...where, testDate: { gte: begin, lt: new Date("9999-01-01") } },
    orderBy: [{ testDate: "asc" }, { testTime: "asc" }, { id: "asc" }],
    take: mostComing,
  });
  const past = await db().testSchedule.findMany({
    where: { ...where, testDate: { lt: begin } },
    orderBy: [{ testDate: "desc" }, { testTime: "desc" }, { id: "desc" }],
    take: Math.max(0, most - coming.length),
  });
  return [...past.reverse(), ...coming].map((row) =>
    eventOf({ ...scheduleViewOf(row), sequence: row.sequence, changedAt: row.changedAt }, { ...place, clock }),
  );
}

const placeFilter = ({ className, section }: CalendarPlace) => ({
  className,
  ...(section !== null && ofSection(section)),
});

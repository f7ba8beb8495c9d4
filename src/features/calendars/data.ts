import "server-only";
import { dateHere } from "@/content/institute";
import { listClosedEvents } from "@/features/closed-days/data";
import { listChildPlaces } from "@/features/guardians/data";
import { listPlaces } from "@/features/results/data";
import { type CalendarPlace, listTestEvents } from "@/features/schedules/data-calendar";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { type CalendarEvent, calendarOf } from "@/lib/icalendar";
import type { Principal } from "@/lib/principal";
import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import type { CalendarFeed, Prisma } from "@/server/generated/prisma/client";
import { copy, say } from "./messages";
import { tokenOf } from "./rules";
import { classOfFeed } from "./rules-feeds";
import type { CalendarView } from "./schema";

/** The public calendar of a class, or of all classes. @throws AppError NOT_FOUND */
export async function getFeed(feed: string, institute: string, now: Date): Promise<string> {
  const className = classOfFeed(feed);
  if (className === undefined) throw new AppError("NOT_FOUND", say("unknown"));
  const places = className === null ? "all" : [{ className, section: null }];
  const name = className === null ? copy.nameOfAll(institute) : copy.name(institute, `Class ${className}`);
  return calendarOf(name, await eventsOf(places, now));
}

/** The tests of these classes, and coming closed days. */
async function eventsOf(places: CalendarPlace[] | "all", now: Date): Promise<CalendarEvent[]> {
  const today = dateHere(now);
  const [tests, closed] = await Promise.all([listTestEvents(places, today), listClosedEvents(today)]);
  return [...tests, ...closed];
}

export type Reader = { link: Pick<CalendarFeed, "id" | "lastUsedOn">; principal: Principal };

const reads = {
  id: true,
  lastUsedOn: true,
  user: { select: { id: true, name: true, emailConfirmedAt: true, vouchedAt: true } },
} as const;

/** Links that no longer show anything: the login was closed, or the last link to a child has ended. */
export const lapsed: Prisma.CalendarFeedWhereInput = {
  user: {
    OR: [{ loginClosedAt: { not: null } }, { student: null, guardianOf: { some: {}, none: { endedAt: null } } }],
  },
};

const open: Prisma.CalendarFeedWhereInput = { revokedAt: null, NOT: lapsed };

/** The owner of a link. @throws AppError NOT_FOUND, also if it was revoked or has lapsed */
export async function getReader(file: string): Promise<Reader> {
  const token = tokenOf(file);
  const found =
    token === undefined
      ? null
      : await db().calendarFeed.findFirst({
          where: { tokenHash: hashOfToken(token), ...open },
          select: reads,
        });
  if (!found) throw new AppError("NOT_FOUND", say("unknown"));
  const { user, ...link } = found;
  const nobody = { sessionId: "", grants: [], lacksSecondStep: false, email: null, username: null, isGuardian: false };
  const known = { emailConfirmed: user.emailConfirmedAt !== null, vouched: user.vouchedAt !== null };
  return { link, principal: { ...nobody, ...known, kind: "bearer", role: "user", userId: user.id, name: user.name } };
}

/** The calendar of a person: own tests, and those of all children. */
export async function getOwnFeed({ principal }: Reader, institute: string, now: Date): Promise<string> {
  const { userId, emailConfirmed, vouched } = principal;
  const [own, children] = await Promise.all([
    listPlaces(principal),
    listChildPlaces(userId, emailConfirmed || vouched),
  ]);
  const places = [...own, ...children].map(
    ({ className, section }): CalendarPlace => ({ className: Number(className), section }),
  );
  return calendarOf(copy.ownName(institute), await eventsOf(places, now));
}

const calendarViewOf = ({ createdAt, lastUsedOn }: Pick<CalendarFeed, "createdAt" | "lastUsedOn">): CalendarView => ({
  createdAt,
  lastUsedOn: lastUsedOn && isoDate(lastUsedOn),
});

/** The active link of a person, or null. */
export async function findCalendar(userId: string): Promise<CalendarView | null> {
  const row = await db().calendarFeed.findFirst({ where: { userId, ...open } });
  return row && calendarViewOf(row);
}

/** The links of a person for an export, at most the newest thousand. */
export async function exportCalendarsOf(userId: string | null) {
  if (userId === null) return [];
  const [rows, read] = await Promise.all([
    db().calendarFeed.findMany({ where: { userId }, orderBy: { createdAt: "desc" }, take: 1000 }),
    db().calendarFeed.findFirst({ where: { userId, ...open }, select: { id: true } }),
  ]);
  return rows.map((row) => ({ ...calendarViewOf(row), revokedAt: row.revokedAt, isOpen: row.id === read?.id }));
}

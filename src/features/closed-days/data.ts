import "server-only";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate } from "@/lib/dates";
import type { CalendarEvent } from "@/lib/icalendar";
import { db, type Transaction } from "@/server/db/client";
import type { ClosedDay } from "@/server/generated/prisma/client";
import { closedEventOf } from "./rules";
import type { ClosedDayView, ListClosedDaysInput } from "./schema";

export function closedDayViewOf({ id, firstDay, lastDay, kind, name }: ClosedDay): ClosedDayView {
  return { _id: id, firstDay: isoDate(firstDay), lastDay: isoDate(lastDay), kind, name };
}

/** Closed days that end on a date or later, or before it, in order. */
function rowsOf({ from, before, order, limit, cursor }: ListClosedDaysInput) {
  const isLatest = order === "latest";
  const last = cursor && new Date(decodeCursor(cursor).at.slice(0, 10));
  const lastDay = { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) };
  return db().closedDay.findMany({
    where: { AND: [{ lastDay }, ...(last ? [{ lastDay: isLatest ? { lt: last } : { gt: last } }] : [])] },
    orderBy: { lastDay: isLatest ? "desc" : "asc" },
    take: limit + 1,
  });
}

/** A page of matching closed days, newest first by default. They do not overlap, so no two end on the same day. */
export async function listClosedDays(input: ListClosedDaysInput) {
  const rows = await rowsOf(input);
  return pageOf(rows.map(closedDayViewOf), input.limit, (item) => ({ at: `${item.lastDay}T00:00`, id: item._id }));
}

/** Closed days from a date on, for pages and calendars; a year has fewer than the maximum. */
const coming = (from: string) => rowsOf({ from, order: "soonest", limit: 60 });

/** Closed days from a date on, earliest first, for everyone. */
export async function listComingClosedDays(from: string): Promise<ClosedDayView[]> {
  return (await coming(from)).map(closedDayViewOf);
}

export async function listClosedEvents(from: string): Promise<CalendarEvent[]> {
  return (await coming(from)).map((row) => closedEventOf(closedDayViewOf(row), row.createdAt));
}

/** The first closed days that overlap with these. */
export async function findOverlapping(tx: Transaction, firstDay: Date, lastDay: Date): Promise<ClosedDayView | null> {
  const where = { firstDay: { lte: lastDay }, lastDay: { gte: firstDay } };
  const row = await tx.closedDay.findFirst({ where, orderBy: { lastDay: "asc" } });
  return row && closedDayViewOf(row);
}

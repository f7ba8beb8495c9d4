import "server-only";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { isoDate } from "@/lib/dates";
import { db, type Transaction } from "@/server/db/client";
import type { ClosedDay } from "@/server/generated/prisma/client";
import type { ClosedDayView, ListClosedDaysInput } from "./schema";

/** A row as every answer shows it. */
export function closedDayViewOf({ id, firstDay, lastDay, kind, name }: ClosedDay): ClosedDayView {
  return { _id: id, firstDay: isoDate(firstDay), lastDay: isoDate(lastDay), kind, name };
}

/** The closed days that match, the latest first unless told, a page at a time. No two overlap, so no two end on one day. */
export async function listClosedDays({ from, before, order, limit, cursor }: ListClosedDaysInput) {
  const isLatest = order === "latest";
  const last = cursor && new Date(decodeCursor(cursor).at.slice(0, 10));
  const lastDay = { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) };
  const rows = await db().closedDay.findMany({
    where: { AND: [{ lastDay }, ...(last ? [{ lastDay: isLatest ? { lt: last } : { gt: last } }] : [])] },
    orderBy: { lastDay: isLatest ? "desc" : "asc" },
    take: limit + 1,
  });
  return pageOf(rows.map(closedDayViewOf), limit, (item) => ({ at: `${item.lastDay}T00:00`, id: item._id }));
}

/** The first closed days that share a day with these. */
export async function findOverlapping(tx: Transaction, firstDay: Date, lastDay: Date): Promise<ClosedDayView | null> {
  const where = { firstDay: { lte: lastDay }, lastDay: { gte: firstDay } };
  const row = await tx.closedDay.findFirst({ where, orderBy: { lastDay: "asc" } });
  return row && closedDayViewOf(row);
}

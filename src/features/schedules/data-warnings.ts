import "server-only";
import { createHash } from "node:crypto";
import { listClosedDays } from "@/features/closed-days/data";
import { readSettings } from "@/features/settings/data";
import { addDays, isoDate } from "@/lib/dates";
import { clockHere } from "@/server/clock";
import { db } from "@/server/db/client";
import { scheduleViewOf } from "./data";
import { endsAfterNoon, warningsOf, weekOf } from "./rules-warnings";
import type { PlaceInput, ScheduleView } from "./schema";
import type { CheckView, Warning } from "./schema-warnings";

/** Maximum number of tests checked around a day. */
const mostAround = 500;

/**
 * The current warnings about a place. They are read on the caller's connection: a transaction that holds locks must not wait
 * for another connection.
 */
export async function checkPlace(place: PlaceInput, now: Date): Promise<CheckView> {
  const { className, testDate, id } = place;
  const { first, last } = weekOf(testDate);
  const [rows, closed, { workingDays }] = await Promise.all([
    db().testSchedule.findMany({
      where: {
        className,
        state: "planned",
        // Tests may end after midnight.
        testDate: { gte: new Date(addDays(first, -1)), lte: new Date(addDays(last, 1)) },
        ...(id && { id: { not: id } }),
      },
      orderBy: [{ testDate: "asc" }, { testTime: "asc" }],
      take: mostAround,
    }),
    listClosedDays({ from: testDate, order: "soonest", limit: 1 }),
    readSettings(),
  ]);
  const others = rows.map((row) => ({ ...row, _id: row.id, testDate: isoDate(row.testDate) }));
  const warnings = warningsOf(place, others, { workingDays, closedDays: closed.items, now: clockHere(now) });
  return { warnings, fingerprint: fingerprintOf(warnings) };
}

type ClosedDays = { firstDay: string; lastDay: string; kind: "closed" | "half" };

/** The coming tests on closed days, in order; on a half day, those that end after noon. */
export async function listTestsOn({ firstDay, lastDay, kind }: ClosedDays, now: Date): Promise<ScheduleView[]> {
  const { date: today, time } = clockHere(now);
  const rows = await db().testSchedule.findMany({
    where: {
      state: "planned",
      testDate: { gte: new Date(firstDay < today ? today : firstDay), lte: new Date(lastDay) },
      NOT: { testDate: new Date(today), testTime: { lt: time } },
    },
    orderBy: [{ testDate: "asc" }, { testTime: "asc" }, { id: "asc" }],
  });
  return rows.filter((row) => kind === "closed" || endsAfterNoon(row)).map(scheduleViewOf);
}

/** The fingerprint of exactly these warnings and their tests. */
function fingerprintOf(warnings: readonly Warning[]): string {
  return warnings.length === 0 ? "" : createHash("sha256").update(JSON.stringify(warnings)).digest("hex");
}

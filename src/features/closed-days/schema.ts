import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { dateField, idField, pageFields, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** No lessons on a closed day; on a half day they end at noon. */
export const closedDayKinds = ["closed", "half"] as const;

/** Maximum number of days per entry. */
const mostDays = 366;

// Report nothing else for an invalid date.
const sound = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;

const dayField = (label: Label) => dateField(label).refine((date) => date.startsWith("20"), say("otherYear"));

/** Number of days between two dates, both included. */
export function countDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / (24 * 60 * 60 * 1000) + 1;
}

/** Closed days as typed in the office; without a last day, one day. */
export const closedDayInput = z
  .strictObject({
    firstDay: dayField(say("firstDay")),
    lastDay: dayField(say("lastDay")).optional(),
    kind: z.enum(closedDayKinds).default("closed").describe("A `half` day ends at noon"),
    name: textField(sayLib("name"), 100),
  })
  .refine(({ firstDay, lastDay = firstDay }) => firstDay <= lastDay, {
    error: say("endsBefore"),
    path: ["lastDay"],
    when: sound,
  })
  .refine(({ firstDay, lastDay = firstDay }) => countDays({ firstDay, lastDay }) <= mostDays, {
    error: say("tooLong", mostDays),
    path: ["lastDay"],
    when: sound,
  });

export type ClosedDayInput = z.output<typeof closedDayInput>;

export const listClosedDaysInput = z.strictObject({
  from: dateField("from").optional().describe("Only closed days that end on or after this date"),
  before: dateField("before").optional().describe("Only closed days that end before this date"),
  order: z
    .enum(["latest", "soonest"])
    .default("latest")
    .describe("Whether the latest or the soonest closed days come first"),
  ...pageFields,
});

export type ListClosedDaysInput = z.output<typeof listClosedDaysInput>;

/** Only those that end on this date or later. */
export const comingClosedDaysInput = z.strictObject({ from: dateField("from") });

export const closedDayIdInput = z.strictObject({ id: idField });

/** Closed days as every response shows them. */
export const closedDayView = z.object({
  _id: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  kind: z.enum(closedDayKinds),
  name: z.string(),
});

export type ClosedDayView = z.infer<typeof closedDayView>;

/** Closed days that were added. */
export const addedClosedDaysView = closedDayView.extend({
  tests: z
    .array(
      z.object({
        _id: z.string(),
        className: z.string(),
        sections: z.array(z.string()),
        subject: z.string(),
        testDate: z.iso.date(),
        testTime: z.string(),
      }),
    )
    .describe("The coming announced tests on these days; on a half day, those that end after noon"),
});

export type AddedClosedDaysView = z.infer<typeof addedClosedDaysView>;

export const closedDaysPage = z.object({ items: z.array(closedDayView), nextCursor: z.string().nullable() });

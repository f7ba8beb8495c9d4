import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { dateField, idField, pageFields, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** On a closed day there are no lessons; on a half one they end at noon. */
export const closedDayKinds = ["closed", "half"] as const;

/** So many days can be added at once. */
const mostDays = 366;

// Of a date that is none nothing more is said.
const sound = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;

const dayField = (label: Label) =>
  dateField(label).refine((date) => date.startsWith("20"), { error: say("otherYear"), when: sound });

/** How many days there are from one to another, both counted. */
export function countDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / (24 * 60 * 60 * 1000) + 1;
}

/** Closed days as the office adds them; without a last day it is one day. */
export const closedDayInput = z
  .strictObject({
    firstDay: dayField(say("firstDay")),
    lastDay: dayField(say("lastDay")).optional(),
    kind: z.enum(closedDayKinds).default("closed"),
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
  /** What lasts until this date or longer. */
  from: dateField("from").optional(),
  /** What is over before this date. */
  before: dateField("before").optional(),
  order: z.enum(["latest", "soonest"]).default("latest"),
  ...pageFields,
});

export type ListClosedDaysInput = z.output<typeof listClosedDaysInput>;

/** What lasts until this date or longer. */
export const comingClosedDaysInput = z.strictObject({ from: dateField("from") });

export const closedDayIdInput = z.strictObject({ id: idField });

/** Closed days as every answer shows them. */
export const closedDayView = z.object({
  _id: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  kind: z.enum(closedDayKinds),
  name: z.string(),
});

export type ClosedDayView = z.infer<typeof closedDayView>;

export const closedDaysPage = z.object({ items: z.array(closedDayView), nextCursor: z.string().nullable() });

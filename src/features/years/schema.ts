import { z } from "zod";
import { dateField, idField, textField } from "@/lib/fields";
import { say } from "./messages";

export const yearInput = z.strictObject({
  label: textField(say("label"), 20),
  firstDay: dateField(say("firstDay")),
  lastDay: dateField(say("lastDay")),
});

export type YearInput = z.output<typeof yearInput>;

/** A changed year; `was` is the year as it was seen. */
export const editYearInput = yearInput.extend({ id: idField, was: yearInput.optional() });

export type EditYearInput = z.output<typeof editYearInput>;

export const yearIdInput = z.strictObject({ id: idField });

export const yearView = z.object({
  _id: z.string(),
  label: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});

export type YearView = z.infer<typeof yearView>;

/** An added or edited year, with the number of students who moved into it and of students who lost their roll number. */
export const savedYear = yearView.extend({ joined: z.int(), numbersGone: z.int() });

export type SavedYear = z.infer<typeof savedYear>;

/** The years, newest first, and the id of the current one. */
export const yearsView = z.object({ years: z.array(yearView), currentId: z.string().nullable() });

export type YearsView = z.infer<typeof yearsView>;

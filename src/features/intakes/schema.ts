import { z } from "zod";
import { dateField, idField } from "@/lib/fields";
import { say } from "./messages";

/** The state of an intake on a day: not open yet, open, full, or closed. */
export const intakeStates = ["soon", "open", "full", "closed"] as const;

export type IntakeState = (typeof intakeStates)[number];

/** Seats of a class, and the days on which families may apply for them. */
export const intakeView = z.object({
  _id: z.string(),
  yearId: z.string(),
  year: z.string(),
  className: z.number(),
  /** Null for no limit. */
  seats: z.number().nullable(),
  opensOn: z.iso.date(),
  closesOn: z.iso.date(),
  /** Seats that are offered, accepted or enrolled. */
  taken: z.number(),
});

export type IntakeView = z.infer<typeof intakeView>;

/** Shown to families before they apply: the classes with a waiting list today, and the reason. */
export const waitingView = z.array(
  z.object({
    className: z.number(),
    state: z.enum(["soon", "full", "closed"]),
    /** The day on which the intake opens, or on which it closed or closes. */
    day: z.iso.date(),
  }),
);

export type WaitingView = z.infer<typeof waitingView>;

export const listIntakesInput = z.strictObject({ year: idField.optional() });

export const intakesView = z.object({
  /** The current school year and later ones, earliest first. */
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  /** The selected year; null if there is none. */
  year: z.string().nullable(),
  intakes: z.array(intakeView),
  /** The institute's day. */
  today: z.iso.date(),
});

export type IntakesView = z.infer<typeof intakesView>;

const seats = z.number(say("badSeats")).int(say("badSeats")).min(0, say("badSeats")).max(9999, say("badSeats"));

/** What a row showed before it was changed; null for a class without an intake. */
const shown = z.strictObject({ seats: seats.nullable(), opensOn: z.iso.date(), closesOn: z.iso.date() }).nullable();

/**
 * The intakes of a year; a class without days has none. A class that is left out stays unchanged. If the stored values of any
 * class differ from `was`, nothing is changed.
 */
export const saveIntakesInput = z.strictObject({
  year: idField,
  intakes: z
    .array(
      z
        .strictObject({
          className: z.number().int().min(1).max(12),
          seats: seats.nullable(),
          opensOn: dateField(say("opensOn")).nullable(),
          closesOn: dateField(say("closesOn")).nullable(),
          was: shown.optional(),
        })
        .refine(({ opensOn, closesOn }) => (opensOn === null) === (closesOn === null), {
          path: ["closesOn"],
          message: say("bothDays"),
        })
        .refine(({ opensOn, seats }) => opensOn !== null || seats === null, {
          path: ["opensOn"],
          message: say("daysToo"),
        })
        .refine(({ opensOn, closesOn }) => opensOn === null || closesOn === null || opensOn <= closesOn, {
          path: ["closesOn"],
          message: say("endsTooEarly"),
        }),
    )
    .max(12)
    .refine((all) => new Set(all.map(({ className }) => className)).size === all.length, say("classTwice")),
});

export type SaveIntakesInput = z.output<typeof saveIntakesInput>;

import { z } from "zod";
import { institute } from "@/content/institute";
import { textField, timeField } from "@/lib/fields";
import { say } from "./messages";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const time = timeField(say("badTime"), say("badTime"));
const span = z
  .strictObject({ opens: time, closes: time })
  .refine(({ opens, closes }) => opens < closes, { path: ["closes"], message: say("closesTooEarly") });

/** The settings: a closed list with types. Settings that no room reads yet are on no screen. */
export const settingTypes = {
  workingDays: z
    .array(z.enum(weekdays))
    .min(1, say("noDay"))
    .refine((days) => new Set(days).size === days.length, say("daysTwice")),
  /** The hours of a working day, and of a half Saturday. */
  hours: z.strictObject({ wholeDay: span, halfSaturday: span.nullable() }),
  clock: z.enum(["24", "12"]),
  /** The school year open for admission; null for the current one. */
  season: textField(say("season"), 40).nullable(),
  staffSecondStep: z.boolean(),
  familiesSeeClass: z.boolean(),
  yearsKept: z.number().int().min(1).max(10),
} as const;

export type SettingKey = keyof typeof settingTypes;

export type Settings = { [Key in SettingKey]: z.output<(typeof settingTypes)[Key]> };

/** The season of an institute without a setting and without years. */
export const firstSeason: string = institute.session;

/** The default values. */
export const defaults: Settings = {
  workingDays: weekdays.slice(0, 6),
  hours: { wholeDay: { opens: "10:00", closes: "18:00" }, halfSaturday: null },
  clock: "24",
  season: null,
  staffSecondStep: false,
  familiesSeeClass: false,
  yearsKept: 3,
};

/** `before` is the value that was seen; without it, the change applies whatever the current value is. */
const of = <Key extends SettingKey>(key: Key) =>
  z.strictObject({ key: z.literal(key), value: settingTypes[key], before: settingTypes[key].optional() });

export const settingInput = z.discriminatedUnion("key", [
  of("workingDays"),
  of("hours"),
  of("clock"),
  of("season"),
  of("staffSecondStep"),
  of("familiesSeeClass"),
  of("yearsKept"),
]);

export type SettingInput = z.output<typeof settingInput>;

export const settingsView = z.object(settingTypes);

export const clockView = z.object({ clock: settingTypes.clock });

/** The season for admissions, and whether any class takes applications now. */
export const seasonView = z.object({ season: z.string(), isOpen: z.boolean() });

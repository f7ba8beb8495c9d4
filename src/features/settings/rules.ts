import { type ClockStyle, shownTime } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import { defaults, type SettingKey, type Settings, settingTypes } from "./schema";

export const actions = { manage: "administrator" } as const satisfies Actions;

/** The sections of the settings page, by their anchors. */
const sections = {
  years: copy.yearsTitle,
  subjects: copy.subjectsTitle,
  season: copy.seasonTitle,
  clock: `${copy.clockTitle}: ${copy.clock}`,
  days: copy.daysTitle,
  hours: copy.hoursTitle,
  visitors: copy.visitorsTitle,
  logo: copy.logoTitle,
  kept: copy.keptTitle,
  seen: copy.seenTitle,
  step: copy.stepTitle,
};

/** The settings whose names contain all of these words in lower case. */
export function settingsNamed(words: readonly string[]): { href: string; label: string }[] {
  return Object.entries(sections).flatMap(([anchor, label]) => {
    const text = `${copy.title} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [{ href: `/admin/settings#${anchor}`, label }] : [];
  });
}

type HoursGiven = Record<"opens" | "closes" | "saturdayOpens" | "saturdayCloses", string>;

/** Parses the form of opening hours, with errors by field. Without times, Saturday is like other days. */
export function hoursFrom({ opens, closes, saturdayOpens, saturdayCloses }: HoursGiven) {
  const hasSaturday = saturdayOpens !== "" || saturdayCloses !== "";
  const faults: Partial<HoursGiven> = {};
  if (!opens) faults.opens = copy.badTime;
  if (!closes) faults.closes = copy.badTime;
  else if (closes <= opens) faults.closes = copy.closesTooEarly;
  if (hasSaturday && !saturdayOpens) faults.saturdayOpens = copy.bothTimes;
  else if (hasSaturday && !saturdayCloses) faults.saturdayCloses = copy.bothTimes;
  else if (hasSaturday && saturdayCloses <= saturdayOpens) faults.saturdayCloses = copy.closesTooEarly;
  const halfSaturday = hasSaturday ? { opens: saturdayOpens, closes: saturdayCloses } : null;
  return { value: { wholeDay: { opens, closes }, halfSaturday }, faults };
}

/** The value of a setting for people. */
export function settingInWords(value: unknown, clock: ClockStyle): string {
  if (value === null) return copy.none;
  if (typeof value === "boolean") return value ? copy.on : copy.off;
  const { data: days } = settingTypes.workingDays.safeParse(value);
  if (days) return days.map((day) => copy.weekdays[day]).join(", ");
  const { data: hours } = settingTypes.hours.safeParse(value);
  if (!hours) return typeof value === "string" ? value : JSON.stringify(value);
  const { wholeDay, halfSaturday } = hours;
  const shownSpan = ({ opens, closes }: typeof wholeDay) =>
    `${shownTime(opens, clock)} ${copy.to} ${shownTime(closes, clock)}`;
  return [shownSpan(wholeDay), ...(halfSaturday ? [`${copy.weekdays.saturday} ${shownSpan(halfSaturday)}`] : [])].join(
    ", ",
  );
}

const isKey = (key: string): key is SettingKey => Object.hasOwn(settingTypes, key);

/** Parses stored settings; missing or unreadable values get their default. */
export function settingsOf(rows: readonly { key: string; value: unknown }[]): Settings {
  const found = rows.flatMap(({ key, value }) => {
    if (!isKey(key)) return [];
    const { success, data } = settingTypes[key].safeParse(value);
    return success ? [[key, data] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(found) };
}

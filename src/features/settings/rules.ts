import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import { defaults, type SettingKey, type Settings, settingTypes } from "./schema";

/** Who may do what here. */
export const actions = { manage: "administrator" } as const satisfies Actions;

type HoursGiven = Record<"opens" | "closes" | "saturdayOpens" | "saturdayCloses", string>;

/** The opening hours that a form means, and what is wrong with them by its fields. Without times of its own Saturday is like other days. */
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

const isKey = (key: string): key is SettingKey => Object.hasOwn(settingTypes, key);

/** The settings that stored rows mean; a value that is missing or that this version cannot read is the default. */
export function settingsOf(rows: readonly { key: string; value: unknown }[]): Settings {
  const found = rows.flatMap(({ key, value }) => {
    if (!isKey(key)) return [];
    const { success, data } = settingTypes[key].safeParse(value);
    return success ? [[key, data] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(found) };
}

import type { Actions } from "@/lib/may";
import { defaults, type SettingKey, type Settings, settingTypes } from "./schema";

/** Who may do what here. */
export const actions = { manage: "administrator" } as const satisfies Actions;

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

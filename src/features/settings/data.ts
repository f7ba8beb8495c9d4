import "server-only";
import { isAnyOpenAt, listIntakes, openYearAt } from "@/features/intakes/data";
import { listYears, yearAt } from "@/features/years/data";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import { refreshVersions, versionOf } from "@/server/response-cache/versions";
import { actions, settingsNamed, settingsOf } from "./rules";
import { firstSeason, type SettingKey, type Settings } from "./schema";

type Known = {
  version: string;
  settings: Settings;
  years: Awaited<ReturnType<typeof listYears>>;
  intakes: Awaited<ReturnType<typeof listIntakes>>;
};

let known: Known | undefined;

/** All settings, read from the database. */
export async function readSettings(): Promise<Settings> {
  return settingsOf(await db().setting.findMany({ select: { key: true, value: true }, take: 100 }));
}

// Cached until the version of the public lists changes, which every process notices within a tenth of a second.
function readKnown() {
  return outsideTransaction(async () => {
    await refreshVersions();
    const version = versionOf(["settings"])?.version ?? "unknown";
    if (known?.version !== version) {
      const [settings, years, intakes] = await Promise.all([readSettings(), listYears(), listIntakes()]);
      known = { version, settings, years, intakes };
    }
    return known;
  });
}

/** The current value of one setting, from the cache. */
export async function setting<Key extends SettingKey>(key: Key): Promise<Settings[Key]> {
  return (await readKnown()).settings[key];
}

/**
 * The season for admissions: the configured one, otherwise the year of the open intake, otherwise the current school year,
 * otherwise the default.
 */
export async function seasonAt(now: Date): Promise<string> {
  const { settings, years, intakes } = await readKnown();
  return settings.season ?? openYearAt(intakes, now) ?? yearAt(years, now)?.label ?? firstSeason;
}

/** Whether any class takes applications now; otherwise all go on the waiting list. */
export async function isAdmissionOpenAt(now: Date): Promise<boolean> {
  return isAnyOpenAt((await readKnown()).intakes, now);
}

/** The settings whose names contain all of these words, for people who may change them. */
export function findSettings(words: readonly string[], principal: Principal) {
  return may(principal, actions.manage) ? settingsNamed(words) : [];
}

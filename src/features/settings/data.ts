import "server-only";
import { listYears, yearAt } from "@/features/years/data";
import { db } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import { refreshVersions, versionOf } from "@/server/response-cache/versions";
import { settingsOf } from "./rules";
import { firstSeason, type SettingKey, type Settings } from "./schema";

type Known = { version: string; settings: Settings; years: Awaited<ReturnType<typeof listYears>> };

let known: Known | undefined;

/** All settings, straight from the database. */
export async function readSettings(): Promise<Settings> {
  return settingsOf(await db().setting.findMany({ select: { key: true, value: true }, take: 100 }));
}

// Read again only after a change: the versions of the public lists tell of one, within a tenth of a second in every process, and
// are asked for anyway.
function readKnown() {
  return outsideTransaction(async () => {
    await refreshVersions();
    const version = versionOf(["settings"])?.version ?? "unknown";
    if (known?.version !== version) {
      const [settings, years] = await Promise.all([readSettings(), listYears()]);
      known = { version, settings, years };
    }
    return known;
  });
}

/** One setting, as the whole site has it. */
export async function setting<Key extends SettingKey>(key: Key): Promise<Settings[Key]> {
  return (await readKnown()).settings[key];
}

/** The season that admission is open for: as the office has set it, else the current school year, else that of the content. */
export async function seasonAt(now: Date): Promise<string> {
  const { settings, years } = await readKnown();
  return settings.season ?? yearAt(years, now)?.label ?? firstSeason;
}

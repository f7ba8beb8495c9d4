import "server-only";
import { institute } from "@/content/institute";
import { listYears } from "@/features/years/data";
import { yearOn } from "@/features/years/rules";
import { dayAt, type YearView } from "@/features/years/schema";
import { db } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import { refreshVersions, versionOf } from "@/server/response-cache/versions";
import { settingsOf } from "./rules";
import type { SettingKey, Settings } from "./schema";

let known: { version: string; settings: Settings; years: YearView[] } | undefined;

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
  return settings.season ?? yearOn(years, dayAt(now))?.label ?? institute.session;
}

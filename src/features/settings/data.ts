import "server-only";
import { db } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import { refreshVersions, versionOf } from "@/server/response-cache/versions";
import { settingsOf } from "./rules";
import type { SettingKey, Settings } from "./schema";

let known: { version: string; settings: Settings } | undefined;

/** All settings, straight from the database. */
export async function readSettings(): Promise<Settings> {
  return settingsOf(await db().setting.findMany({ select: { key: true, value: true }, take: 100 }));
}

/**
 * One setting, as the whole site has it. It is read again only after a change: the versions of the public lists tell of
 * one, within a tenth of a second in every process, and are asked for anyway.
 */
export async function setting<Key extends SettingKey>(key: Key): Promise<Settings[Key]> {
  return outsideTransaction(async () => {
    await refreshVersions();
    const version = versionOf(["settings"])?.version ?? "unknown";
    if (known?.version !== version) known = { version, settings: await readSettings() };
    return known.settings[key];
  });
}

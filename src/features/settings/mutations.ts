import "server-only";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { say } from "@/server/messages";
import { invalidate } from "@/server/response-cache/versions";
import { readSettings } from "./data";
import type { SettingInput, Settings } from "./schema";

/**
 * Changes one setting; the old and new values are audited. An equal value is ignored. @throws AppError CONFLICT if the value is
 * no longer the one that was seen
 */
export async function changeSetting({ key, value, before: seen }: SettingInput, by: Principal): Promise<Settings> {
  const settings = await transaction(async (tx) => {
    // Of two concurrent changes, the second sees the first one's value as the old one.
    await takeLock(tx, "settings");
    const before = await readSettings();
    if (isDeepStrictEqual(before[key], value)) return before;
    if (seen !== undefined && !isDeepStrictEqual(before[key], seen))
      throw new AppError("CONFLICT", say("changedMeanwhile"));
    if (value === null) {
      await tx.setting.delete({ where: { key } });
    } else {
      const data = { value, changedById: by.userId, changedAt: new Date() };
      await tx.setting.upsert({ where: { key }, create: { key, ...data }, update: data });
    }
    await record(tx, { action: "setting-changed", by, detail: { setting: key, before: before[key], after: value } });
    return { ...before, [key]: value };
  });
  invalidate();
  return settings;
}

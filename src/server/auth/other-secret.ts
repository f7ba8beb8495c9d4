import "server-only";
import { createHmac } from "node:crypto";
import { pool } from "@/server/db/client";
import { sealedBySecret, secret } from "./secret";

/** What the start prints if the secret is not the one of the last start. */
export const otherSecret = `WARNING: The secret is not the one of the last start. All logins and API tokens have ended, and ${sealedBySecret} made before do not work. If nobody changed it on purpose, stop Lyceum and restore the earlier secret: as NEXTAUTH_SECRET, or from a backup as the file secrets/nextauth in DATA_DIR.`;

/**
 * Ends all logins, including those of the API, if the secret is not the one of the last start (decision 349). Returns whether
 * it did. If several processes start together, only one of them does so.
 */
export async function endLoginsOfOtherSecret(): Promise<boolean> {
  const fingerprint = createHmac("sha256", secret()).update("fingerprint of the secret").digest("base64url");
  const { rows: same } = await pool().query("select from settings where key = $1 and value = to_jsonb($2::text)", [
    settingKey,
    fingerprint,
  ]);
  if (same.length > 0) return false;
  const { rows } = await pool().query<{ isOther: boolean }>(
    `with earlier as (select from settings where key = $1),
       kept as (
         insert into settings (key, value) values ($1, to_jsonb($2::text))
         on conflict (key) do update set value = excluded.value, changed_at = now() where settings.value <> excluded.value
         returning key
       ),
       changed as (select from kept where exists (select from earlier)),
       ended as (
         update sessions set revoked_at = now() where revoked_at is null and exists (select from changed)
       )
     select exists (select from changed) as "isOther"`,
    [settingKey, fingerprint],
  );
  return rows[0]?.isOther ?? false;
}

// Not a setting of the office: the settings room ignores keys that it does not know.
const settingKey = "secretFingerprint";

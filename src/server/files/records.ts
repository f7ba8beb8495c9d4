import "server-only";
import { db, isDuplicate } from "@/server/db";
import type { Prisma } from "@/server/generated/prisma/client";

export type Description = { name: string; size: number; type: string };

// A promise names only keys; the signed address says the rest, when the first byte comes.
const undescribed: Description = { name: "unknown", size: 1, type: "application/octet-stream" };

/**
 * Notes the keys that are promised to a browser, with what the upload route attached to them.
 * A key that was given out twice is withdrawn, so that nobody's file ends under another's name.
 * @throws what the database throws for such a key
 */
export async function promiseKeys(keys: string[], metadata: Prisma.InputJsonObject): Promise<void> {
  try {
    await db().upload.createMany({ data: keys.map((key) => ({ key, metadata, ...undescribed })) });
  } catch (error) {
    if (isDuplicate(error)) await db().upload.deleteMany({ where: { key: { in: keys }, state: "expected" } });
    throw error;
  }
}

/** Notes a key the server itself is about to fill. False when the key is taken. */
export async function promiseOwnKey(key: string, description: Description): Promise<boolean> {
  try {
    await db().upload.create({ data: { key, ...description } });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Writes down what the promised file is. False when its key is not, or no longer, expected. */
export async function describe(key: string, description: Description): Promise<boolean> {
  const { count } = await db().upload.updateMany({ where: { key, state: "expected" }, data: description });
  return count === 1;
}

/** True while the bytes of `key` are expected. */
export async function isExpected(key: string): Promise<boolean> {
  return (await db().upload.count({ where: { key, state: "expected" } })) === 1;
}

/** Notes that all bytes are there. False when nobody expects them any more. */
export async function markStored(key: string): Promise<boolean> {
  const { count } = await db().upload.updateMany({ where: { key, state: "expected" }, data: { state: "stored" } });
  return count === 1;
}

/** True when something shows the file. */
export async function isPublished(key: string): Promise<boolean> {
  return (await db().upload.count({ where: { key, state: "published" } })) === 1;
}

/** What the upload route attached to the upload. */
export async function metadataOf(key: string): Promise<Prisma.JsonValue> {
  const row = await db().upload.findUnique({ where: { key }, select: { metadata: true } });
  return row?.metadata ?? {};
}

/** Forgets an upload that nothing shows. False when there is none, so its file must stay. */
export async function forget(key: string): Promise<boolean> {
  const { count } = await db().upload.deleteMany({ where: { key, state: { not: "published" } } });
  return count === 1;
}

/** Those of `keys` that no row tells of. */
export async function unknownKeys(keys: string[]): Promise<string[]> {
  const unknown = new Set(keys);
  for (let start = 0; start < keys.length; start += 1000) {
    const some = { in: keys.slice(start, start + 1000) };
    for (const { key } of await db().upload.findMany({ where: { key: some }, select: { key: true } }))
      unknown.delete(key);
  }
  return [...unknown];
}

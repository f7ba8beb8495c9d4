import "server-only";
import { AppError } from "@/lib/errors";
import { db, isDuplicate, type Transaction } from "@/server/db/client";
import type { Prisma, UploadOwner, UploadStore } from "@/server/generated/prisma/client";
import { say } from "@/server/messages";
import { currentStore, isEmbedded } from "./configure";

export type Description = { name: string; size: number; type: string };

// A reservation stores only the key; name, size and type arrive with the signed upload URL.
const undescribed: Description = { name: "unknown", size: 1, type: "application/octet-stream" };

/**
 * Reserves keys for uploads, with metadata from the upload route. A duplicate key is withdrawn, so that no file is
 * stored under another one's name. @throws the database's error for a duplicate key
 */
export async function reserveKeys(keys: string[], metadata: Prisma.InputJsonObject): Promise<void> {
  try {
    const facts = { metadata, store: currentStore(), ...undescribed };
    await db().upload.createMany({ data: keys.map((key) => ({ key, ...facts })) });
  } catch (error) {
    if (isDuplicate(error)) await db().upload.deleteMany({ where: { key: { in: keys }, state: "expected" } });
    throw error;
  }
}

/** Reserves a key for a file that the server stores itself. Returns false if the key is taken. */
export async function reserveKey(key: string, description: Description): Promise<boolean> {
  try {
    await db().upload.create({ data: { key, store: currentStore(), ...description } });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Reserves a key for a private file of a row, which the embedded store keeps in every mode (decision 55). */
export async function reserveOwned(key: string, owner: UploadOwner, ownerId: string, description: Description) {
  await reserveManyOwned(owner, [{ key, ownerId, ...description }]);
}

/** Like {@link reserveOwned}, for many rows. */
export async function reserveManyOwned(
  ownerKind: UploadOwner,
  files: readonly (Description & { key: string; ownerId: string })[],
) {
  await db().upload.createMany({ data: files.map((file) => ({ ...file, ownerKind, store: "embedded" as const })) });
}

/** Marks a private file as complete. Returns false if its row was removed. */
export async function completeOwned(key: string): Promise<boolean> {
  return (await completeManyOwned([key])) === 1;
}

/** Like {@link completeOwned}, for many files. Returns the number of files whose row existed. */
export async function completeManyOwned(keys: string[]): Promise<number> {
  const where = { key: { in: keys }, state: "expected" } as const;
  return (await db().upload.updateMany({ where, data: { state: "published" } })).count;
}

/** Name and type of a private file, or null. */
export function findOwned(key: string): Promise<Description | null> {
  return findDescription({ key, state: "published" });
}

/** The declared name and type of a private file that has arrived for a row and is not complete; null for any other. */
export function findArrived(key: string, ownerKind: UploadOwner, ownerId: string): Promise<Description | null> {
  return findDescription({ key, ownerKind, ownerId, state: "expected" });
}

async function findDescription(where: Prisma.UploadWhereInput): Promise<Description | null> {
  const found = await db().upload.findFirst({ where, select: { name: true, size: true, type: true } });
  return found && { ...found, size: Number(found.size) };
}

/** Keys of private files of one kind of owner that are older than `before`: at most 1,000 after `after`. */
export async function listOwned(owner: UploadOwner, before: Date, after = ""): Promise<string[]> {
  const where = { ownerKind: owner, changedAt: { lt: before }, key: { gt: after } };
  const rows = await db().upload.findMany({ where, orderBy: { key: "asc" }, take: 1000, select: { key: true } });
  return rows.map(({ key }) => key);
}

export async function forgetOwned(key: string, owner: UploadOwner): Promise<void> {
  await db().upload.deleteMany({ where: { key, ownerKind: owner } });
}

/** Stores the description of a reserved file. Returns false if the key is not reserved. */
export async function describe(key: string, description: Description): Promise<boolean> {
  const { count } = await db().upload.updateMany({ where: { key, state: "expected" }, data: description });
  return count === 1;
}

/** True while the upload of `key` is open. */
export async function isExpected(key: string): Promise<boolean> {
  return (await db().upload.count({ where: { key, state: "expected" } })) === 1;
}

/** Marks a file as stored. Returns false if its upload is no longer open. */
export async function markStored(key: string): Promise<boolean> {
  const { count } = await db().upload.updateMany({ where: { key, state: "expected" }, data: { state: "stored" } });
  return count === 1;
}

export async function isPublished(key: string): Promise<boolean> {
  return (await db().upload.count({ where: { key, state: "published" } })) === 1;
}

/** Metadata that the upload route attached to the upload. */
export async function metadataOf(key: string): Promise<Prisma.JsonValue> {
  const row = await db().upload.findUnique({ where: { key }, select: { metadata: true } });
  return row?.metadata ?? {};
}

/** Deletes the row of an unpublished upload. Returns false if there is none; then the file must stay. */
export async function deleteUnpublished(key: string): Promise<boolean> {
  const { count } = await db().upload.deleteMany({ where: { key, state: { not: "published" } } });
  return count === 1;
}

/** The store that holds a file; one without a row is looked for in the current store. */
export async function storeOf(key: string): Promise<UploadStore> {
  const row = await db().upload.findUnique({ where: { key }, select: { store: true } });
  return row?.store ?? currentStore();
}

/** Returns those of `keys` that have no row. */
export async function unknownKeys(keys: string[]): Promise<string[]> {
  const unknown = new Set(keys);
  for (let start = 0; start < keys.length; start += 1000) {
    const some = { in: keys.slice(start, start + 1000) };
    for (const { key } of await db().upload.findMany({ where: { key: some }, select: { key: true } }))
      unknown.delete(key);
  }
  return [...unknown];
}

/** Marks the file of a new material as published. @throws AppError CONFLICT if it was removed */
export async function publishUpload(
  tx: Transaction,
  key: string,
  materialId: string,
  description: Description,
): Promise<void> {
  const facts = { ...description, state: "published", ownerId: materialId } as const;
  const { count } = await tx.upload.updateMany({ where: { key, state: { in: ["expected", "stored"] } }, data: facts });
  if (count === 0) throw new AppError("CONFLICT", say("notAwaited"));
}

/** Marks the file of a deleted record, so that nothing publishes it again. */
export async function markRemoved(tx: Transaction, key: string): Promise<void> {
  await tx.upload.update({ where: { key }, data: { state: "removed" } });
}

/** Like {@link markRemoved}, for a file that no record uses; a published file stays. */
export async function markDiscarded(tx: Transaction, key: string): Promise<void> {
  await tx.upload.updateMany({
    where: { key, state: { not: "published" }, material: null },
    data: { state: "removed" },
  });
}

/** True if the file of `key` must not be deleted. */
export async function isKept(key: string): Promise<boolean> {
  return (await db().upload.count({ where: { key, state: { not: "removed" } } })) === 1;
}

export async function forgetRemoved(key: string): Promise<void> {
  await db().upload.deleteMany({ where: { key, state: "removed" } });
}

/**
 * The keys of unpublished material uploads without progress since `before`, oldest first, at most 1,000; those in the cloud only
 * with a token.
 */
export async function listUnpublished(before: Date): Promise<string[]> {
  const late = { ownerKind: "material", state: { not: "published" }, changedAt: { lt: before } } as const;
  const where = { ...late, ...(isEmbedded() && { store: "embedded" as const }) };
  const left = await db().upload.findMany({ where, orderBy: { changedAt: "asc" }, take: 1000, select: { key: true } });
  return left.map(({ key }) => key);
}

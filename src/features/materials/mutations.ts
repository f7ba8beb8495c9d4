import "server-only";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { db, isMissing, type Transaction, transaction } from "@/server/db";
import { inspectStored, removeChecksOlderThan } from "@/server/files/check";
import { deleteFile, listStrayFiles } from "@/server/files/read";
import { enqueue } from "@/server/jobs";
import { copy } from "./copy";
import { findMaterialByFile, materialViewOf } from "./data";
import { availabilityFault, fileFault } from "./rules";
import type { AddMaterialInput, CheckMaterialInput, MaterialView } from "./schema";

const maxBytes = () => env().MAX_UPLOAD_MB * 1024 * 1024;

/** Refuses a material that could not be added, before its file travels. @throws AppError */
export function checkMaterial({ material, file }: CheckMaterialInput, now: Date): void {
  const availability = availabilityFault(material, now);
  if (availability) {
    throw new AppError("BAD_REQUEST", copy[availability], [{ path: ["expiresAt"], message: copy[availability] }]);
  }
  const fault = fileFault(file, maxBytes());
  if (fault === null) return;
  const message = fault === "fileTooLarge" ? copy.fileTooLarge(env().MAX_UPLOAD_MB) : copy[fault];
  const code =
    fault === "fileTooLarge" ? "PAYLOAD_TOO_LARGE" : fault === "fileKind" ? "UNSUPPORTED_MEDIA_TYPE" : "BAD_REQUEST";
  throw new AppError(code, message, [{ path: ["file"], message }]);
}

/**
 * Publishes a file of the store as a material, exactly once for each file. The content is inspected first; a file that is
 * refused leaves the store again. @throws AppError
 */
export async function addMaterial(input: AddMaterialInput, by: Principal, now: Date): Promise<MaterialView> {
  const { material, file } = input;
  const published = await findMaterialByFile(file.key);
  if (published) return published;
  try {
    checkMaterial(input, now);
    const { kind, sha256, size } = await inspectStored(file.key, {
      name: file.name,
      declaredType: file.type,
      declaredSize: file.size,
      maxBytes: maxBytes(),
    });
    return await transaction(async (tx) => {
      const facts = { name: file.name, size, type: mediaTypeOf[kind], state: "published" } as const;
      const noted = await tx.upload.updateMany({
        where: { key: file.key, state: { in: ["expected", "stored"] } },
        data: facts,
      });
      // The server's own uploads to the cloud were never promised. A removed file fails here: its key is taken.
      if (noted.count === 0) await tx.upload.create({ data: { key: file.key, ...facts } });
      const row = await tx.material.create({
        data: {
          className: material.className,
          subject: material.subject,
          materialName: material.materialName,
          expiresAt: material.expiresAt,
          fileKey: file.key,
          fileName: file.name,
          fileKind: kind,
          fileSize: size,
          fileHash: sha256,
          uploadedAt: now,
          uploadedById: by.userId,
        },
      });
      await record(tx, { action: "material-added", by, subjectId: row.id, detail: { class: row.className } });
      return materialViewOf(row);
    });
  } catch (error) {
    // The store may have called twice, and the other call may have been the faster one.
    const winner = await findMaterialByFile(file.key);
    if (winner) return winner;
    await db().$transaction((tx) => discard(tx, file.key));
    throw error;
  }
}

/** Deletes a material: the row at once, its file by a job that tries until the store agrees. @throws AppError NOT_FOUND */
export async function removeMaterial(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const { fileKey, className } = await tx.material.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", copy.notFound) : error;
    });
    await tx.upload.update({ where: { key: fileKey }, data: { state: "removed" } });
    await enqueueRemoval(tx, fileKey);
    await record(tx, { action: "material-removed", by, subjectId: id, detail: { class: className } });
  });
}

/** Deletes a file that is to go, and then forgets it. Once it is to go, nothing can publish it any more. */
export async function removeFile(key: string): Promise<void> {
  const upload = await db().upload.findUnique({ where: { key }, select: { state: true } });
  if (upload && upload.state !== "removed") return;
  await deleteFile(key);
  await db().upload.deleteMany({ where: { key, state: "removed" } });
}

/** Clears what crashes and broken uploads left behind `before` that time (decision 19). Answers how many files are to go. */
export async function sweepUploads(before: Date): Promise<number> {
  const left = await db().upload.findMany({
    where: { state: { not: "published" }, changedAt: { lt: before } },
    orderBy: { changedAt: "asc" },
    take: 1000,
  });
  for (const upload of left) await db().$transaction((tx) => discard(tx, upload.key));
  await removeChecksOlderThan(before);
  const strays = await listStrayFiles(before);
  for (const key of strays) await deleteFile(key);
  return left.length + strays.length;
}

async function discard(tx: Transaction, key: string) {
  await tx.upload.updateMany({
    where: { key, state: { not: "published" }, material: null },
    data: { state: "removed" },
  });
  await enqueueRemoval(tx, key);
}

function enqueueRemoval(tx: Transaction, key: string) {
  return enqueue(tx, "removeFile", { key }, { once: key });
}

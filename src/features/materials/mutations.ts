import "server-only";
import { env } from "@/env";
import { resolveSubjects } from "@/features/subjects/data";
import { AppError, fieldError } from "@/lib/errors";
import { fileFault } from "@/lib/file-fault";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { db, isMissing, type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { maxUploadBytes } from "@/server/files/configure";
import { discard, enqueueRemoval } from "@/server/files/discard";
import { inspectStored, removeTempFilesOlderThan } from "@/server/files/inspect-stored";
import { deleteFile, deleteStrayFile, listStrayFiles } from "@/server/files/read";
import { forgetRemoved, isKept, listUnpublished, markRemoved, publishUpload } from "@/server/files/records";
import type { Material } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { lastDigestOf } from "@/server/mail/choices";
import { enqueueNews, leaveOutTold, type News } from "@/server/mail/news";
import { noteEnded } from "@/server/privacy/ended";
import { listMailed } from "@/server/roster/class-people";
import { requireScope } from "@/server/trpc/scope";
import { findMaterialByFile, materialViewOf } from "./data";
import { say } from "./messages";
import { actions, availabilityFault, hasExpired, sectionsToNotify, startOf } from "./rules";
import type { AddMaterialInput, CheckMaterialInput, MaterialView } from "./schema";

/** Checks, before the upload, whether a material could be added. @throws AppError */
export function checkMaterial({ material, file }: CheckMaterialInput, by: Principal, now: Date): void {
  requireScope(by, actions.manage, material);
  const availability = availabilityFault(material, now);
  if (availability) {
    throw fieldError("expiresAt", say(availability));
  }
  checkFile(file);
}

/** Checks a file's name and size. @throws AppError */
export function checkFile(file: CheckMaterialInput["file"]): void {
  const fault = fileFault(file, maxUploadBytes());
  if (fault === null) return;
  const message = fault === "fileTooLarge" ? say(fault, env().MAX_UPLOAD_MB) : say(fault);
  const code =
    fault === "fileTooLarge" ? "PAYLOAD_TOO_LARGE" : fault === "fileKind" ? "UNSUPPORTED_MEDIA_TYPE" : "BAD_REQUEST";
  throw fieldError("file", message, code);
}

/**
 * Publishes an uploaded file as a material, exactly once for each file. The content is inspected first; a rejected file is
 * deleted from the store.
 * @throws AppError
 */
export async function addMaterial(input: AddMaterialInput, by: Principal, now: Date): Promise<MaterialView> {
  const { material, file } = input;
  const published = await findMaterialByFile(file.key);
  if (published) return published;
  requireScope(by, actions.manage, material);
  try {
    checkMaterial(input, by, now);
    const { kind, sha256, size } = await inspectFile(file);
    return await transaction(async (tx) => {
      const nameOf = await resolveSubjects([material.subject]);
      const [id = ""] = newIds(1);
      const startsAt = startOf(material.availableFrom ?? null, now);
      const sections = sectionsToNotify(by, material);
      const news = material.tellClass && !startsAt ? await listNews({ ...material, id }, sections, now) : [];
      // The sweep finds the time in the row; the job is only for punctuality.
      if (startsAt) await enqueue(tx, "startMaterials", {}, { once: startsAt.toISOString(), at: startsAt });
      await publishUpload(tx, file.key, id, { name: file.name, size, type: mediaTypeOf[kind] });
      const row = await tx.material.create({
        data: {
          id,
          className: material.className,
          subject: nameOf(material.subject),
          materialName: material.materialName,
          expiresAt: material.expiresAt,
          availableFrom: startsAt,
          ...(material.tellClass && { tellClass: news.length === 0, tellSections: sections }),
          fileKey: file.key,
          fileName: file.name,
          fileKind: kind,
          fileSize: size,
          fileHash: sha256,
          uploadedAt: now,
          uploadedById: by.userId,
        },
      });
      await record(tx, { action: "material-added", by, subjectId: row.id, detail: detailOf(row) });
      await enqueueNews(tx, news, now);
      return materialViewOf(row);
    });
  } catch (error) {
    // The store may have called twice, and the other call finished first.
    const winner = await findMaterialByFile(file.key);
    if (winner) return winner;
    await db().$transaction((tx) => discard(tx, file.key));
    throw error;
  }
}

/** Inspects an uploaded file. @throws AppError if it is not of its declared type, or not allowed */
export function inspectFile({ key, name, type, size }: AddMaterialInput["file"]) {
  return inspectStored(key, { name, declaredType: type, declaredSize: size, maxBytes: maxUploadBytes() });
}

type Place = Pick<Material, "id" | "className" | "expiresAt">;

/** The news that a material is available. */
export const newsOf = (materialId: string) => ({
  kind: "resultNews",
  item: { act: "material", materialId },
  about: { materialId },
});

/**
 * Notifies students of the class and their guardians after a delay, combined with other news in one email, except those who were
 * notified of the material before. Returns whether anybody in the class gets emails.
 */
export async function tellClass(tx: Transaction, row: Place, sections: string[], now: Date): Promise<boolean> {
  const news = await listNews(row, sections, now);
  await enqueueNews(tx, await leaveOutTold(tx, news), now);
  return news.length > 0;
}

async function listNews({ id, className, expiresAt }: Place, sections: string[], now: Date): Promise<News[]> {
  const people = await listMailed({ places: [{ className, sections }] });
  const isTooLate = hasExpired(expiresAt, lastDigestOf(now));
  return people.map((to) => ({ ...to, ...newsOf(id), isBrief: isTooLate && to.hasDigest }));
}

/** Deletes a material: the row immediately, its file by a job that retries until it succeeds. @throws AppError NOT_FOUND */
export async function removeMaterial(id: string, by: Principal): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const row = await tx.material.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", say("notFound")) : error;
    });
    requireScope(by, actions.manage, row);
    await markRemoved(tx, row.fileKey);
    await enqueueRemoval(tx, row.fileKey);
    await record(tx, { action: "material-removed", by, subjectId: id, detail: detailOf(row) });
    await noteEnded("materials", [id]);
  });
  return { _id: id };
}

/** The details of a material's audit event. */
function detailOf({ className, subject, materialName }: Material) {
  return { class: className, subject, material: materialName };
}

/** Deletes a file and then its row, or keeps the row for later. Once marked for deletion, a file cannot be published. */
export async function removeFile(key: string): Promise<void> {
  if (await isKept(key)) return;
  if (await deleteFile(key)) await forgetRemoved(key);
}

/**
 * Discards uploads from before `before` that crashes and broken connections left behind (decision 19). Returns the number of
 * files to delete.
 */
export async function sweepUploads(before: Date): Promise<number> {
  const left = await listUnpublished(before);
  for (const key of left) await db().$transaction((tx) => discard(tx, key));
  await removeTempFilesOlderThan(before);
  const strays = await listStrayFiles(before);
  for (const key of strays) await deleteStrayFile(key);
  return left.length + strays.length;
}

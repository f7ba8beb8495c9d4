import "server-only";
import { env } from "@/env";
import { resolveSubjects } from "@/features/subjects/data";
import { AppError, fieldError } from "@/lib/errors";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { db, isMissing, type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { discard, enqueueRemoval } from "@/server/files/discard";
import { inspectStored, removeTempFilesOlderThan } from "@/server/files/inspect-stored";
import { deleteFile, deleteStrayFile, listStrayFiles } from "@/server/files/read";
import { forgetRemoved, isKept, listUnpublished, markRemoved, publishUpload } from "@/server/files/records";
import type { Material } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { enqueueNews } from "@/server/mail/news";
import { listMailed } from "@/server/roster/class-people";
import { requireScope } from "@/server/trpc/scope";
import { findMaterialByFile, materialViewOf } from "./data";
import { say } from "./messages";
import { actions, availabilityFault, fileFault, sectionsToTell, startOf } from "./rules";
import type { AddMaterialInput, CheckMaterialInput, MaterialView } from "./schema";

const maxBytes = () => env().MAX_UPLOAD_MB * 1024 * 1024;

/** Refuses a material that could not be added, before its file travels. @throws AppError */
export function checkMaterial({ material, file }: CheckMaterialInput, by: Principal, now: Date): void {
  requireScope(by, actions.manage, material);
  const availability = availabilityFault(material, now);
  if (availability) {
    throw fieldError("expiresAt", say(availability));
  }
  checkFile(file);
}

/** Refuses a file by its name and size. @throws AppError */
export function checkFile(file: CheckMaterialInput["file"]): void {
  const fault = fileFault(file, maxBytes());
  if (fault === null) return;
  const message = fault === "fileTooLarge" ? say(fault, env().MAX_UPLOAD_MB) : say(fault);
  const code =
    fault === "fileTooLarge" ? "PAYLOAD_TOO_LARGE" : fault === "fileKind" ? "UNSUPPORTED_MEDIA_TYPE" : "BAD_REQUEST";
  throw fieldError("file", message, code);
}

/**
 * Publishes a file of the store as a material, exactly once for each file. The content is inspected first; a file that is
 * refused leaves the store again. @throws AppError
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
      const sections = sectionsToTell(by, material);
      // The moment stands in the row, and the sweep finds it there; the job is only quicker.
      if (startsAt) await enqueue(tx, "startMaterials", {}, { once: id, at: startsAt });
      await publishUpload(tx, file.key, id, { name: file.name, size, type: mediaTypeOf[kind] });
      const row = await tx.material.create({
        data: {
          id,
          className: material.className,
          subject: nameOf(material.subject),
          materialName: material.materialName,
          expiresAt: material.expiresAt,
          availableFrom: startsAt,
          ...(startsAt && material.tellClass && { tellClass: true, tellSections: sections }),
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
      if (material.tellClass && !startsAt) await tellClass(tx, row, sections, now);
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

/** Looks into a file of the store. @throws AppError where it is not what it says, or not allowed */
export function inspectFile({ key, name, type, size }: AddMaterialInput["file"]) {
  return inspectStored(key, { name, declaredType: type, declaredSize: size, maxBytes: maxBytes() });
}

/** Tells students of the class and their guardians after the pause, in one mail with whatever else there is. */
export async function tellClass(
  tx: Transaction,
  { id, className }: Pick<Material, "id" | "className">,
  sections: string[],
  now: Date,
): Promise<void> {
  const people = await listMailed([{ className, sections }]);
  const item = { act: "material", materialId: id };
  const news = people.map((to) => ({ kind: "resultNews", ...to, item }));
  await enqueueNews(tx, news, now);
}

/** Deletes a material: the row at once, its file by a job that tries until the store agrees. @throws AppError NOT_FOUND */
export async function removeMaterial(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.material.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? new AppError("NOT_FOUND", say("notFound")) : error;
    });
    requireScope(by, actions.manage, row);
    await markRemoved(tx, row.fileKey);
    await enqueueRemoval(tx, row.fileKey);
    await record(tx, { action: "material-removed", by, subjectId: id, detail: detailOf(row) });
  });
}

/** What the trail says of a material. */
function detailOf({ className, subject, materialName }: Material) {
  return { class: className, subject, material: materialName };
}

/** Deletes a file that is to go, and then forgets it. Once it is to go, nothing can publish it any more. */
export async function removeFile(key: string): Promise<void> {
  if (await isKept(key)) return;
  await deleteFile(key);
  await forgetRemoved(key);
}

/** Clears what crashes and broken uploads left behind `before` that time (decision 19). Answers how many files are to go. */
export async function sweepUploads(before: Date): Promise<number> {
  const left = await listUnpublished(before);
  for (const key of left) await db().$transaction((tx) => discard(tx, key));
  await removeTempFilesOlderThan(before);
  const strays = await listStrayFiles(before);
  for (const key of strays) await deleteStrayFile(key);
  return left.length + strays.length;
}

import "server-only";
import { AppError } from "@/lib/errors";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { db, transaction } from "@/server/db/client";
import { discard, enqueueRemoval } from "@/server/files/discard";
import { markRemoved, publishUpload } from "@/server/files/records";
import { requireScope } from "@/server/trpc/scope";
import { findMaterialByFile, materialViewOf } from "./data";
import { say } from "./messages";
import { checkFile, inspectFile } from "./mutations";
import { lockMaterial } from "./mutations-edit";
import { actions } from "./rules";
import type { MaterialView } from "./schema";
import type { CheckFileInput, ReplaceFileInput } from "./schema-office";

/** Time for running downloads of the former file to finish. */
const grace = 60 * 60 * 1000;

/** Checks, before the upload, whether a file could replace a material's file. @throws AppError */
export async function checkNewFile({ id, file }: CheckFileInput, by: Principal): Promise<void> {
  await requireTaught(id, by);
  checkFile(file);
}

async function requireTaught(id: string, by: Principal): Promise<void> {
  const row = await db().material.findUnique({ where: { id }, select: { className: true, subject: true } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  requireScope(by, actions.manage, row);
}

/**
 * Replaces a material's file by an uploaded one, exactly once for each file; its link stays. The former file is deleted
 * later. A rejected file is deleted from the store.
 * @throws AppError
 */
export async function replaceFile(input: ReplaceFileInput, by: Principal, now: Date): Promise<MaterialView> {
  const { id, file } = input;
  const published = await findMaterialByFile(file.key);
  if (published) return published;
  await requireTaught(id, by);
  try {
    checkFile(file);
    const { kind, sha256, size } = await inspectFile(file);
    return await transaction(async (tx) => {
      const row = await lockMaterial(tx, id, by);
      await publishUpload(tx, file.key, id, { name: file.name, size, type: mediaTypeOf[kind] });
      const facts = { fileKey: file.key, fileName: file.name, fileKind: kind, fileSize: size, fileHash: sha256 };
      const changed = await tx.material.update({ where: { id }, data: facts });
      await markRemoved(tx, row.fileKey);
      await enqueueRemoval(tx, row.fileKey, new Date(now.getTime() + grace));
      const detail = { class: row.className, subject: row.subject };
      await record(tx, { action: "material-replaced", by, subjectId: id, detail });
      return materialViewOf(changed);
    });
  } catch (error) {
    const winner = await findMaterialByFile(file.key);
    if (winner) return winner;
    await transaction((tx) => discard(tx, file.key));
    throw error;
  }
}

import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { db, type Transaction, transaction } from "@/server/db/client";
import { maxUploadBytes } from "@/server/files/configure";
import { deleteFromDisk } from "@/server/files/disk";
import { atField, inspectPrivate } from "@/server/files/inspect-stored";
import { completeOwned, findArrived, forgetOwned } from "@/server/files/records";
import { sweepOwned } from "@/server/files/sweep";
import type { Prisma } from "@/server/generated/prisma/client";
import { findNotice, getNotice, type NoticeRow, noticeViewOf } from "./data";
import { say } from "./messages";
import { auditDetailOf, lockNotice } from "./mutations";
import { mostFiles } from "./rules";
import type { NoticeView } from "./schema-office";

/** @throws AppError CONFLICT for a notice that was withdrawn or has the maximum number of files */
function requirePlace(row: NoticeRow): void {
  if (row.state === "withdrawn") throw new AppError("CONFLICT", say("notNow"));
  if (row.files.length >= mostFiles) throw fieldError("file", say("tooManyFiles"), "CONFLICT");
}

/** A published notice with other files is a new version (decision 320). */
async function noteChange(tx: Transaction, { id, state, version, title, body }: NoticeRow, by: Principal) {
  if (state !== "published") return;
  const next = version + 1;
  await tx.notice.update({ where: { id }, data: { version: next, rowVersion: { increment: 1 } } });
  const text = { title, body: body as Prisma.InputJsonValue };
  await tx.noticeVersion.create({ data: { noticeId: id, version: next, ...text, byId: by.userId } });
}

/** Checks, before the upload, who may add a file. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function requireFilePlace(id: string, by: Principal): Promise<void> {
  requirePlace(await getNotice(id, by));
}

/**
 * Adds an uploaded file to a notice after inspection; a rejected one is deleted. It is in the embedded store in every mode
 * (decision 55).
 * @throws AppError
 */
export async function addFile({ id, key }: { id: string; key: string }, by: Principal): Promise<NoticeView> {
  await requireFilePlace(id, by);
  const arrived = await findArrived(key, "notice", id);
  if (!arrived) throw new AppError("NOT_FOUND", say("fileUnknown"));
  const { name, type: declaredType, size: declaredSize } = arrived;
  try {
    const declared = { name, declaredType, declaredSize, maxBytes: maxUploadBytes() };
    const {
      kind,
      size,
      sha256: hash,
    } = await inspectPrivate(key, declared).catch((error: unknown) => {
      throw atField(error, "file");
    });
    return await transaction(async (tx) => {
      const row = await lockNotice(tx, id, by);
      requirePlace(row);
      if (!(await completeOwned(key))) throw new AppError("NOT_FOUND", say("fileUnknown"));
      await tx.noticeFile.create({ data: { noticeId: id, uploadKey: key, name, kind, size, hash } });
      await noteChange(tx, row, by);
      await record(tx, { action: "notice-file-added", by, subjectId: id, detail: auditDetailOf(row) });
      return noticeViewOf(await findNotice(id));
    });
  } catch (error) {
    await drop(key);
    throw error;
  }
}

async function drop(key: string): Promise<void> {
  if ((await db().noticeFile.count({ where: { uploadKey: key } })) > 0) return;
  await deleteFromDisk(key);
  await forgetOwned(key, "notice");
}

/** Removes a file from a notice. @throws AppError NOT_FOUND, FORBIDDEN */
export async function removeFile({ id, key }: { id: string; key: string }, by: Principal): Promise<NoticeView> {
  return transaction(async (tx) => {
    const row = await lockNotice(tx, id, by);
    const { count } = await tx.noticeFile.deleteMany({ where: { noticeId: id, uploadKey: key } });
    if (count === 0) throw new AppError("NOT_FOUND", say("fileUnknown"));
    await noteChange(tx, row, by);
    await record(tx, { action: "notice-file-removed", by, subjectId: id, detail: auditDetailOf(row) });
    return noticeViewOf(await findNotice(id));
  });
}

/** Deletes files without a notice from before `time`. Returns their number. */
export async function sweepFiles(time: Date): Promise<number> {
  const select = { uploadKey: true } as const;
  return sweepOwned("notice", time, (keys) => db().noticeFile.findMany({ where: { uploadKey: { in: keys } }, select }));
}

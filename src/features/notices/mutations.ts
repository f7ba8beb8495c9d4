import "server-only";
import { AppError, fieldError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { requireClass } from "@/server/classes";
import { db, type Transaction, transaction } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { endOf, findNotice, getNotice, type NoticeRow, noticeViewOf, requireAudience } from "./data";
import { say } from "./messages";
import { type Act, rowOf, takes, tellAtOf } from "./rules";
import { blocksOf } from "./rules-text";
import type { Audience, EditNoticeInput, NoticeInput, SeenNoticeInput } from "./schema";
import type { NoticeView } from "./schema-office";

/** A notice, locked until the transaction ends. @param by who must reach it, or null @throws AppError NOT_FOUND, FORBIDDEN */
export async function lockNotice(tx: Transaction, id: string, by: Principal | null): Promise<NoticeRow> {
  await tx.$queryRaw`select from notices where id = ${id}::uuid for update`;
  return by === null ? findNotice(id) : getNotice(id, by);
}

/** A notice, locked for an action on the version that was seen. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function lockFor(tx: Transaction, act: Act, seen: SeenNoticeInput, by: Principal): Promise<NoticeRow> {
  const row = await lockNotice(tx, seen.id, by);
  requireVersion(seen.rowVersion, row.rowVersion, say("changedMeanwhile"));
  if (!takes(row.state, act)) throw new AppError("CONFLICT", say("notNow"));
  return row;
}

/** Refuses an end before the emails leave. @throws AppError BAD_REQUEST */
export function requireEndAfter(tellAt: Date, expiresAt: Date | null): void {
  if (expiresAt && expiresAt <= tellAt) throw fieldError("until", say("endsBefore"));
}

/** The stored form of a text. */
export const bodyOf = (text: string) => blocksOf(text) as unknown as Prisma.InputJsonArray;

/** The details of a notice's audit event, without any text. */
export const auditDetailOf = ({ audiences }: Pick<NoticeRow, "audiences">) => ({ count: audiences.length });

/** Removes duplicates. */
function distinct(audience: readonly Audience[]): ReturnType<typeof rowOf>[] {
  return [...new Map(audience.map(rowOf).map((row) => [JSON.stringify(row), row])).values()];
}

async function requireUsable({ audience, mustConfirm }: NoticeInput): Promise<void> {
  if (mustConfirm && audience.every(({ kind }) => kind === "public")) {
    throw fieldError("mustConfirm", say("noConfirming"));
  }
  const ids = audience.flatMap((one) => (one.kind === "student" ? [one.studentId] : []));
  const known = ids.length === 0 ? 0 : await db().student.count({ where: { userId: { in: ids } } });
  if (known < new Set(ids).size) throw fieldError("audience", say("unknownStudent"));
}

function dataOf({ title, text, until, pinned, mustConfirm, toStudents, toGuardians }: NoticeInput) {
  return { title, body: bodyOf(text), expiresAt: endOf(until), pinned, mustConfirm, toStudents, toGuardians };
}

function requireClasses(audience: readonly Audience[], kept: readonly { className: number | null }[]): void {
  const had = kept.map(({ className }) => className);
  for (const one of audience) if (one.kind === "class") requireClass(one.className, had, "audience");
}

/** Adds a draft. @throws AppError FORBIDDEN for a teacher of other classes, BAD_REQUEST */
export async function addNotice(input: NoticeInput, by: Principal): Promise<NoticeView> {
  requireAudience(by, input.audience);
  requireClasses(input.audience, []);
  return transaction(async (tx) => {
    await requireUsable(input);
    const audiences = { create: distinct(input.audience) };
    const { id } = await tx.notice.create({ data: { ...dataOf(input), createdById: by.userId, audiences } });
    const row = await findNotice(id);
    await record(tx, { action: "notice-added", by, subjectId: id, detail: auditDetailOf(row) });
    return noticeViewOf(row);
  });
}

/** Edits an unpublished notice. @throws AppError NOT_FOUND, FORBIDDEN, BAD_REQUEST, CONFLICT */
export async function editNotice({ id, rowVersion, ...input }: EditNoticeInput, by: Principal): Promise<NoticeView> {
  requireAudience(by, input.audience);
  return transaction(async (tx) => {
    const row = await lockFor(tx, "edit", { id, rowVersion }, by);
    requireClasses(input.audience, row.audiences);
    await requireUsable(input);
    if (row.publishAt) requireEndAfter(tellAtOf(row.publishAt), endOf(input.until));
    await tx.noticeAudience.deleteMany({ where: { noticeId: id } });
    await tx.notice.update({
      where: { id },
      data: {
        ...dataOf(input),
        rowVersion: { increment: 1 },
        audiences: { create: distinct(input.audience) },
      },
    });
    const changed = await findNotice(id);
    await record(tx, { action: "notice-edited", by, subjectId: id, detail: auditDetailOf(changed) });
    return noticeViewOf(changed);
  });
}

/** Deletes a draft or a withdrawn notice. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function removeNotice(seen: SeenNoticeInput, by: Principal): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const row = await lockFor(tx, "remove", seen, by);
    await tx.notice.delete({ where: { id: seen.id } });
    await record(tx, { action: "notice-removed", by, subjectId: seen.id, detail: auditDetailOf(row) });
  });
  return { _id: seen.id };
}

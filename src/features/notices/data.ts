import "server-only";
import { dateHere } from "@/content/institute";
import { addDays } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { momentHere } from "@/server/clock";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { say } from "./messages";
import { mayReadFor, mayWriteTo } from "./rules";
import { textOf } from "./rules-text";
import { type Audience, type Block, blocksView } from "./schema";
import type { NoticeRowView, NoticeView } from "./schema-office";

const rowInclude = {
  createdBy: { select: { name: true } },
  audiences: {
    orderBy: [{ kind: "asc" }, { className: "asc" }, { section: "asc" }, { id: "asc" }],
    include: { student: { select: { user: { select: { name: true } } } } },
  },
} satisfies Prisma.NoticeInclude;

export const include = { ...rowInclude, files: { orderBy: { addedAt: "asc" } } } satisfies Prisma.NoticeInclude;

export type NoticeRow = Prisma.NoticeGetPayload<{ include: typeof include }>;
type ListedRow = Prisma.NoticeGetPayload<{ include: typeof rowInclude }>;

/** The stored text. */
export const blocksIn = (body: Prisma.JsonValue): Block[] => blocksView.parse(body);

/** In place of a student who was erased. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** The audience of a stored notice. */
export function audienceOf({ audiences }: Pick<NoticeRow, "audiences">): Audience[] {
  return audiences.flatMap(({ kind, className, section, studentId }): Audience[] => {
    if (kind === "class") return className === null ? [] : [{ kind, className, section }];
    if (kind === "student") return [{ kind, studentId: studentId ?? nobody }];
    return [{ kind }];
  });
}

/** The titles of notices by id; deleted ones are missing. */
export async function titlesOfNotices(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db().notice.findMany({ where: { id: { in: ids } }, select: { id: true, title: true } });
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** The path of a file beside a notice. */
export const fileHref = (noticeId: string, key: string) => `/api/notices/${noticeId}/files/${key}`;

/** The end of the last day on which something is shown. */
export const endOf = (until: string | null | undefined): Date | null =>
  until ? momentHere(addDays(until, 1), "00:00") : null;

/** The last day of something that ends at a moment. */
const lastDay = (end: Date) => dateHere(new Date(end.getTime() - 1));

/** A row of the office's list. */
export function rowViewOf(row: ListedRow): NoticeRowView {
  const { id, title, state, version, toStudents, toGuardians, mustConfirm, pinned, expiresAt } = row;
  const { publishAt, publishedAt, tellAt, toldAt, remindedAt, withdrawnAt, heldAt, reason, rowVersion } = row;
  return {
    _id: id,
    title,
    state,
    version,
    toStudents,
    toGuardians,
    mustConfirm,
    pinned,
    audience: row.audiences.map(({ kind, className, section, studentId, student }) => {
      return { kind, className, section, studentId, studentName: student?.user.name ?? null };
    }),
    until: expiresAt && lastDay(expiresAt),
    publishAt,
    publishedAt,
    tellAt,
    toldAt,
    remindedAt,
    withdrawnAt,
    reason,
    rowVersion,
    isHeld: heldAt !== null,
    writtenBy: row.createdBy?.name ?? null,
  };
}

/** A notice for the office. */
export function noticeViewOf(row: NoticeRow): NoticeView {
  const blocks = blocksIn(row.body);
  return {
    ...rowViewOf(row),
    blocks,
    text: textOf(blocks),
    files: row.files.map(({ uploadKey: key, name, kind, size }) => ({
      key,
      name,
      kind,
      size,
      href: fileHref(row.id, key),
    })),
  };
}

/** A notice, without a permission check. @throws AppError NOT_FOUND */
export async function findNotice(id: string): Promise<NoticeRow> {
  const row = await db().notice.findUnique({ where: { id }, include });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

/** A notice for staff. @throws AppError NOT_FOUND, FORBIDDEN for a teacher who may not write to the whole audience */
export async function getNotice(id: string, principal: Principal): Promise<NoticeRow> {
  const row = await findNotice(id);
  requireAudience(principal, audienceOf(row));
  return row;
}

/**
 * A notice for staff who may read it: their own, and published ones for classes that they teach.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function getToRead(id: string, principal: Principal): Promise<NoticeRow> {
  const row = await findNotice(id);
  const audience = audienceOf(row);
  const isReader = row.state === "published" && mayReadFor(principal, audience);
  if (!isReader) requireAudience(principal, audience);
  return row;
}

/** @throws AppError FORBIDDEN if the person may not write to the whole audience */
export function requireAudience(principal: Principal, audience: readonly Audience[]): void {
  // The student of the audience may have been deleted.
  const asked = audience.length > 0 ? audience : [{ kind: "public" } as const];
  if (!mayWriteTo(principal, asked)) throw new AppError("FORBIDDEN", say("notTheirs"));
}

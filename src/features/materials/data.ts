import "server-only";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { AppError } from "@/lib/errors";
import { mostChips, type SubjectCounts } from "@/lib/fields";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { storedClasses } from "@/lib/stored-classes";
import { db, escapeLike, sql } from "@/server/db/client";
import { type Material, Prisma } from "@/server/generated/prisma/client";
import { say } from "./messages";
import { actions, hasExpired, mostCounted } from "./rules";
import type { ListClassesInput, ListMaterialSubjectsInput, MaterialView } from "./schema";
import type { ListOfficeInput } from "./schema-office";

const shown = {
  id: true,
  className: true,
  subject: true,
  materialName: true,
  fileKind: true,
  fileSize: true,
  uploadedAt: true,
  expiresAt: true,
} satisfies Prisma.MaterialSelect;

/** A row as every response shows it. */
export function materialViewOf(row: Pick<Material, keyof typeof shown>): MaterialView {
  return {
    _id: row.id,
    className: String(row.className),
    subject: row.subject,
    materialName: row.materialName,
    pdfFile: `/api/materials/${row.id}/file`,
    fileKind: row.fileKind,
    fileSize: row.fileSize,
    uploadedAt: row.uploadedAt,
    expiresAt: row.expiresAt,
  };
}

/** The columns that {@link materialViewOf} needs. */
export const columns = Prisma.sql`id, class_name as "className", subject, material_name as "materialName", file_kind::text as "fileKind",
  file_size as "fileSize", uploaded_at as "uploadedAt", expires_at as "expiresAt"`;
export const newestFirst = Prisma.sql`order by uploaded_at desc, id desc`;

/** The condition for each state; a material is in exactly one. */
const inState = {
  available: (now: Date) => Prisma.sql`(expires_at is null or expires_at > ${now}) and available_from is null`,
  later: () => Prisma.sql`available_from is not null`,
  expired: (now: Date) => Prisma.sql`expires_at <= ${now} and available_from is null`,
};

function matching({ includeExpired, state, className, subject, q }: ListOfficeInput, now: Date): Prisma.Sql {
  const filters = [Prisma.sql`true`];
  if (!includeExpired) filters.push(inState.available(now));
  if (state) filters.push(inState[state](now));
  if (className !== undefined) filters.push(Prisma.sql`class_name = ${className}`);
  if (subject) filters.push(Prisma.sql`subject = ${subject}`);
  // Matches the trigram index.
  if (q) filters.push(Prisma.sql`lower(material_name || chr(10) || subject) like lower(${`%${escapeLike(q)}%`})`);
  return Prisma.join(filters, " and ");
}

function after(cursor: string | undefined): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const { date, id } = decodeCursor(cursor);
  return Prisma.sql`and (uploaded_at, id) < (${date}, ${id}::uuid)`;
}

type Found = Parameters<typeof materialViewOf>[0] & { total: number };

/**
 * A page of matching materials, newest first (decision 21). They are counted up to {@link mostCounted}, so that the cost
 * does not grow with their number.
 */
export async function listMaterials(input: ListOfficeInput, now: Date) {
  const rows = (input.q && (await searched(input, now))) || (await listed(input, now));
  return {
    ...pageOf(rows.map(materialViewOf), input.limit, (item) => ({ at: item.uploadedAt, id: item._id })),
    total: rows[0]?.total ?? 0,
  };
}

/** Uses the search index, which is unordered; undefined for so many matches that scanning the ordered list is faster. */
async function searched(input: ListOfficeInput, now: Date): Promise<Found[] | undefined> {
  const query = Prisma.sql`
    with found as materialized (select * from materials where ${matching(input, now)} limit ${mostCounted + 1})
    select ${columns}, (select count(*)::int from found) as total
    from found where true ${after(input.cursor)} ${newestFirst} limit ${input.limit + 1}`;
  const rows = await sql<Found>(query, "search");
  // Each row has the total, so without a row after the cursor the total is unknown.
  if (input.cursor && rows.length === 0) return undefined;
  return (rows[0]?.total ?? 0) > mostCounted ? undefined : rows;
}

async function listed(input: ListOfficeInput, now: Date): Promise<Found[]> {
  const where = matching(input, now);
  const query = Prisma.sql`
    select ${columns},
      (select count(*)::int from (select from materials where ${where} limit ${mostCounted + 1}) matching) as total
    from materials where ${where} ${after(input.cursor)} ${newestFirst} limit ${input.limit + 1}`;
  return sql<Found>(query, input.q ? "search" : "lookup");
}

/** Materials for staff: with the publisher, and whether the caller may delete them. */
export async function withPublishers(items: MaterialView[], principal: Principal | null): Promise<MaterialView[]> {
  const rows = await db().material.findMany({
    where: { id: { in: items.map(({ _id }) => _id) } },
    select: { id: true, availableFrom: true, uploadedBy: { select: { name: true } } },
  });
  const counts = await db().materialDownload.groupBy({
    by: "materialId",
    where: { materialId: { in: items.map(({ _id }) => _id) } },
    _sum: { count: true },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const downloadsOf = new Map(counts.map(({ materialId, _sum }) => [materialId, _sum.count ?? 0]));
  return items.map((item) => {
    const scope = { className: Number(item.className), subject: item.subject };
    const row = rowOf.get(item._id);
    return {
      ...item,
      uploadedBy: row?.uploadedBy?.name ?? null,
      mayRemove: may(principal, actions.manage, scope),
      availableFrom: row?.availableFrom ?? null,
      downloads: downloadsOf.get(item._id) ?? 0,
    };
  });
}

/** A material for staff, also if it has expired. @throws AppError NOT_FOUND */
export async function getMaterial({ id }: { id: string }, principal: Principal): Promise<MaterialView> {
  const row = await db().material.findUnique({ where: { id }, select: shown });
  const [item] = row ? await withPublishers([materialViewOf(row)], principal) : [];
  if (!item) throw new AppError("NOT_FOUND", say("notFound"));
  return item;
}

/** The material with the file `key`, or null. */
export async function findMaterialByFile(key: string): Promise<MaterialView | null> {
  const row = await db().material.findUnique({ where: { fileKey: key }, select: shown });
  return row && materialViewOf(row);
}

/** The classes with materials, in order. */
export async function listMaterialClasses({ includeExpired }: ListClassesInput, now: Date): Promise<string[]> {
  const filter = includeExpired
    ? Prisma.empty
    : Prisma.sql`and (m.expires_at is null or m.expires_at > ${now}) and m.available_from is null`;
  // Probes the index for each class, since grouping would read all rows.
  const rows = await sql<{ className: number }>(Prisma.sql`
    select class_name as "className" from unnest(${storedClasses}::int[]) class_name
    where exists (select 1 from materials m where m.class_name = class_name.class_name ${filter})
    order by 1`);
  return rows.map((row) => String(row.className));
}

/** The subjects with the most visible materials, with counts. */
export async function listMaterialSubjects(
  { className }: ListMaterialSubjectsInput,
  now: Date,
): Promise<SubjectCounts> {
  const rows = await db().material.groupBy({
    by: "subject",
    where: {
      ...(className !== undefined && { className }),
      availableFrom: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    _count: { subject: true },
    orderBy: [{ _count: { subject: "desc" } }, { subject: "asc" }],
    take: mostChips,
  });
  return rows.map(({ subject, _count }) => ({ subject, count: _count.subject }));
}

/**
 * The location of a material's file.
 * @throws AppError NOT_FOUND, also before it is available; GONE once it has expired. Staff can open it in both cases
 */
export async function getMaterialFile(id: string, principal: Principal | null, now: Date) {
  const row = await db().material.findUnique({
    where: { id },
    select: { fileKey: true, fileName: true, fileKind: true, fileHash: true, expiresAt: true, availableFrom: true },
  });
  if (!row || (row.availableFrom && !may(principal, actions.manage))) throw new AppError("NOT_FOUND", say("notFound"));
  if (hasExpired(row.expiresAt, now) && !may(principal, actions.manage)) throw new AppError("GONE", say("expired"));
  return { key: row.fileKey, name: row.fileName, kind: row.fileKind, hash: Buffer.from(row.fileHash).toString("hex") };
}

/** The names of materials by id; deleted ones are missing. */
export function findMaterialNames(ids: string[]) {
  const select = { id: true, subject: true, materialName: true } as const;
  return db().material.findMany({ where: { id: { in: ids } }, select });
}

/** The number of materials for each spelling of a subject, most frequent first. */
export async function countMaterialsBySubject() {
  return sql<{ subject: string; count: number }>(Prisma.sql`
    select subject, count(*)::int as count from materials group by subject order by count desc limit 2000`);
}

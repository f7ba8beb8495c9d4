import "server-only";
import { AppError } from "@/lib/errors";
import { pageOf, placeOf } from "@/lib/pages";
import type { Principal } from "@/lib/principal";
import { db, literal } from "@/server/db";
import type { Material, Prisma } from "@/server/generated/prisma/client";
import { copy } from "./copy";
import { hasExpired } from "./rules";
import type { ListMaterialsInput, MaterialView } from "./schema";

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

/** A row as every answer shows it. */
export function materialViewOf(row: Pick<Material, keyof typeof shown>): MaterialView {
  return {
    _id: row.id,
    className: String(row.className),
    subject: row.subject,
    materialName: row.materialName,
    pdfFile: `/api/materials/${row.id}/file`,
    fileKind: row.fileKind,
    fileSize: row.fileSize,
    uploadedAt: row.uploadedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

function matching(input: ListMaterialsInput, now: Date): Prisma.MaterialWhereInput {
  const filters: Prisma.MaterialWhereInput[] = [];
  if (!input.includeExpired) filters.push({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });
  if (input.className !== undefined) filters.push({ className: input.className });
  if (input.q) {
    const contains = { contains: literal(input.q), mode: "insensitive" } as const;
    filters.push({ OR: [{ materialName: contains }, { subject: contains }] });
  }
  return { AND: filters };
}

function after(cursor: string): Prisma.MaterialWhereInput {
  const { date, id } = placeOf(cursor);
  return { uploadedAt: { lte: date }, OR: [{ uploadedAt: { lt: date } }, { id: { lt: id } }] };
}

/** The materials that match, newest first, a page at a time (decision 21). */
export async function listMaterials(input: ListMaterialsInput, now: Date) {
  const where = matching(input, now);
  const [rows, total] = await Promise.all([
    db().material.findMany({
      where: input.cursor ? { AND: [where, after(input.cursor)] } : where,
      orderBy: [{ uploadedAt: "desc" }, { id: "desc" }],
      take: input.limit + 1,
      select: shown,
    }),
    db().material.count({ where }),
  ]);
  return {
    ...pageOf(rows.map(materialViewOf), input.limit, (item) => ({ at: item.uploadedAt, id: item._id })),
    total,
  };
}

/** The material that shows the file `key`, if one does. */
export async function findMaterialByFile(key: string): Promise<MaterialView | null> {
  const row = await db().material.findUnique({ where: { fileKey: key }, select: shown });
  return row && materialViewOf(row);
}

/** The classes that have a material which visitors can see, in order. */
export async function listMaterialClasses(now: Date): Promise<string[]> {
  const rows = await db().material.groupBy({
    by: ["className"],
    where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: { className: "asc" },
  });
  return rows.map((row) => String(row.className));
}

/** Where the bytes of a material lie. @throws AppError NOT_FOUND, or GONE once it expired, but never for the administrator */
export async function getMaterialFile(id: string, principal: Principal | null, now: Date) {
  const row = await db().material.findUnique({
    where: { id },
    select: { fileKey: true, fileName: true, fileKind: true, fileHash: true, expiresAt: true },
  });
  if (!row) throw new AppError("NOT_FOUND", copy.notFound);
  if (hasExpired(row.expiresAt, now) && principal?.role !== "admin") throw new AppError("GONE", copy.expired);
  return { key: row.fileKey, name: row.fileName, kind: row.fileKind, hash: Buffer.from(row.fileHash).toString("hex") };
}

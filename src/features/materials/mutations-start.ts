import "server-only";
import { record } from "@/server/audit/audit";
import { db, type Transaction } from "@/server/db/client";
import type { Material } from "@/server/generated/prisma/client";
import { dueUntil, eachDue } from "@/server/jobs/planned";
import { tellClass } from "./mutations";

/**
 * Makes a material available: it is listed from `at` on, and its class is notified if requested. The request stays while nobody
 * in the class gets emails.
 */
export async function startMaterial(tx: Transaction, row: Material, at: Date, now: Date): Promise<Material> {
  const isUntold = row.tellClass && !(await tellClass(tx, row, row.tellSections, now));
  const data = { availableFrom: null, uploadedAt: at, tellClass: isUntold };
  return tx.material.update({ where: { id: row.id }, data });
}

/** Publishes materials that are due, once across processes. */
export async function startMaterials(now: Date): Promise<void> {
  const due = dueUntil(now);
  const found = await db().material.findMany({
    where: { availableFrom: { lte: due } },
    orderBy: [{ availableFrom: "asc" }, { id: "asc" }],
    take: 1000,
    select: { id: true },
  });
  await eachDue(found, "planned material", (tx, id) => startDue(tx, id, due, now));
}

async function startDue(tx: Transaction, id: string, due: Date, now: Date): Promise<void> {
  await tx.$queryRaw`select from materials where id = ${id}::uuid for update`;
  const row = await tx.material.findUnique({ where: { id } });
  // Another process was first, or the time was changed.
  if (!row?.availableFrom || row.availableFrom > due) return;
  await startMaterial(tx, row, row.availableFrom, now);
  const detail = { class: row.className, subject: row.subject };
  await record(tx, { action: "material-started", by: null, subjectId: id, detail });
}

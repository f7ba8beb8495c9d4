import "server-only";
import { isDeepStrictEqual } from "node:util";
import { resolveSubjects } from "@/features/subjects/data";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { requireClass } from "@/server/classes";
import { type Transaction, transaction } from "@/server/db/client";
import type { Material } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { takeBackNews } from "@/server/mail/news";
import { requireScope } from "@/server/trpc/scope";
import { materialViewOf } from "./data";
import { say } from "./messages";
import { newsOf, removeMaterial, tellClass } from "./mutations";
import { startMaterial } from "./mutations-start";
import { actions, hasExpired, sectionsToNotify, startOf } from "./rules";
import type { MaterialView } from "./schema";
import type { EditMaterialInput, ExtendMaterialsInput, ManyMaterials } from "./schema-office";

/**
 * A material, locked until the transaction ends.
 * @throws AppError NOT_FOUND, FORBIDDEN for one that the person does not teach
 */
export async function lockMaterial(tx: Transaction, id: string, by: Principal): Promise<Material> {
  await tx.$queryRaw`select from materials where id = ${id}::uuid for update`;
  const row = await tx.material.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  requireScope(by, actions.manage, row);
  return row;
}

/**
 * Edits a material; its file, its link and missing fields stay unchanged. A new expiry must be in the future; a past one may stay.
 * @throws AppError NOT_FOUND, FORBIDDEN if the old or the new class is not taught, BAD_REQUEST
 */
export async function editMaterial(input: EditMaterialInput, by: Principal, now: Date): Promise<MaterialView> {
  const { id, availableFrom, ...given } = input;
  const nameOf = await resolveSubjects([given.subject]);
  return transaction(async (tx) => {
    const row = await lockMaterial(tx, id, by);
    const place = { className: given.className ?? row.className, subject: given.subject ?? row.subject };
    requireScope(by, actions.manage, place);
    requireClass(place.className, [row.className]);
    const from = availableFrom === undefined ? row.availableFrom : startOf(availableFrom, now);
    const expiresAt = given.expiresAt === undefined ? row.expiresAt : given.expiresAt;
    refuseTimes(row, expiresAt, from, now);
    const subject = nameOf(given.subject) ?? row.subject;
    // The editor may teach other sections in the new class or subject.
    const isElsewhere = row.className !== place.className || row.subject !== subject;
    const isPutOff = from !== null && row.availableFrom === null;
    const isMoved = row.className !== place.className;
    // If the old class was not notified yet, notify the class at the start, or the new class now.
    const isUntold = (isPutOff || isMoved) && (row.tellClass || (await takeBackNews(tx, newsOf(id))));
    const isTelling = row.tellClass || isUntold;
    const tellSections = isTelling && isElsewhere ? sectionsToNotify(by, place) : row.tellSections;
    const isDue = isUntold && !from && !row.availableFrom;
    const isTold = isDue && (await tellClass(tx, { id, className: place.className, expiresAt }, tellSections, now));
    const data = {
      className: place.className,
      subject,
      materialName: given.materialName ?? row.materialName,
      expiresAt,
      availableFrom: from,
      tellClass: isTelling && !isTold,
      tellSections,
    };
    if (isDeepStrictEqual({ ...row, ...data }, row)) return materialViewOf(row);
    const changed = await tx.material.update({ where: { id }, data });
    if (from) await enqueue(tx, "startMaterials", {}, { once: from.toISOString(), at: from });
    const shown = row.availableFrom && !from ? await startMaterial(tx, changed, now, now) : changed;
    const detail = { class: shown.className, subject: shown.subject };
    await record(tx, { action: "material-edited", by, subjectId: id, detail });
    return materialViewOf(shown);
  });
}

function refuseTimes(row: Material, expiresAt: Date | null, from: Date | null, now: Date): void {
  const isSame = row.expiresAt?.getTime() === expiresAt?.getTime();
  if (!isSame && hasExpired(expiresAt, now)) throw fieldError("expiresAt", say("expiryPassed"));
  if (from && expiresAt && expiresAt <= from) throw fieldError("expiresAt", say("expiryBeforeStart"));
}

/**
 * Sets a new expiry for materials, one by one. Rejects missing ones, those of other teachers, and those that start after the
 * new expiry.
 * @throws AppError BAD_REQUEST
 */
export async function extendMaterials(input: ExtendMaterialsInput, by: Principal, now: Date): Promise<ManyMaterials> {
  const { ids, expiresAt } = input;
  if (hasExpired(expiresAt, now)) throw fieldError("expiresAt", say("expiryPassed"));
  return oneByOne(ids, (id) =>
    transaction(async (tx) => {
      const { availableFrom, className, subject, expiresAt: before } = await lockMaterial(tx, id, by);
      if (availableFrom && expiresAt && expiresAt <= availableFrom)
        throw fieldError("expiresAt", say("expiryBeforeStart"));
      if (isDeepStrictEqual(before, expiresAt)) return;
      await tx.material.update({ where: { id }, data: { expiresAt } });
      const detail = { class: className, subject };
      await record(tx, { action: "material-edited", by, subjectId: id, detail });
    }),
  );
}

/** Deletes materials one by one. Rejects missing ones and those of other teachers. */
export const removeMaterials = (ids: readonly string[], by: Principal): Promise<ManyMaterials> =>
  oneByOne(ids, (id) => removeMaterial(id, by));

const reasons = { NOT_FOUND: "notFound", FORBIDDEN: "notYours", BAD_REQUEST: "endsTooEarly" } as const;

async function oneByOne(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<ManyMaterials> {
  const done: string[] = [];
  const refused: ManyMaterials["refused"] = [];
  for (const id of ids) {
    try {
      await act(id);
      done.push(id);
    } catch (error) {
      const why = error instanceof AppError && Object.entries(reasons).find(([code]) => code === error.code)?.[1];
      if (!why) throw error;
      refused.push({ id, why });
    }
  }
  return { done, refused };
}

import "server-only";
import { AppError } from "@/lib/errors";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { inRollOrder } from "@/lib/roll-order";
import { record } from "@/server/audit/audit";
import { db, transaction } from "@/server/db/client";
import { joined } from "@/server/documents/compile";
import { getFile } from "@/server/files/disk";
import { sweepOwned } from "@/server/files/sweep";
import { noteEnded } from "@/server/privacy/ended";
import { type RunningTask, startTask, type TaskResult } from "@/server/tasks/tasks";
import { findSet } from "./data";
import { copy, say } from "./messages";
import { detailOf, lockSet } from "./mutations";
import { cardContent } from "./schema-content";

/** Withdraws a valid card. A run that is about to replace it starts again without it. @throws AppError NOT_FOUND, CONFLICT if not valid */
export async function withdrawCard({ id, reason }: { id: string; reason: string }, by: Principal, now: Date) {
  await transaction(async (tx) => {
    const card = await tx.reportCard.findUnique({ where: { id }, include: { set: true } });
    if (!card) throw new AppError("NOT_FOUND", say("noCard"));
    await lockSet(tx, card.setId);
    const { count } = await tx.reportCard.updateMany({
      where: { id, state: "issued" },
      data: { state: "withdrawn", endedAt: now, reason },
    });
    if (count === 0) throw new AppError("CONFLICT", say("notIssued"));
    await tx.reportCard.deleteMany({ where: { setId: card.setId, studentId: card.studentId, state: "draft" } });
    await record(tx, { action: "card-withdrawn", by, subjectId: card.studentId, detail: detailOf(card.set) });
    await noteEnded("report_cards", [id]);
  });
  return { _id: id };
}

/** Starts the task that joins the valid cards of a set. Returns its id. @throws AppError CONFLICT if there are none */
export async function startPrint(setId: string, by: Principal): Promise<string> {
  await findSet(setId);
  const total = await db().reportCard.count({ where: { setId, state: "issued" } });
  if (total === 0) throw new AppError("CONFLICT", say("nothingToPrint"));
  return transaction((tx) => startTask(tx, { kind: "printCards", input: { setId }, total }, by));
}

/** The valid cards of a set as one file in roll order, with the pages as issued. */
export async function printCards(task: RunningTask, { setId }: { setId: string }): Promise<TaskResult> {
  const set = await findSet(setId);
  const found = await db().reportCard.findMany({
    where: { setId, state: "issued" },
    select: { uploadKey: true, pages: true, content: true },
    orderBy: { id: "asc" },
  });
  const cards = found.map((card) => ({ ...card, ...cardContent.parse(card.content) })).sort(inRollOrder);
  const documents: { bytes: Uint8Array; pages: number }[] = [];
  for (const { uploadKey, pages } of cards) {
    documents.push({ bytes: new Uint8Array(await getFile(uploadKey ?? "")), pages });
    await task.progress(documents.length, cards.length + 1);
  }
  const place = placeName(set.className, set.section);
  const bytes = await joined(copy.joinedTitle(place, set.title), documents, new Date());
  await transaction((tx) =>
    record(tx, {
      action: "cards-printed",
      by: task.by,
      subjectId: setId,
      detail: { ...detailOf(set), count: cards.length },
    }),
  );
  return { name: `report-cards-class-${place.replace(" ", "-")}.pdf`, type: "application/pdf", bytes };
}

/** Deletes files of erased cards, and files left by a crash. Runs each hour. */
export async function sweepCardFiles(): Promise<void> {
  const before = new Date(Date.now() - 60 * 60 * 1000);
  const select = { uploadKey: true } as const;
  await sweepOwned("card", before, (keys) => db().reportCard.findMany({ where: { uploadKey: { in: keys } }, select }));
}

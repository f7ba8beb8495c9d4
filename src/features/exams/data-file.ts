import "server-only";
import { createHash } from "node:crypto";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { countsOf } from "@/lib/row-states";
import { namesOfPeople } from "@/server/auth/users";
import { columnsShown, lastOfFile, rowsBelow, undoLength, undoneOf } from "@/server/batches/batches";
import { db } from "@/server/db/client";
import type { Batch } from "@/server/generated/prisma/client";
import { examViewOf, getExam } from "./data";
import { listSheetRows, withAdmissionNos } from "./data-sheet";
import { say } from "./messages";
import { actions } from "./rules";
import { type PlannedMark, planFile } from "./rules-file";
import { shownMark } from "./rules-marks";
import type { FileColumns, FileField, FileHeadView, FileRowView, FileView } from "./schema-files";

/** What is stored about a file beside its rows. */
export type FileMapping = {
  examId: string;
  kind: "csv" | "xlsx";
  hidden: number;
  headRow: number;
  columns: FileColumns;
  /** The meaning of each heading, once the rows were checked. */
  heads: Record<string, FileField>;
  isChecked: boolean;
};

/** Files of an earlier version lack the kind, the hidden rows and the headings. */
export const fileMappingOf = ({ mapping }: Pick<Batch, "mapping">): FileMapping => ({
  kind: "csv",
  hidden: 0,
  heads: {},
  ...(mapping as unknown as Omit<FileMapping, "kind" | "hidden" | "heads">),
});

/** Only the sender and the office may see a file. */
export function requireSender(batch: Batch | null, by: Principal): Batch {
  if (batch && (batch.createdById === by.userId || reachOf(by, actions.mark) === "all")) return batch;
  throw new AppError("NOT_FOUND", say("noFile"));
}

/** A file of marks. @throws AppError NOT_FOUND */
export async function findFile(id: string, by: Principal): Promise<Batch> {
  return requireSender(await db().batch.findFirst({ where: { id, kind: "marks" } }), by);
}

/** A preview of a file, with the digest that confirms it. @throws AppError NOT_FOUND, FORBIDDEN */
export async function planOfFile(batch: Batch, by: Principal, now: Date) {
  const { examId, columns } = fileMappingOf(batch);
  const exam = await getExam(examId, by);
  const [data, sheet] = await Promise.all([rowsBelow(batch), listSheetRows(exam, by, now)]);
  const people = await withAdmissionNos(sheet);
  const rows = planFile(data, columns, people, Number(exam.totalMarks));
  const facts = rows.map(({ no, state, person, mark, remark }) => [
    ...[no, state, person?.studentId, person?.rowVersion, mark, remark],
  ]);
  const digest = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  return { exam, data, rows, digest };
}

const headViewOf = (batch: Batch, names: Map<string, string>): FileHeadView => ({
  _id: batch.id,
  fileName: batch.fileName ?? "",
  createdAt: batch.createdAt,
  state: batch.state === "checked" && !fileMappingOf(batch).isChecked ? "read" : batch.state,
  by: batch.createdById && (names.get(batch.createdById) ?? null),
  undoUntil: batch.appliedAt && new Date(batch.appliedAt.getTime() + undoLength),
});

const namesOf = (rows: readonly Batch[]) => namesOfPeople(rows.map(({ createdById }) => createdById));

/** The newest files of an exam. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listFiles({ id: examId }: { id: string }, by: Principal): Promise<FileHeadView[]> {
  await getExam(examId, by);
  const isSeen = reachOf(by, actions.mark) === "all" ? {} : { createdById: by.userId };
  const rows = await db().batch.findMany({
    where: { kind: "marks", mapping: { path: ["examId"], equals: examId }, ...isSeen },
    orderBy: { createdAt: "desc" },
    take: 20,
  });
  const names = await namesOf(rows);
  return rows.map((row) => headViewOf(row, names));
}

/**
 * When the same file was written before, and for which exam; null if it was not, was undone, or that exam is gone. Teachers
 * only see this exam and their own files, the office sees all.
 */
export async function findWritten(batch: Batch, by: Principal): Promise<FileView["written"]> {
  const ofExam = { mapping: { path: ["examId"], equals: fileMappingOf(batch).examId } };
  const isSeen = reachOf(by, actions.mark) === "all" ? {} : { OR: [ofExam, { createdById: by.userId }] };
  const earlier = await lastOfFile(batch, isSeen);
  if (!earlier?.appliedAt) return null;
  const { examId } = fileMappingOf(earlier);
  const exam = await db().exam.findUnique({ where: { id: examId }, select: { subject: true, examName: true } });
  return exam && { at: earlier.appliedAt, ...exam };
}

/** A file with what each row would do, or has done. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getFile(id: string, by: Principal, now: Date): Promise<FileView> {
  const batch = await findFile(id, by);
  const { columns, hidden } = fileMappingOf(batch);
  const { exam, data, rows, digest } = await planOfFile(batch, by, now);
  const isWaiting = batch.state === "checked";
  const counts = isWaiting ? countsOf(rows) : (batch.counts as FileView["counts"]);
  const { reversed, leftOver } = await undoneOf(batch, say("noSuchStudent"));
  return {
    ...headViewOf(batch, await namesOf([batch])),
    exam: examViewOf(exam),
    columns,
    hidden,
    counts,
    digest,
    rows: isWaiting ? rows.map(rowViewOf) : [],
    ...(await columnsShown(batch, data)),
    written: isWaiting ? await findWritten(batch, by) : null,
    reversed,
    leftOver: leftOver.map(({ no, name, why }) => ({ no, who: name, why })),
  };
}

function rowViewOf({ no, state, person, texts, mark, remark, fault }: PlannedMark): FileRowView {
  const faulty = (at: NonNullable<PlannedMark["fault"]>["at"]) =>
    fault?.at === at ? { fault: wordsOf(fault.why) } : {};
  const typed = [texts.admissionNo, texts.rollNo, texts.name].filter(Boolean).join(", ");
  const [before, after] = [shownMark(person?.mark ?? null), fault ? (texts.mark ?? "") : shownMark(mark)];
  const remarkAfter = fault ? (texts.remark ?? "") : (remark ?? "");
  const was = (old: string, text: string) => (state === "updated" && old !== text ? { was: old || null } : {});
  return {
    no,
    state,
    studentId: person?.studentId ?? null,
    who: { text: fault?.at === "who" ? typed : (person?.name ?? typed), ...faulty("who") },
    mark: { text: after, ...was(before, after), ...faulty("mark") },
    remark: { text: remarkAfter, ...was(person?.remark ?? "", remarkAfter), ...faulty("remark") },
  };
}

import "server-only";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { listOpenTasks, type RunningTask, startTask } from "@/server/tasks/tasks";
import { findSet, getSet } from "./data";
import { readCardLogo, typesetCard } from "./data-card";
import { listSheet, type SheetRow, signsWithoutType } from "./data-sheet";
import { say } from "./messages";
import { detailOf, lockSet } from "./mutations";
import { nextNumbers } from "./mutations-numbers";
import { pdfType, printDrafts } from "./mutations-print";
import { reachesStudent } from "./rules";
import { type IssueInput, type IssueTaskInput, issueTaskInput } from "./schema";
import { cardContent } from "./schema-content";

type Chosen = Pick<IssueInput, "students" | "withdrawn">;

/**
 * The students, selected or of the whole class, whose card is to be issued: it is missing, outdated, or one of the withdrawn cards that
 * were chosen. A card that is withdrawn later stays withdrawn.
 */
async function dueOf(rows: readonly SheetRow[], { students, withdrawn = [] }: Chosen): Promise<SheetRow[]> {
  const chosen = students && new Set(students);
  const isDue = ({ standing, card }: SheetRow) =>
    standing === "withdrawn" ? card !== null && withdrawn.includes(card.id) : standing !== "issued";
  const due = rows.filter((row) => isDue(row) && (chosen ? chosen.has(row.person.studentId) : row.person.isInClass));
  const signs = await Promise.all(due.map(({ content }) => signsWithoutType(content)));
  return due.filter((_, index) => signs[index] === "");
}

/** Starts the task that issues cards. Returns its id. @throws AppError CONFLICT if there is nothing to issue */
export async function startIssue({ id: setId, ...chosen }: IssueInput, by: Principal, now: Date) {
  const set = await findSet(setId);
  const due = await dueOf(await listSheet(set, now), chosen);
  if (due.length === 0) throw new AppError("CONFLICT", say("nothingToIssue"));
  const { withdrawn = [] } = chosen;
  // A process of the previous version refuses an input with fields that it does not know.
  const input: IssueTaskInput = { setId, students: idsOf(due), ...(withdrawn.length > 0 && { withdrawn }) };
  return transaction((tx) => startTask(tx, { kind: "issueCards", input, total: due.length }, by));
}

/**
 * Issues cards in one transaction after all of them are typeset. Resumes after a crash: numbers are kept, and typeset cards
 * are not typeset again. Starts again if another run on the set has replaced a draft of this one in the meantime, or if a card
 * was withdrawn.
 */
export async function issueCards(task: RunningTask, input: IssueTaskInput): Promise<undefined> {
  while (!(await tryToIssue(task, input)));
}

/** Returns false if a draft of the run is gone: then nothing is issued. */
async function tryToIssue(task: RunningTask, input: IssueTaskInput): Promise<boolean> {
  const now = new Date();
  const drafts = await transaction((tx) => prepare(tx, task, input, now));
  await printDrafts(task, drafts, now);
  const ids = drafts.map(({ id }) => id);
  return transaction(async (tx) => {
    const set = await lockSet(tx, input.setId);
    if ((await tx.reportCard.count({ where: { id: { in: ids } } })) < ids.length) return false;
    const count = await publish(tx, ids, task.by.userId);
    const detail = { ...detailOf(set), count };
    if (count > 0) await record(tx, { action: "cards-issued", by: task.by, subjectId: set.id, detail });
    await task.finish(tx);
    return true;
  });
}

/** Assigns each card a number, or reuses that of an earlier run of this day with the same content. */
async function prepare(tx: Transaction, task: RunningTask, { setId, ...chosen }: IssueTaskInput, now: Date) {
  const set = await lockSet(tx, setId);
  const due = await dueOf(await listSheet(set, now), chosen);
  const isKept = ({ latest, content }: SheetRow) =>
    latest?.state === "draft" && isDeepStrictEqual(cardContent.parse(latest.content), cardContent.parse(content));
  const fresh = due.filter((row) => !isKept(row));
  const ids = due.map(({ person }) => person.studentId);
  const kept = [...ids, ...(await studentsOfOthers(tx, task, setId))];
  await tx.reportCard.deleteMany({
    where: { setId, state: "draft", OR: [{ studentId: { notIn: kept } }, { studentId: { in: idsOf(fresh) } }] },
  });
  const numbers = await nextNumbers(tx, set, fresh);
  await tx.reportCard.createMany({
    data: fresh.map(({ person, content }, index) => {
      const { number, version } = numbers[index] ?? { number: "", version: 0 };
      return { setId, studentId: person.studentId, number, version, content };
    }),
  });
  return tx.reportCard.findMany({
    where: { setId, state: "draft", studentId: { in: ids } },
    orderBy: { number: "asc" },
  });
}

/** The students of the other open runs on a set: their drafts are in use, while drafts of ended runs are leftovers. */
async function studentsOfOthers(tx: Transaction, task: RunningTask, setId: string): Promise<string[]> {
  const inputs = (await listOpenTasks(tx, "issueCards"))
    .filter(({ id }) => id !== task.id)
    .map(({ input }) => issueTaskInput.parse(input));
  return inputs.flatMap((input) => (input.setId === setId ? input.students : []));
}

const idsOf = (rows: readonly SheetRow[]) => rows.map(({ person }) => person.studentId);

/** Makes typeset drafts valid, replacing earlier versions. Returns their number. */
async function publish(tx: Transaction, ids: string[], issuedById: string): Promise<number> {
  const now = new Date();
  const drafts = await tx.reportCard.findMany({
    where: { id: { in: ids }, state: "draft", uploadKey: { not: null } },
    select: { id: true, setId: true, studentId: true },
  });
  const [first] = drafts;
  if (!first) return 0;
  await tx.reportCard.updateMany({
    where: { setId: first.setId, studentId: { in: drafts.map(({ studentId }) => studentId) }, state: "issued" },
    data: { state: "replaced", endedAt: now },
  });
  const { count } = await tx.reportCard.updateMany({
    where: { id: { in: drafts.map(({ id }) => id) } },
    data: { state: "issued", issuedAt: now, issuedById },
  });
  return count;
}

/** A draft of a student's card. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for characters without a font */
export async function previewCard({ id, studentId }: { id: string; studentId: string }, by: Principal, now: Date) {
  const set = await getSet(id, by);
  const row = (await listSheet(set, now)).find(({ person }) => person.studentId === studentId);
  if (!row || !reachesStudent(by, { ...set, section: row.person.section }))
    throw new AppError("NOT_FOUND", say("noSuchStudent"));
  const signs = await signsWithoutType(row.content);
  if (signs !== "") throw new AppError("CONFLICT", say("cannotShow", signs));
  const { bytes } = await typesetCard(row.content, null, await readCardLogo(), now);
  return { name: "draft.pdf", type: pdfType, base64: Buffer.from(bytes).toString("base64") };
}

import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { hashOfToken } from "@/server/auth/passwords";
import { db, type Transaction, transaction } from "@/server/db/client";
import { deleteFile, putFile } from "@/server/files/disk";
import { completeOwned, forgetOwned, reserveOwned } from "@/server/files/records";
import type { ReportCard } from "@/server/generated/prisma/client";
import { type RunningTask, startTask } from "@/server/tasks/tasks";
import { findSet, getSet, type SetRow } from "./data";
import { readCardLogo, typesetCard } from "./data-card";
import { listSheet, type SheetRow, saysTheSame, signsWithoutType } from "./data-sheet";
import { say } from "./messages";
import { detailOf, holdSet } from "./mutations";
import { nextNumber, numberOf, reachesStudent, seriesOf } from "./rules";
import type { IssueTaskInput } from "./schema";
import { cardContent } from "./schema-content";

const type = "application/pdf";

/** How many cards are on their way to the disk while the next ones are typeset. */
const atOnce = 8;

/** The students whose card is to be issued: those who were chosen, or all whose card is missing or out of date. */
async function dueOf(rows: readonly SheetRow[], students: readonly string[] | undefined): Promise<SheetRow[]> {
  const chosen = students && new Set(students);
  const due = rows.filter(({ person, standing }) =>
    chosen ? chosen.has(person.studentId) && standing !== "issued" : standing === "none" || standing === "changed",
  );
  const signs = await Promise.all(due.map(({ content }) => signsWithoutType(content)));
  return due.filter((_, index) => signs[index] === "");
}

/** Starts the task that issues cards. Returns its id. @throws AppError CONFLICT if there is nothing to issue */
export async function startIssue(setId: string, students: string[] | undefined, by: Principal, now: Date) {
  const set = await findSet(setId);
  const due = await dueOf(await listSheet(set, now), students);
  if (due.length === 0) throw new AppError("CONFLICT", say("nothingToIssue"));
  const input = { setId, students: due.map(({ person }) => person.studentId) };
  return transaction((tx) => startTask(tx, { kind: "issueCards", input, total: due.length }, by));
}

/**
 * Issues the cards of students at once, after all of them are printed. What a crash left is found again: a card that has its number
 * keeps it, and one that is printed is not printed again.
 */
export async function issueCards(task: RunningTask, { setId, students }: IssueTaskInput): Promise<undefined> {
  const now = new Date();
  const drafts = await transaction((tx) => prepare(tx, setId, students, now));
  let done = drafts.filter(({ uploadKey }) => uploadKey !== null).length;
  await task.progress(done, drafts.length);
  const logo = await readCardLogo();
  const left = drafts.filter(({ uploadKey }) => uploadKey === null);
  for (let start = 0; start < left.length; start += atOnce) {
    const some = left.slice(start, start + atOnce);
    await Promise.all(some.map((card) => print(card, logo, now)));
    done += some.length;
    await task.progress(done, drafts.length);
  }
  const ids = drafts.map(({ id }) => id);
  await transaction(async (tx) => {
    const set = await holdSet(tx, setId);
    const count = await publish(tx, ids, task.by.userId);
    const detail = { ...detailOf(set), count };
    if (count > 0) await record(tx, { action: "cards-issued", by: task.by, subjectId: setId, detail });
    await task.finish(tx);
  });
}

/** Gives each card its number, unless it has one for the same content from a run before. */
async function prepare(tx: Transaction, setId: string, students: readonly string[], now: Date): Promise<ReportCard[]> {
  const set = await holdSet(tx, setId);
  const due = await dueOf(await listSheet(set, now), students);
  const isKept = ({ latest, content }: SheetRow) => latest?.state === "draft" && saysTheSame(latest, content);
  const fresh = due.filter((row) => !isKept(row));
  const ids = due.map(({ person }) => person.studentId);
  await tx.reportCard.deleteMany({
    where: { setId, state: "draft", OR: [{ studentId: { notIn: ids } }, { studentId: { in: idsOf(fresh) } }] },
  });
  const places = await nextPlaces(tx, set, fresh.filter(({ card }) => card === null).length);
  await tx.reportCard.createMany({
    data: fresh.map(({ person, content, card }) => {
      const version = (card?.version ?? 0) + 1;
      const number = card
        ? nextNumber(card.number, version)
        : numberOf(seriesOf(isoDate(set.schoolYear.firstDay), set), places.shift() ?? 0, version);
      return { setId, studentId: person.studentId, number, version, content };
    }),
  });
  return tx.reportCard.findMany({ where: { setId, state: "draft" }, orderBy: { number: "asc" } });
}

const idsOf = (rows: readonly SheetRow[]) => rows.map(({ person }) => person.studentId);

/** The next places of a class in a year; nobody gets one of them again, whatever becomes of the cards. */
async function nextPlaces(tx: Transaction, set: SetRow, count: number): Promise<number[]> {
  if (count === 0) return [];
  const prefix = seriesOf(isoDate(set.schoolYear.firstDay), set);
  const { last } = await tx.reportCardSeries.upsert({
    where: { prefix },
    create: { prefix, last: count },
    update: { last: { increment: count } },
  });
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

type Logo = Awaited<ReturnType<typeof readCardLogo>>;

/** Typesets a card and keeps its bytes. The row of the file comes first, so that no crash leaves one that nobody knows. */
async function print({ id, number, content }: ReportCard, logo: Logo, now: Date): Promise<void> {
  const token = randomBytes(16).toString("base64url");
  const { bytes, pages } = await typesetCard(cardContent.parse(content), { number, token }, logo, now);
  const key = randomBytes(24).toString("hex");
  await reserveOwned(key, "card", id, { name: `report-card-${number}.pdf`, type, size: bytes.byteLength });
  await putFile(key, bytes);
  await completeOwned(key);
  const sha256 = new Uint8Array(createHash("sha256").update(bytes).digest());
  const { count } = await db().reportCard.updateMany({
    where: { id, state: "draft", uploadKey: null },
    data: { uploadKey: key, pages, sha256, verifyHash: hashOfToken(token) },
  });
  if (count === 0) await dropFile(key);
}

async function dropFile(key: string): Promise<void> {
  await deleteFile(key);
  await forgetOwned(key, "card");
}

/** Makes printed drafts valid, in place of the versions before them. Returns their number. */
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

/** A draft of the card of a student. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for signs without type */
export async function previewCard({ id, studentId }: { id: string; studentId: string }, by: Principal, now: Date) {
  const set = await getSet(id, by);
  const row = (await listSheet(set, now)).find(({ person }) => person.studentId === studentId);
  if (!row || !reachesStudent(by, { className: set.className, section: row.person.section }))
    throw new AppError("NOT_FOUND", say("noSuchStudent"));
  const signs = await signsWithoutType(row.content);
  if (signs !== "") throw new AppError("CONFLICT", say("cannotShow", signs));
  const { bytes } = await typesetCard(row.content, null, await readCardLogo(), now);
  return { name: "draft.pdf", type, base64: Buffer.from(bytes).toString("base64") };
}

import "server-only";
import { dateHere } from "@/content/institute";
import { requireAccess, requireNamed, seesResults } from "@/features/results/data-access";
import { AppError, fieldError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { requireSecondStep } from "@/server/auth/second-step";
import { db } from "@/server/db/client";
import { getFile } from "@/server/files/disk";
import type { ReportCard, ReportCardSet } from "@/server/generated/prisma/client";
import { getStudent } from "@/server/roster/students";
import { isThisYear } from "./data";
import { listPeople } from "./data-people";
import { say } from "./messages";
import { actions, reachesSet, reachesStudent } from "./rules";
import { type CardView, cardState } from "./schema-cards";
import { cardContent } from "./schema-content";

/** Maximum number of cards shown for a student. */
const mostShown = 100;

const wasIssued: { in: ReportCard["state"][] } = { in: ["issued", "replaced", "withdrawn"] };

function viewOf({ id, number, state, issuedAt, endedAt, reason, content }: ReportCard): CardView {
  return {
    _id: id,
    number,
    state: cardState.parse(state),
    issuedAt: issuedAt ?? new Date(0),
    endedAt,
    reason,
    content: cardContent.parse(content),
  };
}

/**
 * The report cards of the caller or a child, under the same rule as results; for the office, of any student. Newest first.
 * @throws AppError BAD_REQUEST if the office or a guardian names no student, FORBIDDEN, NOT_FOUND
 */
export async function listCards(principal: Principal, asked: string | undefined): Promise<CardView[]> {
  if (may(principal, actions.make)) {
    if (asked === undefined) throw fieldError("studentId", say("whoseCards"));
    const cards = await listCardsOf(asked);
    if (cards.length === 0) await getStudent(asked);
    return cards;
  }
  await requireNamed(principal, asked, say("whoseCards"));
  const access = await requireAccess(principal, asked, say("noCards"));
  return access === null ? [] : listCardsOf(access.studentId);
}

async function listCardsOf(studentId: string): Promise<CardView[]> {
  const rows = await db().reportCard.findMany({
    where: { studentId, state: wasIssued },
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
    take: mostShown,
  });
  return rows.map(viewOf);
}

/** The newest valid card of each of these students; students without one are missing. */
export async function listNewestCards(studentIds: string[]) {
  if (studentIds.length === 0) return [];
  const rows = await db().reportCard.findMany({
    where: { studentId: { in: studentIds }, state: "issued" },
    distinct: "studentId",
    orderBy: [{ studentId: "asc" }, { issuedAt: "desc" }, { id: "desc" }],
    select: { studentId: true, issuedAt: true, content: true },
  });
  return rows.map(({ studentId, issuedAt, content }) => {
    const { title } = cardContent.parse(content);
    return { studentId, title, issuedAt: issuedAt ?? new Date(0) };
  });
}

/** The file of a card, for the family, the office and this year's class teacher. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getCardFile({ id }: { id: string }, principal: Principal) {
  const card = await db().reportCard.findFirst({ where: { id, state: wasIssued }, include: { set: true } });
  if (!card?.uploadKey) {
    requireSecondStep(principal);
    throw new AppError("NOT_FOUND", say("noCard"));
  }
  if (!(await isInSheet(card, principal)) && (await requireAccess(principal, card.studentId, say("noCard"))) === null)
    throw new AppError("NOT_FOUND", say("noCard"));
  const bytes = await getFile(card.uploadKey);
  return { name: `report-card-${card.number}.pdf`, type: "application/pdf", base64: bytes.toString("base64") };
}

/** True if the sheet of its set has the student in a row that a person reaches. */
async function isInSheet({ set, studentId }: ReportCard & { set: ReportCardSet }, principal: Principal) {
  const place = { ...set, isThisYear: await isThisYear(set) };
  if (!reachesSet(principal, place)) return false;
  const people = await listPeople(set.id, dateHere(new Date()));
  const section = people.find((one) => one.studentId === studentId)?.section ?? null;
  return reachesStudent(principal, { ...place, section });
}

/** True for anyone who may see results. */
export const readsCards = (person: Principal) => seesResults(person);

/** The number of a student's issued cards. */
export async function countCardsOf(studentId: string | null): Promise<number> {
  return studentId === null ? 0 : db().reportCard.count({ where: { studentId, state: wasIssued } });
}

/** The cards of a student, for an export. */
export async function exportCardsOf(studentId: string | null): Promise<Record<string, unknown>[]> {
  if (studentId === null) return [];
  return (await listCardsOf(studentId)).map(({ _id, content, ...card }) => ({ _id, ...card, ...content }));
}

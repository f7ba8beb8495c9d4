import "server-only";
import { isDeepStrictEqual } from "node:util";
import { dateHere } from "@/content/institute";
import { isSiteLocal } from "@/env";
import { listCardExams, listCardMarks, listClassMembers, listExemptions } from "@/features/exams/data-cards";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { unprintable } from "@/server/documents/coverage";
import { letterhead } from "@/server/documents/letterhead";
import type { ReportCard } from "@/server/generated/prisma/client";
import { currentSite, hasOwnFacts } from "@/server/institute/site";
import { choiceViewOf, getSet, listLater, type SetRow, setViewOf } from "./data";
import { verifyAddress } from "./data-card";
import { findEmptyDay, listPeople, type Person } from "./data-people";
import { say } from "./messages";
import { actions, reachesStudent } from "./rules";
import { type CardTable, type TableMark, tableOf } from "./rules-table";
import { type EntryView, mostCards, type SheetRowView, type SheetView } from "./schema";
import { type CardContent, cardContent } from "./schema-content";

const nothing = { daysPresent: null, remarkTeacher: null, remarkHead: null, lines: [], rowVersion: 0 };

/** The content of a new card, and the valid card. */
export type SheetRow = {
  person: Person;
  entry: EntryView;
  table: CardTable;
  content: CardContent;
  /** The latest issued version. */
  card: ReportCard | null;
  /** The latest version, possibly a draft. */
  latest: ReportCard | null;
  standing: SheetRowView["standing"];
};

/** The people of a set whom a person reaches. @throws AppError CONFLICT for too many students */
async function listReached(set: SetRow, by: Principal | null, now: Date): Promise<Person[]> {
  const people = await listPeople(set.id, dateHere(now));
  if (people.length > mostCards) throw new AppError("CONFLICT", say("tooManyStudents", mostCards));
  return by === null ? people : people.filter(({ section }) => reachesStudent(by, { ...set, section }));
}

/** What has been typed for each of these people. */
async function findEntries(set: SetRow, people: readonly Person[]): Promise<(person: Person) => EntryView> {
  const where = { setId: set.id, studentId: { in: people.map(({ studentId }) => studentId) } };
  const entries = await db().reportCardEntry.findMany({ where });
  const found = new Map(entries.map((row) => [row.studentId, entryViewOf(row)]));
  return ({ studentId }) => found.get(studentId) ?? { studentId, ...nothing };
}

/** What has been typed for the students in a person's scope, by student. @throws AppError CONFLICT for too many students */
export async function listEntries(set: SetRow, by: Principal, now: Date): Promise<Map<string, EntryView>> {
  const people = await listReached(set, by, now);
  const entryOf = await findEntries(set, people);
  return new Map(people.map((person) => [person.studentId, entryOf(person)]));
}

/**
 * The current sheet of a set, or its part in a person's scope, without another permission check. @throws AppError CONFLICT
 * for too many students
 */
export async function listSheet(set: SetRow, now: Date, by: Principal | null = null): Promise<SheetRow[]> {
  const examIds = set.exams.map(({ examId }) => examId);
  const { name: institute } = (await currentSite()).facts;
  const people = await listReached(set, by, now);
  const ids = people.map(({ studentId }) => studentId);
  const lastDay = isoDate(set.lastDay);
  const today = dateHere(now);
  const [found, marks, members, exemptions, entryOf, cards] = await Promise.all([
    listCardExams(examIds),
    listCardMarks(examIds, ids),
    listClassMembers(examIds, ids, lastDay < today ? lastDay : today),
    listExemptions(set.schoolYearId, ids),
    findEntries(set, people),
    db().reportCard.findMany({ where: { setId: set.id, studentId: { in: ids } }, orderBy: { version: "asc" } }),
  ]);
  const exams = found.filter(({ isReleased }) => isReleased);
  const isKnown = new Set(exams.map(({ id }) => id));
  const marksOf = new Map<string, Map<string, TableMark>>();
  for (const { examId, studentId, kind, score } of marks) {
    if (!isKnown.has(examId)) continue;
    const own = marksOf.get(studentId) ?? new Map<string, TableMark>();
    marksOf.set(studentId, own.set(examId, { kind, score }));
  }
  const membersOf = groupBy(members, ({ studentId }) => studentId);
  const exemptOf = groupBy(exemptions, ({ studentId }) => studentId);
  const latestOf = new Map(cards.map((card) => [card.studentId, card]));
  const issuedOf = new Map(cards.flatMap((card) => (card.state === "draft" ? [] : [[card.studentId, card] as const])));
  return people.map((person) => {
    const { studentId, section } = person;
    const entry = entryOf(person);
    const inClass = new Set(membersOf.get(studentId)?.map(({ examId }) => examId));
    const exempt = new Set(exemptOf.get(studentId)?.map(({ subjectKey }) => subjectKey));
    const table = tableOf({ exams, marks: marksOf.get(studentId) ?? new Map(), inClass, section, exempt });
    const content = { institute, ...contentOf(set, person, entry, table, today) };
    const card = issuedOf.get(studentId) ?? null;
    const latest = latestOf.get(studentId) ?? null;
    return { person, entry, table, content, card, latest, standing: standingOf(card, content) };
  });
}

/** The input in the form of every response. */
function entryViewOf({ studentId, daysPresent, remarkTeacher, remarkHead, lines, rowVersion }: EntryView) {
  return { studentId, daysPresent, remarkTeacher, remarkHead, lines, rowVersion };
}

function contentOf(set: SetRow, person: Person, entry: EntryView, table: CardTable, issuedOn: string): CardContent {
  const { name, admissionNo, section, rollNo } = person;
  const { daysPresent: present, remarkTeacher, remarkHead, lines } = entry;
  const { missing: _, ...marks } = table;
  return {
    title: set.title,
    year: set.schoolYear.label,
    name,
    admissionNo,
    className: String(set.className),
    section,
    rollNo,
    issuedOn,
    attendance: present === null || set.daysOpen === null ? null : { present, open: set.daysOpen },
    ...marks,
    remarkTeacher,
    remarkHead,
    lines,
  };
}

/** True if two cards have the same content, apart from the date of issue and the name of the institute on that day. */
function saysTheSame(card: Pick<ReportCard, "content">, content: CardContent): boolean {
  return isDeepStrictEqual(comparable(card.content), comparable(content));
}

/** Without percentages, which follow from the marks: another rounding changes no card (decision 375). */
function comparable(content: unknown) {
  const { issuedOn: _day, institute: _name, rows, overall, ...card } = cardContent.parse(content);
  return {
    ...card,
    rows: rows.map(({ percent: _, ...row }) => row),
    overall: overall && { ...overall, percent: null },
  };
}

function standingOf(card: ReportCard | null, content: CardContent): SheetRowView["standing"] {
  if (card === null) return "none";
  if (card.state === "withdrawn") return "withdrawn";
  return saysTheSame(card, content) ? "issued" : "changed";
}

/** The characters of a card that no font contains. */
export async function signsWithoutType(content: CardContent): Promise<string> {
  await currentSite();
  const { institute } = letterhead(new Date());
  const { title, year, name, admissionNo, rollNo, columns, rows, remarkTeacher, remarkHead, lines } = content;
  const texts = [title, year, name, admissionNo, rollNo, remarkTeacher, remarkHead, ...lines];
  const head = [institute.name, ...institute.lines];
  const marks = [...columns.map((column) => column.name), ...rows.map(({ subject }) => subject)];
  return (await unprintable([...texts, ...head, ...marks].join(""))).join(" ");
}

async function rowViewOf({ person, entry, table, content, card, standing }: SheetRow): Promise<SheetRowView> {
  const { name, section, rollNo, isInClass } = person;
  return {
    ...entry,
    name,
    section,
    rollNo,
    isInClass,
    missing: table.missing,
    standing,
    percent: table.overall?.percent ?? null,
    grade: table.overall?.grade ?? null,
    unprintable: await signsWithoutType(content),
    card: card && { _id: card.id, number: card.number, issuedAt: card.issuedAt, reason: card.reason },
  };
}

/** A set with the students in the caller's scope. @throws AppError NOT_FOUND, FORBIDDEN */
export async function getSheet(id: string, principal: Principal, now: Date): Promise<SheetView> {
  const set = await getSet(id, principal);
  const rows = await listSheet(set, now, principal);
  const exams = await listCardExams(set.exams.map(({ examId }) => examId));
  const mayMake = may(principal, actions.make);
  const isEmpty = rows.length === 0 && (await listPeople(id, dateHere(now))).length === 0;
  return {
    set: setViewOf(set),
    exams: exams.map((exam) => ({ ...choiceViewOf(exam), isReleased: exam.isReleased })),
    later: mayMake ? await listLater(set, exams) : [],
    rows: await Promise.all(rows.map(rowViewOf)),
    emptyOn: isEmpty ? await findEmptyDay(id, dateHere(now)) : null,
    mayMake,
    verify: { address: verifyAddress(), isLocal: isSiteLocal() },
    ownFacts: await hasOwnFacts(),
    personId: principal.userId,
  };
}

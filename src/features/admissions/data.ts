import "server-only";
import type { RowOfPerson } from "@/features/feature";
import { newestAfter, pageOf } from "@/lib/cursor";
import { listed } from "@/lib/listed";
import { db } from "@/server/db/client";
import type { Submission } from "@/server/generated/prisma/client";
import { givenClassOf, withGivenClass } from "./data-desk-filters";
import { copy } from "./messages";
import { openStates } from "./rules-moves";
import type { ListSubmissionsInput, SubmissionView } from "./schema";

/** The application that one was merged into. */
export const withKept = {
  mergedInto: { select: { reference: true, state: true, answeredAt: true, visitAt: true } },
} as const;

type Row = Submission & { mergedInto?: Pick<Submission, "reference" | "state" | "answeredAt"> | null };

export function submissionViewOf(row: Row): SubmissionView {
  const { id, reference, name, selectedClass, parentName, email, phone, previousSchool, createdAt, openedAt } = row;
  // The family is answered on the application that it was merged into.
  const isApart = row.mergedIntoId === null;
  const { state, answeredAt } = row.mergedInto ?? row;
  return {
    _id: id,
    reference,
    name,
    selectedClass,
    parentName,
    email,
    phone,
    previousSchool,
    createdAt,
    isNew: openedAt === null && isApart,
    state,
    answerDue: isApart ? row.answerDue : null,
    answeredAt,
    mergedInto: row.mergedInto?.reference ?? null,
  };
}

/** A page of applications, newest first. */
export async function listSubmissions({ limit, cursor }: ListSubmissionsInput) {
  const rows = await db().submission.findMany({
    where: cursor ? newestAfter(cursor) : {},
    include: {
      ...withGivenClass,
      mergedInto: { select: { ...withKept.mergedInto.select, ...withGivenClass } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  // A merged one has the class, the state and the visit of the other one.
  const listed = rows.map((row) => {
    const shown = row.mergedInto ?? row;
    return { ...submissionViewOf(row), givenClass: givenClassOf(shown), visitAt: shown.visitAt };
  });
  return pageOf(listed, limit, (item) => ({ at: item.createdAt, id: item._id }));
}

/**
 * The data for a receipt; null if the application was deleted. It contains no free text (spec §3). A merged application has the
 * state of the common one.
 */
export async function findReceipt(id: string) {
  const row = await db().submission.findUnique({
    where: { id },
    select: {
      reference: true,
      email: true,
      selectedClass: true,
      state: true,
      answerDue: true,
      answeredAt: true,
      mergedIntoId: true,
      mergedInto: { select: { state: true } },
    },
  });
  return row && { ...row, state: row.mergedInto?.state ?? row.state };
}

/** The references of applications by id; deleted ones are missing. */
export async function referencesOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await db().submission.findMany({ where: { id: { in: ids } }, select: { id: true, reference: true } });
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

const mostWithoutIntake = 5000;

/** The open applications for these classes that came before the class had an intake, or whose intake was deleted. */
export async function listWithoutIntake(classNames: number[]) {
  return db().submission.findMany({
    where: { selectedClass: { in: classNames }, intakeId: null, state: { in: [...openStates] } },
    select: { id: true, selectedClass: true, createdAt: true },
    orderBy: { id: "asc" },
    take: mostWithoutIntake,
  });
}

/** The addresses of the families with an open application. */
export async function listOpenAddresses(): Promise<string[]> {
  const where = { state: { in: [...openStates] } };
  const rows = await db().submission.findMany({ where, select: { email: true }, distinct: "email" });
  return rows.map(({ email }) => email);
}

function wordsOfMerged(merged: readonly Pick<Submission, "reference" | "parentName">[]): string[] {
  const names = merged.map(({ reference, parentName }) => copy.numberOf(reference, parentName));
  return names.length > 0 ? [copy.withMerged(listed(names))] : [];
}

/** The applications from an address, with those merged into them, which may be another parent's. */
export async function listSubmissionsOf(email: string): Promise<RowOfPerson[]> {
  const orderBy = { id: "asc" } as const;
  const merged = { select: { id: true, reference: true, parentName: true }, orderBy };
  const select = { id: true, name: true, selectedClass: true, reference: true, createdAt: true, merged };
  const rows = await db().submission.findMany({ where: { email }, select, orderBy });
  return rows.map(({ selectedClass, reference, merged: others, ...row }) => ({
    ...row,
    about: [copy.className(selectedClass), reference, ...wordsOfMerged(others)].join(", "),
    takesAlong: others.map(({ id }) => id),
  }));
}

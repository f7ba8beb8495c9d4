import "server-only";
import { dateHere, institute } from "@/content/institute";
import { plainDigits } from "@/lib/phones";
import { phoneHere } from "@/server/auth/login-names";
import { momentHere } from "@/server/clock";
import { likeName, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { withNobody } from "./data-office";
import { closedStates, openStates, unanswered } from "./rules-moves";
import type { DeskFilters } from "./schema-desk";
import { referenceOf } from "./schema-family";

/** A message of a family that nobody has read. */
export const unread = { fromFamily: true, readAt: null } as const;

/** Merged applications belong to the one they were merged into. */
export const apart = { mergedIntoId: null } satisfies Prisma.SubmissionWhereInput;

/** The condition of `isClockRunning`. */
export const isAwaited = { state: { in: [...unanswered] }, answeredAt: null } satisfies Prisma.SubmissionWhereInput;

/** Due today or overdue. */
export const dueBy = (now: Date): Prisma.SubmissionWhereInput => ({
  ...isAwaited,
  answerDue: { lte: momentHere(dateHere(now), "23:59") },
});

/** Applications with an unread message from the family, including applications merged into them. */
export const hasWritten: Prisma.SubmissionWhereInput = {
  OR: [{ messages: { some: unread } }, { merged: { some: { messages: { some: unread } } } }],
};

/** The class of an enrolled child; none before the enrolment and after the child has left. */
export const withGivenClass = {
  student: {
    select: {
      enrolments: { where: { toDay: null }, select: { className: true }, orderBy: { fromDay: "desc" }, take: 1 },
    },
  },
} as const satisfies Prisma.SubmissionInclude;

/** {@link withGivenClass} of a row. */
export const givenClassOf = ({ student }: Prisma.SubmissionGetPayload<{ select: typeof withGivenClass }>) =>
  student?.enrolments[0]?.className ?? null;

/** Applications for the class, and children who were enrolled in it; not those who were enrolled in another one. */
const ofClass = (className: number): Prisma.SubmissionWhereInput => ({
  OR: [
    { student: { enrolments: { some: { className, toDay: null } } } },
    { selectedClass: className, NOT: { student: { enrolments: { some: { toDay: null } } } } },
  ],
});

function viewWhere(view: DeskFilters["view"], now: Date): Prisma.SubmissionWhereInput {
  if (view === "all") return {};
  if (view === "due") return dueBy(now);
  if (view === "wrote") return hasWritten;
  if (view === "open") return { state: { in: [...openStates] } };
  if (view === "closed") return { state: { in: [...closedStates] } };
  return { state: view };
}

/** Maximum number of applications found by the digits of a phone number. */
const mostByPhone = 500;

/** The digits that a phone number has in every spelling: those after the country code or the leading zero. */
function digitsOf(search: string): string {
  const number = phoneHere(search) ?? search.trim();
  const digits = number.replaceAll(/\D/g, "");
  const { code } = institute.dialling;
  return number.startsWith("+") && digits.startsWith(code) ? digits.slice(code.length) : digits.replace(/^0+/, "");
}

/** The applications with these digits in the phone number; for a merged one, the application it was merged into. */
async function idsByPhone(digits: string): Promise<string[]> {
  if (digits.length < 5) return [];
  const rows = await sql<{ id: string }>(
    Prisma.sql`select coalesce(merged_into_id, id) as id from submissions where regexp_replace(phone, '[^0-9]', '', 'g') like ${`%${digits}%`} limit ${mostByPhone}`,
  );
  return rows.map(({ id }) => id);
}

async function searchWhere(search: string | undefined): Promise<Prisma.SubmissionWhereInput> {
  const words = (search ?? "").split(/\s+/u).filter(Boolean).slice(0, 8);
  if (words.length === 0) return {};
  const inText = words.map((word) => {
    const contains = { contains: likeName(word), mode: "insensitive" } as const;
    const fields = ["name", "parentName", "reference", "phone", "email"] as const;
    const OR = fields.map((field) => ({ [field]: contains }));
    // The other parent quotes the number of the merged application.
    return { OR: [...OR, { merged: { some: { OR } } }] };
  });
  const reference = referenceOf(search ?? "");
  const text = plainDigits(search ?? "");
  const ids = /^[\d\s()+.-]+$/.test(text) ? await idsByPhone(digitsOf(text)) : [];
  return {
    OR: [
      { AND: inText },
      ...(reference ? [{ reference }, { merged: { some: { reference } } }] : []),
      ...(ids.length > 0 ? [{ id: { in: ids } }] : []),
    ],
  };
}

/** The Prisma condition for these filters. @param me the caller */
export async function whereOf({ search, view, class: className, assigned }: DeskFilters, me: string, now: Date) {
  return {
    AND: [
      apart,
      viewWhere(view, now),
      className === undefined ? {} : ofClass(className),
      assigned === "me" ? { assignedToId: me } : assigned === "nobody" ? await withNobody(now) : {},
      await searchWhere(search),
    ],
  } satisfies Prisma.SubmissionWhereInput;
}

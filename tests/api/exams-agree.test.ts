import { beforeAll, expect, it } from "vitest";
import { getExam, listExams } from "@/features/exams/data";
import { previewRelease } from "@/features/exams/data-release";
import { getSheet, listSheetRows } from "@/features/exams/data-sheet";
import { getStatistics } from "@/features/exams/data-statistics";
import { isToRelease } from "@/features/exams/rules-sheet";
import type { ListExamsInput } from "@/features/exams/schema";
import type { SheetRowView } from "@/features/exams/schema-sheet";
import { addDays } from "@/lib/dates";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { appErrorOf } from "@/server/trpc/trpc";
import { type Caller, callerOf, createAdmin, createStaff, principalFor, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays, shifted } from "../harness/days";
import { absent, excused, scored } from "../harness/exams";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";

const [students, exams] = [4, 3];
const student = fc.nat({ max: students - 1 });
const exam = fc.nat({ max: exams - 1 });
const className = fc.constantFrom(7, 7, 7, 8);
const section = fc.constantFrom("A", "B", null);
const mark = fc.constantFrom(scored(40), scored(70), absent, excused, null);
const isSome = { minLength: students, maxLength: students };

const stay = fc.record({
  gap: fc.constantFrom(0, 0, 1, 9),
  length: fc.integer({ min: 0, max: 40 }),
  className,
  section,
  end: fc.constantFrom("open", "open", "moved", "left", "mistake", "promoted" as const),
});
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("enter" as const), exam, marks: fc.array(mark, isSome) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("release", "release", "plan" as const), exam }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("takeBack", "callOff", "withdraw" as const), exam }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("exempt" as const), exam, student, isExempt: fc.boolean() }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

const institute = fc.record({
  students: fc.array(fc.array(stay, { minLength: 1, maxLength: 3, size: "max" }), isSome),
  exams: fc.array(
    fc.record({
      isEarlier: fc.constantFrom(false, false, false, false, true),
      className,
      sections: fc.constantFrom<string[]>([], [], ["A"], ["B"], ["A", "B"]),
      subject: fc.constantFrom("Biology", "Biology", "Hindi"),
      day: fc.option(fc.integer({ min: -60, max: 5 })),
    }),
    { minLength: exams, maxLength: exams },
  ),
  acts: fc.array(act, { minLength: 8, maxLength: 20, size: "max" }),
  grants: fc.array(
    fc.record({
      role: fc.constant("teacher" as const),
      className,
      section,
      subjectKeys: fc.constantFrom<string[] | null>(null, null, ["biology"], ["hindi"]),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Institute = typeof institute extends fc.Arbitrary<infer One> ? One : never;

let office: Caller;
let officer: Principal;
let teacher: Principal;
/** The current school year, and the one before it. */
let years: string[];

beforeAll(async () => {
  await resetDatabase();
  const token = await tokenFor(await createAdmin());
  [office, officer] = [await callerOf(token), await principalFor(token)];
  teacher = await principalFor((await createStaff({ role: "teacher", className: 7 })).token);
  years = [(await schoolYear(2026, shifted)).id, (await schoolYear(2025, shifted)).id];
});

/** The students of the classes, who have been in them for some weeks or have left, and their exams. */
async function build({ students: stays, exams: made }: Institute) {
  await db().user.deleteMany({ where: { student: { isNot: null } } });
  await db().$executeRaw`delete from exams`;
  const people: string[] = [];
  for (const own of stays) {
    const { id } = await db().user.create({ data: { name: "Asha Rao", student: { create: { origin: "office" } } } });
    people.push(id);
    let day = -70;
    const enrolments: Prisma.EnrolmentCreateManyInput[] = [];
    for (const { gap, length, end, ...place } of own) {
      if (enrolments.some(({ toDay }) => !toDay)) break;
      const fromDay = new Date(inDays(day + gap));
      day += gap + length;
      const until = end === "open" ? {} : { toDay: new Date(inDays(day)), endReason: end };
      enrolments.push({ studentId: id, schoolYearId: years[0] ?? "", ...place, fromDay, ...until });
    }
    await db().enrolment.createMany({ data: enrolments });
  }
  const ids: string[] = [];
  for (const [index, { isEarlier, day, ...given }] of made.entries()) {
    const examDate = day === null ? null : new Date(isEarlier ? addDays(inDays(day), -365) : inDays(day));
    const { id } = await db().exam.create({
      data: {
        ...given,
        subjectKey: given.subject.toLowerCase(),
        schoolYearId: years[isEarlier ? 1 : 0] ?? "",
        examName: `Unit Test ${index}`,
        examDate,
        totalMarks: 80,
      },
    });
    ids.push(id);
  }
  return { people, ids };
}

/** Takes the step if it is allowed. */
async function attempt(one: Act, { people, ids }: Awaited<ReturnType<typeof build>>): Promise<void> {
  const { exams: of, results } = office;
  const id = ids[one.exam] ?? "";
  const tried = async () => {
    if (one.kind === "callOff") return of.callOff({ id });
    if (one.kind === "takeBack") return of.takeBack({ id });
    if (one.kind === "enter") {
      const { rows } = await of.get({ id });
      const seen = new Map(rows.map(({ studentId, rowVersion }) => [studentId, rowVersion]));
      const cells = people.map((studentId, index) => {
        return { studentId, mark: one.marks[index] ?? null, remark: null, seen: seen.get(studentId) ?? 0 };
      });
      return of.saveCells({ id, cells });
    }
    if (one.kind === "exempt") return of.exempt({ id, studentId: people[one.student] ?? "", isExempt: one.isExempt });
    if (one.kind === "withdraw") {
      const [found] = await db().$queryRaw<{ id: string }[]>`
        select id from current_results where exam_id = ${id}::uuid order by id limit 1`;
      return found && results.withdraw({ id: found.id, reason: "wrong" });
    }
    const { digest } = await of.preview({ id });
    if (one.kind === "release") return of.release({ id, digest });
    return of.plan({ id, digest, date: inDays(6), time: "18:00" });
  };
  await tried().catch((error: unknown) => expect(["CONFLICT", "NOT_FOUND"]).toContain(appErrorOf(error).code));
}

/** What counts in a row: an absence that the family sees counts until another mark is released. */
const seenOf = ({ isReleased, told, mark: own }: SheetRowView) =>
  (isReleased ? own?.kind : (told?.kind ?? own?.kind)) ?? null;

async function expectAgreement(ids: readonly string[], principal: Principal) {
  const now = new Date();
  const isOffice = principal === officer;
  const list = async (input: Omit<ListExamsInput, "page" | "limit"> = {}) => {
    const pages = await Promise.all(
      years.map((year) => listExams({ year, ...input, page: 1, limit: 100 }, principal, now)),
    );
    return pages.flatMap(({ items }) => items);
  };
  const idsOf = async (input: Omit<ListExamsInput, "page" | "limit">) => (await list(input)).map(({ _id }) => _id);
  const items = new Map((await list()).map((item) => [item._id, item]));
  const [marks, release, late, cameBack] = [
    await idsOf({ waits: "marks" }),
    await idsOf({ waits: "release" }),
    await idsOf({ waits: "late" }),
    await idsOf({ state: "cameBack" }),
  ];
  for (const id of ids) {
    const exam = await getExam(id, principal).catch(() => null);
    const item = items.get(id);
    expect([id, item !== undefined]).toEqual([id, exam !== null]);
    if (!exam || !item) continue;
    const rows = await listSheetRows(exam, principal, now);
    const counted = rows.filter((row) => row.mark !== null || !row.isExempt);
    const count = (kind: string | null) => counted.filter((row) => seenOf(row) === kind).length;
    const figures = { students: counted.length, absent: count("absent"), excused: count("excused") };
    expect(item).toMatchObject({ ...figures, entered: count("scored") });
    const missing = count(null);
    expect(await getStatistics(id, principal, now)).toMatchObject({ ...figures, missing });
    const isDue = item.examDate !== null && item.examDate <= inDays(0);
    const isOpen = exam.state === "draft" || exam.state === "scheduled";
    expect([exam, "marks", marks.includes(id)]).toEqual([exam, "marks", isOpen && isDue && missing > 0]);
    const isLate = exam.state === "released" && rows.some((row) => row.mark !== null && isToRelease(row));
    const { cameBack: hasComeBack } = await getSheet(id, principal, now);
    expect({ late: late.includes(id), cameBack: cameBack.includes(id) }).toEqual({
      late: isOffice && isLate,
      cameBack: isOffice && hasComeBack,
    });
    if (release.includes(id)) expect(item.examDate === null || isDue).toBe(true);
    const waits = { release, late, cameBack };
    const [found = null] = (["release", "late", "cameBack"] as const).filter((one) => waits[one].includes(id));
    expect([exam, item.waits]).toEqual([exam, found]);
    if (!isOffice || !isOpen) continue;
    const { students: _, ...away } = figures;
    const preview = await previewRelease(id, principal, now);
    expect(preview).toMatchObject({ noMark: missing, results: count("scored"), ...away });
  }
}

it("the sheet of an exam, its line in the list, its figures and what it waits for agree for everybody who may read them", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(institute, async (given) => {
      const made = await build(given);
      for (const one of given.acts) await attempt(one, made);
      await expectAgreement(made.ids, officer);
      await expectAgreement(made.ids, { ...teacher, grants: given.grants });
    }),
    { numRuns: isThorough ? 150 : 8 },
  );
});

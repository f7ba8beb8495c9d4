import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { db, type Transaction } from "@/server/db/client";
import { schoolYear } from "../factories";
import { examOfficeOfEachTest, scored } from "../harness/exams";
import { meanwhile } from "../harness/meanwhile";

const { office, add, examWith, release } = examOfficeOfEachTest();
let asha: string;
let dev: string;

beforeEach(async () => {
  [asha, dev] = [await add({ name: "Asha Rao" }), await add({ name: "Dev Gill" })];
});

const hindi = (marks: Parameters<typeof examWith>[0] = []) => examWith(marks, { subjects: ["Hindi"] });
const exempt = (id: string, studentId: string) => office.exams.exempt({ id, studentId, isExempt: true });
const rowsOf = async (id: string) => (await office.exams.get({ id })).rows;
const usual = { className: 7, sections: [], examDate: "2026-11-18", totalMarks: 80, rowVersion: 1 };

describe("a student who does not take a subject", () => {
  it("gets no mark, and the refusal says why; a stranger is refused as not in the sheet", async () => {
    const [id, stranger] = [await hindi(), "01a2265a-0000-7000-8000-000000000000"];
    await exempt(id, asha);
    const cells = [asha, stranger, dev].map((studentId) => ({ studentId, mark: scored(40), remark: null, seen: 0 }));
    expect(await office.exams.saveCells({ id, cells })).toMatchObject({
      saved: [{ studentId: dev }],
      refused: [
        { studentId: stranger, why: copy.noSuchStudent },
        { studentId: asha, why: copy.exempt },
      ],
    });
  });

  it("cannot be exempted while a mark comes into another exam of the subject", async () => {
    const [id, other] = [await hindi(), await hindi()];
    const mark = { examId: other, studentId: asha, kind: "scored", score: 61, rowVersion: 1 } as const;
    const enters = async (tx: Transaction) => {
      await tx.exam.update({ where: { id: other }, data: { marksVersion: { increment: 1 } } });
      await tx.markDraft.create({ data: mark });
    };
    const { examName } = (await office.exams.get({ id: other })).exam;
    expect(await meanwhile(enters, () => exempt(id, asha))).toMatchObject({
      ...{ code: "CONFLICT", message: copy.hasMarkIn(examName) },
    });
    expect(await db().subjectExemption.count()).toBe(0);
  });

  it("is exempted once if that is entered twice at the same time, in two exams", async () => {
    const ids = [await hindi(), await hindi()];
    await Promise.all([...ids, ...ids].map((id) => exempt(id, asha)));
    expect(await db().subjectExemption.count()).toBe(1);
  });

  it("takes it again if an exam with their mark becomes one of the subject, and nobody else does", async () => {
    const other = await hindi();
    for (const studentId of [asha, dev]) await exempt(other, studentId);
    const id = await examWith([[asha, scored(61)]], { subjects: ["Sanskrit"] });
    const { examName } = (await office.exams.get({ id })).exam;
    await office.exams.edit({ ...usual, id, examName, subject: "Hindi" });
    expect(await rowsOf(id)).toMatchObject([
      { studentId: asha, isExempt: false, mark: scored(61) },
      { studentId: dev, isExempt: true, mark: null },
    ]);
    expect(await office.exams.preview({ id })).toMatchObject({ results: 1, noMark: 0 });
  });

  it("takes it again in the school year that an exam with their mark moves into", async () => {
    const { id: schoolYearId } = await schoolYear(2027);
    const id = await hindi([[asha, scored(61)]]);
    const { subjectKey } = await db().exam.findUniqueOrThrow({ where: { id } });
    for (const studentId of [asha, dev])
      await db().subjectExemption.create({ data: { studentId, schoolYearId, subjectKey } });
    const { examName } = (await office.exams.get({ id })).exam;
    await office.exams.edit({ ...usual, id, examName, subject: "Hindi", examDate: "2027-11-18" });
    expect(await db().subjectExemption.findMany()).toMatchObject([{ studentId: dev }]);
  });

  it("may have a released mark, even in the exam where the exemption is entered", async () => {
    const id = await hindi([[asha, scored(61)]]);
    await release(id);
    await exempt(id, asha);
    expect(await rowsOf(id)).toMatchObject([
      { studentId: asha, isExempt: true, isReleased: true, mark: scored(61) },
      { studentId: dev, isExempt: false },
    ]);
  });

  it("takes it again if the release of their mark is taken back", async () => {
    const [id, other] = [await hindi([[asha, scored(61)]]), await hindi()];
    await release(id);
    for (const studentId of [asha, dev]) await exempt(other, studentId);
    await office.exams.takeBack({ id });
    expect(await rowsOf(id)).toMatchObject([
      { studentId: asha, isExempt: false, mark: scored(61) },
      { studentId: dev, isExempt: true },
    ]);
    expect(await office.exams.preview({ id })).toMatchObject({ results: 1 });
  });
});

it.each([
  ["an exemption", exempt],
  ["a change of section", () => db().enrolment.updateMany({ data: { section: "B" } })],
])("a draft whose only remark is in no cell after %s can be deleted", async (_, hide) => {
  const id = await examWith([], { sections: ["A"], subjects: ["Hindi"] });
  await office.exams.saveCells({ id, cells: [{ studentId: asha, mark: null, remark: "Well done", seen: 0 }] });
  await hide(id, asha);
  await office.exams.remove({ id });
  expect(await db().exam.count()).toBe(0);
});

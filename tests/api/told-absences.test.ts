import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { db } from "@/server/db/client";
import { refusalOf } from "../factories";
import { resetDatabase } from "../harness/database";
import { absent, excused, scored } from "../harness/exams";
import { classOfTwo } from "../harness/releases";

let { office, asha, dev, child, enter, examWith, release } = {} as Awaited<ReturnType<typeof classOfTwo>>;
let id: string;

beforeEach(async () => {
  await resetDatabase();
  ({ office, asha, dev, child, enter, examWith, release } = await classOfTwo());
  id = await examWith([[asha.id, absent, "Please see me"]]);
});

const rowOf = async (studentId: string) =>
  (await office.exams.get({ id })).rows.find((row) => row.studentId === studentId);
const exempt = (examId = id) => office.exams.exempt({ id: examId, studentId: asha.id, isExempt: true });

describe("an absence that families see", () => {
  it("with another remark is released as a late one, and with the same one it is not", async () => {
    await release(id);
    expect((await refusalOf(release(id))).message).toBe(copy.nothingToRelease);
    await enter(id, [[asha.id, absent, "Come on Monday"]]);
    expect(await office.exams.preview({ id })).toMatchObject({ results: 0, absent: 1 });
    await release(id);
    expect(await child.exams.absences()).toMatchObject([{ kind: "absent", remark: "Come on Monday" }]);
    await enter(id, [[asha.id, absent]]);
    await release(id);
    expect(await child.exams.absences()).toMatchObject([{ kind: "absent", remark: null }]);
    expect((await refusalOf(release(id))).message).toBe(copy.nothingToRelease);
  });

  it("cannot be cleared, but can become a mark or the other kind of absence", async () => {
    const refused = [{ studentId: asha.id, why: copy.toldAbsence }];
    await release(id);
    for (const cell of [[asha.id, null] as const, [asha.id, null, "Please see me"] as const])
      expect(await enter(id, [cell])).toMatchObject({ saved: [], conflicts: [], refused });
    for (const mark of [excused, scored(40)]) {
      expect(await enter(id, [[asha.id, mark]])).toMatchObject({ refused: [] });
      // The family still sees the absence.
      expect(await enter(id, [[asha.id, null]])).toMatchObject({ saved: [], refused });
      expect(await rowOf(asha.id)).toMatchObject({ mark });
    }
    await release(id);
    expect(await child.exams.absences()).toEqual([]);
  });

  it("can be cleared before its release, and after the release was taken back", async () => {
    for (const _ of [1, 2]) {
      expect(await enter(id, [[asha.id, null]])).toMatchObject({ refused: [], saved: [{ studentId: asha.id }] });
      await enter(id, [
        [asha.id, absent],
        [dev, scored(50)],
      ]);
      await release(id);
      await office.exams.takeBack({ id });
    }
  });

  it("is not hidden by “does not take it” in its exam, and does not prevent that in other exams", async () => {
    await release(id);
    expect(await refusalOf(exempt())).toMatchObject({ code: "CONFLICT", message: copy.toldAbsence });
    const [later] = await office.exams.addMany({
      ...{ className: 7, sections: ["A"], subjects: ["Biology"], examName: "Finals", totalMarks: 80 },
    });
    await enter(id, [[asha.id, excused]]);
    expect((await refusalOf(exempt(later?._id))).message).toBe(copy.hasMarkIn("Unit Test 3"));
    await release(id);
    await exempt(later?._id);
    expect(await rowOf(asha.id)).toMatchObject({ mark: excused, isExempt: true });
    expect(await child.exams.absences()).toMatchObject([{ kind: "excused" }]);
  });

  it("does not end “does not take it” of another exam that is edited, until its release is taken back", async () => {
    await release(id);
    const given = { className: 7, sections: ["A"], examName: "Finals", totalMarks: 80 };
    const [later] = await office.exams.addMany({ ...given, subjects: ["Biology"] });
    await exempt(later?._id);
    await office.exams.edit({ ...given, id: later?._id ?? "", subject: "Biology", totalMarks: 90, rowVersion: 1 });
    expect(await rowOf(asha.id)).toMatchObject({ isExempt: true });
    await office.exams.takeBack({ id });
    expect(await rowOf(asha.id)).toMatchObject({ isExempt: false, mark: absent });
  });

  it("is not cleared by the undo of its file", async () => {
    await db().student.update({ where: { userId: asha.id }, data: { admissionNo: "KV-1" } });
    await db().student.update({ where: { userId: dev }, data: { admissionNo: "KV-2" } });
    await enter(id, [[asha.id, null]]);
    const table = [
      ["Admission no", "Mark"],
      ["KV-1", "AB"],
      ["KV-2", "AB"],
    ];
    const { _id: fileId, columns } = await office.exams.addFile({
      ...{ id, fileName: "marks.csv", fileHash: "0".repeat(64), kind: "csv", sheet: "", others: 0 },
      rows: table.map((cells, index) => ({ no: index + 1, cells })),
    });
    const { digest } = await office.exams.checkFile({ fileId, columns });
    await office.exams.carryOutFile({ fileId, digest });
    await release(id);
    await db().examAbsence.deleteMany({ where: { studentId: dev } });
    expect(await office.exams.undoFile({ fileId })).toMatchObject({
      reversed: 1,
      leftOver: [{ no: 2, why: copy.toldAbsence }],
    });
    expect(await Promise.all([asha.id, dev].map(rowOf))).toMatchObject([{ mark: absent }, { mark: null }]);
  });
});

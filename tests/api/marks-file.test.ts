import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { db } from "@/server/db/client";
import { callerOf, createStaff, createStudent, refusalOf, tokenFor } from "../factories";
import { examOfficeOfEachTest, scored } from "../harness/exams";

const { office, add, release, examWith } = examOfficeOfEachTest();
let id: string;

beforeEach(async () => {
  await add({ name: "Asha Rao", rollNo: "1", admissionNo: "KV-1" });
  await add({ name: "Dev Gill", rollNo: "2", admissionNo: "KV-2" });
  await add({ name: "Nila Sen", rollNo: "3" });
  await add({ name: "Nila Sen", rollNo: "4" });
  id = await examWith([], { sections: ["A"] });
});

const send = (table: string, caller = office) =>
  caller.exams.addFile({
    ...{ id, fileName: "marks.csv", fileHash: "0".repeat(64), kind: "csv", sheet: "", others: 0 },
    rows: table
      .trim()
      .split("\n")
      .map((line, index) => ({ no: index + 1, cells: line.split(";").map((cell) => cell.trim()) })),
  });
/** The lines of a file without quotes and byte order mark. */
const linesOf = (base64: string) =>
  Buffer.from(base64, "base64")
    .toString("utf8")
    .replaceAll(/[\uFEFF"]/g, "")
    .replaceAll(",", ";")
    .trim()
    .split(/\r?\n/);
const marks = async () =>
  (await office.exams.get({ id })).rows.map(({ mark }) =>
    mark?.kind === "scored" ? mark.score : (mark?.kind ?? null),
  );
const checked = async (table: string, caller = office) => {
  const { _id: fileId, columns } = await send(table, caller);
  return caller.exams.checkFile({ fileId, columns });
};
const done = async (table: string, caller = office) => {
  const { _id: fileId, digest } = await checked(table, caller);
  return caller.exams.carryOutFile({ fileId, digest });
};
const type = async (roll: number, score: number) => {
  const row = (await office.exams.get({ id })).rows[roll - 1];
  const cell = { studentId: row?.studentId ?? "", mark: scored(score), remark: null };
  await office.exams.saveCells({ id, cells: [{ ...cell, seen: row?.rowVersion ?? 0 }] });
};

describe("a file of marks", () => {
  it("is for teachers of the class, and once sent only for its sender and the office", async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(async () => callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token)),
    );
    const { _id: fileId, digest, columns } = await send("Roll;Marks\n1;61", first);
    const other = await callerOf((await createStaff({ role: "teacher", className: 8 })).token);
    const pupil = await callerOf(await tokenFor(await createStudent()));
    for (const [caller, code] of [
      [second, "NOT_FOUND"],
      [other, "NOT_FOUND"],
      [pupil, "FORBIDDEN"],
    ] as const) {
      if (!caller) continue;
      for (const call of [
        () => caller.exams.file({ fileId }),
        () => caller.exams.checkFile({ fileId, columns }),
        () => caller.exams.carryOutFile({ fileId, digest }),
        () => caller.exams.undoFile({ fileId }),
        () => caller.exams.refusedOfFile({ fileId }),
        () => caller.exams.removeFile({ fileId }),
      ])
        expect((await refusalOf(call())).code).toMatch(caller === second ? /NOT_FOUND|CONFLICT/ : new RegExp(code));
    }
    expect((await refusalOf(send("Roll;Marks\n1;61", other))).code).toBe("FORBIDDEN");
    expect((await refusalOf(other.exams.files({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(other.exams.fileTemplate({ id, kind: "csv" }))).code).toBe("FORBIDDEN");
    expect(await second?.exams.files({ id })).toEqual([]);
    expect(await office.exams.files({ id })).toMatchObject([{ _id: fileId, state: "read" }]);
    expect(await marks()).toEqual([null, null, null, null]);
  });

  it("shows whose mark each row is before anything is written, and writes only drafts", async () => {
    const view = await checked(`
      Unit Test 3;;;
      Adm No;Roll No;Name;Marks Obtained;Remarks
      KV-2;;;61,5;Well done
      ;01;Asha Rao;ab;
      ;3;;९०;
      ;;Nila Sen;40;
      ;2;Asha Rao;12;
      ;9;;12;
      ;2;;12;
      ;4;;3x;`);
    expect(view.columns).toEqual(["admissionNo", "rollNo", "name", "mark", "remark"]);
    expect(
      view.rows.map(({ no, state, who, mark }) => [no, state, who.fault ?? who.text, mark.fault ?? mark.text]),
    ).toEqual([
      [3, "created", "Dev Gill", "61.5"],
      [4, "created", "Asha Rao", "AB"],
      [5, "refused", "Nila Sen", "More than the total"],
      [6, "refused", "Several have this name; add the roll number", "40"],
      [7, "refused", "This roll number is Dev Gill’s", "12"],
      [8, "refused", "Not a student of this sheet", "12"],
      [9, "refused", "Row 3 is the same student", "12"],
      [10, "refused", "Nila Sen", "Not a number"],
    ]);
    expect(await marks()).toEqual([null, null, null, null]);
    const after = await office.exams.carryOutFile({ fileId: view._id, digest: view.digest });
    expect(after).toMatchObject({ state: "applied", counts: { created: 2, updated: 0, unchanged: 0, refused: 6 } });
    expect(await marks()).toEqual(["absent", 61.5, null, null]);
    expect((await office.exams.get({ id })).exam.state).toBe("draft");
    expect(await db().result.count()).toBe(0);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "marks-imported" } });
    expect(event.detail).toMatchObject({ count: 2 });
    expect(JSON.stringify(event)).not.toMatch(/Dev|61\.5/);
  });

  it("finds the student of a number that lost its zeros in Excel, if there is only one", async () => {
    const { rows: sheet } = await office.exams.get({ id });
    const numbers = ["0012", "013", "0013", "12A"];
    for (const [index, admissionNo] of numbers.entries())
      await db().student.update({ where: { userId: sheet[index]?.studentId ?? "" }, data: { admissionNo } });
    const { rows } = await checked("Adm No;Marks\n12;61\n13;50\n0013;40\n12A;30");
    expect(rows.map(({ who, mark }) => [who.fault ?? who.text, mark.text])).toEqual([
      ["Asha Rao", "61"],
      ["Not a student of this sheet", "50"],
      ["Nila Sen", "40"],
      ["Nila Sen", "30"],
    ]);
  });

  it("refuses an admission number that does not fit the name or the roll number beside it", async () => {
    const { rows: sheet } = await office.exams.get({ id });
    for (const [index, admissionNo] of ["KV-1", "007", "KV-3", "KV-4"].entries())
      await db().student.update({ where: { userId: sheet[index]?.studentId ?? "" }, data: { admissionNo } });
    const { rows } = await checked(`
      Adm No;Roll No;Name;Marks
      KV-1;;Dev Gill;61
      7;;Asha Rao;50
      KV-1;;Gill, Dev Rao;50
      KV-3;4;Nila Sen;40
      KV-3;4;;40
      KV-3;3;Nila Sen;41
      KV-4;9;N. Sen;42
      7;1;Dev Singh Gil;43
      KV-1;;Aasha Rao Gill;44`);
    expect(rows.map(({ state, who }) => [state, who.fault ?? who.text])).toEqual([
      ["refused", "This admission number belongs to Asha Rao"],
      ["refused", "This admission number belongs to Dev Gill"],
      ["refused", "This admission number belongs to Asha Rao"],
      ["refused", "The admission number and the roll number belong to two students"],
      ["refused", "The admission number and the roll number belong to two students"],
      ["created", "Nila Sen"],
      ["created", "Nila Sen"],
      ["created", "Dev Gill"],
      ["created", "Asha Rao"],
    ]);
  });

  it("takes the total marks for a mark only if no other column has one", async () => {
    const columns = async (heads: string) => (await send(`${heads}\n1;Asha Rao;80;61`)).columns;
    const who = ["rollNo", "name"];
    expect(await columns("Roll No;Name;Total Marks;Marks Obtained")).toEqual([...who, null, "mark"]);
    expect(await columns("Roll No;Name;Marks;Total Marks")).toEqual([...who, "mark", null]);
    expect(await columns("Roll No;Name;Total Marks;Grade")).toEqual([...who, "mark", null]);
  });

  it("leaves a mark as it is if its cell is empty, and shows what was there", async () => {
    await type(1, 30);
    const view = await checked("Roll;Mark;Remark\n1;;Better\n2;50;\n3;;");
    expect(view.rows.map(({ state, mark }) => [state, mark.text])).toEqual([
      ["updated", "30"],
      ["created", "50"],
      ["unchanged", ""],
    ]);
    const [changed] = (await checked("Roll;Mark\n1;31")).rows;
    expect(changed).toMatchObject({ state: "updated", mark: { text: "31", was: "30" } });
  });

  it("is written as it was shown, or not at all", async () => {
    const { _id: fileId, digest } = await checked("Roll;Mark\n1;61");
    await type(1, 30);
    expect((await refusalOf(office.exams.carryOutFile({ fileId, digest }))).code).toBe("CONFLICT");
    expect((await marks())[0]).toBe(30);
    const now = await office.exams.file({ fileId });
    await office.exams.carryOutFile({ fileId, digest: now.digest });
    expect((await marks())[0]).toBe(61);
    expect((await refusalOf(office.exams.carryOutFile({ fileId, digest: now.digest }))).code).toBe("CONFLICT");
  });

  it("can be undone, except for what was changed since", async () => {
    await type(1, 30);
    const { _id: fileId } = await done("Roll;Mark\n1;61\n2;62\n3;63");
    await type(2, 12);
    const undone = await office.exams.undoFile({ fileId });
    expect(undone).toMatchObject({
      state: "undone",
      reversed: 2,
      leftOver: [{ no: 3, who: "Dev Gill", why: "Was changed since" }],
    });
    expect(await marks()).toEqual([30, 12, null, null]);
    expect((await refusalOf(office.exams.undoFile({ fileId }))).code).toBe("CONFLICT");
  });

  it("can be undone only by the office once a student in it is in a section that its sender does not teach", async () => {
    id = await examWith([]);
    const sender = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    const { _id: fileId } = await done("Roll;Mark\n1;61\n2;62", sender);
    await db().enrolment.updateMany({ where: { rollNo: "2" }, data: { section: "B" } });
    const message = "You do not teach all students of this file any more. Please ask the office to undo it.";
    expect(await refusalOf(sender.exams.undoFile({ fileId }))).toEqual({ code: "FORBIDDEN", message });
    expect(await office.exams.undoFile({ fileId })).toMatchObject({ reversed: 2, leftOver: [] });
  });

  it("can be undone after a release of its marks was taken back, except for what was corrected", async () => {
    const { _id: fileId } = await done("Roll;Mark\n1;61\n2;62");
    await release(id);
    const { rows } = await office.exams.get({ id });
    const [result] = (await office.students.get({ id: rows[0]?.studentId ?? "" })).results;
    await office.results.correct({ id: result?._id ?? "", score: 64, reason: "The sum was wrong" });
    await office.exams.takeBack({ id });
    expect(await office.exams.undoFile({ fileId })).toMatchObject({
      reversed: 1,
      leftOver: [{ no: 2, who: "Asha Rao", why: "Was changed since" }],
    });
    expect(await marks()).toEqual([64, null, null, null]);
  });

  it("leaves released marks, and a mark whose result was withdrawn, when it is undone after the release", async () => {
    await type(1, 30);
    const { _id: fileId } = await done("Roll;Mark\n1;61\n3;63");
    await release(id);
    const { rows } = await office.exams.get({ id });
    const studentId = rows[0]?.studentId ?? "";
    const { id: resultId } = await db().result.findFirstOrThrow({ where: { studentId } });
    await office.results.withdraw({ id: resultId, reason: "Of somebody else" });
    expect(await office.exams.undoFile({ fileId })).toMatchObject({
      reversed: 0,
      leftOver: [
        { no: 2, who: "Asha Rao", why: copy.changedSince },
        { no: 3, who: "Nila Sen", why: copy.changedSince },
      ],
    });
    expect(await marks()).toEqual([null, null, 63, null]);
    expect((await office.exams.preview({ id })).results).toBe(0);
    await type(1, 31);
    expect(await marks()).toEqual([31, null, 63, null]);
  });

  it("can be undone, except for a mark that is above the total by now", async () => {
    await type(1, 80);
    await type(2, 40);
    const { _id: fileId } = await done("Roll;Mark\n1;50\n2;51");
    const { rowVersion } = (await office.exams.get({ id })).exam;
    const { examName } = await db().exam.findUniqueOrThrow({ where: { id } });
    const exam = { className: 7, sections: ["A"], subject: "Biology", examName, examDate: "2026-11-18" };
    await office.exams.edit({ id, rowVersion, ...exam, totalMarks: 60 });
    expect(await office.exams.undoFile({ fileId })).toMatchObject({
      reversed: 1,
      leftOver: [{ no: 2, who: "Asha Rao", why: "More than the total" }],
    });
    expect(await marks()).toEqual([50, 40, null, null]);
  });

  it("asks first if the same file was written before, unless that was undone", async () => {
    const { _id: fileId, written } = await done("Roll;Mark\n1;61");
    expect(written).toBeNull();
    const same = await checked("Roll;Mark\n1;61\n2;62");
    expect(same.written).toMatchObject({ subject: "Biology", at: expect.any(Date) });
    const confirmed = { fileId: same._id, digest: same.digest };
    expect((await refusalOf(office.exams.carryOutFile(confirmed))).message).toBe(copy.sameFile);
    expect(await marks()).toEqual([61, null, null, null]);
    const stranger = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    expect((await send("Roll;Mark\n1;61", stranger)).written).toMatchObject({ subject: "Biology" });
    await office.exams.carryOutFile({ ...confirmed, again: true });
    await office.exams.undoFile({ fileId: same._id });
    await office.exams.undoFile({ fileId });
    expect((await checked("Roll;Mark\n1;61")).written).toBeNull();
  });

  it("no longer asks once the exam that it was written into is deleted", async () => {
    const first = id;
    await done("Roll;Mark\n1;61");
    const [row] = (await office.exams.get({ id })).rows;
    const emptied = { studentId: row?.studentId ?? "", mark: null, remark: null, seen: row?.rowVersion ?? 0 };
    await office.exams.saveCells({ id, cells: [emptied] });
    id = await examWith([], { sections: ["A"] });
    expect((await checked("Roll;Mark\n1;61")).written).not.toBeNull();
    await office.exams.remove({ id: first });
    const { written } = await done("Roll;Mark\n1;61");
    expect(written).toBeNull();
    expect(await marks()).toEqual([61, null, null, null]);
  });

  it("can be thrown away as long as nothing of it is written", async () => {
    const { _id: fileId } = await checked("Roll;Mark\n1;61");
    await office.exams.removeFile({ fileId });
    expect((await refusalOf(office.exams.file({ fileId }))).code).toBe("NOT_FOUND");
    expect(await db().batchRow.count()).toBe(0);
    const written = await done("Roll;Mark\n1;61");
    expect((await refusalOf(office.exams.removeFile({ fileId: written._id }))).code).toBe("CONFLICT");
    expect((await marks())[0]).toBe(61);
  });

  it("remembers what its columns meant", async () => {
    const table = "Ref;Kid;Result\n1;Asha Rao;61";
    const { _id: fileId, columns } = await send(table);
    expect(columns).toEqual([null, null, null]);
    const { digest } = await office.exams.checkFile({ fileId, columns: ["rollNo", "name", "mark"] });
    expect((await send(table)).columns).toEqual([null, null, null]);
    await office.exams.carryOutFile({ fileId, digest });
    expect((await send("Result;Remark;Ref\n61;;1")).columns).toEqual(["mark", "remark", "rollNo"]);
  });

  it("gives its refused rows as they were, with what is wrong, before and after it is written", async () => {
    const { _id: fileId, digest } = await checked("Roll;Mark;Grade\n1;61;A\n9;12;B\n2;=1+1;C");
    const text = async () => {
      const { name, base64 } = await office.exams.refusedOfFile({ fileId });
      return [name, linesOf(base64)];
    };
    const rows = ["Roll;Mark;Grade;Fault", "9;12;B;Not a student of this sheet", "2;'=1+1;C;Mark: Not a number"];
    expect(await text()).toEqual(["marks refused.csv", rows]);
    await office.exams.carryOutFile({ fileId, digest });
    expect(await text()).toEqual(["marks refused.csv", rows]);
  });

  it("keeps no row of a student who is erased, not even a refused one or one that is not written yet", async () => {
    const table = "Roll;Name;Mark\n1;Asha Rao;91\n2;Dev Gill;61\n3;Nila Sen;";
    await done(table);
    await checked(table);
    await send(table);
    const rows = async () => (await db().batchRow.findMany()).flatMap(({ raw }) => (raw ? [String(raw)] : [])).sort();
    const [dev, head] = ["2,Dev Gill,61", "Roll,Name,Mark"];
    expect(await rows()).toHaveLength(12);
    const people = (await office.exams.get({ id })).rows;
    for (const { studentId } of people)
      if (studentId !== people[1]?.studentId) await db().user.delete({ where: { id: studentId } });
    expect(await rows()).toEqual([dev, dev, dev, head, head, head]);
  });

  it("keeps no row of an erased student who had left the sheet when the file was checked again and written", async () => {
    const { _id: fileId, columns } = await checked("Roll;Name;Mark\n1;Asha Rao;91\n2;Dev Gill;61");
    const studentId = (await office.exams.get({ id })).rows[0]?.studentId ?? "";
    await db().enrolment.deleteMany({ where: { studentId } });
    const { rows, digest } = await office.exams.checkFile({ fileId, columns });
    expect(rows[0]?.who.fault).toBe("Not a student of this sheet");
    await office.exams.carryOutFile({ fileId, digest });
    await db().user.delete({ where: { id: studentId } });
    expect((await db().batchRow.findMany({ orderBy: { rowNo: "asc" } })).map(({ raw }) => raw?.toString())).toEqual([
      "Roll,Name,Mark",
      undefined,
      "2,Dev Gill,61",
    ]);
  });

  it("starts from a table of the students who have no released mark, whose headings are understood", async () => {
    await type(1, 30);
    await release(id);
    const { name, base64 } = await office.exams.fileTemplate({ id, kind: "csv" });
    const lines = linesOf(base64);
    expect(name).toMatch(/^7-A-Biology-Unit-Test-\d+\.csv$/);
    expect(lines).toEqual([
      "Admission number;Roll number;Section;Name;Mark;Remark",
      "KV-2;2;A;Dev Gill;;",
      ";3;A;Nila Sen;;",
      ";4;A;Nila Sen;;",
    ]);
    const view = await checked(lines.join("\n").replace("Nila Sen;;", "Nila Sen;44;"));
    expect(view.counts).toEqual({ created: 1, updated: 0, unchanged: 2, refused: 0 });
    const xlsx = await office.exams.fileTemplate({ id, kind: "xlsx" });
    expect(Buffer.from(xlsx.base64, "base64").subarray(0, 2).toString()).toBe("PK");
  });

  it("is refused without a column of marks, or without rows", async () => {
    expect((await refusalOf(checked("Roll;Height\n1;140"))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(send("Roll;Mark"))).code).toBe("UNPROCESSABLE_CONTENT");
  });

  it("brings late marks after a release and changes nothing that families see", async () => {
    await type(1, 30);
    await release(id);
    const view = await checked("Roll;Mark\n1;31\n2;61");
    expect(view.rows.map(({ state, mark }) => [state, mark.fault ?? mark.text])).toEqual([
      ["refused", "Is released; the office corrects it on the student’s page"],
      ["created", "61"],
    ]);
    await office.exams.carryOutFile({ fileId: view._id, digest: view.digest });
    expect(await marks()).toEqual([30, 61, null, null]);
    expect((await office.exams.statistics({ id })).figures).toMatchObject({ n: 1, average: 30 });
    expect((await office.exams.preview({ id })).results).toBe(1);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { statementsOf } from "../harness/statements";

beforeEach(resetDatabase);

const unknown = { code: "NOT_FOUND", message: "This student is no longer on the roster." };

async function subject(name: string): Promise<string> {
  const key = name.toLowerCase();
  return (await db().subject.upsert({ where: { key }, create: { name, key }, update: {} })).id;
}

type Place = { className: number; section?: string; rollNo?: string };

/** A student in a class, with a mother who has a phone and an address. */
async function enrolled(name: string, { className, section, rollNo }: Place) {
  const student = await createStudent({ name });
  const year = (await db().schoolYear.findFirst()) ?? (await schoolYear());
  const place = { className, section: section ?? null, rollNo: rollNo ?? null, schoolYearId: year.id };
  await db().enrolment.create({ data: { studentId: student.id, fromDay: new Date("2026-04-06"), ...place } });
  const mother = { name: `Mother of ${name}`, email: `mother.${student.id}@example.org`, phone: "+919823012345" };
  const { id: guardianId } = await db().user.create({ data: { ...mother, passwordHash: "none" } });
  const link = { guardianId, studentId: student.id, relation: "mother", origin: "office" } as const;
  await db().guardianship.create({ data: link });
  return student;
}

const teacherOf = async (...grants: Parameters<typeof createStaff>) =>
  (await callerOf((await createStaff(...grants)).token)).students;

describe("a teacher", () => {
  it("has no roster, no export, and no student of another class or section, not even by id", async () => {
    const [own, other] = [
      await enrolled("Asha Rao", { className: 7, section: "A" }),
      await enrolled("Nila Sen", { className: 7, section: "B" }),
    ];
    const [eighth, nowhere] = [await enrolled("Kiran Das", { className: 8, section: "A" }), await createStudent()];
    const students = await teacherOf({
      role: "teacher",
      className: 7,
      section: "A",
      subjectId: await subject("Science"),
    });
    for (const call of [
      () => students.list({}),
      () => students.get({ id: own.id }),
      () => students.export({}),
      () => students.edit({ id: own.id, name: "Other" }),
    ])
      expect(await refusalOf(call())).toMatchObject({ code: "FORBIDDEN" });
    expect((await students.listTaught()).map(({ name }) => name)).toEqual(["Asha Rao"]);
    for (const { id } of [other, eighth, nowhere]) expect(await refusalOf(students.getTaught({ id }))).toEqual(unknown);
    expect((await students.getTaught({ id: own.id })).name).toBe("Asha Rao");
    const left = { toDay: new Date("2026-11-01"), endReason: "left" } as const;
    await db().enrolment.updateMany({ where: { studentId: own.id }, data: left });
    expect(await refusalOf(students.getTaught({ id: own.id }))).toEqual(unknown);
    expect(await students.listTaught()).toEqual([]);
  });

  it("of a subject sees neither guardians nor addresses, and marks only of that subject in that class", async () => {
    const asha = await enrolled("Asha Rao", { className: 7, section: "A", rollNo: "2" });
    await subject("Science");
    for (const [className, of] of [
      [7, "Science"],
      [7, "Mathematics"],
      [6, "Science"],
      [7, null],
    ] as const)
      await result(asha, { className, subject: of, examName: `${className} ${of}` });
    const students = await teacherOf({ role: "teacher", className: 7, subjectId: await subject("Science") });
    const seen = await students.getTaught({ id: asha.id });
    expect(seen).toMatchObject({ className: "7", section: "A", rollNo: "2", guardians: null });
    expect(seen.results.map(({ examName }) => examName)).toEqual(["7 Science"]);
    const text = JSON.stringify([seen, await students.listTaught()]);
    for (const hidden of ["@", "9823012345", "Mother"]) expect(text).not.toContain(hidden);
  });

  it("of the class sees all marks of the class and phone numbers, but no address", async () => {
    const asha = await enrolled("Asha Rao", { className: 7, section: "A", rollNo: "10" });
    await enrolled("Zoya Khan", { className: 7, section: "A", rollNo: "9" });
    await enrolled("Nila Sen", { className: 7, section: "B" });
    for (const [className, of] of [
      [7, "Science"],
      [7, null],
      [6, "Science"],
    ] as const)
      await result(asha, { className, subject: of, examName: `${className} ${of}` });
    await db().guardianship.create({
      data: {
        ...{ guardianId: (await createStudent({ onRoster: false, name: "Ended" })).id, studentId: asha.id },
        ...{ relation: "uncle", origin: "office", endedAt: new Date() },
      },
    });
    const students = await teacherOf(
      { role: "teacher", className: 7, section: "A" },
      { role: "teacher", className: 7, section: "B", subjectId: await subject("Science") },
    );
    const seen = await students.getTaught({ id: asha.id });
    expect(seen.guardians).toEqual([{ name: "Mother of Asha Rao", relation: "mother", phone: "+919823012345" }]);
    expect(seen.results.map(({ examName }) => examName)).toEqual(["7 null", "7 Science"]);
    const all = await students.listTaught();
    expect(all.map(({ name, guardians }) => [name, guardians?.length ?? null])).toEqual([
      ["Zoya Khan", 1],
      ["Asha Rao", 1],
      ["Nila Sen", null],
    ]);
    expect(JSON.stringify([seen, all])).not.toContain("@");
  });

  it("of a large school sees all of its students", async () => {
    const { id } = await schoolYear();
    await db().$executeRaw`with made as (
        insert into users (id, name) select gen_random_uuid(), 'Asha' from generate_series(1, 2001) returning id),
      listed as (insert into students (user_id, origin) select id, 'office' from made returning user_id)
      insert into enrolments (id, student_id, school_year_id, class_name, from_day)
      select gen_random_uuid(), user_id, ${id}::uuid, 7, '2026-04-06' from listed`;
    const students = await teacherOf({ role: "teacher", className: 7, subjectId: await subject("Science") });
    expect(await students.listTaught()).toHaveLength(2001);
  });

  it("who is a parent sees nothing more of their own child on the staff side", async () => {
    const child = await enrolled("Asha Rao", { className: 8 });
    const { user, token } = await createStaff({ role: "teacher", className: 7 });
    const link = { guardianId: user.id, studentId: child.id, relation: "father", origin: "office" } as const;
    await db().guardianship.create({ data: link });
    expect(await refusalOf((await callerOf(token)).students.getTaught({ id: child.id }))).toEqual(unknown);
    const own = await callerOf(await tokenFor(user));
    expect(await refusalOf(own.students.listTaught())).toMatchObject({ code: "FORBIDDEN" });
  });
});

it("the office has the roster, and teaches nothing", async () => {
  await enrolled("Asha Rao", { className: 7 });
  const { students } = await callerOf(await tokenFor(await createAdmin()));
  expect(await students.listTaught()).toEqual([]);
  expect((await students.list({})).items).toHaveLength(1);
});

it("a search reads no guardians", async () => {
  const asha = await enrolled("Asha Rao", { className: 7, section: "A", rollNo: "10" });
  await enrolled("Zoya Rao", { className: 7, section: "A", rollNo: "9" });
  await enrolled("Nila Sen", { className: 7, section: "A" });
  const { overview } = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
  const { result: found, statements } = await statementsOf(() => overview.find({ search: "rao" }));
  expect(found).toMatchObject([{ kind: "students", items: [{ label: "Zoya Rao" }, { _id: asha.id }] }]);
  expect(statements.filter((text) => text.includes("enrolments e")).length).toBeGreaterThan(0);
  expect(statements.filter((text) => text.includes("guardianships"))).toEqual([]);
});

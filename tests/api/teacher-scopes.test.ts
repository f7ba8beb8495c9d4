import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  type Caller,
  callerOf,
  codeOf,
  createAdmin,
  createStaff,
  createStudent,
  material,
  openStore,
  schedule,
  schoolYear,
  storedFile,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { pdfFile } from "../harness/documents";
import { arrivedFile, published, toClass7A } from "../harness/notices";
import { permissions, procedureOf, tableFaults } from "../harness/rooms";

type Place = { className: number; section: string; subject: string };

/** How each procedure that is bound to classes is called for a place. */
const calls: Record<string, (caller: Caller, place: Place) => Promise<unknown>> = {
  "materials.check": ({ materials }, place) =>
    materials.check({ material: about(place), file: { name: "notes.pdf", type: "application/pdf", size: 1000 } }),
  "materials.add": async ({ materials }, place) =>
    materials.add({ material: about(place), file: await storedFile(pdf) }),
  "materials.edit": async ({ materials }, { className, subject }) => {
    const { id } = await material({ className, subject });
    return materials.edit({ id, className, subject, materialName: "Leaves" });
  },
  "materials.checkFile": async ({ materials }, { className, subject }) => {
    const { id } = await material({ className, subject });
    return materials.checkFile({ id, file: { name: "notes.pdf", type: "application/pdf", size: 1000 } });
  },
  "materials.replace": async ({ materials }, { className, subject }) => {
    const { id } = await material({ className, subject });
    return materials.replace({ id, file: await storedFile(pdf) });
  },
  "materials.remove": async ({ materials }, { className, subject }) =>
    materials.remove({ id: (await material({ className, subject })).id }),
  "schedules.reach": ({ schedules }, { className }) => schedules.reach({ className, place: null }),
  "schedules.add": ({ schedules }, { className, subject }) =>
    schedules.add({ className, subject, testDate: "2026-11-20", testTime: "09:30" }),
  "schedules.remove": async ({ schedules }, { className, subject }) =>
    schedules.remove({ id: (await schedule({ className, subject })).id }),
  "schedules.edit": async ({ schedules }, place) =>
    schedules.edit({ ...(await testIn(place)), ...testOf(place), testTime: "10:30", reason: "hall not free" }),
  "schedules.cancel": async ({ schedules }, place) =>
    schedules.cancel({ ...(await testIn(place)), reason: "teacher is ill" }),
  "schedules.restore": async ({ schedules }, place) => {
    const test = await testIn(place);
    await (await administrator()).schedules.cancel({ ...test, byMistake: true });
    return schedules.restore({ ...test, rowVersion: 2 });
  },
  "exams.addMany": ({ exams }, place) => exams.addMany(examOf(place)),
  "exams.get": async ({ exams }, place) => exams.get(await examIn(place)),
  "exams.changesSince": async ({ exams }, place) => exams.changesSince({ ...(await examIn(place)), since: 0 }),
  "exams.edit": async ({ exams }, place) => {
    const { subjects: _, ...fields } = examOf(place);
    return exams.edit({ ...fields, ...(await examIn(place)), subject: place.subject.trim(), rowVersion: 1 });
  },
  "exams.remove": async ({ exams }, place) => exams.remove(await examIn(place)),
  "exams.saveCells": async ({ exams }, place) =>
    exams.saveCells({ ...(await examIn(place)), cells: [await cellIn(place)] }),
  "exams.exempt": async ({ exams }, place) => {
    const studentId = await studentIn(place);
    return exams.exempt({ ...(await examIn(place)), studentId, isExempt: true });
  },
  "exams.statistics": async ({ exams }, place) => exams.statistics(await examIn(place)),
  "exams.events": async ({ exams }, place) => exams.events(await examIn(place)),
  "exams.mayAddFile": async ({ exams }, place) => exams.mayAddFile(await examIn(place)),
  "exams.fileTemplate": async ({ exams }, place) => exams.fileTemplate({ ...(await examIn(place)), kind: "csv" }),
  "exams.files": async ({ exams }, place) => exams.files(await examIn(place)),
  "exams.addFile": async ({ exams }, place) =>
    exams.addFile({
      ...(await examIn(place)),
      ...{ fileName: "marks.csv", fileHash: "0".repeat(64), kind: "csv", sheet: "", others: 0 },
      rows: [
        { no: 1, cells: ["Roll", "Marks"] },
        { no: 2, cells: ["1", "61"] },
      ],
    }),
  "exams.ofTest": async ({ exams }, { className, subject }) =>
    exams.ofTest({ scheduleId: (await schedule({ className, subject: subject.trim() })).id }),
  "notices.get": async ({ notices }, place) => notices.get({ id: (await noticeIn(place)).id }),
  "notices.read": async ({ notices }, place) => notices.read({ id: (await publishedIn(place)).id }),
  "notices.people": async ({ notices }, place) => notices.people({ id: (await noticeIn(place)).id, fact: "students" }),
  "notices.preview": ({ notices }, place) => notices.preview({ audience: noticeOf(place).audience }),
  "notices.previewPeople": ({ notices }, place) =>
    notices.previewPeople({ audience: noticeOf(place).audience, fact: "noLogin" }),
  "notices.add": ({ notices }, place) => notices.add(noticeOf(place)),
  "notices.edit": async ({ notices }, place) => notices.edit({ ...noticeOf(place), ...(await noticeIn(place)) }),
  "notices.publish": async ({ notices }, place) => notices.publish(await noticeIn(place)),
  "notices.callOff": async ({ notices }, place) => {
    const { id, rowVersion } = await noticeIn(place);
    const at = { date: inDays(25), time: "18:00" };
    await (await administrator()).notices.publish({ id, rowVersion, at });
    return notices.callOff({ id, rowVersion: rowVersion + 1 });
  },
  "notices.change": async ({ notices }, place) =>
    notices.change({ ...(await publishedIn(place)), title: "Reading week", text: "Bring two books." }),
  "notices.takeBack": async ({ notices }, place) => notices.takeBack(await publishedIn(place)),
  "notices.withdraw": async ({ notices }, place) =>
    notices.withdraw({ ...(await publishedIn(place)), reason: "wrong week" }),
  "notices.remove": async ({ notices }, place) => notices.remove(await noticeIn(place)),
  "notices.mayAddFile": async ({ notices }, place) => notices.mayAddFile({ id: (await noticeIn(place)).id }),
  "notices.addFile": async ({ notices }, place) => notices.addFile(await arrivedFile((await noticeIn(place)).id, pdf)),
  "notices.removeFile": async ({ notices }, place) => {
    const arrived = await arrivedFile((await noticeIn(place)).id, pdf);
    await (await administrator()).notices.addFile(arrived);
    return notices.removeFile(arrived);
  },
  "students.getTaught": async ({ students }, place) => students.getTaught({ id: await studentIn(place) }),
};

/** Materials and tests are those of a class in all its sections. */
const hasSections = (name: string) =>
  name === "students.getTaught" ||
  name.startsWith("notices.") ||
  (name.startsWith("exams.") && name !== "exams.ofTest");
/** A student is taught by all teachers of the class and section, and each of them may write to the class. */
const hasSubject = (name: string) =>
  name !== "students.getTaught" && name !== "schedules.reach" && !name.startsWith("notices.");

const about = ({ className, subject }: Place) => ({
  ...{ className, subject, materialName: "Fractions", alwaysAvailable: true },
});

const examOf = ({ className, section, subject }: Place) => ({
  ...{ className, sections: [section], subjects: [subject.trim()], examName: `Unit Test ${++count}`, totalMarks: 80 },
});

const testOf = ({ className, subject }: Place) => ({ className, subject, testDate: "2026-11-20", testTime: "09:30" });

async function testIn({ className, subject }: Place): Promise<{ id: string; rowVersion: number }> {
  return { id: (await schedule({ className, subject: subject.trim() })).id, rowVersion: 1 };
}

async function examIn(place: Place): Promise<{ id: string }> {
  const [made] = await (await administrator()).exams.addMany(examOf(place));
  return { id: made?._id ?? "" };
}

const noticeOf = ({ className, section }: Place) => ({
  ...toClass7A,
  audience: [{ kind: "class" as const, className, section }],
});

async function noticeIn(place: Place): Promise<{ id: string; rowVersion: number }> {
  const { _id: id, rowVersion } = await (await administrator()).notices.add(noticeOf(place));
  return { id, rowVersion };
}

const publishedIn = async (place: Place) => published(await administrator(), noticeOf(place));

async function cellIn(place: Place) {
  return { studentId: await studentIn(place), mark: { kind: "scored", score: 61 }, remark: null, seen: 0 } as const;
}

async function studentIn({ className, section }: Place): Promise<string> {
  const { id } = await createStudent();
  const year = await db().schoolYear.findFirstOrThrow();
  const fromDay = new Date("2026-04-06");
  await db().enrolment.create({ data: { studentId: id, schoolYearId: year.id, className, section, fromDay } });
  return id;
}

const own: Place = { className: 7, section: "A", subject: "Mathematics" };
const others: Place[] = [
  { ...own, section: "B" },
  { ...own, subject: "Science" },
  { ...own, className: 8 },
];

await openStore();
const pdf = await pdfFile();
let teacher: () => Promise<Caller>;
let administrator: () => Promise<Caller>;
let count = 0;

beforeAll(async () => {
  await resetDatabase();
  const { id: subjectId } = await db().subject.create({
    data: { name: "Mathematics", key: "mathematics", spellings: { create: { key: "maths" } } },
  });
  await db().subject.create({ data: { name: "Science", key: "science" } });
  const { token } = await createStaff({ role: "teacher", className: 7, section: "A", subjectId });
  teacher = () => callerOf(token);
  await schoolYear();
  const adminToken = await tokenFor(await createAdmin());
  administrator = () => callerOf(adminToken);
});

describe("a teacher of Mathematics in 7 A", () => {
  it("every procedure that is open to one teacher and not to the other has a row", () => {
    const bound = Object.entries(permissions)
      .filter(([, { teacher: one, otherTeacher }]) => one === "ok" && otherTeacher !== "ok")
      .map(([row]) => procedureOf(row));
    expect(tableFaults([...new Set(bound)], Object.keys(calls))).toEqual([]);
  });

  it.each(Object.keys(calls))("%s works there, in any spelling, and nowhere else", async (name) => {
    const call = calls[name] as NonNullable<(typeof calls)[string]>;
    const ofCaller = async (place: Place) => codeOf(call(await teacher(), place));
    expect(await ofCaller(own)).toBe("ok");
    expect(await ofCaller({ ...own, subject: " MATHS " })).toBe("ok");
    const [section, subject, className] = [
      await ofCaller(others[0] as Place),
      await ofCaller(others[1] as Place),
      await ofCaller(others[2] as Place),
    ];
    const refusal = permissions[name]?.otherTeacher;
    expect({ section, subject, className }).toEqual({
      section: hasSections(name) ? refusal : "ok",
      subject: hasSubject(name) ? refusal : "ok",
      className: refusal,
    });
  });
});

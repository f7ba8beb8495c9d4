import { expect, it, vi } from "vitest";
import CalendarPage from "@/app/(site)/show-schedule/calendar/page";
import ShowSchedulePage from "@/app/(site)/show-schedule/page";
import StudyMaterialsPage from "@/app/(site)/study-materials/page";
import type * as Content from "@/content/institute";
import { db } from "@/server/db/client";
import { material, refusalOf, schedule, schoolYear } from "../factories";
import { inDays, shifted } from "../harness/days";
import { officeOfEachTest } from "../harness/office";

vi.mock("@/content/institute", async (original) => {
  const content = await original<typeof Content>();
  return { ...content, institute: { ...content.institute, classes: { from: 1, to: 10 } } };
});

const office = officeOfEachTest();
const className = 11;
const wanted = { code: "BAD_REQUEST", message: "Please select a class from 1 to 10." };

/** Expects that an edit keeps a class that the institute no longer has, but accepts no other such class. */
async function expectKept(edit: (className: number) => Promise<unknown>) {
  expect(await refusalOf(edit(12))).toMatchObject(wanted);
  await edit(11);
}

it("students of a class that the institute no longer has are listed, numbered and promoted", async () => {
  const [fromYear, toYear] = [(await schoolYear(2026, shifted)).id, (await schoolYear(2027, shifted)).id];
  const inA = { className: 10, section: "A", fromDay: shifted("2026-04-06") };
  const { _id: studentId } = await office.students.add({ name: "Asha Rao", ...inA });
  await db().enrolment.updateMany({ data: { className } });
  expect((await office.students.list({ class: className })).items).toMatchObject([{ _id: studentId }]);
  expect(await office.enrolments.numberByName({ className, section: "A" })).toBe(1);
  const { rows } = await office.enrolments.promote({ fromYear, toYear, className });
  expect(rows).toMatchObject([{ studentId, what: "leaves" }]);
  const placed = { studentId, className, section: "A", fromDay: shifted("2026-04-06") };
  expect(await refusalOf(office.enrolments.enrol(placed))).toMatchObject({ issues: [{ path: ["className"] }] });
});

it("a material, a test, an exam and a notice of such a class can be edited, and keep it", async () => {
  await schoolYear(2026, shifted);
  const { id } = await material({ className });
  await expectKept((to) => office.materials.edit({ id, className: to, materialName: "Respiration" }));

  const test = await schedule({ className, testDate: new Date(inDays(3)) });
  const testEdit = {
    id: test.id,
    rowVersion: test.rowVersion,
    subject: "Biology",
    testDate: inDays(3),
    testTime: "09:30",
  };
  await expectKept((to) => office.schedules.edit({ ...testEdit, className: to, room: "Hall" }));

  const exam = { sections: ["A"], examName: "Unit Test 3", totalMarks: 80 };
  const [added] = await office.exams.addMany({ ...exam, className: 10, subjects: ["Biology"] });
  const examId = added?._id ?? "";
  await db().exam.updateMany({ data: { className } });
  const { rowVersion } = await db().exam.findUniqueOrThrow({ where: { id: examId } });
  const examEdit = { ...exam, id: examId, subject: "Biology", examName: "Quiz", rowVersion };
  await expectKept((to) => office.exams.edit({ ...examEdit, className: to }));

  const noticeOf = (to: number) => ({
    ...{ title: "Sports day", text: "On Friday." },
    audience: [{ kind: "class" as const, className: to }],
  });
  const notice = await office.notices.add(noticeOf(10));
  await db().noticeAudience.updateMany({ data: { className } });
  await expectKept((to) => office.notices.edit({ ...noticeOf(to), id: notice._id, rowVersion: notice.rowVersion }));
  expect(await refusalOf(office.notices.add(noticeOf(className)))).toMatchObject(wanted);
  const set = { class: className, title: "Term 1", lastDay: inDays(3), examIds: [examId] };
  expect(await refusalOf(office.reportCards.add(set))).toMatchObject(wanted);
});

it("public pages find such a class by its number in the address, offer it, and link to its calendar", async () => {
  await material({ className, materialName: "Respiration" });
  await schedule({ className, subject: "Botany", testDate: new Date(inDays(3)) });
  expect(await office.materials.classes()).toEqual(["11"]);
  const asked = { searchParams: Promise.resolve({ className: "Class 11" }) };
  const tests = JSON.stringify(await ShowSchedulePage(asked));
  const calendar = JSON.stringify(await CalendarPage(asked));
  const materials = JSON.stringify(await StudyMaterialsPage(asked));
  const offered = "[1,2,3,4,5,6,7,8,9,10,11]";
  expect(tests).toContain(`"asked":{"className":"11","subject":""},"offered":${offered}`);
  expect(tests).toContain("/show-schedule/calendar?className=11");
  expect(tests).toContain('"subject":"Botany"');
  expect(calendar).toContain(`"of":${offered}`);
  expect(calendar).toContain("/api/calendar/class-11.ics");
  expect(materials).toContain('"asked":{"q":"","className":"11"');
  expect(materials).toContain('"materialName":"Respiration"');
});

import { describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { examOfficeOfEachTest, scored } from "../harness/exams";

const { office, add, examWith } = examOfficeOfEachTest();

const examDate = "2026-10-05";
const [came, early] = [{ fromDay: "2026-11-29" }, { fromDay: "2026-06-01" }];

async function addMany(count: number, given: Parameters<typeof add>[0]) {
  const ids = [];
  for (let index = 0; index < count; index++) ids.push(await add(given));
  return ids;
}

const peopleIn = async (id: string) => (await office.exams.get({ id })).rows.map(({ studentId }) => studentId).sort();
const waiting = async () => (await office.exams.list({ waits: "marks" })).items.map(({ _id }) => _id);

describe("a class whose roster came after the exam", () => {
  it("stays in the sheet as a whole even if one student has an earlier day, from the start or corrected", async () => {
    const ids = await addMany(4, came);
    const id = await examWith([], { examDate });
    expect(await peopleIn(id)).toEqual(ids.sort());
    const all = [...ids, await add(early)].sort();
    expect(await peopleIn(id)).toEqual(all);
    await db().enrolment.updateMany({ where: { studentId: ids[0] ?? "" }, data: { fromDay: new Date(early.fromDay) } });
    expect(await peopleIn(id)).toEqual(all);
    expect((await office.exams.list({})).items).toMatchObject([{ students: 5, entered: 0 }]);
  });

  it("still waits for the marks of all the others when one student's day was corrected", async () => {
    const ids = await addMany(4, came);
    const [marked = "", corrected = ""] = ids;
    const id = await examWith(
      [
        [marked, scored(40)],
        [corrected, scored(50)],
      ],
      { examDate },
    );
    await db().enrolment.updateMany({ where: { studentId: corrected }, data: { fromDay: new Date(early.fromDay) } });
    expect(await waiting()).toEqual([id]);
    expect(await office.exams.preview({ id })).toMatchObject({ results: 2, noMark: 2 });
  });

  it("is judged separately for each section", async () => {
    await addMany(3, { fromDay: "2026-04-06" });
    const late = await addMany(2, { ...came, section: "B" });
    expect(await peopleIn(await examWith([], { examDate, sections: ["B"] }))).toEqual(late.sort());
  });

  it("begins, in a section that others moved into, with the day on which they moved", async () => {
    const [moved = "", stays = ""] = await addMany(2, { fromDay: "2026-04-06" });
    await office.enrolments.move({ studentId: moved, className: 7, section: "C", day: "2026-11-01" });
    expect(await peopleIn(await examWith([], { examDate, sections: ["C"] }))).toEqual([moved]);
    expect(await peopleIn(await examWith([], { examDate, sections: ["A"] }))).toEqual([moved, stays].sort());
  });
});

describe("a class that was there before the exam", () => {
  it("has in an earlier exam neither a late joiner nor a student who moved in from another class", async () => {
    const [stays = ""] = await addMany(3, { fromDay: "2026-04-06" });
    const moved = await add({ fromDay: "2026-04-06", className: 8 });
    await addMany(3, came);
    await office.enrolments.move({ studentId: moved, className: 7, section: "A", day: "2026-11-01" });
    const id = await examWith([], { examDate });
    expect(await peopleIn(id)).toHaveLength(3);
    expect(await peopleIn(id)).toContain(stays);
    expect(await waiting()).toEqual([id]);
  });

  it("has all of today's students in an exam without a date", async () => {
    const ids = [...(await addMany(3, { fromDay: "2026-04-06" })), await add({ fromDay: "2026-11-20" })];
    const id = await examWith([], { examDate });
    await db().exam.update({ where: { id }, data: { examDate: null } });
    expect(await peopleIn(id)).toEqual(ids.sort());
  });
});

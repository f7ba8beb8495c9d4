import { beforeEach, describe, expect, it } from "vitest";
import { readFollowed } from "@/features/admissions/data-family";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createStaff, createStudent, schoolYear, submission } from "../factories";
import { resetDatabase } from "../harness/database";

let office: Caller;

beforeEach(async () => {
  await resetDatabase();
  await schoolYear();
  office = await callerOf((await createStaff({ role: "office" })).token);
});

const accepted = (more = {}) => submission({ state: "accepted", ...more });

it("the proposed admission number continues the series used last, and is empty if that one does not end in digits", async () => {
  const { id } = await accepted();
  const proposed = async () => (await office.services.previewEnrolment({ id })).admissionNo;
  expect(await proposed()).toBe("");
  for (const [admissionNo, next] of [
    ["OLD/7777", "OLD/7778"],
    ["LY-98", "LY-99"],
    ["LY-101", "LY-102"],
    ["LY-9", "LY-102"],
    ["LY-9K7QB", ""],
    ["100", "101"],
  ] as const) {
    await db().student.update({ where: { userId: (await createStudent()).id }, data: { admissionNo } });
    expect(await proposed(), admissionNo).toBe(next);
  }
});

describe("enrolment in another class or year than the form asked for", () => {
  it("takes a seat there, gives the old one back, and appears on both pages, in the list and in the figures", async () => {
    const year = await db().schoolYear.findFirstOrThrow();
    const next = await schoolYear(2099);
    const days = { seats: 9, opensOn: "2026-01-01", closesOn: "2099-12-31" };
    await office.intakes.save({ year: year.id, intakes: [7, 8].map((className) => ({ className, ...days })) });
    await office.intakes.save({ year: next.id, intakes: [{ className: 7, ...days }] });
    const intakes = () =>
      db().intake.findMany({ orderBy: [{ schoolYear: { firstDay: "asc" } }, { className: "asc" }] });
    const taken = async () => (await intakes()).map((one) => one.taken);
    const [seventh] = await intakes();
    const ofSeventh = { intake: { connect: { id: seventh?.id ?? "" } } };
    const given = [{ className: 7 }, { className: 8 }, { className: 7, year: next.id }, { className: 6 }];
    const ids: string[] = [];
    for (const _ of given) ids.push((await accepted(ofSeventh)).id);
    expect(await taken()).toEqual([4, 0, 0]);
    const left = [
      [4, 0, 0],
      [3, 1, 0],
      [2, 1, 1],
      [1, 1, 1],
    ];
    for (const [index, more] of given.entries()) {
      const [name, id] = [`Child ${index}`, ids[index] ?? ""];
      await office.services.enrol({ id, rowVersion: 1, name, admissionNo: name, guardians: [], section: "A", ...more });
      expect(await taken(), name).toEqual(left[index]);
      const shown = { selectedClass: 7, givenClass: more.className, state: "enrolled" };
      expect(await office.services.get({ id })).toMatchObject(shown);
      expect(await readFollowed(id, new Date())).toMatchObject(shown);
      const { items } = await office.services.list({});
      expect(items.find(({ _id }) => _id === id)).toMatchObject(shown);
    }
    await submission({ selectedClass: 8 });
    const { classes } = await office.services.figures();
    expect(classes).toEqual([
      { className: 6, total: 1, states: { enrolled: 1 } },
      { className: 7, total: 2, states: { enrolled: 2 } },
      { className: 8, total: 2, states: { enrolled: 1, received: 1 } },
    ]);
    for (const { className, total } of classes)
      expect((await office.services.desk({ class: String(className) })).total, String(className)).toBe(total);
  });
});

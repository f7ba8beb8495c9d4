import { beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { callerOf, createAdmin, createGuardian, schoolYear, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted } from "../harness/days";

beforeEach(resetDatabase);

const email = "asha@example.org";

it("an attached account moves the class with its leave, and earlier consents that were withdrawn, as the preview says", async () => {
  const office = await callerOf(await tokenFor(await createAdmin()));
  const visitor = await callerOf(null);
  const signUp = () => visitor.auth.signup({ name: "Asha R", email, password: usualPassword, openSession: true });
  const addResult = (className: number) =>
    office.results.add({ results: [{ studentEmail: email, className, score: 45, totalMarks: 50 }] });
  await schoolYear(2026, shifted);
  const day = (text: string) => new Date(shifted(text));
  const left = { leftOn: day("2026-07-31"), leftReason: "Moved away" };
  const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7", className: 7 });
  await db().enrolment.updateMany({
    data: { fromDay: day("2026-06-01"), toDay: left.leftOn, endReason: "left" },
  });
  await db().student.update({ where: { userId: id }, data: left });
  const { _id: account } = await signUp();
  await addResult(8);
  const { id: guardianId } = await createGuardian({ of: [{ id }, { id: account }], name: "Meera Rao" });
  const consent = { guardianId, how: "join", version: "1" } as const;
  await db().consent.createMany({
    data: [
      { ...consent, studentId: id, givenAt: day("2026-06-01") },
      { ...consent, studentId: account, givenAt: day("2026-07-01"), withdrawnAt: day("2026-09-01") },
    ],
  });
  expect(await office.students.previewAttach({ id, email })).toMatchObject({
    ...{ enrolment: { className: "8", section: null }, leave: { leftOn: null }, withdrawn: ["Meera Rao"] },
  });
  expect(await office.students.attach({ id, email })).toMatchObject({
    ...{ leftOn: null, enrolments: [{ className: "8" }, { className: "7" }] },
    changes: [
      {
        action: "student-attached",
        values: expect.arrayContaining([{ field: "className", before: null, after: "8" }]),
      },
      {},
    ],
  });
  expect(await db().consent.count({ where: { withdrawnAt: null } })).toBe(0);

  const other = await office.students.add({ name: "Asha Rao", admissionNo: "KV-8" });
  await db().user.update({ where: { id }, data: { email: "first@example.org" } });
  const { _id: former } = await signUp();
  expect(await office.students.previewAttach({ id: other._id, email })).toMatchObject({
    ...{ enrolment: null, leave: null, withdrawn: [] },
  });
  await addResult(7);
  await office.enrolments.end({ studentId: former, day: shifted("2027-03-31"), reason: "Moved away" });
  const { leave } = await office.students.previewAttach({ id: other._id, email });
  expect(leave).toEqual({ leftOn: shifted("2027-03-31") });
  await office.students.attach({ id: other._id, email });
  expect((await office.students.get({ id: other._id })).leftOn).toEqual(leave?.leftOn);
});

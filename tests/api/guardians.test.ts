import { beforeEach, describe, expect, it } from "vitest";
import { findLink } from "@/features/guardians/data";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import {
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  material,
  usualPassword as password,
  refusalOf,
  result,
  schedule,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays, shifted } from "../harness/days";

beforeEach(resetDatabase);

/** A mother of two, and a student who is not hers. */
async function family() {
  const [asha, rohan, other] = await Promise.all([
    createStudent(),
    createStudent({ name: "Rohan Rao" }),
    createStudent({ name: "Bilal Khan" }),
  ]);
  const mother = await createGuardian({ of: [asha, rohan] });
  return { asha, rohan, other, mother, caller: await callerOf(await tokenFor(mother)) };
}

describe("the children of a guardian", () => {
  it("nobody without a login has children, and other people's children are not listed", async () => {
    const { other } = await family();
    const [visitor, stranger] = [await callerOf(null), await callerOf(await tokenFor(other))];
    for (const call of ["children", "overview"] as const) {
      expect(await refusalOf(visitor.guardians[call]())).toMatchObject({ code: "UNAUTHORIZED" });
      expect(await stranger.guardians[call]()).toEqual([]);
    }
  });

  it("a guardian sees each child with the class, the oldest first, and nothing more of them", async () => {
    const { asha, rohan, caller } = await family();
    const { id: schoolYearId } = await schoolYear(2026);
    const place = { schoolYearId, fromDay: new Date("2026-04-01") };
    await db().enrolment.create({ data: { studentId: rohan.id, className: 7, section: "A", rollNo: "12", ...place } });
    const usual = { relation: "Mother", seesResults: true, getsMails: true, unread: 0 };
    expect(await caller.guardians.children()).toEqual([
      {
        _id: rohan.id,
        name: "Rohan Rao",
        className: "7",
        section: "A",
        rollNo: "12",
        coming: null,
        follows: "7",
        classes: ["7"],
        ...usual,
      },
      {
        _id: asha.id,
        name: "Asha Rao",
        className: null,
        section: null,
        rollNo: null,
        coming: null,
        follows: null,
        classes: [],
        ...usual,
      },
    ]);
  });

  it("a class that is to begin is shown with its first day to those who may see it, and the office need not enter it again", async () => {
    const { asha, caller, mother } = await family();
    const admin = await callerOf(await tokenFor(await createAdmin()));
    const years = [await schoolYear(2026, shifted), await schoolYear(2027, shifted)];
    const { notPlaced } = (await admin.students.list({})).views;
    const place = { schoolYearId: years[1]?.id ?? "", className: 4, section: "A" };
    const fromDay = inDays(200);
    await db().enrolment.create({ data: { studentId: asha.id, ...place, fromDay: new Date(fromDay) } });
    const ofAsha = async (of: Caller) => (await of.guardians.children()).find(({ _id }) => _id === asha.id);
    const coming = { className: "4", section: "A", fromDay };
    expect(await ofAsha(caller)).toMatchObject({ className: null, follows: null, coming });
    expect((await admin.students.list({})).views.notPlaced).toBe(notPlaced - 1);
    expect((await admin.students.list({ state: "not placed" })).total).toBe(notPlaced - 1);
    await db().user.update({ where: { id: mother.id }, data: { vouchedAt: null } });
    expect(await ofAsha(await callerOf(await tokenFor(mother)))).toMatchObject({ coming: null });
  });

  it("an ended link is gone from the next call on", async () => {
    const { asha, rohan, mother, caller } = await family();
    expect(await findLink(mother.id, asha.id)).toMatchObject({ seesResults: true });
    await db().guardianship.updateMany({ where: { studentId: asha.id }, data: { endedAt: new Date() } });
    expect(await findLink(mother.id, asha.id)).toBeNull();
    expect((await caller.guardians.children()).map(({ _id }) => _id)).toEqual([rohan.id]);
  });

  it("a staff member has their own children on the admin side, too", async () => {
    const { asha } = await family();
    const { user, token } = await createStaff({ role: "office" });
    await db().guardianship.create({
      data: { guardianId: user.id, studentId: asha.id, relation: "Aunt", origin: "office" },
    });
    expect(await (await callerOf(token)).guardians.children()).toMatchObject([{ _id: asha.id, relation: "Aunt" }]);
  });

  it("the overview has the newest new result, the number of new ones, and the next three tests of each class", async () => {
    const { asha, rohan, mother, caller } = await family();
    const { id: schoolYearId } = await schoolYear(2026);
    const fromDay = new Date("2026-04-01");
    await db().enrolment.create({ data: { studentId: rohan.id, schoolYearId, className: 4, fromDay } });
    const older = await result(rohan, { className: 4, score: 12, createdAt: new Date("2026-05-01") });
    const newest = await result(rohan, { className: 4, score: 45, subject: "Science" });
    // Asha was never enrolled: the class of the result counts.
    await result(asha, { className: 9 });
    const inDays = (days: number) => new Date(new Date().setUTCHours(0, 0, 0, 0) + days * 24 * 60 * 60 * 1000);
    for (const [className, days] of [
      [4, 5],
      [4, 2],
      [4, 9],
      [4, 12],
      [4, -3],
      [5, 1],
    ] as const)
      await schedule({ className, testDate: inDays(days), subject: `In ${days}` });
    const cancelled = { state: "cancelled" as const, reason: "teacher is ill" };
    await schedule({ className: 4, testDate: inDays(4), subject: "Off", ...cancelled });
    await schedule({ className: 4, testDate: inDays(4), subject: "Mistake", ...cancelled, hiddenAt: new Date() });
    await caller.results.markRead({ ids: [newest.id], studentId: rohan.id });
    await db().guardianship.updateMany({ where: { studentId: asha.id }, data: { seesResults: false } });
    expect(await caller.guardians.overview()).toMatchObject([
      {
        ...{
          _id: rohan.id,
          follows: "4",
          unread: 1,
          tests: [
            { subject: "In 2", className: null, state: "planned", note: null },
            { subject: "Off", state: "cancelled", note: "Cancelled: teacher is ill" },
            ...[{ subject: "In 5" }, { subject: "In 9" }],
          ],
        },
        latest: { grade: "F", percentage: 24 },
      },
      { _id: asha.id, follows: "9", unread: 0, latest: null, tests: [] },
    ]);
    await caller.results.markRead({ ids: [older.id], studentId: rohan.id });
    const [read] = await caller.guardians.overview();
    expect(read).toMatchObject({ unread: 0, latest: { subject: "Science", grade: "A+", percentage: 90 } });
    await db().user.update({ where: { id: mother.id }, data: { vouchedAt: null } });
    const unproven = await callerOf(await tokenFor(mother));
    const unplaced = { className: null, section: null, rollNo: null, follows: null };
    expect(await unproven.guardians.overview()).toMatchObject([
      { name: "Asha Rao", ...unplaced, unread: 0, latest: null, tests: [] },
      { name: "Rohan Rao", ...unplaced, unread: 0, latest: null, tests: [] },
    ]);
  });
});

it("tests and materials of a child who was never enrolled are those of all classes of its results, newest first, as its emails are", async () => {
  const { asha, caller } = await family();
  await db().guardianship.deleteMany({ where: { studentId: { not: asha.id } } });
  await result(asha, { className: 7 });
  await result(asha, { className: 8, createdAt: new Date(inDays(-1)) });
  for (const className of [7, 8, 9]) {
    await schedule({ className, testDate: new Date(inDays(10 - className)), subject: `Of ${className}` });
    await material({ className, materialName: `Of ${className}` });
  }
  const today = await caller.today.get();
  expect(today.children).toMatchObject([{ className: null, follows: "7", classes: ["7", "8"] }]);
  const [child] = today.children;
  expect(child?.tests.map(({ subject, className }) => [subject, className])).toEqual([
    ["Of 8", "Class 8"],
    ["Of 7", "Class 7"],
  ]);
  expect(today.materials.map(({ materialName }) => materialName).sort()).toEqual(["Of 7", "Of 8"]);
  const { path } = await caller.calendars.renew();
  const feed = await (await callerOf(null)).calendars.ownFeed({ token: path.split("/").at(-1) ?? "" });
  expect([7, 8, 9].map((className) => feed.includes(`Of ${className}`))).toEqual([true, true, false]);
  expect(await caller.results.classes({ studentId: asha.id })).toEqual(child?.classes);
});

it("a guardian with an address can also log in with the phone number, unless two have it and it is the login name of neither", async () => {
  const { other, mother } = await family();
  const phone = "+919823012345";
  const set = ({ id }: User, data: Partial<User>) => db().user.update({ where: { id }, data });
  await set(mother, { email: "meera@example.org", username: null, phone });
  const visitor = await callerOf(null);
  const login = (identifier: string) => visitor.auth.login({ identifier, password, role: "user" });
  expect((await login("098230 12345")).user._id).toBe(mother.id);
  expect((await login("meera@example.org")).user._id).toBe(mother.id);
  const father = await createGuardian({ of: [other], name: "Ravi Rao", email: "ravi@example.org" });
  await set(father, { phone, username: null });
  expect((await refusalOf(login("98230 12345"))).code).toBe("UNAUTHORIZED");
  await set(father, { username: phone });
  expect((await login("98230 12345")).user._id).toBe(father.id);
  await set(father, { username: null, passwordHash: null });
  expect((await login("98230 12345")).user._id).toBe(mother.id);
});

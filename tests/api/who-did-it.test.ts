import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { purgeExpired } from "@/main/retention";
import { db } from "@/server/db/client";
import {
  biology,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  material,
  schedule,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

it("staff see who published a material, until that person is erased, and delete those of their classes; visitors see no name", async () => {
  const { id: subjectId } = await biology();
  const { user, token } = await createStaff({ role: "teacher", className: 7, subjectId });
  await material({ uploadedById: user.id, className: 7 });
  await material({ uploadedById: user.id, className: 8, materialName: "Cells" });
  const asked = { includeExpired: true };
  const factsOf = async (caller: Awaited<ReturnType<typeof callerOf>>) =>
    (await caller.materials.list(asked)).items
      .map(({ className, uploadedBy, mayRemove }) => [className, uploadedBy, mayRemove])
      .sort();
  expect(await factsOf(await callerOf(token))).toEqual([
    ["7", "Meera Iyer", true],
    ["8", "Meera Iyer", false],
  ]);
  const open = await (await callerOf(null)).materials.list({});
  expect(JSON.stringify(open)).not.toMatch(/Meera|uploadedBy|mayRemove/);

  const admin = await callerOf(await tokenFor(await createAdmin()));
  await admin.staff.endAccess({ userId: user.id });
  await admin.people.eraseById({ id: user.id, password: usualPassword });
  expect(await factsOf(admin)).toEqual([
    ["7", null, true],
    ["8", null, true],
  ]);
});

it("twelve months after the last grant a person with no other part here is erased, and others lose only the grants", async () => {
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const made = async (name: string, grants: { endedAt?: Date; toDay?: Date }[]) => {
    const { user } = await createStaff();
    const rows = grants.map((grant, index) => ({ role: "teacher" as const, className: index + 1, ...grant }));
    const fromDay = ago(800);
    await db().staffGrant.createMany({ data: rows.map((row) => ({ ...row, userId: user.id, fromDay })) });
    await db().session.deleteMany({ where: { userId: user.id } });
    return db().user.update({ where: { id: user.id }, data: { name } });
  };
  await made("gone", [{ endedAt: ago(367) }, { toDay: ago(368) }]);
  await made("recent", [{ endedAt: ago(367) }, { endedAt: ago(365) }]);
  await made("here", [{ endedAt: ago(400) }, {}]);
  const parent = await made("parent", [{ endedAt: ago(367) }]);
  const active = await made("active", [{ endedAt: ago(367) }]);
  await tokenFor(active);
  const student = await createStudent();
  const link = { guardianId: parent.id, studentId: student.id, relation: "mother", origin: "office" } as const;
  await db().guardianship.create({ data: link });
  expect(await purgeExpired(new Date())).toMatchObject({ endedGrants: 6 });
  const left = await db().user.findMany({ where: { student: null }, select: { name: true, grants: true } });
  expect(left.map(({ name, grants }) => `${name} ${grants.length}`).sort()).toEqual([
    ...["active 0", "here 1", "parent 0", "recent 1"],
  ]);
});

it("a person who is granted new work in the night of the erasure stays", async () => {
  const { user } = await createStaff();
  await db().session.deleteMany({ where: { userId: user.id } });
  const work = { userId: user.id, role: "teacher", className: 7, fromDay: new Date("2025-01-01") } as const;
  await db().staffGrant.create({ data: { ...work, endedAt: new Date(Date.now() - 367 * 24 * 60 * 60 * 1000) } });
  const { purge } = await db().$transaction(async (tx) => {
    await tx.staffGrant.create({ data: work });
    const purge = purgeExpired(new Date());
    await setTimeout(500);
    return { purge };
  });
  expect(await purge).toMatchObject({ endedGrants: 1 });
  expect(await db().staffGrant.findMany()).toMatchObject([{ userId: user.id, endedAt: null }]);
});

it("staff see who announced a test, and can take back those of their classes", async () => {
  const { id: subjectId } = await biology();
  const { token } = await createStaff({ role: "teacher", className: 7, subjectId });
  const test = { subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };
  const { schedules } = await callerOf(token);
  await schedules.add({ ...test, className: 7 });
  const admin = await callerOf(await tokenFor(await createAdmin()));
  await admin.schedules.add({ ...test, className: 8 });
  await schedule();
  const { items } = await schedules.listForStaff({});
  expect(items.map(({ className, announcedBy, mayChange }) => [className, announcedBy, mayChange])).toEqual(
    expect.arrayContaining([
      ["Class 7", "Meera Iyer", true],
      ["Class 8", "Administrator", false],
      ["Class 7", null, true],
    ]),
  );
  expect(JSON.stringify(await (await callerOf(null)).schedules.list({}))).not.toMatch(/Meera|announcedBy/);
});

it("the history of a student names the person who changed something, and a former colleague once the account is gone", async () => {
  const admin = await callerOf(await tokenFor(await createAdmin()));
  const { user, token } = await createStaff({ role: "office" });
  const { id } = await createStudent();
  await (await callerOf(token)).students.edit({ id, name: "Asha Rao Iyer" });
  const actors = async () => (await admin.students.get({ id })).changes.map(({ by }) => by);
  expect(await actors()).toEqual(["Meera Iyer"]);
  await admin.staff.endAccess({ userId: user.id });
  await admin.people.eraseById({ id: user.id, password: usualPassword });
  expect(await actors()).toEqual(["a former colleague"]);
  expect(await db().auditEvent.count({ where: { action: "person-erased", subjectId: user.id } })).toBe(1);
});

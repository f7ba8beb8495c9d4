import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/env";
import { beginSecondFactor } from "@/server/auth/second-factor";
import { db, type Transaction } from "@/server/db/client";
import { readLog } from "@/server/privacy/row-log";
import {
  biology,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  material,
  refusalOf,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted } from "../harness/days";
import { meanwhile } from "../harness/meanwhile";

beforeEach(resetDatabase);

const administrator = async () => callerOf(await tokenFor(await createAdmin()));
const open = { endedAt: null };
const endedIds = async () => (await readLog(env().DATA_DIR, "ended")).map(({ rowId }) => rowId);
const login = async (identifier: string) =>
  (await callerOf(null)).auth.login({ identifier, password: usualPassword, role: "admin" });

describe("one administrator with a working login remains", () => {
  it("no administrator can end their own access, and trying leaves no trace that a later start would act on", async () => {
    const { user, token } = await createStaff({ role: "administrator" });
    const grant = await db().staffGrant.findFirstOrThrow();
    const { staff } = await callerOf(token);
    expect(await refusalOf(staff.endGrant({ id: grant.id }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(staff.endAccess({ userId: user.id }))).toMatchObject({ code: "CONFLICT" });
    expect(await endedIds()).not.toContain(grant.id);
    expect(await db().staffGrant.count({ where: open })).toBe(1);
  });

  it("if two administrators end each other's access at the same moment, one remains", async () => {
    await createAdmin();
    for (const by of ["endAccess", "endGrant"] as const) {
      const two = [await createStaff({ role: "administrator" }), await createStaff({ role: "administrator" })];
      const callers = await Promise.all(two.map(({ token }) => callerOf(token)));
      const grants = await Promise.all(
        two.map(({ user }) => db().staffGrant.findFirstOrThrow({ where: { userId: user.id } })),
      );
      const outcomes = await Promise.allSettled(
        callers.map(({ staff }, index) => {
          const other = 1 - index;
          return by === "endAccess"
            ? staff.endAccess({ userId: two[other]?.user.id ?? "" })
            : staff.endGrant({ id: grants[other]?.id ?? "" });
        }),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const ids = two.map(({ user }) => user.id);
      expect(await db().staffGrant.count({ where: { userId: { in: ids }, ...open } })).toBe(1);
    }
  });

  it("an administrator whose access ends during a write writes nothing more", async () => {
    await createAdmin();
    const colleague = (await createStaff({ role: "office" })).user.id;
    await db().$transaction((tx) => beginSecondFactor(tx, colleague, "someone"));
    for (const write of ["add", "grant", "makeCode", "resetSecondStep"] as const) {
      const { user, token, email } = await createStaff({ role: "administrator" });
      const { staff } = await callerOf(token);
      const calls = {
        add: () => staff.add({ name: "Meera Iyer", email, role: "office" }),
        grant: () => staff.grant({ userId: user.id, role: "office" }),
        makeCode: () => staff.makeCode({ userId: colleague }),
        resetSecondStep: () => staff.resetSecondStep({ userId: colleague, password: usualPassword }),
      };
      const end = (tx: Transaction) =>
        tx.staffGrant.updateMany({ where: { userId: user.id }, data: { endedAt: new Date() } });
      expect(await meanwhile(end, calls[write])).toMatchObject({
        code: "FORBIDDEN",
        message: "Your own access has ended in the meantime.",
      });
      expect(await db().staffGrant.count({ where: { userId: user.id, ...open } })).toBe(0);
    }
    expect([await db().accessCode.count(), await db().secondFactor.count()]).toEqual([0, 1]);
  });

  it("the built-in administrator cannot be ended, erased or locked out by a colleague, and can always log in", async () => {
    const builtIn = await createAdmin();
    const { token } = await createStaff({ role: "administrator" });
    const { staff, people, codes } = await callerOf(token);
    const of = { userId: builtIn.id };
    const erasing = { id: builtIn.id, password: usualPassword };
    expect(await refusalOf(staff.endAccess(of))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(staff.makeCode(of))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(staff.grant({ ...of, role: "office" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(people.eraseById(erasing))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(codes.make({ personId: builtIn.id, purpose: "password" }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await login("admin")).user.role).toBe("admin");
  });
});

it("a grant whose last day was yesterday is over at the next call of an open session", async () => {
  const { token } = await createStaff({ role: "office" });
  expect(await (await callerOf(token)).services.countWaiting()).toEqual({ unopened: 0, overdue: 0 });
  const yesterday = new Date(Date.now() - 36 * 60 * 60 * 1000);
  await db().staffGrant.updateMany({ data: { toDay: yesterday } });
  expect(await refusalOf((await callerOf(token)).services.countWaiting())).toMatchObject({ code: "UNAUTHORIZED" });
  const { people } = await (await administrator()).staff.list();
  expect(people.flatMap(({ grants }) => grants).map(({ state }) => state)).toEqual(["over"]);
});

it("ending an access lists the exams with drafts that now have no teacher", async () => {
  await schoolYear();
  const admin = await administrator();
  const { id: subjectId } = await biology();
  const science = await db().subject.create({ data: { name: "Science", key: "science" } });
  const leaving = await createStaff(
    { role: "teacher", className: 7, section: "A", subjectId },
    { role: "teacher", className: 8 },
  );
  await createStaff({ role: "teacher", className: 8, subjectId: science.id });
  const add = async (className: number, sections: string[], subjects: string[]) =>
    admin.exams.addMany({ className, sections, subjects, examName: "Unit Test 1", totalMarks: 80 });
  await add(7, ["A"], ["Biology", "Science"]);
  await add(7, ["B"], ["Biology"]);
  await add(8, [], ["Biology", "Science"]);
  const [released] = await add(8, [], ["English"]);
  await db().exam.update({
    where: { id: released?._id ?? "" },
    data: { state: "released", releasedAt: new Date() },
  });
  const wordsOf = (left: Awaited<ReturnType<typeof admin.staff.endAccess>>["left"]) =>
    left.map(({ className, sections, subject }) => [className, ...sections, subject].join(" "));
  const ofClass8 = await db().staffGrant.findFirstOrThrow({ where: { userId: leaving.user.id, className: 8 } });
  // As long as another grant covers the exams, they have a teacher.
  await admin.staff.grant({ userId: leaving.user.id, role: "teacher", className: 8, subjectId });
  expect((await admin.staff.endGrant({ id: ofClass8.id })).left).toEqual([]);
  const covering = await db().staffGrant.findFirstOrThrow({ where: { className: 8, subjectId, endedAt: null } });
  expect(wordsOf((await admin.staff.endGrant({ id: covering.id })).left)).toEqual(["8 Biology"]);
  await admin.staff.grant({ userId: leaving.user.id, role: "teacher", className: 8, subjectId });
  const { left } = await admin.staff.endAccess({ userId: leaving.user.id });
  expect(wordsOf(left)).toEqual(["7 A Biology", "8 Biology"]);
});

it("ending an access lists an exam of several sections if one of them now has no teacher", async () => {
  await schoolYear(2026, shifted);
  const admin = await administrator();
  const teacher = (...sections: (string | null)[]) =>
    createStaff(...sections.map((section) => ({ role: "teacher", className: 7, section }) as const));
  const [ofA, ofC] = [await teacher("A", "B"), await teacher("C")];
  await teacher("B");
  for (const section of ["A", "B"])
    await admin.students.add({ name: `Student of ${section}`, className: 7, section, fromDay: shifted("2026-04-06") });
  for (const [examName, sections] of [
    ["Whole", []],
    ["A and B", ["A", "B"]],
    ["B and C", ["B", "C"]],
    ["B", ["B"]],
  ] as const)
    await admin.exams.addMany({ className: 7, sections: [...sections], subjects: ["Art"], examName, totalMarks: 80 });
  const leftBy = async ({ user }: typeof ofA) =>
    (await admin.staff.endAccess({ userId: user.id })).left.map(({ examName }) => examName);
  // No student of the class is in C.
  expect(await leftBy(ofC)).toEqual(["B and C"]);
  expect(await leftBy(ofA)).toEqual(["A and B", "Whole"]);
  const [ofAll, other] = [await teacher(null), await teacher(null)];
  expect(await leftBy(ofAll)).toEqual([]);
  expect(await leftBy(other)).toEqual(["A and B", "B and C", "Whole"]);
});

it("ending an access tells exams of earlier years apart from those that another grant helps", async () => {
  const years = [await schoolYear(2025, shifted), await schoolYear(2026, shifted)];
  const admin = await administrator();
  const { user } = await createStaff({ role: "teacher", className: 7 });
  const exam = { className: 7, sections: [], subjects: ["Biology"], examName: "Unit Test 3", totalMarks: 80 };
  for (const examDate of [shifted("2025-11-18"), shifted("2026-11-18")])
    await admin.exams.addMany({ ...exam, examDate });
  const { left } = await admin.staff.endAccess({ userId: user.id });
  expect(left.map(({ year, isEarlier }) => [year, isEarlier])).toEqual([
    [years[1]?.label, false],
    [years[0]?.label, true],
  ]);
});

it.each(["endAccess", "endGrant"] as const)("%s counts what the person still has scheduled", async (by) => {
  const admin = await administrator();
  const { user } = await createStaff({ role: "office" });
  const { id } = await db().staffGrant.findFirstOrThrow();
  const publishAt = new Date("2999-01-01");
  const notice = { title: "Rain", body: [] };
  const heldAt = new Date();
  for (const given of [
    { createdById: user.id, state: "scheduled", publishAt },
    { createdById: user.id, state: "scheduled", publishAt: heldAt, heldAt },
    { createdById: user.id, state: "draft" },
    { createdById: null, state: "scheduled", publishAt },
  ] as const)
    await db().notice.create({ data: { ...notice, ...given } });
  for (const availableFrom of [publishAt, publishAt, null]) await material({ uploadedById: user.id, availableFrom });
  const { scheduled, left } = await (by === "endAccess"
    ? admin.staff.endAccess({ userId: user.id })
    : admin.staff.endGrant({ id }));
  expect([scheduled, left]).toEqual([{ notices: 1, materials: 2 }, []]);
});

it.each(["endAccess", "endGrant"] as const)(
  "%s gives the same person the same answer again within an hour",
  async (by) => {
    await schoolYear();
    const admin = await administrator();
    const { user } = await createStaff({ role: "teacher", className: 8 });
    const { id } = await db().staffGrant.findFirstOrThrow();
    await admin.exams.addMany({ className: 8, subjects: ["Art"], examName: "Unit Test 1", totalMarks: 80 });
    await material({ uploadedById: user.id, availableFrom: new Date("2999-01-01") });
    const endedBy = ({ staff }: typeof admin) =>
      by === "endAccess" ? staff.endAccess({ userId: user.id }) : staff.endGrant({ id });
    const first = await endedBy(admin);
    expect([first.left.length, first.scheduled]).toEqual([1, { notices: 0, materials: 1 }]);
    expect(await endedBy(admin)).toEqual(first);
    expect(await db().auditEvent.count({ where: { action: { startsWith: "staff-" } } })).toBe(1);
    const another = await callerOf((await createStaff({ role: "administrator" })).token);
    expect(await refusalOf(endedBy(another))).toMatchObject({ code: "NOT_FOUND" });
    const clerk = await callerOf((await createStaff({ role: "office" })).token);
    expect(await refusalOf(endedBy(clerk))).toMatchObject({ code: "FORBIDDEN" });
    // Later, the call no longer counts as the repeat of a lost answer.
    await db().staffGrant.update({ where: { id }, data: { endedAt: new Date(Date.now() - 61 * 60 * 1000) } });
    expect(await refusalOf(endedBy(admin))).toMatchObject({ code: "NOT_FOUND" });
  },
);

it("ending the last grant ends the sessions on the admin side and open codes, unless the codes are a guardian's", async () => {
  const admin = await administrator();
  const [meera, imran] = [
    await createStaff({ role: "office" }, { role: "teacher", className: 7 }),
    await createStaff({ role: "office" }),
  ];
  const link = { studentId: (await createStudent()).id, relation: "father", origin: "office" } as const;
  await db().guardianship.create({ data: { guardianId: imran.user.id, ...link } });
  const found: unknown[] = [];
  for (const { id: userId } of [meera.user, imran.user]) {
    await admin.staff.makeCode({ userId });
    await db().session.updateMany({ where: { userId }, data: { revokedAt: null } });
    for (const { id } of await db().staffGrant.findMany({ where: { userId } })) {
      const { scheduled } = await admin.staff.endGrant({ id });
      const isLoggedIn = (await db().session.count({ where: { userId, revokedAt: null } })) === 1;
      const hasCode = (await db().accessCode.count({ where: { userId, revokedAt: null } })) === 1;
      found.push({ saysWhatIsScheduled: scheduled !== undefined, isLoggedIn, hasCode });
    }
  }
  expect(found).toEqual([
    { saysWhatIsScheduled: false, isLoggedIn: true, hasCode: true },
    { saysWhatIsScheduled: true, isLoggedIn: false, hasCode: false },
    { saysWhatIsScheduled: true, isLoggedIn: false, hasCode: true },
  ]);
});

describe("a person who works here", () => {
  it("cannot be erased or delete the account before the access has ended", async () => {
    const admin = await administrator();
    const { user, email } = await createStaff({ role: "office" });
    const own = await callerOf(await tokenFor(user));
    const first = { code: "CONFLICT", message: expect.stringContaining("works here") };
    const password = usualPassword;
    expect(await refusalOf(admin.people.eraseById({ id: user.id, password }))).toMatchObject(first);
    expect(await refusalOf(admin.people.erase({ email, password }))).toMatchObject(first);
    expect(await refusalOf(own.account.remove({ password }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().user.count({ where: { id: user.id } })).toBe(1);
    await admin.staff.endAccess({ userId: user.id });
    expect(await own.account.remove({ password })).toEqual({ erased: true });
    expect(await db().staffGrant.count()).toBe(0);
  });

  it("loses open codes with the access, unless they are also a guardian's", async () => {
    const admin = await administrator();
    const add = async (name: string) =>
      (await admin.staff.add({ name, email: `${name}@example.org`, role: "office" })).member._id;
    const [meera, imran] = [await add("meera"), await add("imran")];
    const student = await createStudent();
    const link = { guardianId: imran, studentId: student.id, relation: "father", origin: "office" } as const;
    await db().guardianship.create({ data: link });
    for (const userId of [meera, imran]) await admin.staff.endAccess({ userId });
    const codes = await db().accessCode.findMany({ where: { revokedAt: null } });
    expect(codes.map(({ userId }) => userId)).toEqual([imran]);
    const grants = await db().staffGrant.findMany();
    expect(await endedIds()).toEqual(expect.arrayContaining(grants.map(({ id }) => id)));
  });
});

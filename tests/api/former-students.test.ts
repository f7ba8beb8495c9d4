import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { purgeExpired } from "@/main/retention";
import { db, pool } from "@/server/db/client";
import { callerOf, createStudent, refusalOf, result, schoolYear, submission, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { statementsOf } from "../harness/statements";

const admin = officeOfEachTest();
let yearId: string;

beforeEach(async () => {
  yearId = (await schoolYear()).id;
});

const yearsAgo = (years: number) => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate() - 2);
  return new Date(day.toISOString().slice(0, 10));
};

/** A student who left this many years and two days ago, with these guardians. */
async function former(name: string, years: number, ...guardians: string[]): Promise<string> {
  const { id } = await db().user.create({
    data: { name, student: { create: { origin: "office", leftOn: yearsAgo(years), leftReason: "moved away" } } },
  });
  for (const guardianId of guardians) {
    await db().guardianship.create({ data: { guardianId, studentId: id, relation: "mother", origin: "office" } });
  }
  return id;
}

const linkOf = (guardianId: string, studentId: string) => ({
  ...{ guardianId, studentId, relation: "mother", origin: "office" as const, createdAt: long },
});

/** How many queries wait for a lock. */
const waiting = async () =>
  (await pool().query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .rowCount;

const long = new Date(Date.now() - 400 * 24 * 60 * 60 * 1000);

const person = async (name: string) => (await db().user.create({ data: { name } })).id;
const names = async () => (await db().user.findMany({ where: { role: "user" } })).map(({ name }) => name).sort();

it("only an administrator learns how many have left", async () => {
  await former("Asha Rao", 4);
  for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
    expect((await refusalOf(caller.students.countLeft({ years: 1 }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
  }
  expect([await admin.students.countLeft({ years: 4 }), await admin.students.countLeft({ years: 5 })]).toEqual([
    { count: 1 },
    { count: 0 },
  ]);
  expect((await refusalOf(admin.students.countLeft({ years: 0 }))).code).toBe("BAD_REQUEST");
});

it("a student who left longer ago than the office set is erased, with guardians who have nobody else here", async () => {
  const [mother, father, colleague] = [await person("Mira Rao"), await person("Arun Rao"), await person("Lena Sen")];
  await db().staffGrant.create({ data: { userId: colleague, role: "office", fromDay: new Date("2026-01-01") } });
  const gone = await former("Asha Rao", 3, mother, father, colleague);
  await result(await db().user.findUniqueOrThrow({ where: { id: gone } }));
  await former("Kiran Rao", 2, father);
  expect((await purgeExpired(new Date())).formerStudents).toBe(1);
  expect(await names()).toEqual(["Arun Rao", "Kiran Rao", "Lena Sen"]);
  expect(await db().result.count()).toBe(0);
  // No restored backup brings them back.
  expect((await db().erasedRow.findMany()).map(({ rowId }) => rowId).sort()).toEqual([gone, mother].sort());
  expect((await purgeExpired(new Date())).formerStudents).toBe(0);

  await admin.settings.change({ key: "yearsKept", value: 1 });
  expect((await purgeExpired(new Date())).formerStudents).toBe(1);
  expect(await names()).toEqual(["Lena Sen"]);
});

it("a former student who works here stays until the last day of that work", async () => {
  const userId = await former("Asha Rao", 4);
  const days = { fromDay: new Date("2026-01-01"), toDay: new Date("2999-01-01") };
  await db().staffGrant.create({ data: { userId, role: "office", ...days } });
  expect((await purgeExpired(new Date())).formerStudents).toBe(0);
  await db().staffGrant.updateMany({ data: { toDay: new Date("2026-01-31") } });
  expect((await purgeExpired(new Date())).formerStudents).toBe(1);
});

it("a guardian who applies for another child outlives the student as long as the application is open", async () => {
  const email = "mira@example.org";
  const mother = (await db().user.create({ data: { name: "Mira Rao", email, createdAt: long } })).id;
  await former("Asha Rao", 4, mother);
  await former("Kiran Rao", 3, mother);
  const { id } = await submission({ email, state: "waiting" });
  expect((await purgeExpired(new Date())).formerStudents).toBe(2);
  expect(await names()).toEqual(["Mira Rao"]);
  await db().submission.update({ where: { id }, data: { state: "declined" } });
  await purgeExpired(new Date());
  expect(await names()).toEqual([]);
});

it.each([
  ["a guardian who is being linked to another student outlives the student", "link", ["Mira Rao", "Nila Sen"]],
  ["a student who is being enrolled again stays", "enrol", ["Asha Rao", "Mira Rao", "Nila Sen"]],
] as const)("during the nightly purge, %s", async (_what, act, left) => {
  const [mother, { id: other }] = [await person("Mira Rao"), await createStudent({ name: "Nila Sen" })];
  const back = await former("Asha Rao", 4, mother);
  const { purge } = await db().$transaction(async (tx) => {
    const place = { schoolYearId: yearId, className: 7, fromDay: new Date("2026-06-01") };
    if (act === "link") await tx.guardianship.create({ data: linkOf(mother, other) });
    else await tx.enrolment.create({ data: { studentId: back, ...place } });
    const purge = purgeExpired(new Date());
    await expect.poll(waiting, { timeout: 5000 }).toBe(1);
    return { purge };
  });
  await purge;
  expect(await names()).toEqual(left);
});

it("emails of any number of former students are found in one pass", async () => {
  const emailsOf = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const id = await former(`Asha ${at}`, 9);
      const recipient = `asha.${count}.${at}@families.example`;
      await db().user.update({ where: { id }, data: { email: recipient } });
      await db().mail.create({ data: { event: randomUUID(), kind: "result", recipient, userId: id, about: {} } });
      await db().mail.create({ data: { event: randomUUID(), kind: "resetPassword", recipient, about: {} } });
    }
    const { result, statements } = await statementsOf(() => purgeExpired(new Date()));
    expect([result.formerStudents, await db().mail.count()]).toEqual([count, 0]);
    return statements.filter((text) => /from .*mails/i.test(text)).sort();
  };
  expect(await emailsOf(3)).toEqual(await emailsOf(1));
});

it("nobody is erased within thirty days after an old leave was entered, and a promotion can be undone for as long", async () => {
  const [oldYear, nextYear] = [await schoolYear(2023), await schoolYear(2024)];
  await admin.settings.change({ key: "yearsKept", value: 1 });
  const add = (name: string) =>
    db()
      .user.create({ data: { name, student: { create: { origin: "office" } } } })
      .then(({ id }) => id);
  const ids = [await add("Asha Rao"), await add("Kiran Rao"), await add("Nila Sen")];
  const [asha = "", kiran = ""] = ids;
  const place = { schoolYearId: oldYear.id, className: 12, fromDay: new Date("2023-04-01") };
  await db().enrolment.createMany({ data: ids.map((studentId) => ({ studentId, ...place })) });
  const leave = { day: "2023-11-15", reason: "Moved to Pune" };
  await admin.enrolments.end({ studentId: asha, ...leave });
  await admin.enrolments.endMany({ students: [kiran], ...leave });
  const promotion = { fromYear: oldYear.id, toYear: nextYear.id, className: 12 };
  const { batchId } = await admin.enrolments.promote(promotion);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  expect((await purgeExpired(inDays(29))).formerStudents).toBe(0);
  expect(await admin.students.countLeft({ years: 1 })).toEqual({ count: 0 });
  expect(await admin.enrolments.undoPromotion({ batchId })).toMatchObject({ reversed: 1 });
  await admin.enrolments.promote(promotion);
  expect((await purgeExpired(inDays(31))).formerStudents).toBe(3);
});

it("a former student who came back, works here, or has a child here now stays", async () => {
  const back = await former("Asha Rao", 9);
  const place = { schoolYearId: yearId, className: 7, fromDay: new Date("2026-06-01") };
  await db().enrolment.create({ data: { studentId: back, ...place } });
  const teacher = await former("Mira Sen", 9);
  await db().staffGrant.create({ data: { userId: teacher, role: "office", fromDay: new Date("2026-01-01") } });
  const parent = await former("Lena Das", 9);
  await former("Nila Das", 0, parent);
  expect((await purgeExpired(new Date())).formerStudents).toBe(0);
  expect(await names()).toHaveLength(4);
});

const ended = { endedAt: new Date(Date.now() - 370 * 24 * 60 * 60 * 1000), endReason: "moved out" };
const old = async (name: string, more: object = {}) =>
  (await db().user.create({ data: { name, createdAt: long, ...more } })).id;

it("a guardian whose links ended a year ago, or whose child was erased, is erased, unless something else is left", async () => {
  const { id: child } = await createStudent({ name: "Asha Rao" });
  const link = (guardianId: string, more: object = {}) =>
    db().guardianship.create({ data: { ...linkOf(guardianId, child), ...more } });
  const hasLogin = (username: string) => ({ username, passwordHash: "x" });
  const [gone, mailed] = [await old("Mira Rao", hasLogin("A")), await old("Arun Rao", { email: "arun@example.org" })];
  for (const id of [gone, mailed]) await link(id, ended);
  const orphan = await old("Of an erased child");
  await old("Signed up alone", hasLogin("B"));
  await link(await old("Lately ended"), { endedAt: new Date(), endReason: "moved out" });
  const inUse = await old("Logs in", hasLogin("C"));
  await link(inUse, ended);
  await tokenFor(await db().user.findUniqueOrThrow({ where: { id: inUse } }));
  const again = await old("Linked again");
  await link(again, ended);
  await link(again);
  await person("New");
  expect((await purgeExpired(new Date())).endedLinks).toBe(4 + 3);
  expect(await names()).toEqual(["Asha Rao", "Lately ended", "Linked again", "Logs in", "New", "Signed up alone"]);
  const erased = (await db().erasedRow.findMany()).map(({ rowId }) => rowId);
  expect(erased.sort()).toEqual([gone, mailed, orphan].sort());
});

it("when a link is deleted, a consent on paper loses its guardian's name, unless a guardian of that name remains", async () => {
  const [{ id: child }, { id: other }] = [await createStudent({ name: "Asha Rao" }), await createStudent()];
  const paper = { how: "paper", version: "1", givenAt: new Date() } as const;
  const [gone, again] = [await old("Mira D’Rao"), await old("Arun Rao")];
  for (const guardianId of [gone, again])
    await db().guardianship.create({ data: { ...linkOf(guardianId, child), ...ended } });
  await db().guardianship.create({ data: linkOf(again, child) });
  await db().personName.create({ data: { userId: gone, name: "Mira Sen" } });
  for (const [studentId, givenName] of [
    [child, " mira d'rao"],
    [child, "Mira Sen"],
    [child, "Arun Rao"],
    [child, "Nila Rao"],
    [other, "Mira D’Rao"],
  ] as const)
    await db().consent.create({ data: { ...paper, studentId, givenName } });
  await purgeExpired(new Date());
  const consents = await db().consent.findMany({ orderBy: { id: "asc" } });
  expect(consents.map(({ givenName }) => givenName)).toEqual([null, null, "Arun Rao", "Nila Rao", "Mira D’Rao"]);
});

it("a guardian who applies for another child stays as long as the application is open", async () => {
  const { id: child } = await createStudent({ name: "Asha Rao" });
  const email = "mira@example.org";
  await db().guardianship.create({ data: { ...linkOf(await old("Mira Rao", { email }), child), ...ended } });
  const { id } = await submission({ email, state: "waiting" });
  expect((await purgeExpired(new Date())).endedLinks).toBe(1);
  expect(await names()).toEqual(["Asha Rao", "Mira Rao"]);
  await db().submission.update({ where: { id }, data: { state: "declined" } });
  await purgeExpired(new Date());
  expect(await names()).toEqual(["Asha Rao"]);
});

it("a guardian who is being linked to a student at that moment stays", async () => {
  const [{ id: child }, { id: other }] = [await createStudent({ name: "Asha Rao" }), await createStudent()];
  const mother = await old("Mira Rao");
  await db().guardianship.create({ data: { ...linkOf(mother, child), ...ended } });
  const purging = await db().$transaction(async (tx) => {
    await tx.guardianship.create({ data: linkOf(mother, other) });
    const purge = purgeExpired(new Date());
    await expect.poll(waiting, { timeout: 5000 }).toBe(1);
    return { purge };
  });
  await purging.purge;
  expect(await db().guardianship.findMany()).toMatchObject([{ guardianId: mother, studentId: other, endedAt: null }]);
});

it("guardians left over when a night has erased five hundred follow the next night, even with a login", async () => {
  const { id: child } = await createStudent({ name: "Asha Rao" });
  const people = Array.from({ length: 501 }, (_, at) => ({
    ...{ id: randomUUID(), name: `Guardian ${at}`, username: `guardian${at}`, passwordHash: "x", createdAt: long },
  }));
  await db().user.createMany({ data: people });
  await db().guardianship.createMany({ data: people.map(({ id }) => ({ ...linkOf(id, child), ...ended })) });
  await purgeExpired(new Date());
  expect(await names()).toHaveLength(2);
  await purgeExpired(new Date());
  expect(await names()).toEqual(["Asha Rao"]);
});

/** Runs the purge of a night in which the database does not delete the person of this name. */
async function purgeBut(name: string): Promise<void> {
  await pool().query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if old.name = '${name}' then raise exception 'killed'; end if; return old; end $$`);
  await pool().query("create trigger refuse_one before delete on users for each row execute function refuse_one()");
  try {
    await expect(purgeExpired(new Date())).rejects.toThrow(/not removed: \w+\.$/);
  } finally {
    await pool().query("drop trigger refuse_one on users; drop function refuse_one()");
  }
}

it.each(["Student 119", "Student 0"])(
  "a whole class is erased in one night, fifty at a time: if %s cannot be erased, only those fifty stay",
  async (name) => {
    const people = Array.from({ length: 120 }, (_, at) => ({
      id: randomUUID(),
      name: `Student ${at}`,
      createdAt: long,
    }));
    await db().user.createMany({ data: people });
    const left = { origin: "office", leftReason: "class 12" } as const;
    const leftOn = (at: number) => yearsAgo(at < 50 ? 6 : at < 100 ? 5 : 4);
    await db().student.createMany({ data: people.map(({ id }, at) => ({ userId: id, ...left, leftOn: leftOn(at) })) });
    await purgeBut(name);
    const rest = await names();
    expect([rest.length, rest.includes(name)]).toEqual([name === "Student 0" ? 50 : 20, true]);
    const { result: purged, statements } = await statementsOf(() => purgeExpired(new Date()));
    expect([purged.formerStudents, await names()]).toEqual([rest.length, []]);
    expect(statements.filter((text) => text.includes("insert into erased_rows"))).toHaveLength(1);
  },
);

it("if one former guardian cannot be erased, the same fifty keep their links until that succeeds", async () => {
  const { id: child } = await createStudent({ name: "Asha Rao" });
  const people = Array.from({ length: 51 }, (_, at) => ({
    ...{ id: randomUUID(), name: `Guardian ${at}`, username: `guardian${at}`, passwordHash: "x", createdAt: long },
  }));
  await db().user.createMany({ data: people });
  await db().guardianship.createMany({ data: people.map(({ id }) => ({ ...linkOf(id, child), ...ended })) });
  const [first] = await db().user.findMany({ where: { username: { startsWith: "guardian" } }, orderBy: { id: "asc" } });
  await purgeBut(first?.name ?? "");
  expect([(await names()).length, await db().guardianship.count()]).toEqual([51, 50]);
  await purgeExpired(new Date());
  expect(await names()).toEqual(["Asha Rao"]);
});

import { beforeEach, describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import { db, type Transaction } from "@/server/db/client";
import {
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { meanwhile } from "../harness/meanwhile";

beforeEach(resetDatabase);

const administrator = async () => callerOf(await tokenFor(await createAdmin()));
const today = inDays(0);
const work = { role: "teacher", className: 7, section: "A" } as const;
const daysOf = ({ grants }: { grants: readonly { fromDay: string; toDay: string | null; state: string }[] }) =>
  grants.map(({ fromDay, toDay, state }) => [fromDay, toDay, state]);
const twice = { code: "CONFLICT", message: "There is such a grant already." };

describe("the same work again", () => {
  it("can be granted again after the last day, and the grant that ran out stays in the list as ended on that day", async () => {
    const { staff } = await administrator();
    const ranOut = addDays(today, -10);
    const { user, token } = await createStaff({ ...work, toDay: new Date(ranOut) });
    const grants = daysOf(await staff.grant({ userId: user.id, ...work }));
    expect(grants).toEqual([
      [expect.any(String), null, "open"],
      ["2026-01-01", ranOut, "over"],
    ]);
    const ended = await db().staffGrant.findFirstOrThrow({ where: { endedAt: { not: null } } });
    const { endedAt } = ended;
    expect(Math.abs((endedAt?.getTime() ?? 0) - Date.parse(`${addDays(ranOut, 1)}T00:00:00Z`))).toBeLessThan(864e5);
    expect((await (await callerOf(token)).account.get()).duties).toMatchObject([{ role: "teacher", className: 7 }]);
  });

  it("lasts longer if it gets a later last day, as one grant", async () => {
    const { staff } = await administrator();
    const until = addDays(today, 10);
    const { user } = await createStaff({ ...work, toDay: new Date(until) });
    const next = { userId: user.id, ...work, fromDay: addDays(until, 1) };
    const later = addDays(until, 300);
    expect(daysOf(await staff.grant({ ...next, toDay: later }))).toEqual([["2026-01-01", later, "open"]]);
    expect(daysOf(await staff.grant({ userId: user.id, ...work }))).toEqual([["2026-01-01", null, "open"]]);
  });

  it("can be granted in advance for days after a break, and each grant ends on its own", async () => {
    const { staff } = await administrator();
    const until = addDays(today, 10);
    const { user } = await createStaff({ ...work, toDay: new Date(until) });
    const fromDay = addDays(until, 40);
    const member = await staff.grant({ userId: user.id, ...work, fromDay });
    expect(daysOf(member)).toEqual([
      ["2026-01-01", until, "open"],
      [fromDay, null, "coming"],
    ]);
    const [, coming] = member.grants;
    const { member: after } = await staff.endGrant({ id: coming?._id ?? "" });
    expect(after.grants.map(({ endedOn }) => endedOn)).toEqual([null, inDays(0)]);
    expect(await db().staffGrant.count({ where: { endedAt: null } })).toBe(1);
  });

  it("is refused for days that are granted already, even to two administrators at the same moment", async () => {
    const { staff } = await administrator();
    const until = addDays(today, 10);
    const { user } = await createStaff({ ...work, toDay: new Date(until) });
    const again = { userId: user.id, ...work };
    expect(await refusalOf(staff.grant({ ...again, toDay: until }))).toMatchObject(twice);
    expect(await refusalOf(staff.grant({ ...again, toDay: addDays(until, -1) }))).toMatchObject(twice);
    const coming = { ...again, fromDay: addDays(until, 40) };
    const outcomes = await Promise.allSettled([staff.grant(coming), staff.grant(coming)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    // No grant is extended into days that another one covers.
    expect(await refusalOf(staff.grant(again))).toMatchObject(twice);
    expect(await db().staffGrant.count()).toBe(2);
  });
});

it("no work can be granted to a former colleague without an address, because staff sign in with one", async () => {
  const { staff } = await administrator();
  const { user } = await createStaff({ ...work, toDay: new Date(addDays(today, -10)) });
  const phone = "+919823012345";
  await db().user.update({ where: { id: user.id }, data: { email: null, phone, username: phone } });
  const message = "Staff sign in with an email address: please add one under “Name and address” first.";
  expect(await refusalOf(staff.grant({ userId: user.id, ...work }))).toEqual({ code: "CONFLICT", message });
  await staff.edit({ userId: user.id, name: user.name, email: "meera@example.org", password: usualPassword });
  expect(daysOf(await staff.grant({ userId: user.id, ...work }))).toContainEqual([today, null, "open"]);
});

describe("a grant that ran out", () => {
  const ranOut = { ...work, toDay: new Date(addDays(today, -10)) };

  it("does not make a guardian a colleague", async () => {
    const { guardians, letters } = await administrator();
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    const isColleague = async () => {
      const { people } = await letters.preview({ id: asha.id });
      return [(await guardians.get({ guardianId: mother.id })).isStaff, people.length === 0];
    };
    const fromDay = new Date("2026-01-01");
    const { id } = await db().staffGrant.create({ data: { userId: mother.id, ...work, fromDay } });
    expect(await isColleague()).toEqual([true, true]);
    await db().staffGrant.update({ where: { id }, data: { toDay: ranOut.toDay } });
    expect(await isColleague()).toEqual([false, false]);
  });

  it("keeps its last day when the access or the grant is ended later", async () => {
    const { staff } = await administrator();
    const { user } = await createStaff(ranOut, { role: "office" });
    const over = await db().staffGrant.findFirstOrThrow({ where: { role: "teacher" } });
    expect(await refusalOf(staff.endGrant({ id: over.id }))).toMatchObject({ code: "NOT_FOUND" });
    const { member } = await staff.endAccess({ userId: user.id });
    expect(member.grants.map(({ role, endedOn, state }) => [role, endedOn, state]).sort()).toEqual([
      ["office", inDays(0), "over"],
      ["teacher", null, "over"],
    ]);
    expect(await db().auditEvent.findFirst({ where: { action: "staff-access-ended" } })).toMatchObject({
      detail: { count: 1 },
    });
  });
});

describe("inviting a person who works here already", () => {
  const meera = (email: string) => ({ name: "Meera Iyer", email, role: "office" }) as const;

  it("adds a grant and keeps the password and the sessions, even if the address was never confirmed", async () => {
    const { staff } = await administrator();
    const { email, token } = await createStaff(work);
    const { member, code } = await staff.add(meera(email));
    expect(code).toBeNull();
    expect(member).toMatchObject({ login: "active" });
    expect(member.grants).toHaveLength(2);
    expect((await (await callerOf(token)).account.get()).role).toBe("admin");
    const login = { identifier: email, password: usualPassword, role: "admin" } as const;
    expect((await (await callerOf(null)).auth.login(login)).user.role).toBe("admin");
  });

  it("removes the password if their access is over or they never worked here, and makes a code", async () => {
    const { staff } = await administrator();
    const former = await createStaff({ ...work, toDay: new Date(addDays(today, -10)) });
    const stranger = await createStudent({ onRoster: false, isKnown: false });
    for (const { email } of [former, stranger]) {
      const { member, code } = await staff.add(meera(email));
      expect(code).toMatch(/-/);
      expect(member.login).toBe("invited");
    }
  });
});

describe("the work of teachers when two subjects are joined", () => {
  it("is for the joined subject, with one grant for each place", async () => {
    const { staff, subjects } = await administrator();
    const [{ _id: maths }, { _id: kept }] = [
      await subjects.add({ name: "Maths" }),
      await subjects.add({ name: "Mathematics" }),
    ];
    const place = { role: "teacher", className: 7 } as const;
    const both = await createStaff(
      { ...place, subjectId: maths, fromDay: new Date("2027-04-01") },
      { ...place, subjectId: kept, toDay: new Date("2027-03-31") },
    );
    const one = await createStaff({ ...place, section: "A", subjectId: maths });
    await subjects.edit({ id: kept, spellings: ["Maths"] });
    const open = {
      where: { endedAt: null },
      select: { userId: true, section: true, subjectId: true, fromDay: true, toDay: true },
    };
    // The present days stay covered.
    const fromDay = new Date("2026-01-01");
    expect(await db().staffGrant.findMany({ ...open, orderBy: { section: "asc" } })).toEqual([
      { userId: one.user.id, section: "A", subjectId: kept, fromDay, toDay: null },
      { userId: both.user.id, section: null, subjectId: kept, fromDay, toDay: null },
    ]);
    const { people } = await staff.list();
    expect(people.find(({ _id }) => _id === both.user.id)?.grants).toMatchObject([{ toDay: null, state: "open" }]);
  });

  it("stays ended if it is ended at that moment", async () => {
    const { subjects } = await administrator();
    const { _id: maths } = await subjects.add({ name: "Maths" });
    const { _id: kept } = await subjects.add({ name: "Mathematics" });
    await createStaff({ role: "teacher", className: 7, subjectId: maths });
    const end = (tx: Transaction) => tx.staffGrant.updateMany({ data: { endedAt: new Date() } });
    await meanwhile(end, () => subjects.edit({ id: kept, spellings: ["Maths"] }));
    expect(await db().staffGrant.findMany()).toMatchObject([{ endedAt: expect.any(Date), subjectId: kept }]);
  });

  it("covers the days that were granted, and none of a break", async () => {
    const { subjects } = await administrator();
    const [{ _id: maths }, { _id: kept }] = [
      await subjects.add({ name: "Maths" }),
      await subjects.add({ name: "Mathematics" }),
    ];
    const days = (subjectId: string, from: string, to?: string) => ({
      ...{ role: "teacher" as const, className: 7, subjectId, fromDay: new Date(from) },
      ...(to !== undefined && { toDay: new Date(to) }),
    });
    const { user } = await createStaff(
      days(maths, "2026-01-01", "2026-12-31"),
      days(kept, "2026-06-01", "2026-09-30"),
      days(kept, "2027-01-01", "2027-03-31"),
      days(kept, "2027-06-01", "2027-08-31"),
      days(maths, "2027-08-01"),
      days(kept, "2027-11-01", "2027-11-30"),
    );
    await subjects.edit({ id: kept, spellings: ["Maths"] });
    const open = { where: { userId: user.id, endedAt: null }, orderBy: { fromDay: "asc" } } as const;
    const rows = await db().staffGrant.findMany({ ...open, select: { subjectId: true, fromDay: true, toDay: true } });
    expect(rows).toEqual([
      { subjectId: kept, fromDay: new Date("2026-01-01"), toDay: new Date("2027-03-31") },
      { subjectId: kept, fromDay: new Date("2027-06-01"), toDay: null },
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { admissionMails } from "@/features/admissions/emails";
import { classes } from "@/lib/classes";
import { db, pool } from "@/server/db/client";
import { eraseRows } from "@/server/privacy/erasure";
import { invalidate } from "@/server/response-cache/versions";
import { type Caller, callerOf, createStaff, refusalOf, schoolYear } from "../factories";
import { shifted, shiftedLabel } from "../harness/days";
import { meanwhile } from "../harness/meanwhile";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();
let office: Caller;
let visitor: Caller;
let year: string;

beforeEach(async () => {
  year = (await schoolYear(2026, shifted)).id;
  office = await callerOf((await createStaff({ role: "office" })).token);
  visitor = await callerOf(null);
});
afterEach(() => {
  vi.useRealTimers();
});

const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };
const open = { opensOn: "2026-01-01", closesOn: "2099-12-31" };
const apply = (selectedClass: number) => visitor.services.submit({ ...family, selectedClass });
const rowOf = (id: string) => db().submission.findUniqueOrThrow({ where: { id } });
const seen = async (...ids: string[]) =>
  (await db().submission.findMany({ where: { id: { in: ids } } })).map(({ id, rowVersion }) => ({ id, rowVersion }));
const taken = async () => (await db().intake.findMany({ orderBy: { className: "asc" } })).map((one) => one.taken);

describe("setting the intake", () => {
  it("is for the office only: a teacher and a visitor cannot, and impossible values are refused", async () => {
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    const input = { year, intakes: [{ className: 7, seats: 2, ...open }] };
    expect((await refusalOf(teacher.intakes.save(input))).code).toBe("FORBIDDEN");
    expect((await refusalOf(visitor.intakes.list({}))).code).toBe("UNAUTHORIZED");
    const wrongs = [{ seats: -1 }, { className: 13 }, { closesOn: "2025-12-31" }, { opensOn: "soon" }];
    for (const wrong of [...wrongs, { closesOn: null }, { opensOn: null, closesOn: null }]) {
      const intakes = [{ className: 7, seats: 2, ...open, ...wrong }];
      expect((await refusalOf(office.intakes.save({ year, intakes }))).code, JSON.stringify(wrong)).toBe("BAD_REQUEST");
    }
    const twice = [...input.intakes, ...input.intakes];
    expect((await refusalOf(office.intakes.save({ year, intakes: twice }))).code).toBe("BAD_REQUEST");
    const unknown = "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30";
    expect((await refusalOf(office.intakes.save({ ...input, year: unknown }))).code).toBe("NOT_FOUND");
    expect(await db().intake.count()).toBe(0);
  });

  it("keeps taken seats: seats and days can change, but days with taken seats stay; other classes can be removed", async () => {
    await office.intakes.save({ year, intakes: [7, 8, 9].map((className) => ({ className, seats: 2, ...open })) });
    const { _id: id } = await apply(7);
    await office.services.move({ id, rowVersion: 1, to: "offered" });
    const without = (className: number) => ({ className, seats: null, opensOn: null, closesOn: null });
    // A second person saves only what they have changed.
    await admin.intakes.save({ year, intakes: [{ className: 7, seats: 5, ...open }] });
    const { intakes } = await office.intakes.save({ year, intakes: [without(8)] });
    expect(intakes).toMatchObject([
      { className: 7, seats: 5, taken: 1 },
      { className: 9, seats: 2, taken: 0 },
    ]);
    const refused = await refusalOf(office.intakes.save({ year, intakes: [without(7), without(9)] }));
    expect(refused).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("Seats in Class 7 are taken") });
    expect(await taken()).toEqual([1, 0]);
    expect((await refusalOf(admin.years.remove({ id: year }))).code).toBe("CONFLICT");
    expect(await db().auditEvent.count({ where: { action: "intake-changed" } })).toBe(3);
  });
});

describe("two people who set the intake", () => {
  it("never overwrite each other's rows unseen: the second is told which class was changed, and nothing is saved", async () => {
    const was = { seats: 30, ...open };
    await office.intakes.save({ year, intakes: [7, 8].map((className) => ({ className, ...was, was: null })) });
    const { _id: id } = await apply(7);
    // Taking a seat in the meantime does not count as a change of the row.
    await office.services.move({ id, rowVersion: 1, to: "offered" });
    await admin.intakes.save({ year, intakes: [{ className: 7, ...was, seats: 40, was }] });
    const stale = [
      { className: 7, ...was, closesOn: "2099-01-31", was },
      { className: 8, seats: null, opensOn: null, closesOn: null, was },
    ];
    const rows = () => db().intake.findMany({ orderBy: { className: "asc" }, omit: { taken: true } });
    const before = await rows();
    expect(await refusalOf(office.intakes.save({ year, intakes: stale }))).toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringMatching(/changed the intake of Class 7\. /) },
    });
    expect(await rows()).toEqual(before);
    const added = [{ className: 8, ...was, seats: 9, was: null }];
    expect((await refusalOf(office.intakes.save({ year, intakes: added }))).code).toBe("CONFLICT");
    const again = { year, intakes: [{ className: 7, ...was, seats: 50, was: { ...was, seats: 40 } }] };
    await office.intakes.save(again);
    // The answer was lost on its way: what is stored is what was asked for.
    await office.intakes.save(again);
    expect((await rows())[0]?.seats).toBe(50);
  });
});

describe("applications that came before the intake", () => {
  it("count among its seats, and so do those whose days were removed and entered again", async () => {
    const [one, two] = [await apply(7), await apply(7)];
    await office.services.move({ id: one._id, rowVersion: 1, to: "offered" });
    const days = { opensOn: shifted("2026-12-01"), closesOn: "2099-12-31" };
    await office.intakes.save({ year, intakes: [{ className: 7, seats: 2, ...days }] });
    expect(await taken()).toEqual([1]);
    await office.services.move({ id: two._id, rowVersion: 1, to: "offered" });
    expect([await taken(), (await visitor.intakes.waiting()).map(({ className }) => className)]).toEqual([[2], [7]]);
    await office.services.moveMany({ rows: await seen(one._id, two._id), to: "waiting", reason: "Offered too early." });
    const without = { className: 7, seats: null, opensOn: null, closesOn: null };
    await office.intakes.save({ year, intakes: [without] });
    await office.intakes.save({ year, intakes: [{ className: 7, seats: 2, ...days }] });
    await office.services.moveMany({ rows: await seen(one._id, two._id), to: "offered" });
    expect(await taken()).toEqual([2]);
    const { intake } = await office.services.get({ id: one._id });
    expect(intake).toEqual({ _id: (await db().intake.findFirstOrThrow()).id, seats: 2, taken: 2 });
    expect((await office.services.desk({})).items.map((row) => row.intake)).toEqual([intake, intake]);
  });

  it("and were closed by then take one of its seats once they are open again", async () => {
    const { _id: id } = await apply(7);
    const move = async (to: "declined" | "in_review" | "offered", reason?: string) =>
      office.services.move({ id, rowVersion: (await rowOf(id)).rowVersion, to, reason });
    await move("declined", "No place.");
    await office.intakes.save({
      year,
      intakes: [{ className: 7, seats: 2, opensOn: shifted("2026-12-01"), closesOn: "2099-12-31" }],
    });
    expect((await rowOf(id)).intakeId).toBeNull();
    await move("in_review", "A place is free.");
    await move("offered");
    expect(await taken()).toEqual([1]);
  });

  it("are left alone if they are erased or get another intake in the meantime", async () => {
    const [gone, other] = [(await apply(7))._id, (await apply(7))._id];
    await office.intakes.save({ year, intakes: [{ className: 9, seats: 2, ...open }] });
    const { id: intakeId } = await db().intake.findFirstOrThrow();
    const { saved } = await db().$transaction(async (tx) => {
      await tx.submission.delete({ where: { id: gone } });
      await tx.submission.update({ where: { id: other }, data: { intakeId } });
      const save = office.intakes.save({ year, intakes: [{ className: 7, seats: 2, ...open }] });
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await pool().query(waiting)).rowCount, { timeout: 5000 }).toBe(1);
      return { saved: save };
    });
    expect((await saved).intakes).toMatchObject([{ className: 7 }, { className: 9 }]);
    expect((await rowOf(other)).intakeId).toBe(intakeId);
  });

  it("take no seat of another year, unless families applied for that season, nor of another class", async () => {
    const { _id: id } = await apply(7);
    await apply(8);
    await office.services.move({ id, rowVersion: 1, to: "accepted" });
    const next = await schoolYear(2027, shifted);
    const later = { opensOn: "2099-01-10", closesOn: "2099-02-10" };
    await office.intakes.save({ year: next.id, intakes: [{ className: 7, seats: 9, ...later }] });
    expect([await taken(), (await office.services.previewEnrolment({ id })).year]).toEqual([[0], year]);
    await admin.settings.change({ key: "season", value: shiftedLabel(2027) });
    await office.intakes.save({ year: next.id, intakes: [{ className: 7, seats: 8, ...later }] });
    expect([await taken(), (await office.services.previewEnrolment({ id })).year]).toEqual([[1], next.id]);
    expect(await db().submission.count({ where: { intakeId: { not: null } } })).toBe(1);
  });
});

describe("applying", () => {
  it("works as before without an intake; in a full or closed class the form waits, which is said beforehand and in the email", async () => {
    expect(await visitor.intakes.waiting()).toEqual([]);
    const free = await apply(9);
    expect(free).toMatchObject({ state: "received", answerDue: expect.any(Date) });
    const closed = { className: 3, seats: null, opensOn: "2026-01-01", closesOn: "2026-01-31" };
    const soon = { className: 4, seats: 3, opensOn: "2099-01-01", closesOn: "2099-01-31" };
    await office.intakes.save({ year, intakes: [{ className: 7, seats: 1, ...open }, closed, soon] });
    expect(await visitor.intakes.waiting()).toEqual([
      { className: 3, state: "closed", day: "2026-01-31" },
      { className: 4, state: "soon", day: "2099-01-01" },
    ]);
    const first = await apply(7);
    expect(first.state).toBe("received");
    await office.services.move({ id: first._id, rowVersion: 1, to: "offered" });
    expect(await visitor.intakes.waiting()).toContainEqual({ className: 7, state: "full", day: open.closesOn });
    const second = await apply(7);
    expect(second).toMatchObject({ state: "waiting", answerDue: null, answeredAt: expect.any(Date) });
    expect((await office.services.get({ id: second._id })).steps.at(-1)).toMatchObject({
      ...{ kind: "moved", from: "received", to: "waiting", by: null, reason: "The class was full." },
    });
    const mail = await db().mail.findFirstOrThrow({ where: { event: `admissionReceipt:${second._id}` } });
    const { paragraphs } = (await admissionMails.admissionReceipt?.(mail)) ?? {};
    expect(paragraphs?.join(" ")).toMatch(/waiting list/);
    // A class that is not open (any more) may have places: the words are the same for all.
    expect(paragraphs?.join(" ")).not.toMatch(/business days|We answer by|(is|was) full/);
    expect((await apply(3)).state).toBe("waiting");
    expect((await apply(9)).state).toBe("received");
  });

  it("for an intake that is deleted at the same moment reaches the office without one", async () => {
    await office.intakes.save({ year, intakes: [{ className: 7, seats: 1, ...open }] });
    const sent = await meanwhile(
      (tx) => tx.intake.deleteMany(),
      () => apply(7),
    );
    expect(sent).toMatchObject({ state: "received" });
    expect(await db().submission.findMany()).toMatchObject([{ intakeId: null }]);
  });
});

describe("seats", () => {
  it("are taken by an offer and given back by a refusal; a merged pair takes one, which stays when the form is erased", async () => {
    await office.intakes.save({ year, intakes: [7, 8].map((className) => ({ className, seats: 9, ...open })) });
    const [one, two, three] = [await apply(7), await apply(7), await apply(8)];
    const ids = [one._id, two._id, three._id];
    await office.services.moveMany({ rows: await seen(...ids), to: "offered" });
    expect(await taken()).toEqual([2, 1]);
    await office.services.merge({ id: one._id, otherId: two._id });
    expect(await taken()).toEqual([1, 1]);
    await office.services.separate({ id: (await rowOf(one._id)).mergedIntoId ? one._id : two._id });
    await office.services.moveMany({ rows: await seen(...ids.slice(0, 2)), to: "accepted" });
    await office.services.moveMany({ rows: await seen(three._id, one._id), to: "declined", reason: "no place" });
    expect(await taken()).toEqual([1, 0]);
    const { rowVersion } = await rowOf(two._id);
    const guardians = [{ name: "Mohan Das", relation: "Father" }];
    await office.services.enrol({ id: two._id, rowVersion, name: "Kiran Das", className: 7, guardians });
    expect(await taken()).toEqual([1, 0]);
    await db().$transaction((tx) => eraseRows(tx, { submissions: ids }));
    expect([await db().submission.count(), await taken()]).toEqual([0, [1, 0]]);
  });

  it("are taken once by each of twenty offers that two people make at the same time", async () => {
    await office.intakes.save({ year, intakes: [7, 8].map((className) => ({ className, seats: 9, ...open })) });
    const rows = await Promise.all(Array.from({ length: 10 }, (_, index) => apply(7 + (index % 2))));
    const press = (caller: Caller, ids: string[]) =>
      caller.services.moveMany({ rows: ids.map((id) => ({ id, rowVersion: 1 })), to: "offered" });
    const ids = rows.map(({ _id }) => _id);
    await Promise.all([press(admin, ids), press(office, ids.toReversed()), ...ids.map((id) => press(admin, [id]))]);
    expect(await taken()).toEqual([5, 5]);
  });
});

describe("public pages", () => {
  it("name the year that is open, and are renewed on its days and when the last seat goes, not with every seat", async () => {
    const shown = async () => (await visitor.settings.season()).season;
    const version = async () =>
      (await pool().query("select version from public_lists where topic = 'settings'")).rows[0]?.version;
    const next = await schoolYear(2027, shifted);
    const days = { opensOn: shifted("2027-01-10"), closesOn: shifted("2027-02-10") };
    await office.intakes.save({ year: next.id, intakes: [{ className: 7, seats: 2, ...days }] });
    const midnight = new Date(`${days.opensOn}T00:00:00+05:30`);
    const turns = async (at: Date) =>
      (await pool().query("select turns_at from public_lists_at($1) where topic = 'settings'", [at])).rows[0].turns_at;
    expect(await turns(new Date(midnight.getTime() - 1000))).toEqual(midnight);
    vi.useFakeTimers({ toFake: ["Date"], now: midnight.getTime() - 1000 });
    invalidate();
    expect(await shown()).toBe(shiftedLabel(2026));
    vi.setSystemTime(midnight);
    expect([await shown(), await visitor.intakes.waiting()]).toEqual([shiftedLabel(2027), []]);
    const [one, two] = [await apply(7), await apply(7)];
    const before = await version();
    await office.services.moveMany({ rows: await seen(one._id), to: "offered" });
    expect(await version()).toBe(before);
    await office.services.moveMany({ rows: await seen(two._id), to: "offered" });
    expect(await version()).not.toBe(before);
    vi.setSystemTime(new Date(`${shifted("2027-02-11")}T00:00:00+05:30`));
    expect([await shown(), (await apply(7)).state]).toEqual([shiftedLabel(2026), "waiting"]);
    await admin.settings.change({ key: "season", value: "2030-31" });
    expect(await shown()).toBe("2030-31");
  });

  it("call admissions open while some class takes applications, and not while each is closed, full or not yet open", async () => {
    const isOpen = async () => (await visitor.settings.season()).isOpen;
    expect(await isOpen()).toBe(true);
    const [first = 0, ...others] = classes;
    const save = async (className: number, seats: number | null, days = open) => {
      await office.intakes.save({ year, intakes: [{ className, seats, ...days }] });
    };
    const over = { opensOn: "2026-01-01", closesOn: "2026-01-31" };
    for (const className of others)
      await save(className, null, className % 2 ? over : { opensOn: "2099-01-01", closesOn: "2099-01-31" });
    expect(await isOpen()).toBe(true);
    await save(first, 0);
    await expect.poll(isOpen).toBe(false);
    await save(first, 1);
    await expect.poll(isOpen).toBe(true);
    const { _id } = await apply(first);
    await office.services.moveMany({ rows: await seen(_id), to: "offered" });
    await expect.poll(isOpen).toBe(false);
  });
});

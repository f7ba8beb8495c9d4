import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeTestsBefore } from "@/features/schedules/mutations";
import { db } from "@/server/db/client";
import { invalidate } from "@/server/response-cache/versions";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  refusalOf,
  schedule,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";

let visitor: Caller;
let admin: Caller;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T06:00:00Z") });
  await resetDatabase();
  // Forgets the settings of the test before.
  invalidate();
  visitor = await callerOf(null);
  admin = await callerOf(await tokenFor(await createAdmin()));
});

afterEach(() => vi.useRealTimers());

// A Friday.
const test = { className: 7, subject: "Biology", testDate: "2026-12-04", testTime: "09:00" };
type Given = Parameters<Caller["schedules"]["add"]>[0];
const add = async (more: Partial<Given> = {}) => (await admin.schedules.add({ ...test, ...more }))._id;
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const rowOf = (id: string) => db().testSchedule.findUniqueOrThrow({ where: { id } });
const listed = async () => (await visitor.schedules.list({})).items;

describe("permission to change a test", () => {
  it("visitors, students and teachers of other classes are refused; a teacher of the section is not", async () => {
    const id = await add({ sections: ["A"] });
    const own = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    const others = [
      visitor,
      await callerOf(await tokenFor(await createStudent())),
      await callerOf((await createStaff({ role: "teacher", className: 8 })).token),
      await callerOf((await createStaff({ role: "teacher", className: 7, section: "B" })).token),
    ];
    const seen = { id, rowVersion: 1, reason: "hall not free" };
    for (const { schedules } of others) {
      for (const ask of [
        () => schedules.edit({ ...test, ...seen, sections: ["A"], testTime: "10:00" }),
        () => schedules.cancel(seen),
        () => schedules.restore(seen),
      ])
        expect((await refusalOf(ask())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    const stolen = await refusalOf(own.schedules.edit({ ...test, ...seen, sections: ["B"] }));
    expect(stolen.code).toBe("FORBIDDEN");
    expect(await rowOf(id)).toMatchObject({ rowVersion: 1, sections: ["A"] });
    expect(await own.schedules.cancel(seen)).toMatchObject({ state: "cancelled" });
  });
});

describe("moving a test", () => {
  it("families read where it was and why, calendars get a higher number, and the history has all of it", async () => {
    const id = await add();
    later(60);
    const moved = await admin.schedules.edit({
      ...{ ...test, id, rowVersion: 1, testDate: "2026-12-05", testTime: "11:00" },
      ...{ minutes: 90, room: " Hall 2 ", reason: "hall not free" },
    });
    expect(moved).toMatchObject({
      ...{ testDate: "2026-12-05", testTime: "11:00", minutes: 90, room: "Hall 2", state: "planned" },
      ...{ movedFrom: { testDate: "2026-12-04", testTime: "09:00" }, reason: "hall not free" },
    });
    const { rowVersion: _, ...shown } = moved;
    expect(await listed()).toEqual([shown]);
    expect(await rowOf(id)).toMatchObject({ sequence: 1, rowVersion: 2, changedAt: new Date() });
    expect(await admin.schedules.changes({ id })).toMatchObject([
      {
        ...{ kind: "moved", by: "Administrator", reason: "hall not free", at: new Date(), confirmed: false },
        before: { testDate: "2026-12-04", testTime: "09:00", minutes: null, room: null },
        after: { testDate: "2026-12-05", testTime: "11:00", minutes: 90, room: "Hall 2" },
      },
      { kind: "announced", by: "Administrator", after: { subject: "Biology", testDate: "2026-12-04" } },
    ]);
    const [event] = await db().auditEvent.findMany({ where: { action: "schedule-moved" } });
    expect(event).toMatchObject({ subjectId: id, detail: { class: 7, subject: "Biology", date: "2026-12-05" } });
    expect(JSON.stringify(event)).not.toContain("hall");
  });

  it("a move needs a reason; a changed text needs none, and is neither a move nor news for calendars", async () => {
    const id = await add();
    const edit = { ...test, id, rowVersion: 1 };
    expect(await refusalOf(admin.schedules.edit({ ...edit, testTime: "10:00" }))).toMatchObject({
      code: "BAD_REQUEST",
      issues: [{ path: ["reason"] }],
    });
    expect(await admin.schedules.edit(edit)).toMatchObject({ testTime: "09:00" });
    expect(await rowOf(id)).toMatchObject({ rowVersion: 1 });
    await admin.schedules.edit({ ...edit, description: "Chapter 3" });
    expect(await rowOf(id)).toMatchObject({
      sequence: 0,
      rowVersion: 2,
      movedFromDate: null,
      description: "Chapter 3",
    });
    await admin.schedules.edit({ ...edit, rowVersion: 2, description: "Chapter 3", minutes: 45 });
    expect(await rowOf(id)).toMatchObject({ sequence: 1, rowVersion: 3 });
    expect((await admin.schedules.changes({ id })).map(({ kind }) => kind)).toEqual(["edited", "edited", "announced"]);
  });

  it("a test goes back without a reason to where families know it, as long as they know of no other place", async () => {
    const id = await add();
    later(60);
    const edit = (rowVersion: number, testTime: string, reason: string | null = null) =>
      admin.schedules.edit({ ...test, id, rowVersion, testTime, reason });
    await edit(1, "10:00", "hall not free");
    later(1);
    await edit(2, "11:00", "hall not free");
    later(1);
    expect((await refusalOf(edit(3, "10:00"))).issues).toMatchObject([{ path: ["reason"] }]);
    expect(await edit(3, "09:00")).toMatchObject({ testTime: "09:00", movedFrom: null, reason: null });
    later(1);
    await edit(4, "10:00", "hall not free");
    later(10);
    // Families know of the move now.
    expect((await refusalOf(edit(5, "09:00"))).code).toBe("BAD_REQUEST");
    expect(await edit(5, "09:00", "hall is free")).toMatchObject({ reason: "hall is free" });
  });

  it("a test that families know nothing of goes back without a reason to where it was announced", async () => {
    const id = await add();
    const edit = (rowVersion: number, testTime: string, reason: string | null = null) =>
      admin.schedules.edit({ ...test, id, rowVersion, testTime, reason });
    later(1);
    await edit(1, "10:00", "hall not free");
    later(1);
    expect((await refusalOf(edit(2, "11:00"))).code).toBe("BAD_REQUEST");
    expect(await edit(2, "09:00")).toMatchObject({ testTime: "09:00", movedFrom: null, reason: null });
  });

  it("a move within 48 hours is known immediately, and goes back only with a reason", async () => {
    const id = await add({ testDate: "2026-11-24" });
    later(60);
    const edit = { ...test, id, testDate: "2026-11-24" };
    await admin.schedules.edit({ ...edit, rowVersion: 1, testTime: "12:00", reason: "hall not free" });
    expect((await refusalOf(admin.schedules.edit({ ...edit, rowVersion: 2 }))).code).toBe("BAD_REQUEST");
  });

  it("if two people change a test at the same time, the second one is told", async () => {
    const id = await add();
    const edit = (description: string) => admin.schedules.edit({ ...test, id, rowVersion: 1, description });
    const answers = await Promise.allSettled([edit("one"), edit("two")]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusalOf(edit("three"))).toMatchObject({ code: "CONFLICT" });
    expect(await rowOf(id)).toMatchObject({ rowVersion: 2 });
  });
});

describe("cancelling a test", () => {
  it("leaves it on the list as cancelled until its date is over, and it can still take place after all", async () => {
    const id = await add();
    expect(await refusalOf(admin.schedules.cancel({ id, rowVersion: 1 }))).toMatchObject({
      issues: [{ path: ["reason"] }],
    });
    await admin.schedules.cancel({ id, rowVersion: 1, reason: "teacher is ill" });
    expect(await listed()).toMatchObject([{ _id: id, state: "cancelled", reason: "teacher is ill" }]);
    expect(await refusalOf(admin.schedules.cancel({ id, rowVersion: 2, reason: "x" }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await refusalOf(admin.schedules.edit({ ...test, id, rowVersion: 2 }))).toMatchObject({ code: "CONFLICT" });

    // The last minute of its date in India.
    vi.setSystemTime(new Date("2026-12-04T18:29:00Z"));
    expect(await listed()).toHaveLength(1);
    later(1);
    expect(await listed()).toEqual([]);
    expect((await admin.schedules.listForStaff({})).items).toMatchObject([{ state: "cancelled", rowVersion: 2 }]);

    vi.setSystemTime(new Date("2026-11-23T06:00:00Z"));
    await admin.schedules.restore({ id, rowVersion: 2, reason: "she is well" });
    expect(await listed()).toMatchObject([{ state: "planned", reason: null, movedFrom: null }]);
    expect(await rowOf(id)).toMatchObject({ sequence: 2, rowVersion: 3 });
    expect(await refusalOf(admin.schedules.restore({ id, rowVersion: 3 }))).toMatchObject({ code: "CONFLICT" });
  });

  it("a test that was entered by mistake leaves the list immediately, and needs no reason", async () => {
    const id = await add();
    await admin.schedules.cancel({ id, rowVersion: 1, byMistake: true });
    expect(await listed()).toEqual([]);
    const { items } = await admin.schedules.listForStaff({});
    expect(items).toMatchObject([{ _id: id, isHidden: true, state: "cancelled" }]);
    expect((await admin.schedules.changes({ id }))[0]).toMatchObject({ kind: "cancelled", after: { isHidden: true } });
    await admin.schedules.restore({ id, rowVersion: 2 });
    expect(await listed()).toMatchObject([{ _id: id, state: "planned" }]);
    expect((await admin.schedules.get({ id })).isHidden).toBe(false);
  });
});

describe("warnings", () => {
  const asked = { className: 7, testDate: "2026-12-04", testTime: "09:30" };

  it("name what the test meets, and do not stop a program that knows nothing of them", async () => {
    const id = await add();
    await admin.closedDays.add({ firstDay: "2026-12-04", name: "Founder's day", kind: "closed" });
    await admin.settings.change({ key: "workingDays", value: ["monday"] });
    const { warnings, fingerprint } = await admin.schedules.check(asked);
    const named = { _id: id, subject: "Biology", testDate: "2026-12-04", testTime: "09:00" };
    expect(warnings).toEqual([
      { code: "overlap", tests: [named], name: null },
      { code: "two-that-day", tests: [named], name: null },
      { code: "closed-day", tests: [], name: "Founder's day" },
    ]);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect((await admin.schedules.check({ ...asked, testDate: "2026-12-03" })).warnings).toEqual([
      { code: "no-working-day", tests: [], name: null },
    ]);
    expect((await admin.schedules.check({ ...asked, id, testDate: "2026-12-07" })).fingerprint).toBe("");
    const other = await add({ testTime: "09:30" });
    const [step] = await admin.schedules.changes({ id: other });
    expect(step).toMatchObject({ confirmed: false, warnings });
  });

  it("a caller who confirms some warnings is asked about any others", async () => {
    const id = await add();
    const { warnings, fingerprint } = await admin.schedules.check(asked);
    const send = (confirmed: string) => admin.schedules.add({ ...test, ...asked, subject: "Physics", confirmed });
    const message = "Something speaks against this date. Look at the warnings and confirm them.";
    expect(await refusalOf(send(""))).toEqual({ code: "CONFLICT", message });
    await admin.schedules.edit({ ...test, id, rowVersion: 1, testTime: "09:15", reason: "x" });
    expect(await refusalOf(send(fingerprint))).toMatchObject({
      message: expect.stringContaining("changed in the meantime"),
    });
    const again = await admin.schedules.check(asked);
    expect(again.fingerprint).not.toBe(fingerprint);
    const { _id } = await send(again.fingerprint);
    expect((await admin.schedules.changes({ id: _id }))[0]).toMatchObject({
      confirmed: true,
      warnings: again.warnings,
    });
    expect(warnings).toHaveLength(2);
    // A warning that has fallen away needs no confirmation.
    await admin.schedules.remove({ id });
    await admin.schedules.remove({ id: _id });
    await expect(send(again.fingerprint)).resolves.toMatchObject({ subject: "Physics" });
  });

  it("if two people add overlapping tests at the same time, the second one is asked", async () => {
    const send = (subject: string) => admin.schedules.add({ ...test, subject, confirmed: "" });
    const answers = await Promise.allSettled([send("Physics"), send("Chemistry")]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().testSchedule.count()).toBe(1);
  });

  it("a move and a restored test are asked about; a changed text is not", async () => {
    const id = await add({ testDate: "2026-12-07" });
    const other = await add();
    const edit = { ...test, id, rowVersion: 1, reason: "x", confirmed: "" };
    expect(await refusalOf(admin.schedules.edit(edit))).toMatchObject({ code: "CONFLICT" });
    await admin.schedules.cancel({ id: other, rowVersion: 1, reason: "x" });
    await admin.schedules.edit(edit);
    const refused = await refusalOf(admin.schedules.restore({ id: other, rowVersion: 2, confirmed: "" }));
    expect(refused).toMatchObject({ code: "CONFLICT" });
    const { fingerprint } = await admin.schedules.check({ ...asked, testTime: "09:00", id: other });
    await admin.schedules.restore({ id: other, rowVersion: 2, confirmed: fingerprint });
    await admin.schedules.edit({ ...edit, rowVersion: 2, description: "Chapter 3" });
  });
});

describe("a deletion", () => {
  it("names the version that was seen: a test that has been restored since stays, with its history", async () => {
    const id = await add();
    const { rowVersion } = await admin.schedules.cancel({ id, rowVersion: 1, reason: "x" });
    await admin.schedules.restore({ id, rowVersion });
    const message = "This test has been changed in the meantime. Look at it again.";
    expect(await refusalOf(admin.schedules.remove({ id, rowVersion }))).toEqual({ code: "CONFLICT", message });
    expect(await admin.schedules.changes({ id })).toHaveLength(3);
    await admin.schedules.remove({ id, rowVersion: rowVersion + 1 });
    expect(await db().testSchedule.count()).toBe(0);
  });
});

describe("the history of a test", () => {
  it("can only be added to, outlives the people who wrote it, and is deleted with its test", async () => {
    const { user, token } = await createStaff({ role: "office" });
    const { _id: id } = await (await callerOf(token)).schedules.add(test);
    await expect(db().scheduleChange.updateMany({ data: { reason: "other" } })).rejects.toThrow(/updateMany/);
    await db().user.delete({ where: { id: user.id } });
    expect(await admin.schedules.changes({ id })).toMatchObject([{ kind: "announced", by: null }]);
    expect((await admin.schedules.get({ id })).announcedBy).toBeNull();
    await admin.schedules.remove({ id });
    expect(await db().scheduleChange.count()).toBe(0);
    expect((await refusalOf(admin.schedules.changes({ id }))).code).toBe("NOT_FOUND");
  });

  it("tests are deleted some time after their date is over", async () => {
    await schedule({ testDate: new Date("2024-11-20") });
    const kept = await schedule({ testDate: new Date("2024-11-23") });
    expect(await removeTestsBefore(new Date("2024-11-22T06:00:00Z"))).toBe(1);
    expect(await db().testSchedule.findMany({ select: { id: true } })).toEqual([{ id: kept.id }]);
  });
});

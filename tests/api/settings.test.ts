import { afterEach, describe, expect, it, vi } from "vitest";
import { institute } from "@/content/institute";
import { setting } from "@/features/settings/data";
import { settingsOf } from "@/features/settings/rules";
import { defaults } from "@/features/settings/schema";
import { db, pool } from "@/server/db/client";
import { invalidate } from "@/server/response-cache/versions";
import { type Caller, callerOf, createStudent, refusalOf, schoolYear, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();

afterEach(() => vi.useRealTimers());

type Change = Parameters<Caller["settings"]["change"]>[0];

describe("settings", () => {
  it("are changed by the administrator only; everyone may know the clock", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.settings.get())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      const change = caller.settings.change({ key: "clock", value: "12" });
      expect((await refusalOf(change)).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect(await caller.settings.clock()).toEqual({ clock: "24" });
    }
    expect(await db().setting.count()).toBe(0);
  });

  it("are the defaults until somebody changes one, and the trail has who changed which, from what, to what", async () => {
    expect(await admin.settings.get()).toEqual(defaults);
    await admin.settings.change({ key: "clock", value: "12" });
    await admin.settings.change({ key: "yearsKept", value: 5 });
    await admin.settings.change({ key: "yearsKept", value: 5 });
    expect(await admin.settings.get()).toEqual({ ...defaults, clock: "12", yearsKept: 5 });
    const events = await db().auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ["setting-changed", { setting: "clock", before: "24", after: "12" }],
      ["setting-changed", { setting: "yearsKept", before: 3, after: 5 }],
    ]);
    const { items } = await admin.records.listEvents({ action: "setting-changed" });
    expect(items.map(({ actor }) => actor)).toEqual(["Administrator", "Administrator"]);
  });

  it("each default is a value that could be set", () => {
    const rows = Object.entries(defaults).map(([key, value]) => ({ key, value }));
    expect(settingsOf(rows)).toEqual(defaults);
    expect(settingsOf(rows.map(({ key }) => ({ key, value: { of: "another version" } })))).toEqual(defaults);
    expect(settingsOf([{ key: "constructor", value: "12" }])).toEqual(defaults);
  });

  it.each([
    { key: "clock", value: "13" },
    { key: "yearsKept", value: 0 },
    { key: "yearsKept", value: 11 },
    { key: "yearsKept", value: 2.5 },
    { key: "workingDays", value: ["monday", "monday"] },
    { key: "workingDays", value: ["funday"] },
    { key: "hours", value: { wholeDay: { opens: "18:00", closes: "10:00" }, halfSaturday: null } },
    { key: "hours", value: { wholeDay: { opens: "9:00", closes: "10:00" }, halfSaturday: null } },
    { key: "season", value: " " },
    { key: "toString", value: "12" },
    { key: "staffSecondStep", value: "yes" },
  ])("%j is refused and nothing changes", async (change) => {
    expect((await refusalOf(admin.settings.change(change as Change))).code).toBe("BAD_REQUEST");
    expect(await db().setting.count()).toBe(0);
  });

  it("a value that a colleague has changed since it was seen is refused, unless both set the same value", async () => {
    const hours = (opens: string) => ({ wholeDay: { opens, closes: "18:00" }, halfSaturday: null });
    const opening = (opens: string, before = hours("10:00")) =>
      admin.settings.change({ key: "hours", value: hours(opens), before });
    await opening("09:00");
    await opening("09:00");
    expect(await refusalOf(opening("08:00"))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/in the meantime/),
    });
    expect(await admin.settings.get()).toMatchObject({ hours: hours("09:00") });
    await opening("08:00", hours("09:00"));
    await admin.settings.change({ key: "season", value: "2027-28", before: null });
    const again = admin.settings.change({ key: "season", value: "2028-29", before: null });
    expect((await refusalOf(again)).code).toBe("CONFLICT");
    await admin.settings.change({ key: "season", value: null });
    expect(await admin.settings.get()).toMatchObject({ hours: hours("08:00"), season: null });
  });

  it("activity shows changed opening hours in the clock style that is set", async () => {
    const value = { wholeDay: { opens: "09:00", closes: "17:30" }, halfSaturday: null };
    await admin.settings.change({ key: "hours", value });
    for (const [clock, shown] of [
      ["12", "now 9:00 am to 5:30 pm"],
      ["24", "now 09:00 to 17:30"],
    ] as const) {
      await admin.settings.change({ key: "clock", value: clock });
      const { items } = await admin.records.listEvents({ action: "setting-changed" });
      expect(items.at(-1)?.facts).toContain(shown);
    }
  });

  it("a change by another process is seen, and until then no read queries the table", async () => {
    expect(await setting("clock")).toBe("24");
    // Deliberately without the trigger: anything that reads the table again would see the change.
    await pool().query(`begin; set local session_replication_role = replica;
      insert into settings (key, value) values ('clock', '"12"'); commit`);
    expect(await setting("clock")).toBe("24");
    await pool().query("update settings set changed_at = now()");
    await expect.poll(() => setting("clock")).toBe("12");
  });
});

describe("the season", () => {
  const shown = async () => (await (await callerOf(null)).settings.season()).season;

  it("is that of the content, or that of the current school year, or the one that the office has set", async () => {
    expect(await shown()).toBe(institute.session);
    await schoolYear(2026);
    await expect.poll(shown).toBe("2026-27");
    await admin.settings.change({ key: "season", value: "2027-28" });
    expect(await shown()).toBe("2027-28");
    await admin.settings.change({ key: "season", value: null });
    expect(await shown()).toBe("2026-27");
    expect(await db().setting.count()).toBe(0);
  });

  it("changes with the year at the institute's midnight, and the version of the pages that show it changes then, too", async () => {
    await schoolYear(2026);
    const next = await schoolYear(2027);
    const midnight = new Date(next.firstDay.getTime() - 5.5 * 60 * 60 * 1000);
    const turns = `select turns_at from public_lists_at($1) where topic = 'settings'`;
    const before = new Date(midnight.getTime() - 1000);
    expect((await pool().query(turns, [before])).rows).toEqual([{ turns_at: midnight }]);
    expect((await pool().query(turns, [new Date(midnight.getTime() + 48 * 3_600_000)])).rows[0].turns_at).toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: before });
    invalidate();
    expect(await shown()).toBe("2026-27");
    vi.setSystemTime(midnight);
    expect(await shown()).toBe("2027-28");
  });
});

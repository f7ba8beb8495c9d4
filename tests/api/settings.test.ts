import { beforeEach, describe, expect, it } from "vitest";
import { setting } from "@/features/settings/data";
import { settingsOf } from "@/features/settings/rules";
import { defaults } from "@/features/settings/schema";
import { db, pool } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createStudent, refusalOf, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

let admin: Caller;

beforeEach(async () => {
  await resetDatabase();
  admin = await callerOf(await tokenFor(await createAdmin()));
});

type Change = Parameters<Caller["settings"]["change"]>[0];

describe("settings", () => {
  it("are changed by the administrator alone; everyone may know the clock", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.settings.get())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      const change = caller.settings.change({ key: "clock", value: "12" });
      expect((await refusalOf(change)).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect(await caller.settings.clock()).toEqual({ clock: "24" });
    }
    expect(await db().setting.count()).toBe(0);
  });

  it("are the defaults until somebody changes one, and the trail has who, which, before and after", async () => {
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
    expect(items.every(({ actor }) => actor === "Administrator")).toBe(true);
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

  it("a change by another process is seen, and until then no read asks the table", async () => {
    expect(await setting("clock")).toBe("24");
    // Deliberately without the trigger: whoever reads the table again would see it.
    await pool().query(`begin; set local session_replication_role = replica;
      insert into settings (key, value) values ('clock', '"12"'); commit`);
    expect(await setting("clock")).toBe("24");
    await pool().query("update settings set changed_at = now()");
    await expect.poll(() => setting("clock")).toBe("12");
  });
});

import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { institute } from "@/content/institute";
import { setting } from "@/features/settings/data";
import { settingsOf } from "@/features/settings/rules";
import { defaults } from "@/features/settings/schema";
import { db, pool } from "@/server/db/client";
import { invalidate } from "@/server/response-cache/versions";
import { type Caller, callerOf, createAdmin, createStudent, refusalOf, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

let admin: Caller;

beforeEach(async () => {
  await resetDatabase();
  admin = await callerOf(await tokenFor(await createAdmin()));
});

afterEach(() => vi.useRealTimers());

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

describe("the season", () => {
  const shown = async () => (await (await callerOf(null)).settings.season()).season;

  it("is that of the content, then of the current school year, then what the office has set", async () => {
    expect(await shown()).toBe(institute.session);
    await schoolYear(2026);
    await expect.poll(shown).toBe("2026-27");
    await admin.settings.change({ key: "season", value: "2027-28" });
    expect(await shown()).toBe("2027-28");
    await admin.settings.change({ key: "season", value: null });
    expect(await shown()).toBe("2026-27");
    expect(await db().setting.count()).toBe(0);
  });

  it("turns at midnight of the institute with the year, and the version of the pages that show it turns then", async () => {
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

describe("the logo", () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: "#a04020" } });
  const sent = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString("base64") });

  it("is a PNG or JPEG, encoded anew: smaller, without what was written into it", async () => {
    expect(await admin.settings.logo()).toBeNull();
    const given = await picture(1600, 400)
      .withExif({ IFD0: { Artist: "Somebody at home" } })
      .png()
      .toBuffer();
    const stored = await admin.settings.changeLogo(sent(given));
    expect(stored).toMatchObject({ type: "image/png", width: 800, height: 200 });
    expect(await admin.settings.logo()).toEqual(stored);
    expect(Buffer.from(stored?.base64 ?? "", "base64").includes("Somebody")).toBe(false);
    const turned = await picture(300, 100).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await admin.settings.changeLogo(sent(turned))).toMatchObject({
      type: "image/jpeg",
      width: 100,
      height: 300,
    });
    expect(await admin.settings.removeLogo()).toBeNull();
    await admin.settings.removeLogo();
    const actions = (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
    expect(actions).toEqual(["logo-changed", "logo-changed", "logo-removed"]);
    expect(await db().logo.count()).toBe(0);
  });

  it("is refused in words where it is another file, damaged, cut off or too large", async () => {
    const png = await picture(200, 100).png().toBuffer();
    const huge = await picture(3000, 2500).png().toBuffer();
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`);
    const unreadable = /^This is not a PNG or JPEG picture/;
    for (const [bytes, said] of [
      [svg, unreadable],
      [Buffer.concat([png.subarray(0, 8), svg]), unreadable],
      [png.subarray(0, 60), unreadable],
      [await picture(10, 10).webp().toBuffer(), unreadable],
      [await picture(2001, 10).png().toBuffer(), /^This picture has more than 2,000 pixels/],
      [huge, /^This picture has more than 2,000 pixels/],
      [Buffer.concat([png, Buffer.alloc(512 * 1024)]), /^This picture is larger than 512 KB/],
    ] as const) {
      const refusal = await refusalOf(admin.settings.changeLogo(sent(bytes)));
      expect(refusal).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: ["base64"], message: expect.stringMatching(said) }],
      });
    }
    expect(await db().logo.count()).toBe(0);
  });
});

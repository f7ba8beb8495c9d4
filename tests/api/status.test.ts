import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { env } from "@/env";
import { reminderOf } from "@/features/backups/rules";
import { countFaults, sizeOf, verdictsOf } from "@/features/records/rules-status";
import type { StatusView } from "@/features/records/schema-status";
import { warnOfLocalLinks, warnOfLostFiles, warnOfMissingCallback } from "@/main/warnings";
import { recordNow } from "@/server/audit/audit";
import { sealEvents } from "@/server/audit/chain";
import { db, pool } from "@/server/db/client";
import { openCircuit } from "@/server/mail/circuit-breaker";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";
import { emptyFolder } from "../harness/clusters";
import { officeOfEachTest } from "../harness/office";
import { changeSettings, withSettings } from "../harness/settings";

withSettings({ DATA_DIR: "/srv/lyceum", SMTP_URL: "" });

const administrator = officeOfEachTest();

function mail(state: "sent" | "failed", sentAt: Date | null) {
  return db().mail.create({
    data: { kind: "resultNews", event: state, recipient: "asha@example.org", about: {}, state, sentAt },
  });
}

describe("status page", () => {
  it("the status names the versions, the locations of the data and the waiting jobs", async () => {
    const sentAt = new Date("2026-11-02T12:00:00Z");
    await mail("failed", null);
    await mail("sent", sentAt);
    expect(await administrator.records.status()).toEqual({
      at: expect.any(Date),
      product: {
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        node: process.versions.node,
        since: expect.any(Date),
      },
      database: {
        isEmbedded: true,
        version: expect.stringMatching(/^\d+(\.\d+)?$/),
        bytes: expect.any(Number),
        migrations: expect.any(Number),
        milliseconds: expect.any(Number),
      },
      // This folder does not exist, so its disk is unknown.
      storage: {
        isEmbedded: true,
        isPrivate: true,
        lacksCallback: false,
        files: 0,
        bytes: 0,
        isLost: false,
        freeBytes: null,
        diskBytes: null,
      },
      mail: {
        ...{ isConfigured: false, hasLocalLinks: false, waiting: 0, failed: 1, kept: 0, held: 0, outage: null },
        lastSentAt: sentAt,
      },
      jobs: { waiting: 0, failed: 0, isLate: false },
      trail: { links: 0, late: 0, fault: null },
      forms: { applications: { sent: 0, most: 500 }, messages: { sent: 0, most: 500 } },
      backup: null,
      isNightly: false,
    });
  });

  it("the status names the version that was started, whatever the folder holds in the meantime", async () => {
    const shared = processState<{ lyceumVersion?: string }>();
    const current = shared.lyceumVersion;
    onTestFinished(() => void Object.assign(shared, { lyceumVersion: current }));
    shared.lyceumVersion = "0.0.9";
    expect((await administrator.records.status()).product.version).toBe("0.0.9");
  });

  it("the status reports tampering with the audit trail", async () => {
    await recordNow({ action: "login", by: null });
    vi.spyOn(log(), "info").mockImplementation(() => {});
    await sealEvents();
    const client = await pool().connect();
    await client.query("set session_replication_role = replica; update audit_events set action = 'logout'");
    await client.query("set session_replication_role = origin");
    client.release();
    const status = await administrator.records.status();
    expect(status.trail.fault).toBe("An event was changed at link 1.");
    expect(verdictsOf(status).trail).toMatchObject({ level: "bad", says: expect.stringContaining("tampered") });
  });

  it("the status and the menu tell what another process found in the audit trail", async () => {
    const [before, fault] = [await administrator.records.faults(), "An event was changed at link 1."];
    await pool().query("insert into settings (key, value) values ('trailFault', to_jsonb($1::text))", [fault]);
    expect((await administrator.records.status()).trail.fault).toBe(fault);
    expect(await administrator.records.faults()).toBe(before + 1);
  });

  it.each([
    ["was queued in the last minutes", -4, false],
    ["was last queued six minutes ago", -6, true],
    ["was last queued by a clock that was ahead", 60, true],
  ])("the status says whether a schedule is late that %s", async (_what, minutes, isLate) => {
    const at = new Date(Date.now() + minutes * 60_000);
    await pool().query("insert into graphile_worker._private_known_crontabs values ('sealEvents', $1, $1)", [at]);
    onTestFinished(async () => void (await pool().query("truncate graphile_worker._private_known_crontabs")));
    vi.spyOn(process, "uptime").mockReturnValue(299);
    expect((await administrator.records.status()).jobs.isLate).toBe(false);
    vi.spyOn(process, "uptime").mockReturnValue(301);
    expect((await administrator.records.status()).jobs.isLate).toBe(isLate);
  });

  it("the start and the status say so if the data folder has none of the files of the database", async () => {
    const dataDir = await emptyFolder();
    onTestFinished(changeSettings({ DATA_DIR: dataDir, SMTP_URL: "" }));
    const keys = Array.from({ length: 7 }, (_, index) => `${index}`.repeat(24));
    const facts = { state: "published", name: "a.pdf", size: 1, type: "application/pdf" } as const;
    await db().upload.createMany({ data: keys.map((key) => ({ key, ...facts })) });
    await db().upload.create({ data: { key: "c".repeat(24), store: "cloud", ...facts } });
    const faults = await administrator.records.faults();
    const [said, warning] = [vi.fn(), vi.spyOn(log(), "warn").mockImplementation(() => {})];
    await warnOfLostFiles(said);
    const sentence = `WARNING: The database knows 7 files, and none of 5 is in ${join(dataDir, "files")}: is DATA_DIR right?`;
    for (const lines of [said, warning]) expect(lines.mock.calls).toEqual([[sentence]]);
    expect((await administrator.records.status()).storage).toMatchObject({ files: 8, isLost: true });

    // A file in place of the folder cannot hold files, either.
    await writeFile(join(dataDir, "files"), "");
    expect((await administrator.records.status()).storage.isLost).toBe(true);
    await rm(join(dataDir, "files"));
    await mkdir(join(dataDir, "files"));
    const path = join(dataDir, "files", keys[4] ?? "");
    // It cannot be examined, which does not mean that it is missing.
    await symlink(path, path);
    expect((await administrator.records.status()).storage.isLost).toBe(false);
    await rm(path);
    await writeFile(path, "a");
    await warnOfLostFiles(said);
    expect(said).toHaveBeenCalledOnce();
    expect((await administrator.records.status()).storage.isLost).toBe(false);
    expect(await administrator.records.faults()).toBe(faults - 1);
  });

  const token = Buffer.from(JSON.stringify({ apiKey: "sk_live_of_this_test", appId: "cloudapp", regions: ["sea1"] }));
  it.each([
    ["", "", false],
    [token.toString("base64"), "", true],
    [token.toString("base64"), "http://localhost:8080", true],
    [token.toString("base64"), "https://school.example", false],
  ])("the start and the status say so if the cloud cannot call back; token %s, address %s: %s", async (...given) => {
    const [UPLOADTHING_TOKEN, APP_URL, isSaid] = given;
    onTestFinished(changeSettings({ DATA_DIR: "/srv/lyceum", SMTP_URL: "", UPLOADTHING_TOKEN, APP_URL }));
    const [said, warning] = [vi.fn(), vi.spyOn(log(), "warn").mockImplementation(() => {})];
    warnOfMissingCallback(said);
    const sentence = expect.stringMatching(
      /^WARNING: .+ fail at the end: set APP_URL to the public address of the site\.$/,
    );
    for (const lines of [said, warning]) expect(lines.mock.calls).toEqual(isSaid ? [[sentence]] : []);
    const { storage } = await administrator.records.status();
    expect(storage.lacksCallback).toBe(isSaid);
    // Mail and backup need attention in each case.
    expect(await administrator.records.faults()).toBe(isSaid ? 3 : 2);
  });

  it.each([
    ["", "", false],
    ["smtp://mail.school.example", "", true],
    ["smtp://mail.school.example", "http://localhost:8080", true],
    ["smtp://mail.school.example", "http://lyceum.localhost", true],
    ["smtp://mail.school.example", "http://127.0.0.1:3000", true],
    ["smtp://mail.school.example", "http://0.0.0.0:3000", true],
    ["smtp://mail.school.example", "http://[::1]:3000", true],
    ["smtp://mail.school.example", "http://10.127.0.1", false],
    ["smtp://mail.school.example", "https://localhost.school.example", false],
    ["smtp://mail.school.example", "https://school.example", false],
  ])("the start and the status say so if emails lead nowhere; server %s, address %s: %s", async (...given) => {
    const [SMTP_URL, APP_URL, isSaid] = given;
    onTestFinished(changeSettings({ DATA_DIR: "/srv/lyceum", SMTP_URL, APP_URL }));
    const [said, warning] = [vi.fn(), vi.spyOn(log(), "warn").mockImplementation(() => {})];
    warnOfLocalLinks(said);
    const sentence = `WARNING: Links in emails lead to ${APP_URL || "http://localhost:3000"}, which only this computer can open: set APP_URL to the public address of the site.`;
    for (const lines of [said, warning]) expect(lines.mock.calls).toEqual(isSaid ? [[sentence]] : []);
    expect((await administrator.records.status()).mail.hasLocalLinks).toBe(isSaid);
    // The backup always counts as one fault; mail that is not set up is another.
    expect(await administrator.records.faults()).toBe(SMTP_URL && !isSaid ? 1 : 2);
  });

  const fine: StatusView = {
    at: new Date("2026-11-20T12:00:00.000Z"),
    product: { version: "1.0.0", node: "20.19.0", since: new Date("2026-11-01T12:00:00.000Z") },
    database: { isEmbedded: true, version: "18.4", bytes: 1, migrations: 4, milliseconds: 3 },
    storage: {
      isEmbedded: true,
      isPrivate: true,
      lacksCallback: false,
      files: 1,
      bytes: 1,
      isLost: false,
      freeBytes: 200 * 1024 ** 3,
      diskBytes: 400 * 1024 ** 3,
    },
    mail: {
      isConfigured: true,
      hasLocalLinks: false,
      waiting: 3,
      failed: 0,
      kept: 9,
      held: 0,
      outage: null,
      lastSentAt: null,
    },
    jobs: { waiting: 2, failed: 0, isLate: false },
    forms: { applications: { sent: 499, most: 500 }, messages: { sent: 0, most: 500 } },
    trail: { links: 9, late: 0, fault: null },
    backup: { at: new Date("2026-11-19T12:00:00.000Z"), bytes: 1, ok: true },
    isNightly: true,
  };
  const outage = { fault: "The mail server refused the login: 535", since: fine.at, nextTryAt: fine.at };
  const disk = (freeGigabytes: number) => ({ storage: { ...fine.storage, freeBytes: freeGigabytes * 1024 ** 3 } });

  it("the menu counts the parts that need attention", async () => {
    // No mail server, and no backup yet.
    expect(await administrator.records.faults()).toBe(2);
    const settings = env();
    Object.assign(settings, { SMTP_URL: "smtp://mail.school.example", APP_URL: "https://school.example" });
    onTestFinished(() => {
      delete settings.SMTP_URL;
      delete settings.APP_URL;
    });
    expect(await administrator.records.faults()).toBe(1);
    await openCircuit("421 not now", false);
    expect(await administrator.records.faults()).toBe(2);
    const { at, backup } = fine;
    const well = { at, backup, isNightly: true, disk: fine.storage, isMailWell: true, isTrailBroken: false };
    expect(countFaults(well)).toBe(0);
    expect(countFaults({ ...well, backup: null })).toBe(1);
    const broken = { disk: disk(0.9).storage, isMailWell: false, isTrailBroken: true };
    expect(countFaults({ ...well, ...broken, backup: { at: fine.at, bytes: 1, ok: false } })).toBe(4);
  });

  it("the status says that everything is well if it is", () => {
    expect(Object.values(verdictsOf(fine)).map(({ level }) => level)).toEqual(Array(8).fill("good"));
    expect(Object.values(verdictsOf(fine)).some(({ advice }) => advice)).toBe(false);
  });

  it.each<[string, keyof ReturnType<typeof verdictsOf>, string, Partial<StatusView>]>([
    ["a slow database", "database", "attention", { database: { ...fine.database, milliseconds: 1001 } }],
    ["a disk that fills", "storage", "attention", disk(4.9)],
    ["a full disk", "storage", "bad", disk(0.9)],
    ["a data folder without its files", "storage", "bad", { storage: { ...fine.storage, isLost: true } }],
    ["a site that the cloud cannot call", "storage", "bad", { storage: { ...fine.storage, lacksCallback: true } }],
    ["a mail that failed", "mail", "attention", { mail: { ...fine.mail, failed: 1 } }],
    ["mail that is not switched on", "mail", "attention", { mail: { ...fine.mail, isConfigured: false } }],
    ["emails that lead nowhere", "mail", "attention", { mail: { ...fine.mail, hasLocalLinks: true } }],
    ["mails that a restore holds back", "mail", "attention", { mail: { ...fine.mail, held: 2 } }],
    ["a mail server that takes none", "mail", "bad", { mail: { ...fine.mail, failed: 1, outage } }],
    ["a job that failed", "jobs", "attention", { jobs: { waiting: 0, failed: 2, isLate: false } }],
    ["a schedule that has stopped", "jobs", "bad", { jobs: { waiting: 0, failed: 2, isLate: true } }],
    [
      "a form that is full for the day",
      "forms",
      "attention",
      { forms: { ...fine.forms, messages: { sent: 500, most: 500 } } },
    ],
    ["events that are not sealed", "trail", "attention", { trail: { ...fine.trail, late: 1 } }],
    ["no backup", "backup", "attention", { backup: null }],
    [
      "an old backup",
      "backup",
      "attention",
      { backup: { at: new Date("2026-11-18T11:59:00.000Z"), bytes: 1, ok: true } },
    ],
    [
      "a backup that failed",
      "backup",
      "bad",
      { backup: { at: new Date("2026-11-20T11:59:00.000Z"), bytes: 1, ok: false } },
    ],
    ["a backup without a file", "backup", "bad", { backup: { at: fine.at, bytes: 1, ok: false, missing: 1 } }],
  ])("the status explains what to do about %s", (_what, part, level, change) => {
    expect(verdictsOf({ ...fine, ...change })[part]).toMatchObject({ level, advice: expect.any(String) });
  });

  it.each([
    [true, 1, "good"],
    [true, 2, "attention"],
    [false, 6, "good"],
    [false, 7, "attention"],
  ])("the status and the overview judge a backup's age alike; nightly: %s, %d days: %s", (isNightly, days, level) => {
    const last = { at: new Date(fine.at.getTime() - days * 24 * 60 * 60 * 1000), bytes: 1, ok: true };
    const { backup } = verdictsOf({ ...fine, backup: last, isNightly });
    expect(backup.level).toBe(level);
    const reminder = reminderOf({ backups: [{ ...last, how: "nightly" }], isNightly }, fine.at);
    expect(reminder).toEqual(level === "good" ? null : { why: "old", days });
    if (level !== "good") expect(backup.says).toBe(`It is ${days} days old.`);
  });

  it("the status reports no mail server problem if emails are written to files", () => {
    const verdict = verdictsOf({ ...fine, mail: { ...fine.mail, isConfigured: false, outage } }).mail;
    expect(verdict.level).toBe("bad");
    expect(`${verdict.says.replace(outage.fault, "")} ${verdict.advice}`).not.toMatch(/mail server|SMTP/);
  });

  it("emails that failed or are held are mentioned before links that lead nowhere", () => {
    const saidOf = (change: Partial<StatusView["mail"]>) =>
      verdictsOf({ ...fine, mail: { ...fine.mail, ...change } }).mail.says;
    for (const what of [{ failed: 1 }, { held: 2 }])
      expect(saidOf({ ...what, hasLocalLinks: true })).toBe(saidOf(what));
  });

  it("the status quotes the error of an unavailable mail server", () => {
    expect(verdictsOf({ ...fine, mail: { ...fine.mail, outage } }).mail.says).toContain(outage.fault);
  });

  it.each([
    [0, "0 bytes"],
    [1023, "1023 bytes"],
    [1024, "1 KB"],
    [3.5 * 1024 ** 2, "3.5 MB"],
    [2048 * 1024 ** 3, "2.0 TB"],
    [1024 ** 6, "1048576.0 TB"],
  ])("%d bytes are shown as %s", (bytes, shown) => {
    expect(sizeOf(bytes)).toBe(shown);
  });
});

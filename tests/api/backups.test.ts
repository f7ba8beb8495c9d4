import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSync } from "otplib";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { env } from "@/env";
import { copy } from "@/features/backups/messages";
import { handleRest } from "@/http/rest";
import { openAsked, restoreFrom } from "@/main/backups";
import { openSecret } from "@/server/auth/secret";
import { recordBackup } from "@/server/backup/last";
import { WrongPassphrase } from "@/server/backup/read";
import { closeDatabase, db, openDatabase, pool } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { lockKey } from "@/server/postgres/migrate";
import { keepResult, newResultKey } from "@/server/tasks/results";
import { sweepTasks } from "@/server/tasks/run";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  refusalOf,
  tokenFor,
  usualPassword,
} from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";
import { changeSettings } from "../harness/settings";
import { query } from "../harness/sql";

const passphrase = "lantern gravel orbit";
const dataDir = env().DATA_DIR;
const filesFolder = join(dataDir, "files");
let token: string;
let admin: Caller;

beforeAll(async () => {
  const secret = await openSecret();
  configureFiles({ secret, dataDir, callback: () => Promise.reject(new Error("Nobody uploads here.")) });
  await mkdir(filesFolder, { recursive: true });
});

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
  await Promise.all(["backups.log", "files"].map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  await mkdir(filesFolder);
  token = await tokenFor(await createAdmin());
  admin = await callerOf(token);
});

/** A file of the institute, which a backup includes. */
async function institutesFile(bytes: number) {
  const [key, content] = [randomBytes(20).toString("hex"), randomBytes(bytes)];
  await writeFile(join(filesFolder, key), content);
  const facts = { name: "n", size: bytes, type: "application/pdf", state: "published", store: "embedded" } as const;
  await db().upload.create({ data: { key, ...facts } });
  return { key, content };
}

async function made(): Promise<string> {
  const { taskId } = await admin.backups.make();
  await doJobs();
  return taskId;
}

const ticketFor = async (id: string) =>
  (await admin.backups.download({ id, password: usualPassword, passphrase })).ticket;

const fetchWith = (ticket: string, by: string | null = token) =>
  handleRest(
    new Request("http://localhost:3000/api/backups/file", {
      method: "POST",
      headers: {
        ...{ host: "localhost:3000", "content-type": "application/x-www-form-urlencoded" },
        ...(by && { authorization: `Bearer ${by}` }),
      },
      body: new URLSearchParams({ ticket }),
    }),
  );

const logged = async () => (await admin.backups.get()).backups.map(({ how, ok }) => `${how} ${ok}`);
const actions = async () => (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);

describe("a backup of the office", () => {
  it("can be made and downloaded by administrators only, and nobody can download another administrator's", async () => {
    const taskId = await made();
    const input = { id: taskId, password: usualPassword, passphrase };
    const ticket = await ticketFor(taskId);
    const refused = [
      [null, "UNAUTHORIZED"],
      [await tokenFor(await createStudent()), "FORBIDDEN"],
      [(await createStaff({ role: "office" })).token, "FORBIDDEN"],
      [(await createStaff({ role: "teacher", className: 7 })).token, "FORBIDDEN"],
    ] as const;
    for (const [who, code] of refused) {
      const { backups } = await callerOf(who);
      for (const call of [
        () => backups.get(),
        () => backups.make(),
        () => backups.download(input),
        () => backups.begin({ ticket }),
      ])
        expect((await refusalOf(call())).code).toBe(code);
      expect((await fetchWith(ticket, who)).status).toBe(code === "FORBIDDEN" ? 403 : 401);
    }
    const otherToken = await tokenFor(await createAdmin({ username: "other" }));
    const other = await callerOf(otherToken);
    expect((await refusalOf(other.backups.download(input))).code).toBe("NOT_FOUND");
    expect((await other.backups.get()).made).toBeNull();
    expect((await fetchWith(ticket, otherToken)).status).toBe(410);
    expect(await refusalOf(admin.tasks.takeResult({ id: taskId }))).toMatchObject({ code: "CONFLICT" });
  });

  it("is sealed from its first byte, is sealed again when it leaves, and is restored with its passphrase", async () => {
    await createStudent({ name: "Asha Rao" });
    const { key, content } = await institutesFile(300_000);
    const taskId = await made();
    expect(await admin.tasks.get({ id: taskId })).toMatchObject({
      state: "done",
      takenThere: true,
      href: "/admin/backup",
    });
    const stored = (await readdir(filesFolder)).filter((name) => name !== key);
    expect(stored).toHaveLength(1);
    const lying = await readFile(join(filesFolder, stored[0] ?? ""));
    const { made: offered } = await admin.backups.get();
    expect(offered).toMatchObject({ taskId, bytes: lying.length });

    const answer = await fetchWith(await ticketFor(taskId));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="lyceum-20\d\d-.+\.zip"$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    for (const archive of [lying, bytes])
      for (const open of ["Asha Rao", 'lyceum"', content.subarray(1000, 1030)])
        expect(archive.includes(open)).toBe(false);
    expect(await logged()).toEqual(["office true"]);
    expect((await actions()).filter((action) => action.startsWith("backup"))).toEqual([
      "backup-made",
      "backup-downloaded",
    ]);

    const file = join(await emptyFolder(), "from-the-office.zip");
    await writeFile(file, bytes);
    const asked: (string | undefined)[] = [];
    const answers = ["lantern gravel orbits", passphrase];
    const there = await extraDatabase("empty");
    const people = await query(connection, "select name from users order by name");
    await closeDatabase();
    try {
      const restored = await restoreFrom(
        file,
        (work) => work(there),
        async (refusal) => {
          asked.push(refusal);
          return answers[asked.length - 1];
        },
      );
      expect(restored.files).toBe(1);
    } finally {
      openDatabase(connection);
    }
    expect(asked).toEqual([
      undefined,
      "This passphrase does not open this backup, or the file was altered. Nothing was changed.",
    ]);
    expect(await query(there, "select name from users order by name")).toEqual(people);
    expect((await readFile(join(filesFolder, key))).equals(content)).toBe(true);
    await expect(openAsked(file, async () => "not this passphrase")).rejects.toThrow(WrongPassphrase);
    await expect(openAsked(file, async () => undefined)).rejects.toThrow(/opens with its passphrase only/);
  });

  it("contains neither NEXTAUTH_SECRET nor study materials in the cloud, and its page says so", async () => {
    onTestFinished(changeSettings({ NEXTAUTH_SECRET: "", UPLOADTHING_TOKEN: "" }));
    expect((await admin.backups.get()).lacks).toEqual([]);
    const cloud = { apiKey: "sk_live_of_this_test", appId: "cloudapp", regions: ["sea1"] };
    const UPLOADTHING_TOKEN = Buffer.from(JSON.stringify(cloud)).toString("base64");
    onTestFinished(changeSettings({ NEXTAUTH_SECRET: "kX3vQ9mWz7LpR2tYc8HsJ5nBf6GdA4eU", UPLOADTHING_TOKEN }));
    const { lacks } = await admin.backups.get();
    expect(lacks.map((part) => copy.lacks[part])).toEqual([
      expect.stringContaining("secret"),
      expect.stringContaining("UploadThing"),
    ]);
  });

  it("asks for the password, for the second step if it is set, and for a passphrase that is long and not easy", async () => {
    const id = await made();
    const ask = (more: object = {}) => admin.backups.download({ id, password: usualPassword, passphrase, ...more });
    const fault = async (more: object) =>
      (await refusalOf(ask(more))).issues?.map(({ path, message }) => [path[0], message]);
    expect(await fault({ passphrase: "eleven sign" })).toEqual([
      ["passphrase", "A passphrase has 12 characters or more."],
    ]);
    expect((await fault({ passphrase: "123456789012" }))?.[0]?.[0]).toBe("passphrase");
    expect(await fault({ password: "not this one" })).toEqual([["password", "This is not your current password."]]);
    const { secret } = await admin.account.beginCodes({ password: usualPassword });
    const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
    await admin.account.confirmCodes({ code: code() });
    vi.setSystemTime(Date.now() + 60_000);
    expect((await admin.backups.get()).asksForCode).toBe(true);
    expect((await fault({}))?.[0]).toEqual(["code", "Please enter the code from your authenticator app."]);
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, "0");
    expect((await fault({ code: wrong }))?.[0]?.[0]).toBe("code");
    expect((await fault({ code: code(), password: "not this one" }))?.[0]?.[0]).toBe("password");
    const used = code();
    expect((await ask({ code: used })).ticket).not.toContain(passphrase);
    expect((await fault({ code: used }))?.[0]?.[0]).toBe("code");
    const reasons = await db().auditEvent.findMany({ where: { action: "login-refused" }, orderBy: { id: "asc" } });
    expect(reasons.map(({ detail }) => detail)).toEqual(
      ["wrong password", "wrong code", "wrong password", "wrong code"].map((why) => ({ why })),
    );
    expect(await readdir(filesFolder)).toHaveLength(1);
    expect(JSON.stringify(await db().backgroundTask.findMany())).not.toContain(passphrase);
  });

  it("begins within a minute, in the session that asked, and with an unaltered ticket", async () => {
    const ticket = await ticketFor(await made());
    const [first = ""] = ticket;
    for (const bad of ["", "no ticket", `${first === "A" ? "B" : "A"}${ticket.slice(1)}`, ticket.slice(0, -2)])
      expect((await fetchWith(bad)).status).toBe(410);
    const { id: adminId } = await db().user.findFirstOrThrow({ where: { username: "admin" } });
    const elsewhere = await tokenFor(await db().user.findUniqueOrThrow({ where: { id: adminId } }));
    expect((await fetchWith(ticket, elsewhere)).status).toBe(410);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await fetchWith(ticket)).status).toBe(410);
    expect(await actions()).not.toContain("backup-downloaded");
  });

  it("can be downloaded again after a broken connection, which leaves nothing on the disk and does not count", {
    tags: "long",
  }, async () => {
    await institutesFile(8_000_000);
    const taskId = await made();
    const before = await readdir(dataDir, { recursive: true });
    const answer = await fetchWith(await ticketFor(taskId));
    const reader = answer.body?.getReader();
    const piece = await reader?.read();
    expect(piece?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(before.sort());
    expect(await logged()).toEqual([]);
    const again = await fetchWith(await ticketFor(taskId));
    const bytes = await again.arrayBuffer();
    expect(String(bytes.byteLength)).toBe(again.headers.get("content-length"));
    expect(await logged()).toEqual(["office true"]);
  });

  it("waits its turn while another one is made, and holds no job in the meantime", async () => {
    const other = new pg.Client(connection);
    await other.connect();
    await other.query("select pg_advisory_lock($1)", [lockKey + 1]);
    const taskId = await made().finally(() => other.end());
    expect(await admin.tasks.get({ id: taskId })).toMatchObject({ state: "waiting", fault: null });
    expect(await readdir(filesFolder)).toEqual([]);
    await pool().query("update background_tasks set changed_at = now() - interval '1 minute'");
    await sweepTasks();
    await doJobs();
    expect(await admin.tasks.get({ id: taskId })).toMatchObject({ state: "done" });
  });

  it("is deleted an hour later; a cancelled one is not made, and a second press makes no second one", async () => {
    const id = await made();
    await pool().query("update background_tasks set result_until = now() - interval '1 second'");
    expect((await refusalOf(admin.backups.download({ id, password: usualPassword, passphrase }))).code).toBe("GONE");
    await sweepTasks();
    expect(await readdir(filesFolder)).toEqual([]);
    expect((await admin.backups.get()).made).toBeNull();

    const { taskId } = await admin.backups.make();
    expect((await admin.backups.make()).taskId).toBe(taskId);
    await admin.tasks.cancel({ id: taskId });
    await doJobs();
    expect(await readdir(filesFolder)).toEqual([]);
    expect(await actions()).toContain("task-cancelled");
  });
});

it("a failed backup is shown until another one is made, and only to the administrator who started it", async () => {
  await made();
  await rm(join(filesFolder), { recursive: true });
  await writeFile(filesFolder, "No folder.");
  await made();
  const other = await callerOf(await tokenFor(await createAdmin({ username: "other" })));
  const fault = "Something went wrong, and nothing more was done. Please start it again.";
  expect((await admin.backups.get()).failed).toEqual({ at: expect.any(Date), fault });
  expect((await other.backups.get()).failed).toBeNull();
  await rm(filesFolder);
  await mkdir(filesFolder);
  await made();
  expect((await admin.backups.get()).failed).toBeNull();
});

it("a backup of more than 2 GiB is kept and shown with its size", async () => {
  const [id, key, size] = [await made(), newResultKey(), 3e9];
  await writeFile(join(filesFolder, `${key}.part`), "the start of the archive");
  const uploadKey = await keepResult(id, { name: "a.zip", type: "application/zip", key, size });
  await db().backgroundTask.update({ where: { id }, data: { uploadKey } });
  expect((await admin.backups.get()).made).toMatchObject({ taskId: id, bytes: size });
  expect((await admin.records.status()).storage.bytes).toBeGreaterThanOrEqual(size);
});

it("a backup that is downloaded twice is listed once", async () => {
  const id = await made();
  for (const count of [1, 2]) {
    await (await fetchWith(await ticketFor(id))).arrayBuffer();
    const lines = async () => (await readFile(join(dataDir, "backups.log"), "utf8")).split("\n").filter(Boolean);
    await expect.poll(lines).toHaveLength(count);
  }
  expect(await logged()).toEqual(["office true"]);
});

it("a downloaded backup without a published file is not listed as a good one", async () => {
  const { key } = await institutesFile(10);
  await rm(join(filesFolder, key));
  const answer = await fetchWith(await ticketFor(await made()));
  await answer.arrayBuffer();
  const first = async () => (await admin.backups.get()).backups[0];
  await expect.poll(first).toMatchObject({ ok: false, missing: 1, how: "office" });
});

describe("the reminder on the overview", () => {
  const reminder = async (caller = admin) => (await caller.overview.get()).backup;

  it("is not shown before there are students, unless a backup has failed", async () => {
    expect(await reminder()).toBeNull();
    await recordBackup(dataDir, { at: new Date().toISOString(), bytes: 0, ok: false, how: "nightly" });
    expect(await reminder()).toEqual({ why: "failed", days: 0 });
  });

  it("is shown to administrators while the last backup is missing, old or has failed", async () => {
    await admin.students.add({ name: "Nila Sen" });
    expect(await reminder()).toEqual({ why: "none", days: 0 });
    expect(await reminder(await callerOf((await createStaff({ role: "office" })).token))).toBeNull();
    const backup = (days: number, ok: boolean) => {
      const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
      return recordBackup(dataDir, { at, bytes: ok ? 9 : 0, ok, how: "nightly" });
    };
    await backup(9, true);
    expect(await reminder()).toEqual({ why: "old", days: 9 });
    await backup(6, true);
    expect(await reminder()).toBeNull();
    await backup(0, false);
    expect(await reminder()).toEqual({ why: "failed", days: 6 });
    expect(await logged()).toEqual(["nightly false", "nightly true", "nightly true"]);
    await recordBackup(dataDir, { at: new Date().toISOString(), bytes: 9, ok: false, missing: 2, how: "nightly" });
    expect(await reminder()).toEqual({ why: "incomplete", days: 6 });
  });
});

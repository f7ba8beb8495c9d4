import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createCaller } from "@/features";
import { prepareMigrations } from "@/main/before-migrations";
import { openForCommand } from "@/main/start";
import type { Connection } from "@/server/db/client";
import { stopServer } from "@/server/postgres/running";
import { withPlainErrors } from "../../scripts/command";
import { afterwards, cluster, emptyFolder, remainsOf, serverPid } from "../harness/clusters";
import { connection, extraDatabase, readOnly } from "../harness/database";
import { settingNames } from "../harness/setting-names.mjs";
import { changeSettings } from "../harness/settings";
import { query } from "../harness/sql";

const fixture = "tests/fixtures/institute-2026-11-22.zip";
const unset = Object.fromEntries(settingNames.map((name) => [name, ""]));

/** Starting a command takes three seconds of work. Except in the long run, one command represents all that share a rule. */
const oftenFor = (name: string, often: string) => (name === often ? {} : { tags: "long" });

/** A command as npm runs it, in a process group of its own, like at a terminal. */
function begin(words: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/run.mjs", ...words], {
    env: { ...process.env, NODE_ENV: "production", ...unset, ...settings },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], stdout, stderr]) => ({ code: Number(code), stdout, stderr })) };
}

/** The address of a separate database, in the form of DATABASE_URL. */
async function address(from: "empty" | "migrated"): Promise<string> {
  return addressOf(await extraDatabase(from));
}

const takesNoWrites = `&options=${encodeURIComponent(readOnly.options)}`;

function addressOf(there: Connection): string {
  if ("connectionString" in there) return there.connectionString;
  const { host, port, user, database } = there;
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

describe("Ctrl-C, which reaches a command from the terminal and from the process that started it", {
  timeout: 60_000,
}, () => {
  async function endsWith(words: string[]) {
    const dataDir = await emptyFolder();
    const folder = join(dataDir, "postgres");
    await (await cluster(dataDir)).stop();
    const { child, ended } = begin(words, { DATA_DIR: dataDir });
    afterwards(() => stopServer(join(folder, "data")));
    await vi.waitFor(async () => expect(await serverPid(folder)).toBeGreaterThan(0), { timeout: 40_000, interval: 20 });
    for (const _ of [1, 2]) process.kill(-(child.pid ?? 0), "SIGINT");
    expect(await ended).toMatchObject({ code: 1, stderr: "" });
    expect(await remainsOf(folder)).toEqual([]);
  }

  it("ends the embedded database of npm run audit", () => endsWith(["scripts/audit.ts"]));

  it("ends the embedded database of npm run backup", { tags: "long" }, () => endsWith(["scripts/backup.ts"]));
});

it("Ctrl-C in npm run demo says that the institute is incomplete; the next run says what to delete", async () => {
  const [there, dataDir] = [await extraDatabase("migrated"), await emptyFolder()];
  const ADMIN_PASSWORD = "kite over the river";
  const settings = { DATA_DIR: dataDir, DATABASE_URL: addressOf(there), LOG_LEVEL: "warn", ADMIN_PASSWORD };
  const { child, ended } = begin(["scripts/demo/demo.ts"], settings);
  const people = "select from users where role = 'user'";
  await vi.waitFor(async () => expect(await query(there, people)).not.toEqual([]), { timeout: 60_000, interval: 50 });
  process.kill(-(child.pid ?? 0), "SIGINT");
  expect(await ended).toMatchObject({ code: 1, stderr: "" });
  const anew = `set DATABASE_URL to an empty database and delete ${dataDir}.\n`;
  expect((await ended).stdout).toContain(`The sample institute is incomplete. Before you try again, ${anew}`);
  // The command does not show a password that it did not make.
  expect((await ended).stdout).toContain('logs in as "admin" with the password from ADMIN_PASSWORD.\n');
  const count = (await query(there, people)).length;
  const again = await begin(["scripts/demo/demo.ts"], settings).ended;
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain(`it contains people (${count})`);
  expect(again.stderr).toContain(`Nothing was changed. If nobody needs this data, ${anew}`);
}, 120_000);

it("a command does not change the tables of an earlier version", async () => {
  const there = await extraDatabase("migrated");
  const list = "select migration_name as name from _prisma_migrations order by 1";
  await query(
    there,
    `delete from _prisma_migrations where migration_name = (select max(name) from (${list}) all_names)`,
  );
  const before = await query(there, list);
  onTestFinished(changeSettings({ DATA_DIR: await emptyFolder(), DATABASE_URL: addressOf(there) }));
  await expect(openForCommand(() => {})).rejects.toThrow(
    "The tables are older than this version. Stop Lyceum and start it in this version first.",
  );
  expect(await query(there, list)).toEqual(before);
});

it("a command makes no institute in a mistyped DATA_DIR", async () => {
  const dataDir = await emptyFolder();
  onTestFinished(changeSettings({ DATA_DIR: dataDir, DATABASE_URL: "" }));
  await expect(openForCommand(() => {})).rejects.toThrow(`There is no Lyceum in ${dataDir}: is DATA_DIR right?`);
  expect(await readdir(dataDir)).toEqual([]);
});

it("a command makes no institute in an empty database unless it is allowed to", async () => {
  const there = await extraDatabase("empty");
  onTestFinished(changeSettings({ DATA_DIR: await emptyFolder(), DATABASE_URL: addressOf(there) }));
  await expect(openForCommand(() => {})).rejects.toThrow("There is no Lyceum in this database: is DATABASE_URL right?");
  expect(await query(there, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  const say = vi.fn();
  onTestFinished(changeSettings({ DATABASE_URL: addressOf(there), BACKUP_DIR: "no-folder" }));
  for (const may of ["create", "migrate"] as const) await prepareMigrations(0, may, there, say);
  expect(say).not.toHaveBeenCalled();
});

it("npm run admin does not show the password in ADMIN_PASSWORD, and names the variable if it is refused", async () => {
  const settings = { DATA_DIR: await emptyFolder(), DATABASE_URL: await address("migrated") };
  const admin = (password: string) => begin(["scripts/admin.ts"], { ...settings, ADMIN_PASSWORD: password }).ended;
  const given = await admin("chalk and seven lanterns");
  expect(given).toMatchObject({ code: 0, stderr: "" });
  expect(given.stdout).toMatch(/^The administrator "admin" has the password from ADMIN_PASSWORD\.\nAll of the/m);
  expect(given.stdout).not.toContain("chalk");
  const refused = await admin("123456789012");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^ADMIN_PASSWORD was not set as the password\. .+ too easy to guess\..+\n$/);
}, 60_000);

it("npm run admin without ADMIN_PASSWORD shows a random password, with which the administrator logs in", async () => {
  const settings = { DATA_DIR: await emptyFolder(), DATABASE_URL: addressOf(connection) };
  const { code, stdout, stderr } = await begin(["scripts/admin.ts"], settings).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, password = ""] = stdout.match(/^The administrator "admin" has a new password: ([\w-]{20})$/m) ?? [];
  expect(stdout).toContain("\nIt is shown only once. All of the administrator's sessions have ended.\n");
  const { login } = createCaller({ principal: null, address: "10.0.0.1" }).auth;
  expect(await login({ identifier: "admin", password, role: "admin" })).toMatchObject({ token: expect.any(String) });
}, 60_000);

describe.each(["admin", "audit", "forget"])("npm run %s", (name) => {
  it("says in a sentence that the database takes no writes", {
    timeout: 60_000,
    ...oftenFor(name, "forget"),
  }, async () => {
    const settings = { DATA_DIR: await emptyFolder(), DATABASE_URL: `${await address("migrated")}${takesNoWrites}` };
    const now = name === "forget" ? ["--now"] : [];
    const { code, stderr } = await begin([`scripts/${name}.ts`, ...now], settings).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "Nothing more can be saved: the database takes no writes, as a standby or a full server does.\n",
    });
  });
});

it("a command reports a lost connection in a sentence, and a deadlock with its place in the code", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const lost = Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });
  await withPlainErrors(() => Promise.reject(lost));
  expect(written.mock.calls).toEqual([["This cannot be done right now. Please try again in a moment. (57P01)\n"]]);
  const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
  await withPlainErrors(() => Promise.reject(deadlock));
  expect(written).toHaveBeenLastCalledWith(`${deadlock.stack}\n`);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
});

describe("npm run restore", () => {
  const restore = async (settings: Record<string, string>) =>
    begin(["scripts/restore.ts", fixture], { DATA_DIR: await emptyFolder(), ...settings }).ended;

  it("says in a sentence that it failed and changed nothing", async () => {
    const { code, stdout, stderr } = await restore({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" });
    const into = /^Restoring the database \(at 127\.0\.0\.1:1\/none\) and the files \(in \/.+\/files\) \.\.\.\n$/;
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(into) });
    expect(stderr).toMatch(/^The restore failed\. Nothing was changed: connect ECONNREFUSED .+\.\n$/);
  });

  it("says in a sentence that the database takes no writes", { tags: "long", timeout: 60_000 }, async () => {
    const { code, stderr } = await restore({ DATABASE_URL: `${await address("empty")}${takesNoWrites}` });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The restore failed\. Nothing was changed: the database takes no writes, .+\.\n$/);
  });

  it("says that it succeeded, and then which later step failed", { tags: "long" }, async () => {
    const dataDir = await emptyFolder();
    // A folder newer than the tables, which the sweep cannot delete as a file.
    const folder = join(dataDir, "mail", `news-${randomUUID()}.eml`);
    await mkdir(folder, { recursive: true });
    await utimes(folder, new Date("2100-01-01"), new Date("2100-01-01"));
    const { code, stdout } = await restore({ DATA_DIR: dataDir, DATABASE_URL: await address("empty") });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The data of the backup are in place. Deleting data that is too old \.\.\.\nRestored the backup of .+ files\.$/m,
    );
    expect(stdout).toMatch(
      /^Email choices are those of the backup: .+\.\nPasswords and two-step logins are .+\.\nThe choice that only the office links .+\.\nThere is no erased\.log .+\.\nThe restore is complete, but not all old data were deleted; .+\.\nAll sessions have ended\./m,
    );
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EnvError, readEnv, settings } from "@/env";
import { checkSettings, loadSettings } from "../../src/main/prepare.mjs";
import { isForeign, settingNames } from "../harness/setting-names.mjs";

const databaseUrl =
  "DATABASE_URL must be an address like postgresql://user:password@host:5432/name, or of several hosts, and lead to one that takes writes.";
const siteAddress = "APP_URL must be an address like https://school.example, without a path.";
const guessed = "NEXTAUTH_SECRET can be guessed: set it to what `openssl rand -base64 32` prints, or leave it unset.";

describe("settings", () => {
  it("every setting has a default", () => {
    expect(readEnv({})).toEqual({
      PORT: 3000,
      DATA_DIR: resolve(".data"),
      MAIL_PER_MINUTE: 0,
      MAIL_PER_DAY: 0,
      API_CORS_ORIGINS: [],
      TRUSTED_PROXIES: 0,
      SIGNUPS_PER_HOUR: 10,
      MAX_UPLOAD_MB: 32,
      UPLOADTHING_PRIVATE: "off",
      GATEWAY: "on",
      HSTS_SUBDOMAINS: "off",
      LOG_LEVEL: "info",
    });
  });

  it("an empty or blank setting counts as unset", () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, " "]));
    expect(readEnv(blank)).toEqual(readEnv({}));
  });

  it("settings are parsed from text, and other variables are ignored", () => {
    const given = {
      PORT: " 8080 ",
      DATA_DIR: "/srv/school",
      DATABASE_URL: "postgres://school:word@db.example:5432/school",
      APP_URL: "https://school.example",
      NEXTAUTH_SECRET: "kX3vQ9mWz7LpR2tYc8HsJ5nBf6GdA4eU",
      ADMIN_USERNAME: "head",
      ADMIN_PASSWORD: "twelve chars",
      SMTP_URL: "smtps://office:word@mail.example:465",
      MAIL_FROM: "School <office@school.example>",
      API_CORS_ORIGINS: "https://app.example, http://localhost:4000/",
      TRUSTED_PROXIES: "1",
      SIGNUPS_PER_HOUR: "60",
      MAX_UPLOAD_MB: "64",
      UPLOADTHING_PRIVATE: "on",
      GATEWAY: "off",
      HSTS_SUBDOMAINS: "on",
      BACKUP_DIR: "/srv/backups",
      BACKUP_KEY: "three lanterns and a bell",
      LOG_LEVEL: "silent",
    };
    expect(readEnv({ ...given, HOME: "/root" })).toEqual({
      ...given,
      PORT: 8080,
      MAIL_PER_MINUTE: 0,
      MAIL_PER_DAY: 0,
      API_CORS_ORIGINS: ["https://app.example", "http://localhost:4000"],
      TRUSTED_PROXIES: 1,
      SIGNUPS_PER_HOUR: 60,
      MAX_UPLOAD_MB: 64,
    });
  });

  it.each([
    ["PORT", "http", "PORT must be a whole number from 1 to 65535."],
    ["PORT", "0", "PORT must be a whole number from 1 to 65535."],
    ["PORT", "65536", "PORT must be a whole number from 1 to 65535."],
    ["PORT", "3000.5", "PORT must be a whole number from 1 to 65535."],
    ["SCANNER_URL", "http://127.0.0.1:3310", "SCANNER_URL must be an address like tcp://scanner.example:3310."],
    ["MAX_UPLOAD_MB", "0", "MAX_UPLOAD_MB must be a whole number from 1 to 1024."],
    ["MAX_UPLOAD_MB", "32MB", "MAX_UPLOAD_MB must be a whole number from 1 to 1024."],
    ["DATABASE_URL", "mysql://db.example/school", databaseUrl],
    ["DATABASE_URL", "db.example", databaseUrl],
    ["DATABASE_URL", "postgres://a:5432,b:port/school", databaseUrl],
    ["DATABASE_URL", "postgres://a,b/school?target_session_attrs=standby", databaseUrl],
    ["APP_URL", "school.example", siteAddress],
    ["APP_URL", "ftp://school.example", siteAddress],
    ["APP_URL", "https://school.example/lyceum", siteAddress],
    ["APP_URL", "https://school.example/?from=mail", siteAddress],
    ["APP_URL", "https://office@school.example", siteAddress],
    ["NEXTAUTH_SECRET", "x".repeat(31), "NEXTAUTH_SECRET must be at least 32 characters long."],
    ["NEXTAUTH_SECRET", "x".repeat(32), guessed],
    ["NEXTAUTH_SECRET", "please-change-me-please-change-me-1", guessed],
    ["BACKUP_KEY", "x".repeat(19), "BACKUP_KEY must be at least 20 characters long."],
    ["ADMIN_PASSWORD", "eleven char", "ADMIN_PASSWORD must be at least 12 characters long."],
    ["SMTP_URL", "mail.example", "SMTP_URL must be an address like smtp://user:password@mail.example:587."],
    ["MAIL_FROM", "the office", "MAIL_FROM must be an address like Lyceum <office@school.example>."],
    [
      "API_CORS_ORIGINS",
      "https://app.example/path",
      "API_CORS_ORIGINS must be origins like https://app.example, separated by commas.",
    ],
    ["TRUSTED_PROXIES", "all", "TRUSTED_PROXIES must be a whole number from 0 to 10."],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
  ])("the setting %s=%s is rejected with one sentence", (name, value, sentence) => {
    expect(() => readEnv({ [name]: value })).toThrow(new EnvError(sentence));
  });

  it.each(["http://host/", "https://school.example:8443", "http://localhost:3000"])(
    "the address %s is accepted",
    (url) => {
      expect(readEnv({ APP_URL: url }).APP_URL).toBe(url);
    },
  );

  it("the error for an invalid secret does not contain the secret", () => {
    const read = () => readEnv({ ADMIN_PASSWORD: "hunter2", DATABASE_URL: "postgres//school:hunter2@db" });
    expect(read).toThrow(EnvError);
    expect(read).not.toThrow(/hunter2/);
  });

  it("every setting is emptied for a product under test, and none but GATEWAY reaches the tests", () => {
    const names = Object.keys(settings);
    expect([...settingNames].sort()).toEqual([...names].sort());
    expect([...names, "NEXTAUTH_URL", "PATH", "FC_RUNS"].filter((name) => !isForeign(name))).toEqual([
      "GATEWAY",
      "PATH",
      "FC_RUNS",
    ]);
  });

  it("every setting has a description and a default for the README", () => {
    for (const [name, setting] of Object.entries(settings)) expect(setting.description, name).toMatch(/^\S.* \| .+\.$/);
  });
});

describe("the files of settings", async () => {
  const checkout = await mkdtemp(join(tmpdir(), "lyceum-settings-"));
  const before = { ...process.env };
  afterAll(async () => {
    delete process.env.ONLY_IN_THIS_FILE;
    await rm(checkout, { recursive: true });
  });

  it(".env is read", async () => {
    loadSettings(checkout);
    await writeFile(join(checkout, ".env.example"), "# Copy this file.\n");
    await writeFile(join(checkout, ".env"), "ONLY_IN_THIS_FILE=yes\n");
    loadSettings(checkout);
    expect(process.env.ONLY_IN_THIS_FILE).toBe("yes");
  });

  it.each([
    ["BACKUP_KEY=correct horse battery staple#9 lantern", "BACKUP_KEY"],
    ["PORT=3000\n export ADMIN_PASSWORD = it's#summer", "ADMIN_PASSWORD"],
    ["ADMIN_PASSWORD='it's#summer'\r", "ADMIN_PASSWORD"],
    ['ADMIN_PASSWORD="say "summer" twice"', "ADMIN_PASSWORD"],
    ["PORT=3000# the site", "PORT"],
    ["ADMIN_PASSWORD=#summer", "ADMIN_PASSWORD"],
    ["NEXTAUTH_SECRET=abcdefgh==#ijklmnop # of the school", "NEXTAUTH_SECRET"],
  ])("a # or a quote that would cut a value ends the start and the build: %j", async (line, name) => {
    await writeFile(join(checkout, ".env"), `${line}\n`);
    const sentence = `In .env, the value of ${name} is read only up to a # or a closing quote. To keep the value in use, delete the rest. To use the whole value, put it in single quotes, or in double quotes if it contains a single one; a changed NEXTAUTH_SECRET or BACKUP_KEY opens nothing that was made before.`;
    for (const read of [checkSettings, loadSettings]) expect(() => read(checkout)).toThrow(sentence);
    expect(process.env[name]).toBe(before[name]);
  });

  it.each([
    "ONLY_IN_THIS_FILE='four words # and#more'",
    "ONLY_IN_THIS_FILE='four#words' # a note\r",
    'ONLY_IN_THIS_FILE="it\'s#summer"',
    'ONLY_IN_THIS_FILE="four\nwords#and more"',
    "ONLY_IN_THIS_FILE=`four#words`",
    "ONLY_IN_THIS_FILE=yes # a note, like that of #4",
    "ONLY_IN_THIS_FILE=# a note",
    "# ONLY_IN_THIS_FILE=four#words",
  ])("a # or a quote that cuts nothing is read: %j", async (line) => {
    await writeFile(join(checkout, ".env"), `${line}\n`);
    expect(() => loadSettings(checkout)).not.toThrow();
  });

  it.each([".env.local", ".env.production", ".env.production.local", ".env.development"])(
    "%s, which Next would read and the commands would not, ends the start",
    async (name) => {
      await writeFile(join(checkout, name), "DATA_DIR=elsewhere\n");
      expect(() => loadSettings(checkout)).toThrow(`Lyceum reads .env only: move the lines of ${name} there.`);
      await rm(join(checkout, name));
    },
  );
});

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { env } from "@/env";
import { backUp, restoreFrom } from "@/main/backups";
import { purgeExpired } from "@/main/retention";
import { type Connection, closeDatabase, db, openDatabase } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { erasable, reapplyErasures } from "@/server/privacy/erasure";
import { isHeld } from "@/server/roster/consents";
import { inventory } from "../../scripts/inventory";
import {
  callerOf,
  createAdmin,
  createGuardian,
  createStudent,
  usualPassword as password,
  result,
  submission,
  tokenFor,
} from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { query } from "../harness/sql";

const email = "canary@example.org";
const logPath = () => join(env().DATA_DIR, "erased.log");

beforeEach(async () => {
  await resetDatabase();
  await rm(logPath(), { force: true, recursive: true });
});

const actingAs = async (user: User) => callerOf(await tokenFor(user));
const office = async () => (await actingAs(await createAdmin())).people;

/** Forms of a family without an account, and their emails. Each personal text contains "canary". */
async function family(more: { createdAt?: Date } = {}) {
  const application = await submission({ ...more, email, name: "Canary Child", parentName: "Canary Parent" });
  const message = await db().contactMessage.create({
    data: { ...more, name: "Canary Sender", email, message: "Canary words" },
  });
  await db().mail.createMany({
    data: [
      { event: "a", kind: "admissionReceipt", recipient: email, about: { submissionId: application.id } },
      { event: "b", kind: "contactMessage", recipient: "office@lyceum.example", about: { messageId: message.id } },
      { event: "c", kind: "resetPassword", recipient: email, about: {} },
    ],
  });
  return { application, message };
}

async function person() {
  const user = await createStudent({ name: "Canary Student", email, onRoster: false });
  await result(user, { examName: "Canary Exam" });
  await db().mail.create({ data: { event: "d", kind: "resultNews", recipient: email, userId: user.id, about: {} } });
  return user;
}

const archived = async () => (await backUp(connection, await emptyFolder("backups"))).path;

/** Restores an archive, by default into an empty database. Returns the connection and the number of erased rows. */
async function restore(path: string, into?: Connection) {
  const there = into ?? (await extraDatabase("empty"));
  await closeDatabase();
  try {
    const { erased } = await restoreFrom(path, (work) => work(there));
    return { there, erased };
  } finally {
    openDatabase(connection);
  }
}

/** Tables with rows that contain one of the person's texts. */
async function traces(of: Connection): Promise<string[]> {
  const tables = await query<{ name: string }>(
    of,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(of, `select t::text as text from "${name}" t where t::text ~* 'canary'`);
    found.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return found;
}

describe("restoring a backup from before an erasure", () => {
  test("a restore does not bring back an erased family without an account", { tags: "long" }, async () => {
    await family();
    await submission({ name: "Bystander" });
    const path = await archived();
    await (await office()).erase({ email, password });
    const { there, erased } = await restore(path);
    expect(await traces(there)).toEqual([]);
    expect(erased).toBe(5);
    expect(await query(there, "select name from submissions")).toEqual([{ name: "Bystander" }]);
  });

  test("a restore does not bring back an entry that had been joined with an erased person's, not even through a third one", async () => {
    const admin = await actingAs(await createAdmin());
    const account = await person();
    const { _id: entry } = await admin.students.add({ name: "Canary Entry" });
    const child = await createStudent();
    const guardian = (name: string) => createGuardian({ of: [child], name });
    const [first, second, third] = [await guardian("Canary A"), await guardian("Canary B"), await guardian("Canary C")];
    const path = await archived();
    await admin.students.attach({ id: entry, email });
    await admin.guardians.join({ keptId: second.id, goneId: first.id });
    await admin.guardians.join({ keptId: third.id, goneId: second.id });
    for (const id of [entry, third.id]) await admin.people.eraseById({ id, password });
    const { there } = await restore(path);
    expect(await traces(there)).toEqual([]);
    expect(await query(there, "select id from users where role = 'user'")).toEqual([{ id: child.id }]);
    for (const { id } of [account, first, second]) expect(await readFile(logPath(), "utf8")).toContain(`users ${id}`);
  });

  test("a restore brings back neither an erased application nor one that was merged into it", async () => {
    const { application: kept } = await family();
    const mergedInto = { connect: { id: kept.id } };
    const merged = await submission({ email: "father@example.org", mergedInto, mergedAt: new Date() });
    const about = { submissionId: merged.id };
    await db().mail.create({ data: { event: "e", kind: "admissionReceipt", recipient: merged.email, about } });
    await submission({ name: "Bystander" });
    const path = await archived();
    await (await office()).erase({ email, password });
    expect(await db().submission.findMany({ select: { name: true } })).toEqual([{ name: "Bystander" }]);
    expect(await db().mail.count()).toBe(0);
    const { there } = await restore(path);
    expect(await query(there, "select name from submissions")).toEqual([{ name: "Bystander" }]);
    expect(await query(there, "select from mails")).toEqual([]);
  });

  test("erasing a merged application deletes its emails about the kept one, unless another form has the address", async () => {
    const people = await office();
    const [mother, father] = ["mother@example.org", "father@example.org"];
    const mailsLeft = async (addressOfKept: string) => {
      const kept = await submission({ email: addressOfKept });
      const merged = await submission({
        email: father,
        mergedInto: { connect: { id: kept.id } },
        mergedAt: new Date(),
      });
      const about = { submissionId: kept.id };
      for (const recipient of [mother, father])
        await db().mail.create({ data: { event: kept.id + recipient, kind: "admissionMessage", recipient, about } });
      await people.erase({ email: father, password, rows: [merged.id] });
      const mails = await db().mail.findMany({ where: { event: { startsWith: kept.id } }, orderBy: { id: "asc" } });
      return mails.map(({ recipient }) => recipient);
    };
    // A form about another child.
    await submission({ email: father });
    expect(await mailsLeft(mother)).toEqual([mother]);
    expect(await mailsLeft(father)).toEqual([mother, father]);
  });

  test("a restore does not bring back an erased student with an account, application, message and emails", async () => {
    await person();
    await family();
    const path = await archived();
    await (await office()).erase({ email, password });
    expect(await traces((await restore(path)).there)).toEqual([]);
    expect(await readFile(logPath(), "utf8")).not.toMatch(/canary|example/i);
  });

  test("a restore brings back neither notices only for an erased student nor codes of an erased guardian", async () => {
    const { id: studentId } = await createStudent();
    const child = await createStudent();
    const mother = await createGuardian({ of: [child], name: "Canary Mother" });
    const audiences = { create: { kind: "student", studentId } } as const;
    await db().notice.create({ data: { title: "Canary", body: [], audiences } });
    await db().personName.create({ data: { userId: mother.id, name: "Canary Maiden" } });
    const ends = { expiresAt: new Date(Date.now() + 864e5), relation: "mother" };
    const code = { ...ends, studentId: child.id, purpose: "link" } as const;
    const used = { usedAt: new Date(), usedById: mother.id };
    for (const [at, more] of [
      { label: "canary mother" },
      { label: "Canary maiden" },
      { label: "Canary", ...used },
    ].entries())
      await db().accessCode.create({ data: { ...code, ...more, codeHash: new Uint8Array(32).fill(at) } });
    const path = await archived();
    const people = await office();
    for (const id of [studentId, mother.id]) await people.eraseById({ id, password });
    expect(await traces(connection)).toEqual([]);
    expect(await traces((await restore(path)).there)).toEqual([]);
  });

  test("an erasure deletes the codes of a guardian whose link had ended, except open ones", async () => {
    const child = await createStudent();
    const father = await createGuardian({ of: [child], name: "Ravi Rao", link: { endedAt: new Date() } });
    const revokedAt = new Date();
    for (const [at, more] of [
      { revokedAt },
      { createdAt: new Date(0), expiresAt: new Date() },
      {},
      { label: "Dev Rao", revokedAt },
    ].entries())
      await db().accessCode.create({
        data: {
          ...{ studentId: child.id, purpose: "link", codeHash: new Uint8Array(32).fill(at) },
          ...{ label: "ravi rao", relation: "father", expiresAt: new Date(Date.now() + 864e5), ...more },
        },
      });
    const path = await archived();
    await (await office()).eraseById({ id: father.id, password });
    const left = [
      // It may belong to another person of that name.
      { label: "ravi rao", revoked: false },
      { label: "Dev Rao", revoked: true },
    ];
    const codes = "select label, revoked_at is not null as revoked from access_codes order by revoked";
    expect(await query(connection, codes)).toEqual(left);
    expect(await query((await restore(path)).there, "select label from access_codes")).toHaveLength(2);
  });

  test("an erased guardian's consent on paper loses its name and no longer counts, even after a restore", async () => {
    const [child, other] = [await createStudent(), await createStudent()];
    const ended = { endedAt: new Date() };
    const mother = await createGuardian({ of: [child], name: "Canary D’Mother", link: ended });
    await db().personName.create({ data: { userId: mother.id, name: "Canary D’Maiden" } });
    await createGuardian({ of: [child], name: "Ravi Rao" });
    const paper = { how: "paper", version: "1", givenAt: new Date() } as const;
    for (const [{ id: studentId }, givenName] of [
      [child, " canary d'mother"],
      [child, "Canary D'Maiden"],
      [child, "Ravi Rao"],
      [other, "Canary D'Mother"],
    ] as const)
      await db().consent.create({ data: { ...paper, studentId, givenName } });
    const path = await archived();
    await (await office()).eraseById({ id: mother.id, password });
    const consents = await db().consent.findMany({ orderBy: { id: "asc" } });
    expect(consents.map((consent) => [consent.givenName, isHeld(consent, new Set())])).toEqual([
      [null, false],
      [null, false],
      ["Ravi Rao", true],
      // No link connects this consent to the person.
      ["Canary D'Mother", true],
    ]);
    const { there } = await restore(path);
    expect(await query(there, "select given_name from consents order by id")).toEqual(
      consents.map(({ givenName }) => ({ given_name: givenName })),
    );
  });

  test("a restore does not bring back an email that had been purged before the erasure", { tags: "long" }, async () => {
    await person();
    await family();
    const path = await archived();
    await db().mail.deleteMany();
    await (await office()).erase({ email, password });
    expect(await traces((await restore(path)).there)).toEqual([]);
  });

  test("a restore does not bring back an account deleted by its owner, but keeps forms sent without the account", async () => {
    const user = await person();
    const { application } = await family();
    const path = await archived();
    await (await actingAs(user)).account.remove({ password });
    const { there } = await restore(path);
    expect(await query(there, "select from users")).toEqual([]);
    expect(await query(there, "select id from submissions")).toEqual([{ id: application.id }]);
    expect(await query(there, "select kind from mails order by event")).toEqual([
      { kind: "admissionReceipt" },
      { kind: "contactMessage" },
    ]);
  });

  test("a restore does not bring back purged rows, and purges rows that have expired since", async () => {
    const old = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000);
    const { application } = await family({ createdAt: old });
    await db().submission.updateMany({ data: { state: "declined", stateAt: old } });
    await db().mail.updateMany({ data: { createdAt: old, state: "sent", sentAt: old } });
    const path = await archived();
    const aged = await restore(path);
    expect([aged.erased, await traces(aged.there)]).toEqual([0, []]);
    await rm(logPath());
    await purgeExpired(new Date(), { trial: true });
    await expect(readFile(logPath())).rejects.toThrow("ENOENT");
    await purgeExpired(new Date());
    expect(await readFile(logPath(), "utf8")).toContain(application.id);
    expect((await restore(path)).erased).toBeGreaterThan(2);
  });

  test("a restore erases rows that only the replaced database lists as erased", { tags: "long" }, async () => {
    const { application } = await family();
    const path = await archived();
    const there = await extraDatabase("migrated");
    await query(there, "insert into erased_rows values ('submissions', $1)", [application.id]);
    await restore(path, there);
    expect(await query(there, "select from submissions")).toEqual([]);
    expect(await readFile(logPath(), "utf8")).toBe(`\nsubmissions ${application.id}\n`);
  });
});

test("restoring an older archive erases rows that a later archive in the folder lists as erased, even without erased.log", {
  tags: "long",
}, async () => {
  await family();
  const folder = await emptyFolder("backups");
  const { path } = await backUp(connection, folder);
  await (await office()).erase({ email, password });
  await backUp(connection, folder);
  await rm(logPath());
  expect(await traces((await restore(path)).there)).toEqual([]);
  expect(await readFile(logPath(), "utf8")).toMatch(/^submissions /m);
});

test("a restore keeps the new account of an erased person who signed up again", { tags: "long" }, async () => {
  await person();
  await (await office()).erase({ email, password });
  await person();
  const { there, erased } = await restore(await archived());
  expect(erased).toBe(0);
  expect(await query(there, "select email from users where role = 'user'")).toEqual([{ email }]);
});

test("a restore applies an erased.log of the first versions, which lists only accounts", { tags: "long" }, async () => {
  const user = await person();
  const path = await archived();
  await writeFile(logPath(), `\n${user.id}\n${user.id.slice(0, 20)}`);
  const { there, erased } = await restore(path);
  expect([erased, await traces(there)]).toEqual([1, []]);
});

test("a start erases rows that another tool has restored, and completes erased.log", async () => {
  const user = await person();
  const { application } = await family();
  await writeFile(logPath(), `users ${user.id}\n`);
  await db().erasedRow.create({ data: { tableName: "submissions", rowId: application.id } });
  await reapplyErasures();
  expect([await db().user.count(), await db().submission.count()]).toEqual([0, 0]);
  expect(await readFile(logPath(), "utf8")).toBe(`users ${user.id}\n\nsubmissions ${application.id}\n`);
});

test("nothing is erased if erased.log cannot be written", async () => {
  await family();
  await mkdir(logPath());
  await expect((await office()).erase({ email, password })).rejects.toThrow();
  expect([await db().submission.count(), await db().mail.count()]).toEqual([1, 3]);
});

describe("each table of the data inventory with data to erase", () => {
  /** The foreign keys, with their action on deletion. */
  const links = () =>
    query<{ from: string; to: string; column: string; action: "c" | "n" | "r" | "a" }>(
      connection,
      `select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to, f.confdeltype as action,
         (select attname::text from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) as column
       from pg_constraint f where f.contype = 'f'`,
    );

  const schema = readFile("prisma/schema.prisma", "utf8");

  /** Table of a model, and its columns with data to erase. */
  async function erasedColumns(): Promise<{ table: string; columns: string[] }[]> {
    const text = await schema;
    return Object.entries(inventory).flatMap(([model, { fields }]) => {
      const body = new RegExp(`^model ${model} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
      const columnOf = (field: string) => new RegExp(`^ +${field} .*@map\\("(\\w+)"\\)`, "m").exec(body)?.[1] ?? field;
      const columns = Object.entries(fields).flatMap(([field, { erase }]) => (erase === true ? columnOf(field) : []));
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      return columns.length > 0 ? { table, columns } : [];
    });
  }

  test("is erased by id, or by a foreign key to an erased row", async () => {
    const keys = await links();
    const goes = new Set<string>(erasable);
    for (let size = 0; size < goes.size; ) {
      size = goes.size;
      for (const { from, to, action } of keys) if (action === "c" && goes.has(to)) goes.add(from);
    }
    const emptied = new Set(
      keys.flatMap(({ from, to, column, action }) => (action === "n" && goes.has(to) ? `${from}.${column}` : [])),
    );
    const personal = await erasedColumns();
    expect(personal.length).toBeGreaterThan(7);
    const forgotten = personal.flatMap(({ table, columns }) =>
      goes.has(table) ? [] : columns.map((column) => `${table}.${column}`).filter((column) => !emptied.has(column)),
    );
    expect(forgotten).toEqual([]);
  });
});

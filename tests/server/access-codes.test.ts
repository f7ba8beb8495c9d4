import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { dateHere, institute } from "@/content/institute";
import { env } from "@/env";
import { readCode } from "@/lib/access-code";
import { stampIn } from "@/lib/dates";
import { backUp, restoreFrom } from "@/main/backups";
import { hashOfCode } from "@/server/access-codes/hash";
import { type CodeFor, makeCodes } from "@/server/access-codes/make";
import { createToken } from "@/server/auth/account-tokens";
import { closeDatabase, db, openDatabase, transaction } from "@/server/db/client";
import { applyMigrations } from "@/server/postgres/migrate";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, createAdmin, createStaff, createStudent, tokenFor } from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { query } from "../harness/sql";
import { statementsOf } from "../harness/statements";

const logPath = () => join(env().DATA_DIR, "ended.log");

beforeEach(async () => {
  await resetDatabase();
  await rm(logPath(), { force: true });
});

const make = (people: CodeFor[], now = new Date(), way?: "printed") =>
  transaction((tx) => makeCodes(tx, people, null, now, way));

const open = { usedAt: null, revokedAt: null };
const hashes = async () =>
  (await db().accessCode.findMany({ where: open })).map(({ codeHash }) => Buffer.from(codeHash));
const hashOf = (code = "") => hashOfCode(readCode(code) ?? "");

test("each person gets a code of ten characters, in the requested order, and only a hash is stored", async () => {
  const people = await Promise.all(["Asha Rao", "Nila Sen", "Kiran Das"].map((name) => createStudent({ name })));
  const codes = await make(
    people.map(({ id }) => ({ purpose: "join", userId: id })),
    new Date(),
    "printed",
  );
  expect(codes).toHaveLength(3);
  for (const [index, code] of codes.entries()) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const row = await db().accessCode.findUniqueOrThrow({ where: { codeHash: new Uint8Array(hashOf(code)) } });
    expect(row).toMatchObject({ userId: people[index]?.id, purpose: "join", printedAt: row.createdAt, mailedAt: null });
    // Valid to the end of the day thirty days later.
    const monthLater = new Date(row.createdAt.getTime() + 30 * 24 * 60 * 60 * 1000);
    expect(stampIn(institute.timeZone, row.expiresAt)).toBe(`${dateHere(monthLater)} 23:59`);
  }
  expect(JSON.stringify(await db().accessCode.findMany())).not.toContain(codes[0]?.slice(0, 5));
});

test("a reprint leaves earlier codes valid; the sixth one ends only the oldest of the same person and purpose", async () => {
  const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Sen" })];
  const father = { purpose: "link", studentId: asha.id, label: "Ravi Rao", relation: "father" } as const;
  const others = await make([{ purpose: "join", userId: nila.id }, { purpose: "password", userId: asha.id }, father]);
  const printed: string[] = [];
  const at = (count: number) => new Date(Date.now() + count * 1000);
  for (let print = 0; print < 6; print += 1)
    printed.push(...(await make([{ purpose: "join", userId: asha.id }], at(print))));
  const links: string[] = [];
  const mother = { ...father, label: "Mira Rao", relation: "mother" };
  for (let print = 0; print < 6; print += 1) links.push(...(await make([mother], at(print))));
  const left = [...others, ...printed.slice(1), ...links.slice(1)].map((code) => hashOf(code));
  expect(new Set((await hashes()).map(String))).toEqual(new Set(left.map(String)));
  expect((await readFile(logPath(), "utf8")).match(/^access_codes /gm)).toHaveLength(2);
});

test("a thousand codes are made by a few statements", async () => {
  const data = Array.from({ length: 1000 }, (_, index) => ({ name: `Student ${index}`, username: `N-${index}` }));
  const people = await db().user.createManyAndReturn({ data, select: { id: true } });
  const { result, statements } = await statementsOf(() =>
    make(people.map(({ id }) => ({ purpose: "join", userId: id }))),
  );
  // A new connection of the pool runs a statement of its own.
  const about = statements.filter((text) => text.includes("access_codes"));
  expect([new Set(result).size, about.length]).toEqual([1000, 2]);
});

test("the database refuses a code that has fewer or more fields than its purpose needs", async () => {
  const { id } = await createStudent();
  const usual = { codeHash: new Uint8Array(32), expiresAt: new Date(Date.now() + 1000) };
  const link = { purpose: "link", studentId: id, label: "Mira Rao", relation: "mother" } as const;
  const bad = [
    { purpose: "join" },
    { purpose: "join", userId: id, studentId: id },
    { purpose: "password", userId: id, label: "Mira Rao" },
    { ...link, relation: null },
    { ...link, userId: id },
    { ...link, usedAt: new Date(), revokedAt: new Date() },
    { ...link, declined: true },
    { ...link, codeHash: new Uint8Array(31) },
  ] as const;
  for (const data of bad)
    await expect(db().accessCode.create({ data: { ...usual, ...data } }), JSON.stringify(data)).rejects.toThrow();
  await db().accessCode.create({ data: { ...usual, ...link } });
});

test("an ended code or grant stays ended after a restore, even by another tool", async () => {
  const asha = await createStudent();
  const { codes: office, staff } = await callerOf(await tokenFor(await createAdmin()));
  const leaving = await createStaff({ role: "office" }, { role: "teacher", className: 7 });
  const staying = await createStaff({ role: "office" });
  await make([{ purpose: "join", userId: asha.id }]);
  await make([{ purpose: "password", userId: asha.id }], new Date(Date.now() + 1000));
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  const { items: codes } = await office.list({ personId: asha.id });
  await office.revoke({ id: codes[1]?._id ?? "" });
  await staff.endAccess({ userId: leaving.user.id });
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  expect(await query(there, "select purpose from access_codes where revoked_at is null")).toEqual([
    { purpose: "password" },
  ]);
  expect(await query(there, "select user_id from staff_grants where ended_at is null")).toEqual([
    { user_id: staying.user.id },
  ]);
  await db().accessCode.updateMany({ data: { revokedAt: null } });
  await db().staffGrant.updateMany({ data: { endedAt: null } });
  await reapplyEndings();
  expect(await db().accessCode.count({ where: { revokedAt: null } })).toBe(1);
  expect(await db().staffGrant.count({ where: { endedAt: null } })).toBe(1);
});

test("a backup can be restored over the tables of each earlier version, whichever lists of endings they have", async () => {
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  for (const last of ["20261122200000", "20261123130000", "20261123146000"]) {
    const folder = await emptyFolder("migrations");
    const earlier = (await readdir("prisma/migrations")).filter((name) => name < last);
    for (const name of earlier) await cp(join("prisma/migrations", name), join(folder, name), { recursive: true });
    const there = await extraDatabase("empty");
    await applyMigrations(there, folder);
    await closeDatabase();
    await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
    expect(await query(there, "select count(*)::int as count from result_withdrawals")).toEqual([{ count: 0 }]);
  }
});

test("a new password that could not be set ends no code, not even at the next start", async () => {
  const { user, email: identifier, token } = await createStaff({ role: "office" });
  const { passwordHash } = await createStudent({ password: "tulip42" });
  await db().user.update({ where: { id: user.id }, data: { passwordHash } });
  const newPassword = "nine paper boats";
  const link = await createToken(user.id, "reset", 60_000, new Date());
  const { auth } = await callerOf(null);
  const { account } = await callerOf(token);
  const ways = [
    () => auth.login({ identifier, password: "tulip42", role: "admin", newPassword }),
    () => auth.resetPassword({ token: link, password: newPassword }),
    () => account.changePassword({ current: "tulip42", next: newPassword }),
  ];
  await make([{ purpose: "password", userId: user.id }]);
  const refuse = "create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'";
  await db().$executeRawUnsafe(refuse);
  try {
    await db().$executeRawUnsafe("create trigger refuse before insert on audit_events execute function refuse()");
    for (const way of ways) await expect(way()).rejects.toThrow();
  } finally {
    await db().$executeRawUnsafe("drop function refuse() cascade");
  }
  await reapplyEndings();
  expect(await hashes()).toHaveLength(1);
  await ways[0]?.();
  await reapplyEndings();
  expect(await hashes()).toEqual([]);
});

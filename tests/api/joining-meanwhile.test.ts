import { beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { applyImport } from "@/features/imports/mutations-apply";
import { undoImport } from "@/features/imports/mutations-undo";
import { db, pool, type Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import {
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStudent,
  usualPassword as password,
  refusalOf,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { asha, listImporter, row } from "../harness/list-import";
import { meanwhile } from "../harness/meanwhile";

let admin: User;
let office: Caller;
const { codes } = createCaller({ principal: null });

beforeEach(async () => {
  await resetDatabase();
  admin = await createAdmin();
  office = await callerOf(await tokenFor(admin));
  await schoolYear(2026);
});

const { check, carryOut } = listImporter(() => office);
const personOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } });

/** What using a code writes. */
const joins = (id: string) => (tx: Transaction) =>
  tx.user.update({ where: { id }, data: { email: "asha@example.org", passwordHash: "hers", vouchedAt: new Date() } });

const hers = { email: "asha@example.org", passwordHash: "hers" };

describe("while a person joins by a code", () => {
  it("an edit by the office keeps the address and the login that the join sets", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    await meanwhile(joins(id), () => office.students.edit({ id, name: "Asha R. Rao" }));
    expect(await personOf(id)).toMatchObject({ ...hers, name: "Asha R. Rao" });
  });

  it("no account is attached to the entry", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    const account = await createStudent({ name: "Asha Rao", onRoster: false });
    const refusal = await meanwhile(joins(id), () => office.students.attach({ id, email: account.email }));
    expect(refusal).toMatchObject({ code: "CONFLICT" });
    expect(await personOf(id)).toMatchObject(hers);
  });

  it("an import has to be checked again", async () => {
    await carryOut([asha]);
    const { userId: id } = await db().student.findFirstOrThrow();
    const { _id } = await check([row({ 1: "Asha R. Rao", 5: "4" }), row({ 0: "A-9", 1: "Zoya Khan", 5: "5" })]);
    await meanwhile(joins(id), () => office.imports.carryOut({ id: _id }));
    expect(await personOf(id)).toMatchObject(hers);
  });

  it("the join takes the address that the office sets", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", email: "old@example.org" });
    const { code } = await office.codes.make({ personId: id, purpose: "join" });
    const moves = (tx: Transaction) => tx.user.update({ where: { id }, data: { email: "new@example.org" } });
    expect(await meanwhile(moves, () => codes.join({ code, password }))).toEqual({ identifier: "new@example.org" });
  });
});

it("an address that a guardian gets at that moment is not replaced by the child's", async () => {
  const child = await createStudent({ email: "asha@example.org" });
  await office.students.edit({ id: child.id, admissionNo: "KV-7" });
  const mother = await createGuardian({ of: [child] });
  const email = "meera@example.org";
  const given = (tx: Transaction) => tx.user.update({ where: { id: mother.id }, data: { email } });
  const move = () => office.students.moveAddress({ id: child.id, guardianId: mother.id });
  expect(await meanwhile(given, move)).toMatchObject({ code: "CONFLICT" });
  expect([(await personOf(mother.id)).email, (await personOf(child.id)).email]).toEqual([email, child.email]);
});

it("an import overwrites nothing that a guardian changes after the roster was read", async () => {
  await carryOut([row({ 7: "Sunita Rao", 8: "98100 00001" })]);
  const guardian = await db().user.findFirstOrThrow({ where: { name: "Sunita Rao" } });
  const { _id: id } = await check([row({ 7: "Sunita Rao", 8: "98100 00002" })]);
  const progress = async (share: number) => {
    const joined = "update users set email = 'sunita@example.org' where id = $1 and email is null";
    if (share === 0.25) await pool().query(joined, [guardian.id]);
  };
  const applied = applyImport({ id, again: false }, { userId: admin.id, role: "admin" }, new Date(), { progress });
  expect(await refusalOf(applied)).toMatchObject({
    code: "CONFLICT",
    message: expect.stringMatching(/roster has changed/),
  });
  expect(await personOf(guardian.id)).toMatchObject({ email: "sunita@example.org", phone: "+919810000001" });
});

it.each([
  ["was closed", "update users set login_closed_at = now() where id = $1"],
  [
    "is a guardian’s",
    "insert into guardianships (id, guardian_id, student_id, relation, origin) select gen_random_uuid(), $1, user_id, 'mother', 'office' from students join users u on u.id = user_id where u.name = 'Nila Sen'",
  ],
  ["has another address", "update users set email = 'new@rao.example' where id = $1"],
])("an import attaches no account that %s since the roster was read", async (_case, change) => {
  await carryOut([asha]);
  await createStudent({ name: "Nila Sen" });
  const account = await createStudent({ name: "Asha Rao", email: "asha@rao.example", onRoster: false });
  const { _id: id } = await check([row({ 6: "asha@rao.example" })], { attach: ["2:email"] });
  const progress = async (share: number) => {
    if (share === 0.25) await pool().query(change, [account.id]);
  };
  const applied = applyImport({ id, again: false }, { userId: admin.id, role: "admin" }, new Date(), { progress });
  expect((await refusalOf(applied)).message).toMatch(/roster has changed/);
  expect(await personOf(account.id)).toMatchObject({ passwordHash: account.passwordHash });
});

it("an import and its undo lock only the accounts that they change, and let others log in", async () => {
  const zoya = { 0: "A-2", 1: "Zoya Khan" };
  await carryOut([asha, row({ ...zoya, 5: "2" })]);
  const { _id: id } = await check([row({ 5: "4" }), row({ ...zoya, 2: "05.05.2014", 5: "5" })]);
  const locked: string[][] = [];
  const progress = async () => {
    const { rows } = await pool().query<{ name: string }>(`
      with free as (select id from users for no key update skip locked)
      select name from users where id not in (select id from free)`);
    locked.push(rows.map(({ name }) => name));
  };
  const by = { userId: admin.id, role: "admin" } as const;
  await applyImport({ id, again: false }, by, new Date(), { progress });
  await undoImport(id, by, new Date(), { progress });
  expect(new Set(locked.flat())).toEqual(new Set(["Zoya Khan"]));
  expect(locked.every(({ length }) => length === 1)).toBe(true);
});

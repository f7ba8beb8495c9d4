import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/env";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStudent,
  refusalOf,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import { everything } from "../harness/database-digest";
import { shifted } from "../harness/days";
import { officeOfEachTest } from "../harness/office";
import { statementsOf } from "../harness/statements";

const office = officeOfEachTest();
let visitor: Caller;

beforeEach(async () => {
  visitor = await callerOf(null);
});

const email = "asha@example.org";
const password = usualPassword;
const signUp = () => visitor.auth.signup({ name: "Asha R", email, password, openSession: true });
const sixOf = (more: object = {}) =>
  office.results.add({ results: [{ studentEmail: email, className: 7, score: 45, totalMarks: 50, ...more }] });

/** Refused, with nothing changed. */
async function refused(work: () => Promise<unknown>) {
  const before = await everything();
  const refusal = await refusalOf(work());
  expect(await everything()).toBe(before);
  return refusal.message;
}

async function sees(token: string | null) {
  const caller = await callerOf(token);
  const { roster, results } = Object(await caller.account.exportData({ password }));
  return [
    (await caller.results.mine()).length,
    await caller.results.unread(),
    await caller.results.classes(),
    results,
    roster,
  ];
}

describe("a self-registered account", () => {
  it("joins the roster and a class of the year by its first result, and sees nothing before", async () => {
    await schoolYear(2026, shifted);
    const { _id: id, token } = await signUp();
    expect(await office.students.who({ identifier: email })).toMatchObject({
      kind: "account",
      name: "Asha R",
      login: "not confirmed",
    });
    expect(await sees(token)).toEqual([0, 0, [], null, null]);
    await sixOf();
    const student = await office.students.get({ id });
    expect(student).toMatchObject({ origin: "self", login: "active", enrolments: [{ className: "7", toDay: null }] });
    const [count, unread, classes] = await sees(token);
    expect([count, unread, classes]).toEqual([1, 1, ["7"]]);
    await sixOf({ className: 8 });
    expect((await office.students.get({ id })).enrolments).toHaveLength(1);
  });

  it("follows the class of the enrolment, and has no class after its end", async () => {
    const { id: year } = await schoolYear(2026, shifted);
    const { _id: id, token } = await signUp();
    await sixOf();
    const caller = await callerOf(token);
    await office.enrolments.move({ studentId: id, className: 9 });
    expect(await caller.results.classes()).toEqual(["9"]);
    await office.enrolments.end({ studentId: id, day: shifted("2027-03-31"), reason: "Moved away" });
    expect(await caller.results.classes()).toEqual(["9"]);
    await db().enrolment.updateMany({
      data: { fromDay: new Date(shifted("2026-06-01")), toDay: new Date(shifted("2026-11-01")) },
    });
    expect(await caller.results.classes()).toEqual([]);
    expect(await caller.results.mine()).toHaveLength(1);
    await office.enrolments.return({ studentId: id, className: 5, year });
    expect(await caller.results.classes()).toEqual(["5"]);
  });

  it("that somebody else made with a pupil's address sees nothing of the pupil on the roster", async () => {
    const pupil = await office.students.add({ name: "Asha Rao", email });
    expect(await refused(signUp)).toMatch(/^An account with this email already exists/);
    await office.students.edit({ id: pupil._id, email: null });
    await db().result.create({ data: { studentId: pupil._id, className: 7, score: 45, totalMarks: 50 } });
    const { token } = await signUp();
    expect(await sees(token)).toEqual([0, 0, [], null, null]);
    const impostor = await callerOf(token);
    expect((await refusalOf(impostor.results.of({ email }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(impostor.students.get({ id: pupil._id }))).code).toBe("FORBIDDEN");
  });

  it("is not a student if it belongs to a guardian: a result for that address is refused", async () => {
    const { _id: studentId } = await office.students.add({ name: "Kiran Das" });
    const { _id: guardianId } = await signUp();
    await db().guardianship.create({ data: { guardianId, studentId, relation: "mother", origin: "office" } });
    expect(await refused(sixOf)).toBe("No student is registered with this email.");
    expect(await office.students.who({ identifier: email })).toMatchObject({
      kind: "guardian",
      children: [{ name: "Kiran Das", className: null }],
    });
  });
});

describe("attaching", () => {
  it("is refused to a used entry, and for the account of a guardian or of staff, an unknown address, and another student's", async () => {
    const used = await createStudent({ name: "Used" });
    const entry = await office.students.add({ name: "Asha Rao" });
    const { _id: account } = await signUp();
    const to =
      (id: string, address = email) =>
      () =>
        office.students.attach({ id, email: address });
    expect(await refused(to(used.id))).toMatch(/logged in as this student already/);
    expect(await refused(to(entry._id, "nobody@example.org"))).toBe("Nobody has signed up with this address.");
    const other = await office.students.add({ name: "Other", admissionNo: "1" });
    await db().user.update({ where: { id: other._id }, data: { email: "o@example.org", passwordHash: "x" } });
    expect(await refused(to(entry._id, "o@example.org"))).toMatch(/belongs to a student on the roster/);
    const link = { guardianId: account, studentId: used.id, relation: "mother", origin: "office" } as const;
    await db().guardianship.create({ data: link });
    expect(await refused(to(entry._id))).toMatch(/that of a guardian/);
    await db().guardianship.deleteMany();
    await db().staffGrant.create({ data: { userId: account, role: "office", fromDay: new Date("2026-01-01") } });
    expect(await refused(to(entry._id))).toMatch(/somebody who works here/);
  });

  it("moves all rows of a person, except kinds that no attachable account has", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao" });
    await signUp();
    const { statements } = await statementsOf(() => office.students.attach({ id, email }));
    const keys = await db().$queryRaw<{ table: string; column: string }[]>`
      select c.conrelid::regclass::text as table, a.attname::text as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'students'::regclass) and a.attname !~ '(^|_)by_id$' order by 1, 2`;
    const isBrought = ({ table, column }: (typeof keys)[number]) =>
      statements.some((text) => new RegExp(`update ${table} \\w+ set ([^=]+=[^=]+, )?${column} = `).test(text));
    expect(keys.filter((key) => !isBrought(key)).map(({ table, column }) => `${table}.${column}`)).toEqual([
      "consents.guardian_id",
      "guardianships.guardian_id",
      "result_reads.reader_id",
      "second_factors.user_id",
      "staff_grants.user_id",
      "students.user_id",
      "submissions.assigned_to_id",
    ]);
  });

  it("moves login, address, sessions, results and mails, as the preview says", async () => {
    await schoolYear(2026, shifted);
    const entry = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7", className: 7, section: "A" });
    const { token, _id: account } = await signUp();
    await sixOf();
    const preview = await office.students.previewAttach({ id: entry._id, email });
    expect(preview).toMatchObject({ account: { name: "Asha R", email }, moves: { results: 1, sessions: 1 } });
    const attached = await office.students.attach({ id: entry._id, email });
    expect(attached).toMatchObject({
      ...{ _id: entry._id, name: "Asha Rao", email, admissionNo: "KV-7", login: "active", openSessions: 1 },
      enrolments: [{ className: "7", section: "A" }],
      results: [{ score: 45 }],
    });
    expect(await db().user.count({ where: { id: account } })).toBe(0);
    const caller = await callerOf(token);
    expect(await caller.results.mine()).toHaveLength(1);
    expect(await caller.account.get()).toMatchObject({ _id: entry._id, name: "Asha Rao" });
    expect((await visitor.auth.login({ identifier: email, password, role: "user" })).user._id).toBe(entry._id);
  });

  it("moves the family and their choices, as the preview says, and restores no ended link", async () => {
    const year = await schoolYear(2026, shifted);
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    const { _id: account, token } = await signUp();
    await sixOf();
    const child = { id: account };
    const [mother, both, former] = [
      await createGuardian({ of: [child], name: "Meera Rao", link: { createdById: account } }),
      await createGuardian({ of: [child, { id }], name: "Ravi Rao" }),
      await createGuardian({ of: [child, { id }], name: "Vikram Rao" }),
    ];
    const ended = { endedAt: new Date(), endReason: "moved" };
    await db().guardianship.updateMany({ where: { guardianId: former.id, studentId: id }, data: ended });
    const consent = {
      studentId: account,
      guardianId: mother.id,
      how: "join",
      version: "1",
      givenAt: new Date(),
    } as const;
    await db().consent.create({ data: consent });
    await db().subjectExemption.create({ data: { studentId: account, schoolYearId: year.id, subjectKey: "art" } });
    await db().mailChoice.create({ data: { userId: account, choice: "digest" } });
    await db().calendarFeed.create({ data: { userId: account, tokenHash: new Uint8Array(32) } });
    await db().user.update({ where: { id: account }, data: { vouchedAt: new Date() } });
    const { code } = await (await callerOf(token)).codes.makeOwn({ name: "Nani Rao", relation: "grandmother" });

    const { guardians } = await office.students.previewAttach({ id, email });
    expect(guardians).toEqual([{ name: "Meera Rao", relation: "Mother" }]);
    await office.students.attach({ id, email });
    const links = await db().guardianship.findMany({ where: { studentId: id, endedAt: null }, orderBy: { id: "asc" } });
    expect(links.map(({ guardianId }) => guardianId).sort()).toEqual([mother.id, both.id].sort());
    expect(links.find(({ guardianId }) => guardianId === mother.id)?.createdById).toBe(id);
    expect(await db().consent.findMany()).toMatchObject([{ studentId: id, guardianId: mother.id }]);
    expect(await db().subjectExemption.findMany()).toMatchObject([{ studentId: id, subjectKey: "art" }]);
    expect(await db().mailChoice.findMany()).toMatchObject([{ userId: id, choice: "digest" }]);
    expect(await db().calendarFeed.findMany()).toMatchObject([{ userId: id }]);
    expect(await visitor.codes.look({ code })).toMatchObject({ purpose: "link", guardian: { firstName: "Nani" } });
    expect(await db().accessCode.findMany()).toMatchObject([{ studentId: id, createdById: id }]);
  });

  it("gives no results to a guardian whom the office kept from the account's results, or whose link to it the office ended", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    const { _id: account, token } = await signUp();
    await sixOf();
    const at = (day: string) => new Date(`2026-${day}T08:00Z`);
    const guardian = async (name: string, ...links: NonNullable<Parameters<typeof createGuardian>[0]>["link"][]) => {
      const person = await createGuardian({ name, of: [{ id }] });
      const own = { guardianId: person.id, studentId: account, relation: "Mother", origin: "office" } as const;
      await db().guardianship.createMany({ data: links.map((link) => ({ ...own, ...link })) });
      return person;
    };
    const restricted = { seesResults: false, sightChanges: 1 };
    const byOffice = (await db().user.findFirstOrThrow({ where: { role: "admin" } })).id;
    const ended = { endedAt: at("06-01"), endedById: byOffice };
    const kept = [
      await guardian("Mira Rao", restricted),
      await guardian("Ravi Rao", { endedAt: at("02-01") }, ended),
      await guardian("Uma Rao", { ...ended, endedAt: at("02-01"), endedById: null }),
    ];
    const left = await guardian("Vikram Rao", ended);
    await db().guardianship.updateMany({
      where: { guardianId: left.id },
      data: { endedAt: at("07-01"), endedById: left.id },
    });
    const further = await guardian("Zoya Rao", restricted);
    await db().guardianship.updateMany({
      where: { guardianId: further.id, studentId: id },
      data: { endedAt: at("07-01"), endedById: further.id },
    });
    const seeing = [await guardian("Dev Rao", ended, {}), await guardian("Ela Rao", { ...ended, ...restricted }, {})];

    const { keptFromResults } = await office.students.previewAttach({ id, email });
    expect(keptFromResults).toEqual(["Mira Rao", "Ravi Rao", "Uma Rao"]);
    await office.students.attach({ id, email });
    const mine = async (person: User) => (await callerOf(await tokenFor(person))).results.mine({ studentId: id });
    for (const person of kept) expect((await refusalOf(mine(person))).code, person.name).toBe("NOT_FOUND");
    for (const person of seeing) expect(await mine(person), person.name).toHaveLength(1);
    const links = await office.guardians.list({ studentId: id });
    const log = await readFile(join(env().DATA_DIR, "ended.log"), "utf8");
    for (const { _id, name, seesResults } of links) {
      expect([name, seesResults]).toEqual([name, !/^(Mira|Ravi|Uma|Zoya)/.test(name)]);
      expect(log.includes(`sights ${_id}:1`), name).toBe(!seesResults);
    }
    // A code of the student does not, either (decision 369).
    const asha = await callerOf(token);
    const { code } = await asha.codes.makeOwn({ name: "Zoya Rao", relation: "mother" });
    await (await callerOf(await tokenFor(further))).codes.link({ code, consent: true });
    expect((await refusalOf(mine(further))).code).toBe("NOT_FOUND");
  });

  it("keeps a code for a new password that was made for the account valid", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    const { _id: account } = await signUp();
    await sixOf();
    await office.codes.make({ personId: id, purpose: "join" });
    const { code } = await office.codes.make({ personId: account, purpose: "password" });
    await office.students.attach({ id, email });
    const { items } = await office.codes.list({ personId: id });
    expect(items.map(({ purpose, state }) => [purpose, state])).toContainEqual(["password", "open"]);
    await visitor.codes.join({ code, password: "eight blue lanterns" });
    const login = { identifier: email, password: "eight blue lanterns", role: "user" } as const;
    expect((await visitor.auth.login(login)).user._id).toBe(id);
  });

  it("loses no confirmation of the family, whichever of the two students it was for", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    const { _id: account } = await signUp();
    await sixOf();
    const mother = await createGuardian({ of: [{ id }, { id: account }] });
    const { id: noticeId } = await db().notice.create({ data: { title: "Fees", body: [] } });
    const [seenAt, version] = [new Date("2026-11-20T08:00Z"), 1];
    await db().noticeReceipt.createMany({
      data: [
        { noticeId, version, userId: account, studentId: account, seenAt },
        { noticeId, version, userId: mother.id, studentId: id },
        { noticeId, version, userId: mother.id, studentId: account, seenAt, confirmedAt: seenAt },
      ],
    });
    await db().user.update({ where: { id: account }, data: { vouchedAt: new Date() } });
    await office.students.attach({ id, email });
    const receipts = await db().noticeReceipt.findMany({ orderBy: { confirmedAt: "asc" } });
    expect(receipts).toMatchObject([
      { userId: mother.id, studentId: id, seenAt, confirmedAt: seenAt },
      { userId: id, studentId: id, seenAt, confirmedAt: null },
    ]);
    expect(receipts).toHaveLength(2);
  });

  it("does not bring a code of the student if only the office links guardians, and refuses a closed account", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
    await db().student.update({ where: { userId: id }, data: { linksByOfficeOnly: true } });
    const { _id: account, token } = await signUp();
    await sixOf();
    await db().user.update({ where: { id: account }, data: { vouchedAt: new Date(), loginClosedAt: new Date() } });
    const attach = () => office.students.attach({ id, email });
    expect(await refused(attach)).toMatch(/has closed it/);
    await db().user.update({ where: { id: account }, data: { loginClosedAt: null } });
    await (await callerOf(token)).codes.makeOwn({ name: "Nani Rao", relation: "grandmother" });
    await attach();
    expect(await db().accessCode.count()).toBe(0);
  });

  it("joins an account to only one of two entries at the same time, and tells the other in words", async () => {
    const entries = [await office.students.add({ name: "Asha Rao" }), await office.students.add({ name: "Asha Roy" })];
    await signUp();
    await sixOf();
    const sent = await Promise.allSettled(entries.map(({ _id: id }) => office.students.attach({ id, email })));
    expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = sent.find((one) => one.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|CONFLICT)$/) });
    expect(await db().result.count()).toBe(1);
    expect(await db().user.count({ where: { passwordHash: { not: null }, role: "user" } })).toBe(1);
  });
});

describe("an address that belongs to the mother", () => {
  it("is not moved if the child has no admission number to log in with", async () => {
    const { id } = await createStudent({ email });
    const move = () => office.students.moveAddress({ id, name: "Mira Rao", relation: "mother" });
    expect(await refused(move)).toMatch(/Enter an admission number first/);
  });

  it("moves to a guardian of the child who has no address, and to no other", async () => {
    const student = await createStudent({ email });
    await office.students.edit({ id: student.id, admissionNo: "KV-7" });
    const [mother, father] = [
      await createGuardian({ of: [student] }),
      await createGuardian({ of: [student], email: "ravi@example.org" }),
    ];
    const move = (guardianId: string) => office.students.moveAddress({ id: student.id, guardianId });
    expect((await refusalOf(move((await createGuardian()).id))).code).toBe("NOT_FOUND");
    expect((await refusalOf(move(father.id))).code).toBe("CONFLICT");
    const { guardians } = await move(mother.id);
    expect(guardians.map((one) => [one.guardianId, one.email])).toContainEqual([mother.id, email]);
    expect(guardians).toHaveLength(2);
    const changed = { by: "Administrator", values: [{ field: "email", before: null, after: email }] };
    expect((await office.guardians.get({ guardianId: mother.id })).changes).toMatchObject([changed]);
  });

  it("moves to a new guardian; the child keeps results and password and logs in with the admission number", async () => {
    const { id } = await createStudent({ email });
    await sixOf();
    await office.students.edit({ id, admissionNo: "KV-7" });
    const moved = await office.students.moveAddress({ id, name: "Mira Rao", relation: "mother" });
    expect(moved).toMatchObject({ email: null, guardians: [{ name: "Mira Rao", relation: "mother", email }] });
    const { user, token } = await visitor.auth.login({ identifier: "kv-7", password, role: "user" });
    expect(user._id).toBe(id);
    expect(await (await callerOf(token)).results.mine()).toHaveLength(1);
    expect((await refusalOf(visitor.auth.login({ identifier: email, password, role: "user" }))).code).toBe(
      "UNAUTHORIZED",
    );
    expect(await office.students.who({ identifier: email })).toMatchObject({
      kind: "guardian",
      children: [{ _id: id }],
    });
    const sibling = () => office.students.add({ name: "Kiran Rao", email });
    expect(await refused(sibling)).toMatch(/the address of Mira Rao, who is a guardian/);
  });
});

it("the export has all matching rows, as text that no spreadsheet runs, and is recorded", async () => {
  await office.students.add({ name: "=cmd()", admissionNo: "1" });
  await office.students.add({ name: "Nila Sen", admissionNo: "2" });
  const { csv } = await office.students.export({ search: "cmd" });
  expect(csv.split("\r\n")).toHaveLength(3);
  expect(csv).toContain(`"'=cmd()"`);
  expect(csv).toContain('"Not in a class","No login"');
  const [event] = await db().auditEvent.findMany({ where: { action: "students-exported" } });
  expect(event?.detail).toEqual({ count: 1 });
});

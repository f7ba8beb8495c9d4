import { beforeEach, describe, expect, it } from "vitest";
import { HeldForApplication } from "@/app/admin/privacy-requests/held-for-application";
import { createCaller } from "@/features";
import { recordNow } from "@/server/audit/audit";
import { hashOfToken } from "@/server/auth/passwords";
import { findPrincipalOfSession } from "@/server/auth/principals";
import { db, pool } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { inventory } from "../../scripts/inventory";
import {
  callerOf,
  createAdmin,
  createStudent,
  usualPassword as password,
  principalFor,
  refusalOf,
  result,
  schoolYear,
  submission,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";

beforeEach(resetDatabase);

const email = "canary@example.org";
const agedSession = { createdAt: new Date(Date.now() - 11 * 60_000) };

const actingAs = async (user: User) => callerOf(await tokenFor(user));
const countsOf = (counts: Record<string, number>) =>
  Object.entries(counts).map(([label, count]) => ({
    ...{ name: label === "Emails" ? "mails" : label.toLowerCase(), label, count },
  }));
const office = async () => (await actingAs(await createAdmin())).people;
const actions = async () =>
  (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action, subjectId }) => [action, subjectId]);

describe("search by name or number", () => {
  it("people are found by a part of the name, an admission number or a login, but administrators are not", async () => {
    const people = await office();
    await createStudent({ name: "Asha 100% Rao", email: "asha@example.org" });
    const bela = await createStudent({ name: "Bela Rao", email: "bela@example.org" });
    await db().student.update({ where: { userId: bela.id }, data: { admissionNo: "LY-7" } });
    const found = async (text: string) => (await people.search({ text })).map(({ name, login }) => [name, login]);
    expect(await found("rao")).toEqual([
      ["Asha 100% Rao", "asha@example.org"],
      ["Bela Rao", "bela@example.org"],
    ]);
    expect(await found("ly-7")).toEqual([["Bela Rao", "bela@example.org"]]);
    expect(await found("%")).toEqual([["Asha 100% Rao", "asha@example.org"]]);
    expect(await found("nobody")).toEqual([]);
    expect(await found("administrator")).toEqual([]);
  });

  it("two people of one name can be told apart by children, class and numbers, in the list and before an erasure", async () => {
    const people = await office();
    const year = await schoolYear();
    const child = async (name: string, admissionNo: string, section: string) => {
      const student = await createStudent({ name });
      await db().student.update({ where: { userId: student.id }, data: { admissionNo } });
      const place = { className: 7, section, fromDay: new Date("2026-04-01") };
      await db().enrolment.create({ data: { studentId: student.id, schoolYearId: year.id, ...place } });
      return student;
    };
    const [asha, nila] = [await child("Asha Sharma", "LY-7", "A"), await child("Nila Sharma", "LY-8", "B")];
    const mother = async (of: User, phone: string) => {
      const { id } = await db().user.create({ data: { name: "Sunita Sharma", phone } });
      await db().guardianship.create({
        data: { guardianId: id, studentId: of.id, relation: "mother", origin: "import" },
      });
      return id;
    };
    const first = await mother(asha, "+919823012345");
    const second = await mother(nila, "+919823099999");
    const facts = [
      { phone: "+919823012345", children: [{ name: "Asha Sharma", relation: "mother", className: "7", section: "A" }] },
      { phone: "+919823099999", children: [{ name: "Nila Sharma", relation: "mother", className: "7", section: "B" }] },
    ];
    expect(await people.search({ text: "sunita sharma" })).toMatchObject([
      { _id: first, login: null, ...facts[0] },
      { _id: second, login: null, ...facts[1] },
    ]);
    for (const text of ["98230 99999", "+919823099999", "09823099999"])
      expect(await people.search({ text }), text).toMatchObject([{ _id: second }]);
    expect(await people.search({ text: "98230 9999" })).toEqual([]);
    expect(await people.get({ id: second })).toMatchObject({ admissionNo: null, className: null, ...facts[1] });
    expect(await people.get({ id: asha.id })).toMatchObject({
      ...{ admissionNo: "LY-7", className: "7", section: "A", phone: null, children: [] },
    });
  });

  it("at most twenty people are shown, and an empty search is refused", async () => {
    const people = await office();
    for (let made = 0; made < 21; made += 1) await createStudent({ name: `Chandra ${made}` });
    expect(await people.search({ text: "chandra" })).toHaveLength(20);
    expect(await refusalOf(people.search({ text: " " }))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

/** A person with data in every table; each text is a distinct canary. */
async function person({ confirmed = true } = {}) {
  const user = await createStudent({ name: "Canary-Name", email });
  if (confirmed) await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
  await createCaller({ principal: null, address: "10.9.8.7" }).auth.login({
    identifier: email,
    password,
    role: "user",
  });
  await result(user, {
    ...{ className: 11, score: 41.25, totalMarks: 77.5, gpa: 8.75, subject: "Canary-Subject" },
    ...{ examName: "Canary-Exam", examDate: new Date("2026-03-14"), readAt: new Date("2026-04-01T00:00:00Z") },
  });
  const consent = { consentAt: new Date("2026-02-02T00:00:00Z"), consentVersion: "Canary-Version" };
  const application = await submission({
    ...{ ...consent, email, selectedClass: 9, name: "Canary-Child", parentName: "Canary-Parent" },
    ...{ phone: "+91 11111 22222", previousSchool: "Canary-School", openedAt: new Date("2026-02-03T00:00:00Z") },
  });
  const message = await db().contactMessage.create({
    data: { ...consent, name: "Canary-Sender", email, phone: "+91 33333 44444", message: "Canary-Message" },
  });
  await db().mail.createMany({
    data: [
      { kind: "resultNews", event: "one", recipient: email, userId: user.id, about: {} },
      { kind: "admissionReceipt", event: "two", recipient: email, about: { submissionId: application.id } },
      { kind: "contactMessage", event: "three", recipient: "office@lyceum.example", about: { messageId: message.id } },
      { kind: "resultNews", event: "four", recipient: "other@example.org", about: {} },
    ],
  });
  return user;
}

const canaries = [
  ...["Canary-Name", email, "Canary-Subject", "Canary-Exam", "2026-03-14", "41.25", "77.5", "8.75", "10.9.8.7"],
  ...["2026-04-01T00:00:00.000Z", "Canary-Child", "Canary-Parent", "+91 11111 22222", "Canary-School"],
  ...["2026-02-02T00:00:00.000Z", "2026-02-03T00:00:00.000Z", "Canary-Version", "Canary-Sender", "+91 33333 44444"],
  ...["Canary-Message", "admissionReceipt", "resultNews", "contactMessage"],
];

describe("search for a person", () => {
  it("an unknown or invalid email finds nobody", async () => {
    await person();
    const people = await office();
    expect(await refusalOf(people.find({ email: "nobody@example.org" }))).toEqual({
      code: "NOT_FOUND",
      message: "Nothing is kept for this address.",
    });
    for (const wrong of ["", "canary", { contains: "@" }])
      expect((await refusalOf(people.find({ email: wrong as string }))).code).toBe("BAD_REQUEST");
  });

  it("a search shows the amount of data, with and without an account", async () => {
    await person();
    await submission({ email: "family@example.org" });
    const people = await office();
    const counts = countsOf({ Results: 1, Roster: 1, Applications: 1, Messages: 1, Emails: 3 });
    const account = {
      ...{ _id: expect.any(String), name: "Canary-Name", createdAt: expect.any(Date), emailConfirmed: true },
      wards: [],
    };
    const rows = [
      {
        ...{ _id: expect.any(String), label: "Applications", name: "Canary-Child", createdAt: expect.any(Date) },
        about: expect.stringMatching(/^Class 9, \w{4}-TEST$/),
      },
      { _id: expect.any(String), label: "Messages", name: "Canary-Sender", createdAt: expect.any(Date) },
    ];
    expect(await people.find({ email: " CANARY@Example.org" })).toEqual({
      ...{ email, account, rows },
      counts: expect.arrayContaining(counts),
    });
    expect(await people.find({ email: "family@example.org" })).toMatchObject({
      account: null,
      counts: expect.arrayContaining(countsOf({ Results: 0, Roster: 0, Applications: 1, Messages: 0, Emails: 0 })),
    });
  });
});

it("the page that an application links to shows what is stored for its address, and the link does not contain the address", async () => {
  const { id } = await submission({ email, name: "Canary-Child" });
  await submission({ email: "other@example.org", name: "Dev Rao" });
  const principal = await principalFor(await tokenFor(await createAdmin()));
  const shown = async (application: string) => JSON.stringify(await HeldForApplication({ principal, id: application }));
  const page = await shown(id);
  expect(page).toContain(`"held":{"email":"${email}"`);
  expect(page).toContain("Canary-Child");
  expect(page).not.toContain("Dev Rao");
  for (const unknown of ["019376a0-2c4b-7f07-8a9c-1d3e5f7a9b0c", "x"])
    expect(await shown(unknown)).toContain("This application does not exist");
});

describe("erasure and export by the administrator", () => {
  it("exporting and erasing a person require the administrator's password each time", async () => {
    await person();
    const people = await office();
    const before = await everything();
    for (const call of [people.export, people.erase])
      for (const wrong of ["not the password", ` ${password}`])
        expect(await refusalOf(call({ email, password: wrong }))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect((await refusalOf(people.export({ email, password: undefined as unknown as string }))).code).toBe(
      "BAD_REQUEST",
    );
    expect(await everything()).toBe(before);
  });

  it("a person's export is complete, has no secrets, and is audited by account id", async () => {
    const user = await person();
    const start = performance.now();
    const data = await (await office()).export({ email, password });
    expect(performance.now() - start).toBeLessThan(10_000);
    const text = JSON.stringify(data);
    expect(canaries.filter((canary) => !text.includes(canary))).toEqual([]);
    expect(text).not.toMatch(/argon2|hash|token|other@example/i);
    expect(await actions()).toEqual([
      ["login", null],
      ["person-exported", user.id],
    ]);
  });

  it("an erasure deletes all personal data, and the audit trail keeps only the account's id", async () => {
    const user = await person();
    const [bystander, people] = [await createStudent(), await office()];
    await result(bystander);
    await people.erase({ email, password });
    const { rows: tables } = await pool().query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool().query<{ text: string }>(`select t::text as text from ${name} t`);
      // Audit events keep the network address for a year.
      const sought = canaries.filter((canary) => /canary|\+91/i.test(canary));
      // The name of a subject is nobody's personal data: it stays in the list of subjects.
      if (name === "public.subjects") continue;
      for (const { text } of rows)
        for (const canary of sought) if (text.includes(canary)) found.push(`${name} ${canary}`);
    }
    expect(found).toEqual([]);
    expect(await db().user.findMany({ where: { role: "user" } })).toMatchObject([{ id: bystander.id }]);
    expect([await db().result.count(), await db().mail.count()]).toEqual([1, 1]);
    expect(await actions()).toEqual([
      ["login", null],
      ["person-erased", user.id],
    ]);
    expect(await refusalOf(people.find({ email }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(people.erase({ email, password }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("only the ticked rows of an address are erased, and none that belong to another address", async () => {
    const user = await person();
    const sibling = await submission({ email, name: "Dev Rao" });
    const stranger = await submission({ email: "other@example.org" });
    const people = await office();
    const { rows } = await people.find({ email });
    const before = await everything();
    for (const wrong of [[stranger.id], [user.id, stranger.id], []])
      expect((await refusalOf(people.erase({ email, password, rows: wrong }))).code).toMatch(/CONFLICT|BAD_REQUEST/);
    expect(await everything()).toBe(before);
    const ticked = rows.filter(({ name }) => name !== "Dev Rao").map(({ _id }) => _id);
    await people.erase({ email, password, rows: [user.id, ...ticked] });
    expect(await people.find({ email })).toMatchObject({ account: null, rows: [{ _id: sibling.id, name: "Dev Rao" }] });
    expect(await db().submission.count()).toBe(2);
    expect((await db().mail.findMany()).map(({ event }) => event)).toEqual(["four"]);
  });

  it("only the ticked rows of an address are exported, and none that belong to another address", async () => {
    const user = await person();
    await submission({ email, name: "Dev Canary" });
    const stranger = await submission({ email: "other@example.org" });
    const people = await office();
    const { rows } = await people.find({ email });
    const call = people.export({ email, password, rows: [user.id, stranger.id] });
    expect(await refusalOf(call)).toMatchObject({ code: "CONFLICT" });
    const own = rows.filter(({ name }) => name !== "Dev Canary").map(({ _id }) => _id);
    const mine = await people.export({ email, password, rows: [user.id, ...own] });
    expect([mine.account?._id, JSON.stringify(mine).includes("Dev Canary")]).toEqual([user.id, false]);
    expect([mine.applications, mine.messages]).toMatchObject([[{}], [{}]]);
    const dev = rows.flatMap(({ name, _id }) => (name === "Dev Canary" ? [_id] : []));
    expect(await people.export({ email, password, rows: dev })).toMatchObject({
      ...{ account: null, applications: [{ name: "Dev Canary" }], messages: [], results: [], mails: [], events: [] },
    });
  });

  it("a family without an account can be erased; the administrator cannot", async () => {
    await submission({ email });
    const admin = await createAdmin({ username: "head@example.org" });
    const { people } = await actingAs(admin);
    await people.erase({ email, password });
    expect(await db().submission.count()).toBe(0);
    expect(await refusalOf(people.erase({ email: "head@example.org", password }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db().user.count({ where: { id: admin.id } })).toBe(1);
  });
});

describe("own data export", () => {
  it("an export includes forms sent with the same email only after the email is confirmed", async () => {
    const user = await person({ confirmed: false });
    const stranger = await (await actingAs(user)).account.exportData();
    expect(stranger).toMatchObject({ applications: null, messages: null });
    expect(JSON.stringify(stranger)).not.toMatch(/Canary-(Child|Parent|School|Sender|Message)/);
    await db().staffGrant.create({ data: { userId: user.id, role: "teacher", className: 7, fromDay: new Date(0) } });
    const teacher = await db().session.create({
      data: { userId: user.id, side: "admin", tokenHash: hashOfToken("t"), expiresAt: new Date(Date.now() + 60_000) },
    });
    const asTeacher = await findPrincipalOfSession(teacher.id, new Date());
    const exported = await createCaller({ principal: asTeacher }).account.exportData();
    expect(exported).toMatchObject({ applications: null, messages: null });
    await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const text = JSON.stringify(await (await actingAs(user)).account.exportData());
    const missing = canaries.filter((canary) => !text.includes(canary));
    // The email to the office does not belong to the person.
    expect(missing).toEqual(["admissionReceipt", "contactMessage"]);
  });

  it("an export of the own account or of a person has what the inventory says", async () => {
    const user = await createStudent({ email });
    const phone = "+919823012345";
    await db().user.update({ where: { id: user.id }, data: { phone } });
    const own = (await (await actingAs(user)).account.exportData()).account;
    await db().user.update({ where: { id: user.id }, data: { loginClosedAt: new Date() } });
    const { account } = await (await office()).exportById({ id: user.id, password });
    const closed = { phone, loginClosedAt: expect.any(Date) };
    expect([own, account]).toMatchObject([{ phone, loginClosedAt: null }, closed]);
    const exported = Object.entries(inventory.User?.fields ?? {}).filter(([, field]) => field.export === true);
    const names = exported.map(([name]) => (name === "id" ? "_id" : name)).sort();
    for (const one of [own, account]) expect(Object.keys(one ?? {}).sort()).toEqual(names);
  });

  it("an export tells where the person acted from, but not where anybody else did, known or not", async () => {
    const user = await person();
    const by = { userId: (await createAdmin()).id, role: "admin" } as const;
    for (const one of [by, null])
      await recordNow({ action: "login-refused", by: one, subjectId: user.id, address: "203.0.113.7" });
    const { events } = await (await actingAs(user)).account.exportData();
    expect(events.map(({ action, address }) => [action, address])).toEqual([
      ["login", "10.9.8.7"],
      ["login-refused", null],
      ["login-refused", null],
      ["data-exported", null],
    ]);
  });

  it("an export requires the password if the login is older than ten minutes", async () => {
    const user = await createStudent({ email });
    const token = await tokenFor(user);
    await db().session.updateMany({ data: agedSession });
    const { account } = createCaller({ principal: await principalFor(token), address: "10.0.0.1" });
    expect(await refusalOf(account.exportData())).toMatchObject({
      code: "BAD_REQUEST",
      issues: [{ path: ["password"] }],
    });
    expect(await refusalOf(account.exportData({ password: "wrong" }))).toMatchObject({
      issues: [{ path: ["password"] }],
    });
    expect(await account.exportData({ password })).toMatchObject({ account: { email } });
    await db().session.updateMany({ data: { createdAt: new Date(Date.now() - 9 * 60_000) } });
    expect(await account.exportData()).toMatchObject({ account: { email } });
    expect((await actions()).map(([action]) => action)).toEqual(["login-refused", "data-exported", "data-exported"]);
  });

  it("an address that two people share erases nobody; each of them is erased only as a person", async () => {
    const child = await createStudent({ name: "Asha Rao", email: "child@example.org" });
    const mother = await db().user.create({ data: { name: "Mira Rao", email } });
    await db().guardianship.create({
      data: { guardianId: mother.id, studentId: child.id, relation: "mother", origin: "office" },
    });
    const people = await office();
    const before = await everything();
    expect((await people.find({ email })).account).toMatchObject({
      _id: mother.id,
      wards: [{ _id: child.id, name: "Asha Rao" }],
    });
    expect((await refusalOf(people.erase({ email, password }))).message).toBe(
      "This address belongs to Mira Rao, and is also used for Asha Rao. Erase each person on the person’s own page.",
    );
    expect(await everything()).toBe(before);
    expect(await people.exportById({ id: child.id, password })).toMatchObject({ account: { name: "Asha Rao" } });
    expect((await people.get({ id: child.id })).guardians).toEqual([{ _id: mother.id, name: "Mira Rao" }]);
    await people.eraseById({ id: child.id, password });
    expect(await db().user.findMany({ where: { role: "user" } })).toMatchObject([{ id: mother.id }]);
    expect((await refusalOf(people.eraseById({ id: child.id, password }))).code).toBe("NOT_FOUND");
  });

  it("a person who closed the login is on the list of those to erase within thirty days", async () => {
    const user = await createStudent({ name: "Asha Rao", email });
    await (await actingAs(user)).account.remove({ password });
    const [request, ...others] = await (await office()).requests();
    expect([request?.name, others]).toEqual(["Asha Rao", []]);
    expect(Number(request?.dueAt) - Number(request?.closedAt)).toBe(30 * 24 * 60 * 60 * 1000);
  });
});

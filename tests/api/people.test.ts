import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/api/root";
import { db, pool } from "@/server/db";
import type { User } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs";
import {
  admin,
  callerOf,
  principalFor,
  refusalOf,
  result,
  student,
  submission,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../setup/database";
import { everything } from "../setup/everything";

beforeAll(prepareJobs);
beforeEach(resetDatabase);

const email = "canary@example.org";
const password = usualPassword;
const agedSession = { createdAt: new Date(Date.now() - 11 * 60_000) };

const actingAs = async (user: User) => (await callerOf(await tokenFor(user))).auth;
const office = async () => actingAs(await admin());
const actions = async () =>
  (await db().auditEvent.findMany({ orderBy: { id: "asc" } })).map(({ action, subjectId }) => [action, subjectId]);

/** A person of whom there is something in every place; each text is a canary of its own. */
async function person({ confirmed = true } = {}) {
  const user = await student({ name: "Canary-Name", email });
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
      { kind: "resultAdded", event: "one", recipient: email, userId: user.id, about: {} },
      { kind: "admissionReceipt", event: "two", recipient: email, about: { submissionId: application.id } },
      { kind: "contactMessage", event: "three", recipient: "office@lyceum.example", about: { messageId: message.id } },
      { kind: "resultAdded", event: "four", recipient: "other@example.org", about: {} },
    ],
  });
  return user;
}

const canaries = [
  ...["Canary-Name", email, "Canary-Subject", "Canary-Exam", "2026-03-14", "41.25", "77.5", "8.75", "10.9.8.7"],
  ...["2026-04-01T00:00:00.000Z", "Canary-Child", "Canary-Parent", "+91 11111 22222", "Canary-School"],
  ...["2026-02-02T00:00:00.000Z", "2026-02-03T00:00:00.000Z", "Canary-Version", "Canary-Sender", "+91 33333 44444"],
  ...["Canary-Message", "admissionReceipt", "resultAdded", "contactMessage"],
];

describe("looking for a person", () => {
  it("finds nobody under an address of which nothing is kept, or that is none", async () => {
    await person();
    const { findPerson } = await office();
    expect(await refusalOf(findPerson({ email: "nobody@example.org" }))).toEqual({
      code: "NOT_FOUND",
      message: "Nothing is kept for this address.",
    });
    for (const wrong of ["", "canary", { contains: "@" }])
      expect((await refusalOf(findPerson({ email: wrong as string }))).code).toBe("BAD_REQUEST");
  });

  it("says how much there is, with an account or without one", async () => {
    await person();
    await submission({ email: "family@example.org" });
    const { findPerson } = await office();
    const counts = { results: 1, applications: 1, messages: 1, mails: 3 };
    const account = { name: "Canary-Name", createdAt: expect.any(Date), emailConfirmed: true };
    expect(await findPerson({ email: " CANARY@Example.org" })).toEqual({ email, account, ...counts });
    expect(await findPerson({ email: "family@example.org" })).toMatchObject({
      account: null,
      applications: 1,
      mails: 0,
    });
  });
});

describe("a person's data in the administrator's hands", () => {
  it("needs the administrator's password, each time", async () => {
    await person();
    const { exportPerson, erasePerson } = await office();
    const before = await everything();
    for (const call of [exportPerson, erasePerson])
      for (const wrong of ["not the password", ` ${password}`])
        expect(await refusalOf(call({ email, password: wrong }))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect((await refusalOf(exportPerson({ email, password: undefined as unknown as string }))).code).toBe(
      "BAD_REQUEST",
    );
    expect(await everything()).toBe(before);
  });

  it("is all there is, no secret among it, and goes on record by the account's id", async () => {
    const user = await person();
    const start = performance.now();
    const data = await (await office()).exportPerson({ email, password });
    expect(performance.now() - start).toBeLessThan(10_000);
    const text = JSON.stringify(data);
    expect(canaries.filter((canary) => !text.includes(canary))).toEqual([]);
    expect(text).not.toMatch(/argon2|hash|token|other@example/i);
    expect(await actions()).toEqual([
      ["login", null],
      ["person-exported", user.id],
    ]);
  });

  it("is erased in one run: no row holds a canary any more, and the trail keeps the account's id alone", async () => {
    const user = await person();
    const [bystander, auth] = [await student(), await office()];
    await result(bystander);
    await auth.erasePerson({ email, password });
    const { rows: tables } = await pool().query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool().query<{ text: string }>(`select t::text as text from ${name} t`);
      // What happened stays in the trail for its year, with the network address.
      const sought = canaries.filter((canary) => /canary|\+91/i.test(canary));
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
    expect(await refusalOf(auth.findPerson({ email }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusalOf(auth.erasePerson({ email, password }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("can be that of a family without an account, and is never the administrator's own", async () => {
    await submission({ email });
    const head = await admin({ username: "head@example.org" });
    const auth = await actingAs(head);
    await auth.erasePerson({ email, password });
    expect(await db().submission.count()).toBe(0);
    expect(await refusalOf(auth.erasePerson({ email: "head@example.org", password }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db().user.count({ where: { id: head.id } })).toBe(1);
  });
});

describe("one's own data", () => {
  it("has what was sent under the address only once the address is known to be one's own", async () => {
    const user = await person({ confirmed: false });
    const stranger = await (await actingAs(user)).exportData();
    expect(stranger).toMatchObject({ applications: null, messages: null });
    expect(JSON.stringify(stranger)).not.toMatch(/Canary-(Child|Parent|School|Sender|Message)/);
    await db().user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const text = JSON.stringify(await (await actingAs(user)).exportData());
    const missing = canaries.filter((canary) => !text.includes(canary));
    // The mail to the office is the office's.
    expect(missing).toEqual(["admissionReceipt", "contactMessage"]);
  });

  it("asks for the password once the login is more than ten minutes old", async () => {
    const user = await student({ email });
    const token = await tokenFor(user);
    await db().session.updateMany({ data: agedSession });
    const auth = createCaller({ principal: await principalFor(token), address: "10.0.0.1" }).auth;
    expect(await refusalOf(auth.exportData())).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["password"] }] });
    expect(await refusalOf(auth.exportData({ password: "wrong" }))).toMatchObject({ issues: [{ path: ["password"] }] });
    expect(await auth.exportData({ password })).toMatchObject({ account: { email } });
    await db().session.updateMany({ data: { createdAt: new Date(Date.now() - 9 * 60_000) } });
    expect(await auth.exportData()).toMatchObject({ account: { email } });
    expect((await actions()).map(([action]) => action)).toEqual(["login-refused", "data-exported", "data-exported"]);
  });
});

import { describe, expect, it } from "vitest";
import { db, pool } from "@/server/db/client";
import {
  callerOf,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();

const placed = { className: 7, section: "a", rollNo: "12", fromDay: "2026-04-06" };
const names = async (more: object) => (await office.students.list(more)).items.map(({ name }) => name);

describe("the roster refuses", () => {
  it("visitors and students", async () => {
    const asha = await createStudent();
    const students = [(await callerOf(null)).students, (await callerOf(await tokenFor(asha))).students];
    for (const room of students) {
      const calls = [() => room.list({}), () => room.get({ id: asha.id }), () => room.add({ name: "Nila Sen" })];
      for (const call of calls) expect((await refusalOf(call())).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);
    }
    expect(await db().user.count({ where: { role: "user" } })).toBe(1);
  });

  it.each([
    ["an admission number with an @", { admissionNo: "7@school" }, "admissionNo", /cannot have an @/],
    ["a wide @", { admissionNo: "7＠school" }, "admissionNo", /cannot have an @/],
    ["a class of 13", { className: 13 }, "className", /class from 1 to 12/],
    ["a section without a class", { section: "A" }, "className", /class from 1 to 12/],
    ["a roll number without a class", { rollNo: "12" }, "className", /class from 1 to 12/],
    ["a first day without a class", { fromDay: "2026-04-06" }, "className", /class from 1 to 12/],
    ["a section of four letters", { className: 7, section: "ROSE" }, "section", /one to three letters/],
    ["a birth in the future", { bornOn: "2999-01-01" }, "bornOn", /future/],
    ["a name of 201 letters", { name: "n".repeat(201) }, "name", /200 characters/],
  ])("%s", async (_case, more, field, words) => {
    await schoolYear();
    const refusal = await refusalOf(office.students.add({ name: "Nila Sen", ...more }));
    expect(refusal.issues).toMatchObject([{ path: [field], message: expect.stringMatching(words) }]);
    expect(await db().student.count()).toBe(0);
  });

  it("an admission number that another student has, in upper or lower case, and names that student", async () => {
    await office.students.add({ name: "Asha Rao", admissionNo: "kv-7" });
    const refusal = await refusalOf(office.students.add({ name: "Nila Sen", admissionNo: "KV-7" }));
    expect(refusal).toEqual({
      code: "CONFLICT",
      message: "Asha Rao has this admission number already.",
      issues: [{ path: ["admissionNo"], message: "Asha Rao has this admission number already." }],
    });
    const twice = ["a", "A"].map((admissionNo) => office.students.add({ name: "Twin", admissionNo }));
    const outcomes = await Promise.allSettled(twice);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().student.count()).toBe(2);
  });

  it("somebody else's address, and says whose it is", async () => {
    const asha = await createStudent({ name: "Asha Rao", email: "asha@example.org" });
    const { _id: child } = await office.students.add({ name: "Kiran Das" });
    const mother = await db().user.create({ data: { name: "Mira Das", email: "mira@example.org" } });
    await db().guardianship.create({
      data: { guardianId: mother.id, studentId: child, relation: "mother", origin: "office" },
    });
    await db().user.create({ data: { name: "Ravi Sen", email: "ravi@example.org", passwordHash: "x" } });
    const messageOf = async (email: string) => (await refusalOf(office.students.add({ name: "New", email }))).message;
    expect(await messageOf("ASHA@example.org")).toBe("This is the address of Asha Rao, who is a student.");
    expect(await messageOf("mira@example.org")).toMatch(/^This is the address of Mira Das, who is a guardian\./);
    expect(await messageOf("ravi@example.org")).toMatch(/^Ravi Sen signed up with this address\./);
    const edited = async (email: string) => (await refusalOf(office.students.edit({ id: child, email }))).message;
    expect(await edited(asha.email)).toBe("This is the address of Asha Rao, who is a student.");
    const account = (name: string) => `This is the address of ${name}, who has an account here.`;
    expect(await edited("ravi@example.org")).toBe(account("Ravi Sen"));
    const { user: clerk, email } = await createStaff({ role: "office" });
    expect(await messageOf(email)).toBe(account(clerk.name));
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: "x" } });
    expect(await messageOf("mira@example.org")).toBe(account("Mira Das"));
    expect(await db().student.count()).toBe(2);
  });

  it("a roll number that is taken in class, section and year, and a class without a school year", async () => {
    expect((await refusalOf(office.students.add({ name: "Asha Rao", ...placed }))).message).toMatch(/no school year/);
    await schoolYear();
    await office.students.add({ name: "Asha Rao", ...placed });
    const refusal = await refusalOf(office.students.add({ name: "Nila Sen", ...placed }));
    expect(refusal.message).toBe("Roll number 12 belongs to Asha Rao in this class and section already.");
    expect(await db().student.count()).toBe(1);
    await office.students.add({ name: "Nila Sen", ...placed, section: "B" });
  });
});

describe("the history of a student", () => {
  it("has every field with both values and the reason, outlives the trail, and is deleted with the person", async () => {
    await schoolYear();
    const { _id: id } = await office.students.add({ name: "Asha Rao", email: "asha@example.org", ...placed });
    await office.students.edit({ id, email: "rao@example.org", bornOn: "2014-02-03", admissionNo: "KV-7" });
    await office.enrolments.move({ studentId: id, className: 8, section: "B", rollNo: "3", day: "2026-06-01" });
    await office.enrolments.end({ studentId: id, day: "2026-07-01", reason: "Typed twice", mistake: true });
    const { changes } = await office.students.get({ id });
    expect(changes.slice(0, 3)).toMatchObject([
      {
        ...{ action: "student-ended", reason: "Typed twice" },
        values: [
          { field: "className", before: "8", after: null },
          { field: "section", before: "B", after: null },
          { field: "rollNo", before: "3", after: null },
        ],
      },
      {
        action: "student-moved",
        values: [
          { before: "7", after: "8" },
          { before: "A", after: "B" },
          { before: "12", after: "3" },
        ],
      },
      {
        action: "student-edited",
        values: expect.arrayContaining([
          { field: "email", before: "asha@example.org", after: "rao@example.org" },
          { field: "bornOn", before: null, after: "2014-02-03" },
          { field: "admissionNo", before: null, after: "KV-7" },
        ]),
      },
    ]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toMatch(/rao@example|KV-7|Typed twice/);
    await pool().query("begin; set local session_replication_role = replica; delete from audit_events; commit");
    const later = (await office.students.get({ id })).changes;
    expect(later.map(({ action, by }) => [action, by])).toEqual(
      ["student-ended", "student-moved", "student-edited"].map((action) => [action, "Administrator"]),
    );
    await db().user.delete({ where: { id } });
    expect(await db().personChange.count()).toBe(0);
  });
});

describe("the list", () => {
  it("is never older than its request, whoever writes, and a write that is rolled back changes nothing", async () => {
    await schoolYear();
    const { _id: id } = await office.students.add({ name: "Asha Rao", section: "", rollNo: "" });
    expect(await names({ search: "asha" })).toEqual(["Asha Rao"]);
    await pool().query("update users set name = 'Nila Sen' where id = $1", [id]);
    expect(await names({ search: "asha" })).toEqual([]);
    await pool().query("begin; update users set name = 'Asha' where role = 'user'; rollback");
    expect(await names({})).toEqual(["Nila Sen"]);
    await pool().query("delete from users where id = $1", [id]);
    expect(await names({})).toEqual([]);
  });

  it("says who comes before and after a student, in the list's own filter and order", async () => {
    await schoolYear();
    const ids = [];
    for (const [name, rollNo] of [
      ["Asha Rao", "3"],
      ["Nila Sen", "1"],
      ["Kiran Das", "2"],
    ])
      ids.push((await office.students.add({ name: name ?? "", ...placed, rollNo }))._id);
    const [asha = "", nila = ""] = ids;
    const beside = await office.students.neighbours({ id: asha, class: 7, sort: "roll" });
    expect(beside).toMatchObject({ previous: { name: "Kiran Das" }, next: null, place: 3, total: 3 });
    const byName = await office.students.neighbours({ id: asha });
    expect(byName).toMatchObject({ previous: null, next: { name: "Kiran Das" }, place: 1 });
    await db().result.create({ data: { studentId: nila, className: 7, score: 9, totalMarks: 10 } });
    const byResult = await office.students.neighbours({ id: nila, sort: "lastResult", direction: "desc" });
    expect(byResult).toMatchObject({ previous: null, next: { name: "Asha Rao" } });
    expect(await office.students.neighbours({ id: asha, class: 8 })).toBeNull();
  });

  it("shows a code of the office as an invitation as long as the code is open", async () => {
    const { _id: id } = await office.students.add({ name: "Asha Rao" });
    const logins = async () => (await office.students.list({})).items.map(({ login }) => login);
    expect(await logins()).toEqual(["none"]);
    await pool().query(
      `insert into access_codes (id, user_id, purpose, code_hash, expires_at)
       values (gen_random_uuid(), $1, 'join', sha256('one'), now() + interval '1 day')`,
      [id],
    );
    expect(await logins()).toEqual(["invited"]);
    await pool().query("update access_codes set revoked_at = now()");
    expect(await logins()).toEqual(["none"]);
  });
});

describe("a student on the roster", () => {
  it("is added with a class, and the page shows everything about the student", async () => {
    await schoolYear();
    const added = await office.students.add({
      ...{ name: "  Asha Rao ", email: "Asha@Example.org", admissionNo: "KV-7", bornOn: "2014-02-03", ...placed },
    });
    expect(added).toMatchObject({
      ...{ name: "Asha Rao", email: "asha@example.org", admissionNo: "KV-7", bornOn: "2014-02-03", origin: "office" },
      ...{ login: "none", state: "current", results: [], guardians: [], openSessions: 0 },
      enrolments: [{ className: "7", section: "A", rollNo: "12", fromDay: "2026-04-06", toDay: null }],
    });
    expect(added.changes).toMatchObject([{ action: "student-added", by: "Administrator" }]);
    expect(await office.students.get({ id: added._id })).toEqual(added);
  });

  it("keeps earlier names when renamed, and refuses a version that has been replaced", async () => {
    const { _id: id, rowVersion } = await office.students.add({ name: "Asha Rao" });
    const edited = await office.students.edit({ id, name: "Asha Menon", rowVersion });
    expect(edited).toMatchObject({ name: "Asha Menon", names: [{ name: "Asha Rao", changedBy: "Administrator" }] });
    const values = [{ field: "name", before: "Asha Rao", after: "Asha Menon" }];
    expect(edited.changes[0]).toMatchObject({
      action: "student-edited",
      fields: ["name"],
      values,
      by: "Administrator",
    });
    expect(await office.students.edit({ id, name: "Asha Menon", rowVersion })).toEqual(edited);
    const late = await refusalOf(office.students.edit({ id, name: "Asha R", rowVersion }));
    expect(late).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/^This student has been changed/) });
    expect((await office.students.get({ id })).name).toBe("Asha Menon");
  });

  it("whose address is changed is unconfirmed at the new one, stays known, and the old one is told", async () => {
    const asha = await createStudent({ email: "asha@example.org" });
    await db().user.update({ where: { id: asha.id }, data: { emailConfirmedAt: new Date() } });
    const edited = await office.students.edit({ id: asha.id, email: "rao@example.org" });
    expect(edited).toMatchObject({ email: "rao@example.org", emailConfirmed: false, login: "active" });
    const mails = await db().mail.findMany({ select: { kind: true, recipient: true } });
    expect(mails).toEqual([{ kind: "addressChanged", recipient: "asha@example.org" }]);
    const visitor = await callerOf(null);
    const login = (identifier: string) => visitor.auth.login({ identifier, password: usualPassword, role: "user" });
    expect((await refusalOf(login("asha@example.org"))).code).toBe("UNAUTHORIZED");
    expect((await login("rao@example.org")).user._id).toBe(asha.id);
  });

  it("without an address logs in with the admission number, and cannot lose both", async () => {
    const asha = await createStudent({ email: "asha@example.org" });
    const refusal = await refusalOf(office.students.edit({ id: asha.id, email: "" }));
    expect(refusal.issues?.[0]?.message).toMatch(/admission number to log in with/);
    await office.students.edit({ id: asha.id, email: null, admissionNo: "kv 7" });
    const visitor = await callerOf(null);
    const login = await visitor.auth.login({ identifier: " KV 7 ", password: usualPassword, role: "user" });
    expect(login.user).toMatchObject({ _id: asha.id, email: null });
  });
});

describe("the list of students", () => {
  it("leaves out students who have left where logins are missing or unconfirmed, and keeps those who are about to leave", async () => {
    const leave = (id: string, leftOn: string) =>
      db().student.update({ where: { userId: id }, data: { leftOn: new Date(leftOn) } });
    const unconfirmed = async () =>
      (await office.overview.get()).waiting.find(({ kind }) => kind === "unconfirmed")?.count;
    for (const [name, day] of [
      ["Asha Rao", "2020-03-31"],
      ["Nila Sen", "2999-03-31"],
    ] as const) {
      await leave((await office.students.add({ name }))._id, day);
      await leave((await createStudent({ name: `${name} 2`, isKnown: false })).id, day);
    }
    expect([await names({ login: "none" }), await names({ login: "not confirmed" })]).toEqual([
      ["Nila Sen"],
      ["Nila Sen 2"],
    ]);
    expect([(await office.students.list({})).views.noLogin, await unconfirmed()]).toEqual([1, 1]);
    expect(await names({ login: "none", state: "left" })).toEqual(["Asha Rao", "Nila Sen"]);
  });

  it("finds parts of words in any script, and both spellings of a nukta", async () => {
    const roster = ["Asha Rao", "Rao Bahadur", "निशा वर्मा", "ज़ारा खान", "x".repeat(150)];
    for (const name of roster) await office.students.add({ name });
    expect(await names({ search: "rao as" })).toEqual(["Asha Rao"]);
    expect(await names({ search: "नि" })).toEqual(["निशा वर्मा"]);
    for (const spelling of ["\u095bारा", "\u091c\u093cारा"])
      expect(await names({ search: spelling })).toEqual(["ज़ारा खान".normalize("NFC")]);
    expect(await names({ search: "%" })).toEqual([]);
    expect(await names({ search: "xxx" })).toEqual(["x".repeat(150)]);
  });

  it("names and counts students without a guardian, except those who have left, and follows a link that ends", async () => {
    const { _id: studentId } = await office.students.add({ name: "Asha" });
    const { _id: gone } = await office.students.add({ name: "Bilal" });
    await office.students.add({ name: "Chitra" });
    await db().student.update({ where: { userId: gone }, data: { leftOn: new Date("2020-03-31") } });
    const found = async () => {
      const { items, views } = await office.students.list({ guardian: "missing" });
      return [items.map(({ name }) => name), views.noGuardian];
    };
    expect(await found()).toEqual([["Asha", "Chitra"], 2]);
    const { _id: id } = await office.guardians.add({ studentId, name: "Mira Rao", relation: "mother" });
    expect(await found()).toEqual([["Chitra"], 1]);
    await office.guardians.end({ id });
    expect(await found()).toEqual([["Asha", "Chitra"], 2]);
  });

  it("filters by class, section, login and state, sorts, and counts the built-in views", async () => {
    const { id } = await schoolYear();
    await office.students.add({ name: "Asha", admissionNo: "2", ...placed, rollNo: "10" });
    await office.students.add({ name: "Bilal", admissionNo: "1", ...placed, rollNo: "9" });
    await office.students.add({ name: "Chitra", ...placed, className: 8, section: null, rollNo: null });
    const dev = await createStudent({ name: "Dev", isKnown: false });
    await result(dev, { className: 6, subject: "Biology", examName: "Unit Test", score: 4.1, totalMarks: 8 });
    expect(await names({ class: "7", section: "a", sort: "roll" })).toEqual(["Bilal", "Asha"]);
    expect(await names({ sort: "admission" })).toEqual(["Bilal", "Asha", "Chitra", "Dev"]);
    expect(await names({ sort: "lastResult", direction: "desc", limit: 1 })).toEqual(["Dev"]);
    expect(await names({ login: "not confirmed" })).toEqual(["Dev"]);
    expect(await names({ state: "current", page: 2, limit: 2 })).toEqual(["Chitra"]);
    const page = await office.students.list({ state: "proposed", year: id });
    expect(page).toMatchObject({
      ...{ total: 1, page: 1, pages: 1, year: { label: "2026-27" } },
      views: { all: 4, notPlaced: 1, noLogin: 3, noGuardian: 4, proposed: 1, noConsent: 4 },
      items: [
        {
          ...{ name: "Dev", className: null, proposedClass: "6", state: "not placed", guardians: [] },
          lastResult: { exam: "Unit Test", subject: "Biology", percentage: 51.25 },
        },
      ],
    });
  });
});

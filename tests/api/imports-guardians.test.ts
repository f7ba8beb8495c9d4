import { beforeEach, describe, expect, it } from "vitest";
import { removeAddedGuardians } from "@/features/imports/mutations-undo";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createGuardian, createStaff, createStudent, refusalOf, schoolYear } from "../factories";
import { doJobs } from "../harness/jobs";
import { asha, findStudent as find, listImporter, nisha, row } from "../harness/list-import";
import { meanwhile } from "../harness/meanwhile";
import { officeOfEachTest } from "../harness/office";

let caller: Caller;
const admin = officeOfEachTest();
beforeEach(async () => {
  caller = admin;
  await schoolYear(2026);
});

const { check, carryOut, faultsOf, rowsOf, statesOf } = listImporter(() => caller);
const vikram = () => db().user.findFirstOrThrow({ where: { name: "Vikram Rao" } });
const other = row({ 8: "9823099999" });

it("only an administrator's import can change a guardian who works here", async () => {
  await carryOut([asha]);
  const { id: userId } = await vikram();
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, fromDay: new Date("2026-01-01") } });
  caller = await callerOf((await createStaff({ role: "office" })).token);
  const why = "Also works here: only an administrator can change this";
  expect(await faultsOf([other])).toEqual([{ guardian1Phone: why }]);
  expect(await faultsOf([row({ 9: "v@rao.example" })])).toEqual([{ guardian1Email: why }]);
  expect(await statesOf([asha])).toEqual(["unchanged"]);
  const { _id: id } = await check([other, nisha]);
  caller = admin;
  expect(await faultsOf([other])).toEqual([{}]);
  // What the office was shown is not what an administrator would do.
  await expect(caller.imports.carryOut({ id })).rejects.toThrow();
  await caller.imports.carryOut({ id });
  expect((await vikram()).phone).toBe("+919823099999");
});

it("only an administrator can undo an import with a guardian who works here, and then as a whole", async () => {
  await carryOut([asha, nisha]);
  const { id: userId } = await vikram();
  const { _id: id } = await carryOut([other, row({ 0: "A-2", 1: "Nisha R. Rao", 5: "2", 8: "" })]);
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, fromDay: new Date("2026-01-01") } });
  const office = await callerOf((await createStaff({ role: "office" })).token);
  const message = "A guardian in this import also works here. Please ask an administrator to undo it.";
  expect(await refusalOf(office.imports.undo({ id }))).toEqual({ code: "FORBIDDEN", message });
  expect((await vikram()).phone).toBe("+919823099999");
  expect(await caller.imports.undo({ id })).toMatchObject({ reversed: 2, leftOver: [] });
  expect((await vikram()).phone).toBe("+919823012345");
});

it("a guardian who logs in with the number does so with the new one until the undo, and the history has both", async () => {
  await carryOut([asha]);
  const phone = "+919823012345";
  await db().user.updateMany({ where: { phone }, data: { username: phone, passwordHash: "his" } });
  const { _id: id } = await carryOut([other]);
  const { id: userId, ...changed } = await vikram();
  expect(changed).toMatchObject({ phone: "+919823099999", username: "+919823099999" });
  expect(await db().personChange.findMany({ where: { userId } })).toMatchObject([
    { field: "phone", before: phone, after: "+919823099999", action: "students-imported" },
  ]);
  await admin.imports.undo({ id });
  expect(await vikram()).toMatchObject({ phone, username: phone });
  expect(await db().personChange.count({ where: { userId } })).toBe(0);
});

it("a number that somebody else logs in with is not given to a guardian with a login", async () => {
  await carryOut([asha]);
  const login = { username: "+919823012345", passwordHash: "his" };
  await db().user.updateMany({ where: { name: "Vikram Rao" }, data: login });
  await db().user.create({ data: { name: "Zoya Khan", username: "+919823099999" } });
  expect(await faultsOf([other])).toEqual([{ guardian1Phone: "Somebody else has it" }]);
});

it("a former colleague's account is joined to no student, and to a guardian only if the office says so", async () => {
  const { id: userId } = await createStudent({ name: "Vikram Rao", email: "v@rao.example", onRoster: false });
  const ended = { fromDay: new Date("2026-01-01"), endedAt: new Date() };
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, ...ended } });
  const { _id: own, accounts } = await check([row({ 6: "v@rao.example" })], { attach: ["2:email"] });
  expect(accounts).toEqual([]);
  expect((await rowsOf(own))[0]?.faults).toEqual({ email: "Somebody else has it" });
  const file = [row({ 9: "v@rao.example" })];
  expect((await check(file)).accounts).toMatchObject([{ key: "2:guardian1Email", attached: false }]);
  await carryOut(file, { attach: ["2:guardian1Email"] });
  expect((await find("A-1")).guardianships).toMatchObject([{ guardianId: userId }]);
  expect(await db().staffGrant.count({ where: { userId } })).toBe(1);
});

it("a number without a name belongs to the child’s own guardian, and links no other child to anybody", async () => {
  const ofNisha = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "" });
  const nameless = { guardian1Name: "The name of the guardian is missing" };
  expect(await faultsOf([asha, ofNisha])).toEqual([{}, nameless]);
  await carryOut([asha]);
  expect(await faultsOf([ofNisha])).toEqual([nameless]);
  expect(await statesOf([row({ 7: "" })])).toEqual(["unchanged"]);
  await db().guardianship.updateMany({ data: { endedAt: new Date() } });
  expect(await faultsOf([row({ 7: "" })])).toEqual([
    { guardian1Name: "This link was ended; link again on the student’s page" },
  ]);
});

it("if one name has two links, the open one is the guardian’s", async () => {
  await carryOut([asha]);
  await db().guardianship.updateMany({ data: { endedAt: new Date() } });
  const { userId: studentId } = await find("A-1");
  await admin.guardians.add({ studentId, name: "Vikram Rao", relation: "Father" });
  expect(await statesOf([row({ 8: "" })])).toEqual(["unchanged"]);
});

it("joining two entries of a guardian leaves a waiting file intact, and the undo says what was changed", async () => {
  const ofVikram = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "V. K. Rao", 8: "9823099999" });
  const { _id: id } = await carryOut([asha, ofVikram]);
  const { _id: waiting } = await check([row({ 5: "3" })]);
  const { id: keptId } = await db().user.findFirstOrThrow({ where: { name: "V. K. Rao" } });
  const { id: goneId } = await vikram();
  await admin.guardians.join({ keptId, goneId });
  expect(await refusalOf(admin.imports.carryOut({ id: waiting }))).toMatchObject({ code: "CONFLICT" });
  expect(await admin.imports.get({ id: waiting })).toMatchObject({ counts: { refused: 0, updated: 1 } });
  const why = "Was changed since the import.";
  expect((await admin.imports.undo({ id })).leftOver).toMatchObject([{ name: "Asha Rao", why }]);
});

it("the office is not asked about a teacher who is the child’s guardian already, only about the row of another child", async () => {
  await carryOut([row({ 9: "v@rao.example" })]);
  const { id: userId } = await vikram();
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, fromDay: new Date("2026-01-01") } });
  const file = [row({ 7: "V. Rao", 8: "", 9: "v@rao.example" }), [...nisha.slice(0, 9), "v@rao.example"]];
  const { _id: id, accounts } = await check(file);
  expect(accounts).toMatchObject([{ key: "3:guardian1Email", attached: false }]);
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["unchanged", "created"]);
  await db().guardianship.updateMany({ data: { endedAt: new Date() } });
  expect((await check(file)).accounts).toMatchObject([{ key: "2:guardian1Email" }, { key: "3:guardian1Email" }]);
});

it("an account that is a student on the roster becomes nobody’s guardian, even if the office says so", async () => {
  const { id: userId } = await createStudent({ name: "Vikram Rao", email: "v@rao.example" });
  await db().student.update({
    where: { userId },
    data: { origin: "self", admissionNo: null, bornOn: new Date("2014-05-04") },
  });
  const attach = ["2:guardian1Email"];
  const ofStudent = { guardian1Email: "Is the address of Vikram Rao, a student" };
  expect(await faultsOf([row({ 9: "v@rao.example" })], { attach })).toEqual([ofStudent]);
  const own = row({ 0: "", 1: "Vikram Rao", 9: "v@rao.example" });
  const { id: schoolYearId } = await db().schoolYear.findFirstOrThrow();
  await db().enrolment.create({
    data: { studentId: userId, schoolYearId, className: 7, fromDay: new Date("2026-04-01") },
  });
  expect(await faultsOf([own], { attach })).toEqual([
    { guardian1Email: "Is the student’s own; move it on the student’s page" },
  ]);
});

it("a guardian of an undone import stays if they get another child at the same moment", async () => {
  const { _id: id } = await carryOut([asha]);
  await admin.imports.undo({ id });
  const [{ id: guardianId }, { id: studentId }] = [await vikram(), await createStudent()];
  const link = { guardianId, studentId, relation: "Uncle", origin: "office" } as const;
  await meanwhile(
    (tx) => tx.guardianship.create({ data: link }),
    () => removeAddedGuardians(id),
  );
  expect(await db().guardianship.findMany()).toMatchObject([link]);
});

it("a guardian whose work here has ended is only a guardian", async () => {
  await carryOut([row({ 9: "v@rao.example" })]);
  const { id: userId } = await vikram();
  const days = { fromDay: new Date("2026-01-01"), toDay: new Date("2026-01-31") };
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, ...days } });
  const ofVikram = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 6: "v@rao.example", 7: "", 8: "" });
  expect(await faultsOf([ofVikram])).toEqual([{ email: "Is the address of Vikram Rao, a guardian" }]);
});

it("the office is asked first about an address that somebody signs up with before the import is carried out", async () => {
  const { _id: id, accounts } = await check([row({ 9: "v@rao.example" }), nisha]);
  expect(accounts).toEqual([]);
  await createStudent({ email: "v@rao.example", onRoster: false });
  expect(await refusalOf(admin.imports.carryOut({ id }))).toMatchObject({ code: "CONFLICT" });
  expect((await admin.imports.get({ id })).accounts).toMatchObject([{ key: "2:guardian1Email", attached: false }]);
  expect(await db().guardianship.count()).toBe(0);
  await admin.imports.carryOut({ id });
  expect(await vikram()).toMatchObject({ email: null, phone: "+919823012345" });
});

/** For each row, what is not taken over, and why. */
async function notesOf(id: string) {
  const { fields, items } = await admin.imports.rows({ id });
  return items.map(({ cells }) => cells.flatMap(({ note }, at) => (note ? [[fields[at], note]] : [])));
}

describe("a guardian who is known under another name", () => {
  const sunita = row({ 7: "Sunita Rao", 9: "s@rao.example" });
  const stays = (field: string, name: string) => [field, `Is matched to ${name}, whose name is kept`];
  const found = async () => (await find("A-2")).guardianships.map(({ guardian: { name, phone } }) => [name, phone]);

  it("is named in the row, and one who is found only by the address keeps the number", async () => {
    await carryOut([sunita]);
    const ofNisha = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "Ramesh Rao", 8: "9823099999", 9: "s@rao.example" });
    const { _id: id } = await check([ofNisha, sunita]);
    const noPhone = ["guardian1Phone", "Is ignored: the address belongs to Sunita Rao"];
    expect(await notesOf(id)).toEqual([[stays("guardian1Name", "Sunita Rao"), noPhone], []]);
    await admin.imports.carryOut({ id });
    expect(await found()).toEqual([["Sunita Rao", "+919823012345"]]);
  });

  it("is also named in a row without a name, once that row links the owner of an address", async () => {
    await carryOut([sunita]);
    const ofNisha = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "", 8: "", 9: "s@rao.example" });
    const { _id: id } = await check([ofNisha, row({ 7: "", 9: "s@rao.example" })]);
    expect(await notesOf(id)).toEqual([[["guardian1Email", "Belongs to Sunita Rao"]], []]);
  });

  it("is named if a number, a word of the name and the relation say who it is", async () => {
    await carryOut([asha]);
    const { _id: id } = await check([
      row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "Suresh Rao" }),
      row({ 7: "Vikram  RAO" }),
    ]);
    expect(await notesOf(id)).toEqual([[stays("guardian1Name", "Vikram Rao")], []]);
  });
});

describe("an address of several students of a file", () => {
  const email = "sunita@rao.example";
  const sisters = [row({ 6: email }), row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 6: email })];
  const ofSeveral = ["email", "Several students of the file have it: enter it for a guardian"];
  const emails = async () => [await find("A-1"), await find("A-2")].map(({ user }) => user.email);

  it("goes to no student, even if somebody signed up with it, and the rows say so", async () => {
    await createStudent({ name: "Sunita Rao", email, onRoster: false });
    const { _id: id, accounts, counts } = await check(sisters);
    expect([accounts, counts]).toMatchObject([[], { created: 2, refused: 0 }]);
    expect(await notesOf(id)).toEqual([[ofSeveral], [ofSeveral]]);
    await admin.imports.carryOut({ id });
    expect(await emails()).toEqual([null, null]);
    expect(await statesOf(sisters)).toEqual(["unchanged", "unchanged"]);
  });

  it("stays with the guardian who has it already", async () => {
    await carryOut([row({ 9: email })]);
    const { _id: id } = await check(sisters);
    expect(await notesOf(id)).toEqual([[["email", "Is kept only for the guardian"]], [ofSeveral]]);
    await admin.imports.carryOut({ id });
    expect(await emails()).toEqual([null, null]);
  });

  it("stays with the student who has it already, and the sister is refused", async () => {
    await carryOut([row({ 6: email })]);
    expect(await faultsOf(sisters)).toEqual([{}, { email: "Is the address of Asha Rao, a student" }]);
    expect(await faultsOf([...sisters].reverse())).toEqual([{ email: "Is the address of Asha Rao, a student" }, {}]);
  });

  it("goes to the student if both rows are that student, but to nobody if the sister's row is refused", async () => {
    const [one = [], two = []] = sisters;
    const { _id: id } = await check([one, one]);
    expect(await notesOf(id)).toEqual([[], []]);
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["created", "refused"]);
    const { _id: other } = await check([one, two.with(3, "13")]);
    expect(await notesOf(other)).toEqual([[ofSeveral], []]);
    await admin.imports.carryOut({ id });
    expect((await find("A-1")).user.email).toBe(email);
  });
});

it("a student’s address that a guardian or an account has is not taken over, and the row says so", async () => {
  await createStudent({ name: "Zoya Khan", email: "z@rao.example", onRoster: false });
  const file = [
    row({ 6: "v@rao.example", 9: "v@rao.example" }),
    row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 6: "v@rao.example" }),
    row({ 0: "A-3", 1: "Zoya Khan", 5: "3", 6: "z@rao.example", 7: "", 8: "" }),
    row({ 0: "A-4", 1: "Ojas", 5: "4", 6: "o@rao.example", 7: "", 8: "" }),
    row({ 0: "A-5", 1: "Tenzin", 3: "13", 6: "v@rao.example", 7: "", 8: "" }),
  ];
  const { _id: id } = await check(file);
  const ofGuardian = [["email", "Is kept only for the guardian"]];
  const notes = [ofGuardian, ofGuardian, [["email", "Is kept only for Zoya Khan"]], [], []];
  expect(await notesOf(id)).toEqual(notes);
  await admin.imports.carryOut({ id });
  expect(await notesOf(id)).toEqual(notes);
  const emails = await Promise.all(["A-1", "A-3", "A-4"].map(async (number) => (await find(number)).user.email));
  expect(emails).toEqual([null, null, "o@rao.example"]);
  const { _id: again } = await check([row({ 6: "v@rao.example" })], { attach: [] });
  expect(await notesOf(again)).toEqual([ofGuardian]);
  const { _id: joined } = await check([file[2] ?? []], { attach: ["2:email"] });
  expect(await notesOf(joined)).toEqual([[]]);
});

it("a guardian of the account that a row is joined with keeps that link, or is refused if the link was ended", async () => {
  const account = await createStudent({ email: "asha@rao.example" });
  const name = "Vikram Rao";
  const { id: guardianId } = await createGuardian({
    of: [account],
    name,
    link: { seesResults: false, sightChanges: 1 },
  });
  const joined: Parameters<typeof carryOut> = [[row({ 6: account.email })], { attach: ["2:email"] }];
  const ends = (endedAt: Date | null) => db().guardianship.updateMany({ data: { endedAt } });
  await ends(new Date());
  const ended = [{ guardian1Name: "This link was ended; link again on the student’s page" }];
  expect(await faultsOf(...joined)).toEqual(ended);
  await ends(null);
  await carryOut(...joined);
  const { userId: studentId } = await find("A-1");
  expect(await db().guardianship.findMany({ where: { studentId } })).toMatchObject([
    { guardianId, seesResults: false },
  ]);
});

it("the office is not asked about a teacher who is a guardian of the account that a row is joined with", async () => {
  const account = await createStudent({ email: "asha@rao.example" });
  const { id: userId } = await createGuardian({ of: [account], name: "Vikram Rao", email: "v@rao.example" });
  await db().staffGrant.create({ data: { userId, role: "teacher", className: 8, fromDay: new Date("2026-01-01") } });
  const file = [row({ 6: account.email, 7: "V. Rao", 8: "", 9: "v@rao.example" })];
  const { accounts } = await check(file, { attach: ["2:email"] });
  expect(accounts).toMatchObject([{ key: "2:email", attached: true }]);
  await carryOut(file, { attach: ["2:email"] });
  const { userId: studentId } = await find("A-1");
  expect(await db().guardianship.findMany({ where: { studentId } })).toMatchObject([{ guardianId: userId }]);
});

describe("what an import remembers of a guardian is deleted with the guardian", () => {
  const nobodyAtHome = row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "", 8: "" });
  const remembered = async () => {
    const rows = JSON.stringify(await db().batchRow.findMany());
    return ["Vikram", "9823012345", "9823099999"].filter((word) => rows.includes(word));
  };
  const erase = async () => db().user.delete({ where: { id: (await vikram()).id } });

  it.each([
    ["in a row that changed nothing", () => carryOut([asha, nobodyAtHome])],
    ["in a row that changed the student alone", () => carryOut([row({ 1: "Asha Devi" })])],
    ["in a row that changed the guardian", () => carryOut([other])],
    ["in an import that was only checked", () => check([other])],
    ["in a refused row", () => check([row({ 3: "13" })])],
    ["in a row that was refused because of the guardian", () => check([row({ 3: "13", 9: "no address" })])],
  ])("%s", async (_, work) => {
    await carryOut([asha]);
    await work();
    expect(await remembered()).not.toEqual([]);
    await erase();
    expect(await remembered()).toEqual([]);
  });

  it("after the import was undone, which deletes only people whom it had added", async () => {
    await carryOut([asha, nobodyAtHome]);
    const { _id: id } = await carryOut([nisha]);
    expect(await admin.imports.undo({ id })).toMatchObject({ reversed: 1, leftOver: [] });
    await db().guardianship.deleteMany();
    await doJobs();
    expect(await vikram()).toMatchObject({ phone: "+919823012345" });
    await erase();
    expect(await remembered()).toEqual([]);
  });

  it("before the import is undone, and the undo then leaves the row", async () => {
    const { _id: id } = await carryOut([asha, row({ 0: "A-2", 1: "Zoya Khan", 5: "2", 7: "Imran", 8: "9823000000" })]);
    await db().user.deleteMany({ where: { name: "Imran" } });
    expect(JSON.stringify(await db().batchRow.findMany({ where: { batchId: id } }))).not.toContain("Imran");
    expect((await admin.imports.undo({ id })).leftOver).toMatchObject([{ no: 3, state: "failed" }]);
  });
});

import { describe, expect, it } from "vitest";
import { shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { callerOf, createStudent, refusalOf, result, tokenFor } from "../factories";
import { inDays } from "../harness/days";
import { asha, findStudent as find, importOffice, nisha, people, row, short } from "../harness/list-import";

const { admin, add, check, carryOut, rowsOf, faultsOf, statesOf } = importOffice();

describe("who may import", () => {
  it("only the office can read, check, carry out, undo and throw away imports", async () => {
    const { _id: id, columns } = await add([asha]);
    const others = [
      [await callerOf(null), "UNAUTHORIZED"],
      [await callerOf(await tokenFor(await createStudent())), "FORBIDDEN"],
    ] as const;
    for (const [{ imports }, code] of others) {
      const calls = [
        ...[() => imports.list(), () => imports.get({ id }), () => imports.rows({ id }), () => imports.mayAdd()],
        ...[() => imports.check({ id, columns }), () => imports.carryOut({ id }), () => imports.undo({ id })],
        ...[() => imports.remove({ id }), () => imports.refused({ id }), () => imports.template({ kind: "csv" })],
      ];
      for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code });
    }
    expect(await db().student.count()).toBe(1);
  });
});

describe("checking a file", () => {
  it("says what each row would do, and writes nothing to the roster", async () => {
    await carryOut([asha, nisha]);
    const before = await people();
    const { _id: id, counts } = await check([
      asha,
      row({ 0: "A-2", 1: "Nisha Devi", 3: "8", 5: "" }),
      row({ 0: "A-3", 1: "Zoya Khan", 5: "3", 7: "Imran Khan", 8: "99700 11873" }),
      row({ 0: "A-4", 3: "13", 2: "31.02.2014", 8: "98810 4410" }),
    ]);
    expect(counts).toEqual({ created: 1, updated: 1, unchanged: 1, refused: 1, guardians: 1, links: 1 });
    const [same, changed, added, refused] = await rowsOf(id);
    expect([same?.state, added?.state]).toEqual(["unchanged", "created"]);
    expect(changed).toMatchObject({ state: "updated", was: { name: "Nisha Rao", className: "7", rollNo: "2" } });
    expect(refused?.faults).toEqual({
      className: "Only 1 to 12",
      bornOn: "No such day",
      guardian1Phone: "10 digits, not 9",
    });
    expect(await people()).toBe(before);
    expect((await admin.imports.rows({ id, state: "refused" })).total).toBe(1);
  });

  it.each<[string, string[][], Record<string, string>[]]>([
    ["a roll number twice", [asha, row({ 0: "A-2", 1: "Nisha" })], [{}, { rollNo: "Row 2 has it" }]],
    [
      "an admission number twice",
      [asha, row({ 1: "Nisha", 5: "2" })],
      [{}, { admissionNo: "Row 2 is the same student" }],
    ],
    ["one student twice", [asha, row({ 0: "A-2", 5: "2" })], [{}, { name: "Row 2 is the same student" }]],
    [
      "a row that does not identify a student",
      [row({ 0: "", 2: "" })],
      [{ admissionNo: "Needed to identify the student: this, or the date of birth" }],
    ],
    ["a row without a class", [row({ 3: "" })], [{ className: "A new student needs a class" }]],
    ["a row without a name", [row({ 1: "" })], [{ name: "Is empty" }]],
    ["an error of Excel", [row({ 5: "#N/A" })], [{ rollNo: "The file has an error here (#N/A)" }]],
    [
      "a shortened number",
      [row({ 8: "9.82E+09" })],
      [{ guardian1Phone: "Excel has shortened this number; format the column as text" }],
    ],
    [
      "two numbers in a cell",
      [row({ 8: "9823012345 / 9823012346" })],
      [{ guardian1Phone: "Not one telephone number" }],
    ],
    ["an invalid address", [row({ 6: "asha at home" })], [{ email: "Not an email address" }]],
    ["a guardian without a name", [row({ 7: "" })], [{ guardian1Name: "The name of the guardian is missing" }]],
    ["a day to come", [row({ 2: "04.05.2093" })], [{ bornOn: "Is in the future" }]],
    ["an admission number like an address", [row({ 0: "a@b" })], [{ admissionNo: "Looks like an email address" }]],
    [
      "two phones of one guardian",
      [row({ 9: "v@rao.example" }), [...nisha.slice(0, 8), "9823099999", "v@rao.example"]],
      [{}, { guardian1Phone: "Row 2 has another number" }],
    ],
  ])("refuses %s", async (_, rows, faults) => {
    expect(await faultsOf(rows)).toEqual(faults);
  });

  it("imports the other rows if an admission number is too long in the form in which it is compared", async () => {
    await carryOut([row({ 0: "ﷺ".repeat(12) }), nisha]);
    expect(await db().student.findMany({ select: { admissionNo: true } })).toEqual([{ admissionNo: "A-2" }]);
  });

  it("asks for the order of dates only if the column does not show it", async () => {
    const { _id: id, columns, asksOrder } = await add([asha]);
    expect(asksOrder).toBe(true);
    expect(await refusalOf(admin.imports.check({ id, columns }))).toMatchObject({ issues: [{ path: ["dayOrder"] }] });
    await admin.imports.check({ id, columns, dayOrder: "month" });
    await admin.imports.carryOut({ id });
    expect((await find("A-1")).bornOn).toEqual(new Date("2014-04-05"));
    expect((await add([row({ 2: "13.05.2014" })])).asksOrder).toBe(false);
  });

  it("refuses columns that mean the same, or do not say whom a row is about", async () => {
    const { _id: id } = await add([asha]);
    for (const columns of [["name", "name"], ["name", "className"], [null]] as const)
      expect(await refusalOf(admin.imports.check({ id, columns: [...columns] }))).toMatchObject({
        issues: [{ path: ["columns"] }],
      });
  });

  it("remembers what the columns of the person’s last file meant", async () => {
    const heads = short.map((head) => (head === "Sec" ? "Stream of the pupils" : head));
    const { _id: id, columns } = await add([asha], heads);
    expect(columns[4]).toBe(null);
    await admin.imports.check({
      id,
      columns: columns.map((one, index) => (index === 4 ? "section" : one)),
      dayOrder: "day",
    });
    await admin.imports.carryOut({ id });
    expect((await add([nisha], heads)).columns[4]).toBe("section");
  });
});

describe("matching", () => {
  it("knows a student by the admission number in upper or lower case, whatever else has changed", async () => {
    await carryOut([asha]);
    expect(await statesOf([row({ 0: "a-1", 1: "Asha R. Rao", 2: "05.05.2014" })])).toEqual(["updated"]);
  });

  it("knows a student by name, date of birth and class together, and by nothing less", async () => {
    await carryOut([row({ 0: "", 1: "Asha ज़ोया" }), row({ 0: "A-9", 1: "Zoya", 5: "9" })]);
    expect(await statesOf([row({ 0: "", 1: " asha  ज\u093cोया" })])).toEqual(["unchanged"]);
    expect(await statesOf([row({ 0: "A-7", 1: "Asha ज़ोया" })])).toEqual(["updated"]);
    expect(await faultsOf([row({ 0: "", 1: "Asha ज़ोया", 3: "8" })])).toEqual([
      { className: "Is in Class 7; give the admission number" },
    ]);
    expect(await faultsOf([row({ 0: "A-8", 1: "Zoya", 5: "8" })])).toEqual([{ admissionNo: "Has the number A-9" }]);
    expect(await statesOf([row({ 0: "", 1: "Asha ज़ोया", 2: "06.05.2014", 5: "" })])).toEqual(["created"]);
  });

  it("two children of one mother get one guardian, and two parents with one phone number stay two people", async () => {
    const heads = [...short, "Mother's Name", "Mother's Mobile"];
    const { _id: id } = await check(
      [
        [...asha, "Sunita Rao", "9823012345"],
        [...nisha, "SUNITA RAO", "+91 98230-12345"],
      ],
      {},
      heads,
    );
    await admin.imports.carryOut({ id });
    const guardians = await db().user.findMany({ where: { guardianOf: { some: {} } }, orderBy: { name: "asc" } });
    expect(guardians.map(({ name, phone }) => [name, phone])).toEqual([
      ["Sunita Rao", "+919823012345"],
      ["Vikram Rao", "+919823012345"],
    ]);
    expect((await find("A-2")).guardianships.map(({ relation }) => relation).sort()).toEqual(["Father", "Mother"]);
    expect(await statesOf([asha, nisha])).toEqual(["unchanged", "unchanged"]);
  });

  it("a phone number belongs to one guardian under two spellings of the name, and never to a stranger", async () => {
    await carryOut([asha]);
    await carryOut([
      row({ 0: "A-2", 1: "Nisha Rao", 5: "2", 7: "Mr. V. Rao" }),
      row({ 0: "A-3", 1: "Zoya Khan", 5: "3", 7: "Imran Khan" }),
    ]);
    const [one, two, three] = [await find("A-1"), await find("A-2"), await find("A-3")];
    expect(two.guardianships[0]?.guardianId).toBe(one.guardianships[0]?.guardianId);
    expect(three.guardianships[0]?.guardianId).not.toBe(one.guardianships[0]?.guardianId);
  });

  it("an ended link is not restored", async () => {
    await carryOut([asha]);
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    expect(await faultsOf([asha])).toEqual([
      { guardian1Name: "This link was ended; link again on the student’s page" },
    ]);
  });

  it("an address that a student and a guardian share goes only to the guardian", async () => {
    await carryOut([row({ 6: "v@rao.example", 9: "V@Rao.example" })]);
    const student = await find("A-1");
    expect([student.user.email, student.guardianships[0]?.guardian.email]).toEqual([null, "v@rao.example"]);
    expect(student.user.username).toBe("A-1");
    expect(await faultsOf([row({ 0: "A-2", 1: "Nisha", 5: "2", 7: "", 8: "", 6: "v@rao.example" })])).toEqual([
      { email: "Is the address of Vikram Rao, a guardian" },
    ]);
  });
});

describe("an address that both parents share", () => {
  const heads = [...short, "Mother's Name", "Mother's Mobile", "Mother's Email"];
  const file = [row({ 7: "Ravi Rao", 9: "rao@x.example" }).concat("Sunita Rao", "9823099999", "rao@x.example")];
  const parents = async () =>
    (await find("A-1")).guardianships
      .map(({ relation, guardian: { name, phone, email } }) => [relation, name, phone, email])
      .sort();

  it("goes to the first; the other is entered without it, and the row says so", async () => {
    const { _id: id, counts } = await check(file, {}, heads);
    expect(counts).toMatchObject({ created: 1, guardians: 2, links: 2 });
    const noteOf = async () => {
      const { fields, items } = await admin.imports.rows({ id });
      return items[0]?.cells.flatMap(({ note }, at) => (note ? [[fields[at], note]] : []));
    };
    const note = [["guardian2Email", "Is kept only for Ravi Rao"]];
    expect(await noteOf()).toEqual(note);
    await admin.imports.carryOut({ id });
    expect(await noteOf()).toEqual(note);
    const both = [
      ["Father", "Ravi Rao", "+919823012345", "rao@x.example"],
      ["Mother", "Sunita Rao", "+919823099999", null],
    ];
    expect(await parents()).toEqual(both);
    const again = await check(file, {}, heads);
    expect(again.counts).toMatchObject({ unchanged: 1, guardians: 0, links: 0 });
  });

  it("stays with the parent who has it already, in whatever order they are entered", async () => {
    await carryOut([row({ 7: "Sunita Rao", 8: "9823099999", 9: "rao@x.example" })]);
    await admin.imports.carryOut({ id: (await check(file, {}, heads))._id });
    expect((await parents()).map(([, ...one]) => one)).toEqual([
      ["Ravi Rao", "+919823012345", null],
      ["Sunita Rao", "+919823099999", "rao@x.example"],
    ]);
  });
});

describe("carrying out", () => {
  it("writes students, places and guardians as shown; nobody gets an email and nobody can log in", async () => {
    const view = await carryOut([row({ 6: "asha@rao.example" }), nisha]);
    expect(view).toMatchObject({ state: "applied", counts: { created: 2, guardians: 1, links: 2 } });
    const { user, enrolments, guardianships, ...student } = await find("A-1");
    expect(student).toMatchObject({ bornOn: new Date("2014-05-04"), origin: "import" });
    expect(user).toMatchObject({ name: "Asha Rao", email: "asha@rao.example", passwordHash: null });
    expect(enrolments).toMatchObject([{ className: 7, section: "A", rollNo: "1", toDay: null }]);
    expect(guardianships).toMatchObject([
      {
        relation: "Father",
        origin: "import",
        guardian: { name: "Vikram Rao", phone: "+919823012345", passwordHash: null },
      },
    ]);
    expect(await db().mail.count()).toBe(0);
    expect((await admin.records.listEvents({})).items[0]).toMatchObject({ words: "Students imported" });
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain("Rao");
  });

  it("an empty cell leaves a value as it is, roll numbers can be swapped, and nobody is removed", async () => {
    await carryOut([asha, nisha, row({ 0: "A-3", 1: "Zoya", 5: "3" })]);
    await carryOut([row({ 1: "", 2: "", 5: "2", 7: "", 8: "" }), row({ 0: "A-2", 1: "Nisha Rao", 5: "1", 4: "" })]);
    const [first, second] = [await find("A-1"), await find("A-2")];
    expect(first.user.name).toBe("Asha Rao");
    expect([first, second].map(({ enrolments }) => enrolments.map(({ section, rollNo }) => [section, rollNo]))).toEqual(
      [[["A", "2"]], [["A", "1"]]],
    );
    expect(first.guardianships).toHaveLength(1);
    expect(await db().student.count()).toBe(3);
  });

  it("a corrected name, and its undo, leave the login name beside an unconfirmed address as it is", async () => {
    await carryOut([asha]);
    const { userId } = await find("A-1");
    await db().user.update({ where: { id: userId }, data: { email: "typo@rao.example", passwordHash: "x" } });
    const { _id: id } = await carryOut([row({ 1: "Asha Devi" })]);
    const login = { email: "typo@rao.example", username: "A-1" };
    expect((await find("A-1")).user).toMatchObject({ name: "Asha Devi", ...login });
    await admin.imports.undo({ id });
    expect((await find("A-1")).user).toMatchObject({ name: "Asha Rao", ...login });
  });

  it("does what was shown or nothing: if the roster has changed, the rows are shown again", async () => {
    await carryOut([asha]);
    const { _id: id } = await check([row({ 5: "5" }), row({ 0: "A-2", 1: "Nisha", 5: "6" })]);
    await db().enrolment.updateMany({ data: { rollNo: "6" } });
    expect(await refusalOf(admin.imports.carryOut({ id }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().student.count()).toBe(1);
    expect((await admin.imports.get({ id })).state).toBe("checked");
    expect((await rowsOf(id))[0]?.was).toEqual({ rollNo: "6" });
    await admin.imports.carryOut({ id });
    expect(await db().student.count()).toBe(2);
  });

  it("of two imports with the same new student, the second has to be checked again", async () => {
    const [one, other] = [await check([asha]), await check([asha])];
    await admin.imports.carryOut({ id: one._id });
    expect(await refusalOf(admin.imports.carryOut({ id: other._id }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().student.count()).toBe(1);
  });

  it("the office is asked about a file that it has imported already, unless that import was undone", async () => {
    const { _id: id } = await carryOut([asha]);
    const { _id: again } = await add([asha]);
    const { fileHash } = await db().batch.findUniqueOrThrow({ where: { id } });
    await db().batch.update({ where: { id: again }, data: { fileHash } });
    const view = await admin.imports.get({ id: again });
    expect(view.importedAt).toBeInstanceOf(Date);
    await admin.imports.check({ id: again, columns: view.columns, dayOrder: "day" });
    const before = { createdAt: new Date(`${inDays(-27)}T10:00Z`), appliedAt: new Date(`${inDays(-25)}T20:00Z`) };
    await db().batch.update({ where: { id }, data: before });
    // The evening in Greenwich is already the next day here.
    expect((await refusalOf(admin.imports.carryOut({ id: again }))).message).toContain(
      `imported on ${shownDate(inDays(-24))}`,
    );
    await admin.imports.undo({ id });
    const { _id: third } = await add([asha]);
    await db().batch.update({ where: { id: third }, data: { fileHash } });
    await admin.imports.check({ id: third, columns: view.columns, dayOrder: "day" });
    expect((await admin.imports.carryOut({ id: third })).state).toBe("applied");
  });

  it("a self-registered account is listed, and is joined only if the office says so", async () => {
    const account = await createStudent({ email: "asha@rao.example", onRoster: false });
    await result(account).catch(() => {});
    const file = row({ 6: "asha@rao.example" });
    const { _id: id, columns, accounts } = await check([file]);
    expect(accounts).toMatchObject([{ key: "2:email", of: "Asha Rao", email: "asha@rao.example", attached: false }]);
    await admin.imports.carryOut({ id });
    expect((await find("A-1")).user).toMatchObject({ email: null, passwordHash: null });
    await admin.imports.undo({ id });

    const { _id: other } = await add([file]);
    await admin.imports.check({ id: other, columns, dayOrder: "day", attach: ["2:email"] });
    // The columns are checked again: the answer is kept, unless it would be about another cell.
    await admin.imports.check({ id: other, columns, dayOrder: "month" });
    expect((await admin.imports.get({ id: other })).accounts).toMatchObject([{ attached: true }]);
    const elsewhere = columns.map((field) => (field === "name" ? null : field === "section" ? "name" : field));
    await admin.imports.check({ id: other, columns: elsewhere, dayOrder: "day" });
    await admin.imports.check({ id: other, columns, dayOrder: "day" });
    expect((await admin.imports.get({ id: other })).accounts).toMatchObject([{ attached: false }]);
    await admin.imports.check({ id: other, columns, dayOrder: "day", attach: ["2:email"] });
    await admin.imports.carryOut({ id: other });
    const { user } = await find("A-1");
    expect(user).toMatchObject({ email: "asha@rao.example", passwordHash: account.passwordHash });
    expect(user.id).not.toBe(account.id);
    expect(await db().user.findUnique({ where: { id: account.id } })).toBeNull();
    expect((await admin.imports.undo({ id: other })).leftOver).toMatchObject([
      { state: "kept", why: "Somebody logs in by now." },
    ]);
  });

  it("an account that its owner has closed is joined to no student and no guardian", async () => {
    const account = await createStudent({ email: "asha@rao.example", onRoster: false });
    await db().user.update({ where: { id: account.id }, data: { loginClosedAt: new Date() } });
    expect(await faultsOf([row({ 6: "asha@rao.example" })])).toEqual([{ email: "Somebody else has it" }]);
    expect(await faultsOf([row({ 9: "asha@rao.example" })])).toEqual([{ guardian1Email: "Somebody else has it" }]);
  });
});

describe("a file to correct", () => {
  it("has the refused rows as they were, with what is wrong, and can be read in again", async () => {
    const { _id: id } = await check([asha, row({ 0: "A-2", 3: "13", 5: "2", 1: "=Zoya" })]);
    const { name, base64 } = await admin.imports.refused({ id });
    await admin.imports.carryOut({ id });
    expect(await admin.imports.refused({ id })).toMatchObject({ name, base64 });
    const text = Buffer.from(base64, "base64").toString();
    expect(name).toBe("list refused.csv");
    expect(text).toContain(`"'=Zoya"`);
    expect(text).toContain(`"Class: Only 1 to 12"`);
    expect(text).not.toContain("Asha");
  });

  it("the template’s headings are all understood, and its example is not imported", async () => {
    const { base64 } = await admin.imports.template({ kind: "csv" });
    const [head = "", example = ""] = Buffer.from(base64, "base64").toString().replace("\ufeff", "").split("\r\n");
    const cut = (line: string) => line.split(",").map((cell) => cell.slice(1, -1).replace(/^'/, ""));
    const other = ["A-1", "Asha Rao", ...cut(example).slice(2)];
    const { _id: id, columns } = await add([cut(example), other], cut(head));
    expect(columns).not.toContain(null);
    const { counts } = await admin.imports.check({ id, columns });
    expect(counts).toMatchObject({ created: 1, refused: 1, guardians: 2 });
    expect((await rowsOf(id))[0]?.faults.admissionNo).toBe("Is the template’s example; delete this row");
  });

  it("an import that was not carried out can be thrown away; one that was carried out cannot", async () => {
    const { _id: id } = await check([asha]);
    await admin.imports.remove({ id });
    expect(await db().batchRow.count()).toBe(0);
    const { _id: done } = await carryOut([asha]);
    expect(await refusalOf(admin.imports.remove({ id: done }))).toMatchObject({ code: "CONFLICT" });
  });
});

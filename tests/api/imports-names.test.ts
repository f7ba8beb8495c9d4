import { expect, it } from "vitest";
import { db } from "@/server/db/client";
import { asha, findStudent as find, importOffice, row } from "../harness/list-import";

const { admin, add, check, carryOut, faultsOf, rowsOf, statesOf } = importOffice();

it("the spelling of a name is corrected if the admission number says whose it is, until the import is undone", async () => {
  await carryOut([row({ 1: "ASHA RAO" })]);
  const { _id: id } = await check([asha]);
  expect(await rowsOf(id)).toMatchObject([{ state: "updated", was: { name: "ASHA RAO" } }]);
  await admin.imports.carryOut({ id });
  expect((await find("A-1")).user.name).toBe("Asha Rao");
  expect(await db().personName.findMany()).toMatchObject([{ name: "ASHA RAO" }]);
  expect(await statesOf([row({ 1: " Asha  Rao " })])).toEqual(["unchanged"]);
  expect(await statesOf([row({ 1: "" })])).toEqual(["unchanged"]);
  await admin.imports.undo({ id });
  expect((await find("A-1")).user.name).toBe("ASHA RAO");
});

it("the spelling of a name by which a row is matched stays as it is", async () => {
  await carryOut([row({ 0: "" })]);
  expect(await statesOf([row({ 0: "", 1: "ASHA RAO" })])).toEqual(["unchanged"]);
  const { _id: id } = await check([row({ 1: "ASHA RAO" })]);
  expect(await rowsOf(id)).toMatchObject([{ state: "updated", was: { admissionNo: null } }]);
  await admin.imports.carryOut({ id });
  expect((await find("A-1")).user.name).toBe("Asha Rao");
});

it("two known students with different numbers may share a name and a date of birth, but a new student may not", async () => {
  const other = row({ 0: "A-2", 1: "Asha K. Rao", 5: "2" });
  await carryOut([other]);
  const sameName = other.with(1, "Asha Rao");
  expect(await faultsOf([sameName, asha])).toEqual([{}, { name: "Row 2 is the same student" }]);
  await carryOut([asha]);
  expect(await statesOf([asha, sameName])).toEqual(["unchanged", "updated"]);
});

it("a different apostrophe in a list means the same child and the same guardian", async () => {
  await carryOut([row({ 0: "", 1: "Sam O’Brien", 7: "Mary O’Brien" })]);
  expect(await statesOf([row({ 0: "", 1: "Sam O'Brien", 7: "Mary O'Brien" })])).toEqual(["unchanged"]);
});

it("a cell that says there is no name makes no student and no guardian", async () => {
  const none = ["N.A.", "--"].map((text, at) => row({ 0: `A-${at + 2}`, 1: text, 5: `${at + 2}`, 7: "", 8: "" }));
  expect(await faultsOf(none)).toEqual([{ name: "Is empty" }, { name: "Is empty" }]);
  const { counts } = await carryOut([row({ 7: "-", 8: "-" })]);
  expect(counts).toMatchObject({ created: 1, guardians: 0, links: 0 });
  expect(await faultsOf([row({ 7: "n/a" })])).toEqual([{ guardian1Name: "The name of the guardian is missing" }]);
});

it("a heading that several columns share, or an empty one, is not remembered", async () => {
  const heads = ["Adm No", "Name", "DOB", "Class", "Name", "Mobile", "", "Mobile"];
  const file = [["A-1", "Asha Rao", "04.05.2014", "7", "Vikram Rao", "9823012345", "Sunita Rao", "9823099999"]];
  const { _id: id, columns } = await add(file, heads);
  const guessed = ["admissionNo", "name", "bornOn", "className", null, "guardian1Phone", null, null] as const;
  expect(columns).toEqual(guessed);
  const meant = ["guardian1Name", "guardian1Phone", "guardian2Name", "guardian2Phone"] as const;
  await admin.imports.check({ id, columns: [...guessed.slice(0, 4), ...meant], dayOrder: "day" });
  await admin.imports.carryOut({ id });
  expect((await add(file, heads)).columns).toEqual(guessed);
  // Earlier versions remembered these, too.
  await db().$executeRaw`update batches set mapping = jsonb_set(mapping, '{heads}',
    '{"": "guardian2Email", "name": "guardian2Name", "mobile": "guardian2Phone"}') where id = ${id}::uuid`;
  expect((await add(file, heads)).columns).toEqual(guessed);
  const alone = ["Adm No", "Student", "DOB", "Class", "Name"];
  expect((await add(file, alone)).columns).toEqual([...guessed.slice(0, 4), "guardian2Name", null, null, null]);
});

it("columns at the right without a heading can be chosen, and stay in the file of refused rows", async () => {
  const { columns } = await add([asha, [...asha, "", "9823099999"]]);
  expect([columns.length, columns.slice(10)]).toEqual([12, [null, null]]);
  const { _id: id } = await check([[...row({ 3: "13" }), "", "9823099999"]]);
  const text = Buffer.from((await admin.imports.refused({ id })).base64, "base64").toString();
  expect(text).toMatch(/"Father Email","","","Fault"\r\n.*"'?9823099999","Class: Only 1 to 12"/);
});

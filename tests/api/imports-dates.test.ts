import { expect, it } from "vitest";
import { refusalOf } from "../factories";
import { asha, findStudent as find, importOffice, row, short } from "../harness/list-import";

const { admin, add, carryOut, rowsOf, faultsOf, statesOf } = importOffice();

/** The dates of birth as they are shown before anything is written. */
async function daysOf(id: string) {
  const { fields, items } = await admin.imports.rows({ id });
  return items.map(({ cells }) => cells[fields.indexOf("bornOn")]?.text);
}

const bornAs = (head: string) => short.map((one) => (one === "DOB" ? head : one));

it("the order of dates is asked for once their column is chosen, and one wrong date does not settle it", async () => {
  const wrong = row({ 0: "A-2", 1: "Nisha", 2: "04/25/2014", 5: "2" });
  const zoya = row({ 0: "A-3", 1: "Zoya", 2: "25.04.2014", 5: "3" });
  const { _id: id, columns, asksOrder } = await add([asha, zoya, wrong], bornAs("Janm"));
  expect([columns[2], asksOrder]).toEqual([null, false]);
  const chosen = columns.map((field, index) => (index === 2 ? "bornOn" : field));
  expect(await refusalOf(admin.imports.check({ id, columns: chosen }))).toMatchObject({
    ...{ code: "BAD_REQUEST", issues: [{ path: ["dayOrder"] }] },
  });
  const { counts } = await admin.imports.check({ id, columns: chosen, dayOrder: "day" });
  expect(counts).toMatchObject({ created: 2, refused: 1 });
  expect(await daysOf(id)).toEqual(["2014-05-04", "2014-04-25", "04/25/2014"]);
});

it("dates are shown and written in the order that the cells or the heading tell", async () => {
  const files = [
    await add([row({ 2: "04/05/2014" }), row({ 0: "A-2", 1: "Nisha", 2: "05/13/2014", 5: "2" })]),
    await add([row({ 0: "A-3", 1: "Zoya", 2: "04/05/2014", 5: "3" })], bornAs("Date of Birth (MM/DD/YYYY)")),
  ];
  for (const { _id: id, columns, asksOrder } of files) {
    expect([columns[2], asksOrder]).toEqual(["bornOn", false]);
    expect(await admin.imports.check({ id, columns })).toMatchObject({ dayOrder: "month" });
    expect((await daysOf(id))[0]).toBe("2014-04-05");
    await admin.imports.carryOut({ id });
  }
  for (const number of ["A-1", "A-3"]) expect((await find(number)).bornOn).toEqual(new Date("2014-04-05"));
});

it("dates are read as Excel writes them, and a serial number has a message of its own", async () => {
  const { _id: id } = await carryOut([
    row({ 2: "28-Aug-12" }),
    row({ 0: "A-2", 1: "Nisha", 2: "04-05-2014 00:00:00", 5: "2" }),
    row({ 0: "A-3", 1: "Zoya", 2: "41777", 5: "3" }),
    row({ 0: "A-4", 1: "Ojas", 2: "417770", 5: "4" }),
  ]);
  expect(await daysOf(id)).toEqual(["2012-08-28", "2014-05-04", "41777", "417770"]);
  expect((await rowsOf(id)).map(({ faults }) => faults.bornOn)).toEqual([
    ...[undefined, undefined, "A number, not a date; format the column as a date", "No such day"],
  ]);
  expect((await add([row({ 2: "04/05/2014 00:00:00" })])).asksOrder).toBe(true);
});

it("a number that lost its zeros in Excel still belongs to the student of that name, and makes no second one", async () => {
  const asEntered = [
    row({ 0: "0012" }),
    row({ 0: "00013", 1: "Nisha", 5: "2" }),
    row({ 0: "0013", 1: "Nila", 5: "3" }),
  ];
  await carryOut(asEntered);
  expect(await statesOf([row({ 0: "12" })])).toEqual(["unchanged"]);
  expect(await statesOf([row({ 0: "0012" }), row({ 0: "14", 1: "Zoya", 5: "4" })])).toEqual(["unchanged", "created"]);
  const refused = [row({ 0: "12", 1: "Zoya", 2: "05.05.2014", 5: "4" }), row({ 0: "13", 1: "Nila", 5: "3" })];
  expect(await faultsOf(refused)).toMatchObject([
    { admissionNo: "Asha Rao has 0012: were zeros lost?" },
    { admissionNo: "Fits several students; give the admission number" },
  ]);
  expect(await faultsOf([row({ 0: "0012" }), row({ 0: "12" })])).toEqual([
    {},
    { admissionNo: "Row 2 is the same student" },
  ]);
  await carryOut([row({ 0: "12", 5: "9" })]);
  expect((await find("0012")).enrolments).toMatchObject([{ rollNo: "9" }]);
});

import { describe, expect, it } from "vitest";
import { guessColumns, headRowOf, orderIn, relationOf } from "@/features/imports/rules-columns";
import { fc } from "../harness/random";

describe("columns", () => {
  it.each([
    [
      ["Sr No", "Adm. No.", "Student's Name", "D.O.B.", "Std", "Div", "Roll No."],
      [null, "admissionNo", "name", "bornOn", "className", "section", "rollNo"],
    ],
    [
      ["GR No", "First Name", "Surname", "Class & Section", "Mobile No"],
      ["admissionNo", "name", "surname", "className", "guardian1Phone"],
    ],
    [
      ["Name", "Mother Name", "Mother Mobile", "Father's Name", "Father Email ID"],
      ["name", "guardian1Name", "guardian1Phone", "guardian2Name", "guardian2Email"],
    ],
    [
      ["Name", "Guardian 2 Phone", "Guardian 1", "Email", "E-mail"],
      ["name", "guardian2Phone", "guardian1Name", "email", null],
    ],
    [
      ["Name (as in Aadhaar)", "Date of Birth (DD/MM/YYYY)", "Class (last year)", "Class", "(Father) Name (in full)"],
      ["name", "bornOn", null, "className", "guardian1Name"],
    ],
    [
      ["", "Fault", "Remarks"],
      [null, null, null],
    ],
  ])("%j are understood", (heads, columns) => {
    expect(guessColumns(heads)).toEqual(columns);
  });

  it("of the other parent are understood beside remembered ones", () => {
    const heads = ["Name", "Mother Name", "Father Name"];
    expect(guessColumns(heads, { "father name": "guardian1Name" })).toEqual([
      ...["name", "guardian2Name", "guardian1Name"],
    ]);
    expect(guessColumns(heads, { "father name": "guardian2Name" })).toEqual([
      ...["name", "guardian1Name", "guardian2Name"],
    ]);
  });

  it("are found below titles", () => {
    expect(
      headRowOf([{ cells: ["Class list"] }, { cells: ["Sunrise School", "2026"] }, { cells: ["Name", "Class"] }]),
    ).toBe(2);
    expect(headRowOf([{ cells: ["Asha", "7"] }, { cells: ["Nisha", "8"] }])).toBe(0);
    expect(headRowOf([])).toBe(0);
  });

  it("are never understood as the same field twice, whatever the heads are", () => {
    const head = fc.oneof(fc.string(), fc.constantFrom("Name", "Father's Name", "Mobile", "Class", "DOB"));
    fc.assert(
      fc.property(fc.array(head, { maxLength: 20 }), (heads) => {
        const found = guessColumns(heads).filter((field) => field !== null);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it.each([
    ["Father's Name", "Father"],
    ["MOTHER", "Mother"],
    ["Parent name", null],
  ])("%s tells the relation %s", (head, relation) => {
    expect(relationOf(head)).toBe(relation);
  });
});

it.each([
  ["DOB (DD/MM/YYYY)", ["04/05/2014"], "day"],
  ["Date of birth (day, month, year)", ["04/05/2014"], "day"],
  ["DOB mm-dd-yy", ["04/05/2014"], "month"],
  ["DOB (MMDDYYYY)", ["04/05/2014", "13/05/2014", "05/13/2014"], "month"],
  ["DOB (MM/DD/YYYY)", ["13/05/2014"], "day"],
  ["D.O.B.", ["04/05/2014"], null],
])("a heading %s tells the order of dates that do not show it: %j", (head, cells, order) => {
  expect(orderIn(cells, head)).toBe(order);
});

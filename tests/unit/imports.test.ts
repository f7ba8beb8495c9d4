import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Cell } from "@/features/imports/components/import-cell";
import { copy } from "@/features/imports/messages";
import { answered, hasNeeded } from "@/features/imports/rules";
import { classCell, type Entered, type Reading, readRow } from "@/features/imports/rules-cells";
import { type Known, matchRows } from "@/features/imports/rules-match";
import { judgeUndo } from "@/features/imports/rules-undo";
import { type Columns, fields } from "@/features/imports/schema";
import { foldedName, wordsOfName } from "@/lib/folded";
import { phoneOf } from "@/lib/phones";
import { orderOf, typedDay } from "@/lib/typed-days";
import { fc } from "../harness/random";

const india = { code: "91", digits: 10 };

describe("a telephone number", () => {
  it.each([
    ["9823012345", "+919823012345"],
    ["09823012345", "+919823012345"],
    ["919823012345", "+919823012345"],
    ["+91 98230-12345", "+919823012345"],
    ["00919823012345", "+919823012345"],
    ["(98230) 12345", "+919823012345"],
    ["९८२३०१२३४५", "+919823012345"],
    ["٩٨٢٣٠١٢٣٤٥", "+919823012345"],
    ["+44 20 7946 0958", "+442079460958"],
    ["982301234", null],
    ["98230123456", null],
    ["+91982301234", null],
    ["98230 12345, 98230 12346", null],
    ["9.82E+09", null],
    ["Asha", null],
    ["", null],
  ])("%s is %s", (text, phone) => {
    expect(phoneOf(text, india)).toBe(phone);
  });

  it("is read as the same number however it is written, and is unchanged when read again", () => {
    const digits = fc.stringMatching(/^[6-9]\d{9}$/);
    const written = fc.constantFrom<(number: string) => string>(
      (number) => number,
      (number) => `0${number}`,
      (number) => `+91 ${number.slice(0, 5)} ${number.slice(5)}`,
      (number) => `0091-${number}`,
    );
    fc.assert(
      fc.property(digits, written, (number, write) => {
        const phone = phoneOf(write(number), india);
        expect(phone).toBe(`+91${number}`);
        expect(phoneOf(phone ?? "", india)).toBe(phone);
      }),
    );
  });
});

describe("a typed day", () => {
  const zone = "Asia/Kolkata";
  it.each([
    ["2014-05-04", "day", "2014-05-04"],
    ["04.05.2014", "day", "2014-05-04"],
    ["04/05/2014", "month", "2014-04-05"],
    ["4-5-14", "day", "2014-05-04"],
    ["4 May 2014", "month", "2014-05-04"],
    ["04-May-2014", "day", "2014-05-04"],
    ["May 4, 2014", "day", "2014-05-04"],
    ["४.५.२०१४", "day", "2014-05-04"],
    ["28-Aug-12", "month", "2012-08-28"],
    ["8-Feb-14", "day", "2014-02-08"],
    ["8 Feb 98", "day", "1998-02-08"],
    ["Feb 8, 14", "day", "2014-02-08"],
    ["31-Feb-14", "day", null],
    ["Aug-12", "day", null],
    ["Aug 2012", "day", null],
    ["04-05-2014 00:00:00", "day", "2014-05-04"],
    ["4/5/2014 12:00 AM", "month", "2014-04-05"],
    ["8-Feb-14 09:30", "day", "2014-02-08"],
    ["2014-05-04T00:00:00.000Z", "day", "2014-05-04"],
    ["2014-05-03T18:30:00.000Z", "day", "2014-05-04"],
    ["2014-05-03 18:29Z", "day", "2014-05-03"],
    ["04-05-2014 00", "day", null],
    ["31.02.2014", "day", null],
    ["29.02.2014", "day", null],
    ["29.02.2016", "day", "2016-02-29"],
    ["13/05/2014", "month", null],
    ["4 Mai 2014", "day", null],
    ["1. 12. 2014", "day", "2014-12-01"],
    ["1. 12. 2014", "month", "2014-01-12"],
    ["04.05.2014.", "day", "2014-05-04"],
    ["2014. 05. 04.", "day", "2014-05-04"],
    ["4 / 5 / 2014", "day", "2014-05-04"],
    ["04 - May - 2014", "day", "2014-05-04"],
    ["1. 12. 2014 00:00:00", "day", "2014-12-01"],
    ["31. 2. 2014", "day", null],
    ["41763", "day", null],
  ] as const)("%s with the %s first is %s", (text, order, day) => {
    expect(typedDay(text, order, zone)).toBe(day);
  });

  it.each([
    [["04/05/2014", "13/05/2014"], "day"],
    [["04/05/2014", "05/13/2014"], "month"],
    [["04/05/2014", "03/04/2014"], null],
    [["04/05/2014 00:00:00", "03/04/2014 00:00:00"], null],
    [["04/05/2014 00:00:00", "13/04/2014 00:00:00"], "day"],
    [["13/05/2014", "05/13/2014"], null],
    [["13. 5. 2014.", "4. 5. 2014."], "day"],
    [["04/04/2014", "2014-05-04", "4 May 2014"], "day"],
    [[], "day"],
  ] as const)("the order of %j is %s", (texts, order) => {
    expect(orderOf(texts)).toBe(order);
  });

  it("is read as it was written, in either order", () => {
    const date = fc.date({ min: new Date("1990-01-01"), max: new Date("2025-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.constantFrom(".", "/", "-"), (at, mark) => {
        const [year = "", month = "", day = ""] = at.toISOString().slice(0, 10).split("-");
        expect(typedDay([day, month, year].join(mark), "day", zone)).toBe(`${year}-${month}-${day}`);
        expect(typedDay([month, day, year].join(mark), "month", zone)).toBe(`${year}-${month}-${day}`);
      }),
    );
  });
});

describe("cells", () => {
  it.each([
    ["7", 7, null],
    ["Class 7", 7, null],
    ["7th", 7, null],
    ["VII", 7, null],
    ["XII-B", 12, "B"],
    ["7 A", 7, "A"],
    ["Std. 10(C)", 10, "C"],
    ["७", 7, null],
  ])("the class %s is %s, section %s", (text, className, section) => {
    expect(classCell(text)).toEqual({ className, section });
  });

  it.each(["13", "0", "XIII", "Nursery", "7 A B", ""])("%s is no class", (text) => {
    expect(classCell(text)).toBeNull();
  });

  const reading: Reading = {
    columns: [...fields] as Columns,
    order: "day",
    dialling: india,
    relations: [null, null],
    today: "2026-11-20",
    timeZone: "Asia/Kolkata",
  };

  const germany = { code: "49", digits: { from: 6, to: 11 } };
  it.each([
    ["bornOn", "4. Mai 2014", ["imports.unreadDay"]],
    ["bornOn", "2014年5月4日", ["imports.unreadDay"]],
    ["bornOn", "31st Feb 2014", ["imports.noSuchDay"]],
    ["bornOn", "31. 2. 2014", ["imports.noSuchDay"]],
    ["bornOn", "4. 5. 2014.", []],
    ["section", "2b", []],
    ["section", "ß", ["imports.badSection"]],
    ["section", "ﬁ", ["imports.badSection"]],
    ["admissionNo", "ﷺ".repeat(2), []],
    ["admissionNo", "ﷺ".repeat(12), ["imports.tooLong [40]"]],
    ["admissionNo", "A".repeat(41), ["imports.tooLong [40]"]],
    ["guardian1Phone", "0171 1234567", []],
    ["guardian1Phone", "171 1234567", ["imports.barePhone"]],
    ["guardian1Phone", "0171 12345678901", ['imports.badPhone ["6 to 11",15]']],
  ])("the %s %s has the faults %j", (field, text, faults) => {
    const cells = fields.map((one) => (one === field ? text : ""));
    const read = readRow({ no: 1, cells }, { ...reading, dialling: germany });
    expect(read.faults.map(({ why }) => why)).toEqual(faults);
  });

  it("with any text are read without an error, and have at most one fault for each field", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 16 }), (cells) => {
        const { faults, name } = readRow({ no: 1, cells }, reading);
        expect(new Set(faults.map(({ field }) => field)).size).toBe(faults.length);
        expect(name).toBe(name?.normalize("NFC") ?? null);
      }),
    );
  });

  it("with a dash or n/a are empty", () => {
    const read = readRow({ no: 1, cells: ["-", "Na", "", "N/A", "n.a.", "nil", "—", "N.A."] }, reading);
    expect(read).toMatchObject({
      ...{ admissionNo: null, name: "Na", bornOn: null, className: null, section: null, rollNo: null, email: null },
      faults: [],
    });
  });

  it.each(["-", "--", "N.A.", "N.A", "n/a", "NIL", "None", ".", "0", "?"])("%s names nobody", (text) => {
    const names = ["name", "surname", "guardian1Name", "guardian2Name"];
    const cells = fields.map((field) => (names.includes(field) ? text : ""));
    expect(readRow({ no: 1, cells }, reading)).toMatchObject({ name: null, guardians: [], faults: [] });
  });

  it.each(["Na", "Null", "O", "Nila", "ना", "D'Souza"])("%s is a name", (text) => {
    const cells = fields.map((field) => (field === "name" || field === "guardian1Name" ? text : ""));
    expect(readRow({ no: 1, cells }, reading)).toMatchObject({ name: text, guardians: [{ name: text }] });
  });
});

it.each([
  ["of one field", ["email"]],
  ["of a guardian", ["guardian1Name", "guardian1Email"]],
] as const)("a cell %s shows why its value is not taken over", (_, own) => {
  const cellOf = (field: string) =>
    field.endsWith("mail") ? { text: "a@rao.example", note: "Is kept only for Ravi" } : { text: "Ravi" };
  const drawn = renderToStaticMarkup(createElement(Cell, { column: { head: "", fields: [...own] }, cellOf }));
  expect(drawn).toContain(">Is kept only for Ravi<");
});

describe("matching", () => {
  const known = (given: Partial<Known>): Known => ({
    ...{
      id: "1",
      name: "Asha Rao",
      email: null,
      username: null,
      phone: null,
      hasLogin: false,
      admissionNo: "A-1",
      bornOn: "2014-05-04",
    },
    ...{ origin: "office", hasLeft: false, leavesOn: null, wasInYear: false, links: [], open: null },
    ...given,
  });
  const entered = (given: Partial<Entered>): Entered => ({
    ...{ no: 2, admissionNo: null, name: "Asha Rao", bornOn: "2014-05-04", className: 7, section: null, rollNo: null },
    ...{ email: null, guardians: [], texts: {}, faults: [] },
    ...given,
  });

  it("never matches two rows with one student, or a row with a student of another admission number", () => {
    const row = fc.record({
      admissionNo: fc.option(fc.constantFrom("A-1", "a-1", "A-2", "A-3")),
      name: fc.constantFrom("Asha Rao", "ASHA  RAO", "Nisha"),
      bornOn: fc.option(fc.constantFrom("2014-05-04", "2013-01-01")),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (given) => {
        const rows = given.map((one, index) => entered({ ...one, no: index + 2 }));
        const roster = [known({}), known({ id: "2", admissionNo: null, name: "Nisha", bornOn: "2013-01-01" })];
        const good = matchRows(rows, roster).filter((one) => one.row.faults.length === 0);
        const ids = good.flatMap((one) => one.known?.id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { row: one, known: found } of good)
          if (found?.admissionNo && one.admissionNo) expect(one.admissionNo.toUpperCase()).toBe(found.admissionNo);
      }),
    );
  });

  it("treats both spellings of a letter with a nukta as the same", () => {
    expect(foldedName("ज़ोया ")).toBe(foldedName("ज\u093cोया"));
    expect(foldedName("A\u200dsha  RAO")).toBe("asha rao");
  });

  it("treats all apostrophes as the same, and all hyphens", () => {
    for (const mark of "’‘ʼ´`") expect(foldedName(`Sam O${mark}Brien`)).toBe("sam o'brien");
    for (const mark of "‐‑–—") expect(foldedName(`Anne${mark}Marie Rao`)).toBe("anne-marie rao");
    expect(foldedName("OBrien")).not.toBe(foldedName("O'Brien"));
    expect(wordsOfName("Sam Oʼbrien")).toEqual(wordsOfName("Sam O'Brien"));
  });
});

describe("answers about accounts", () => {
  const accounts = [
    { key: "2:email", attached: true },
    { key: "3:email", attached: false },
  ];
  it.each<[string, [string, boolean][], string[], boolean]>([
    ["none is given", [], ["2:email"], false],
    ["one is as before", [["3:email", false]], ["2:email"], false],
    ["one is changed", [["3:email", true]], ["2:email", "3:email"], true],
    ["one is taken back", [["2:email", false]], [], true],
    ["one is about an account that is no longer asked about", [["9:email", true]], ["2:email"], false],
  ])("are kept, and need another check only if they differ: %s", (_, given, attach, isChanged) => {
    expect(answered(accounts, new Map(given))).toEqual({ attach, isChanged });
  });
});

it("the required columns are those that the refusal names", () => {
  expect(copy.needsColumns).toBe(
    "Choose the column of the admission number, or those of name, date of birth and class.",
  );
  expect([hasNeeded(["admissionNo"]), hasNeeded(["name", "bornOn", "className"])]).toEqual([true, true]);
  expect([hasNeeded(["name", "className"]), hasNeeded(["name", "bornOn"])]).toEqual([false, false]);
});

describe("undoing", () => {
  const row = (rowNo: number, studentId: string, rollNo: string | null) => ({
    ...{
      rowNo,
      studentId,
      before: { created: false, opened: null },
      isChanged: false,
      hasLaterChange: false,
      hasLogin: false,
      hasCode: false,
      hasResults: false,
      noted: null,
      hasLinks: false,
      needsAdministrator: false,
      isTaken: false,
    },
    ...{ yearId: "y", className: 7, section: null, rollNo },
  });
  const seat = (studentId: string, rollNo: string) => ({ studentId, yearId: "y", className: 7, section: null, rollNo });

  it("gives swapped roll numbers back, unless one of the two students stays as imported", () => {
    const rows = [row(2, "a", "1"), row(3, "b", "2")];
    const seats = [seat("a", "2"), seat("b", "1")];
    expect([...judgeUndo(rows, seats).values()].map(({ state }) => state)).toEqual(["reversed", "reversed"]);
    const kept = rows.map((one) => ({ ...one, isChanged: one.rowNo === 3 }));
    expect([...judgeUndo(kept, seats).values()].map(({ state }) => state)).toEqual(["failed", "kept"]);
  });

  it.each([
    ["it did not touch the place", null, { created: false, opened: null }, ["failed", "reversed"]],
    ["it had added the student", null, { created: true, opened: null }, ["reversed", "reversed"]],
    ["it had placed the student", null, { created: false, opened: "e" }, ["reversed", "reversed"]],
  ])("gives a roll number back only if the import placed its present holder: %s", (_, yearId, before, states) => {
    const rows = [row(2, "a", "1"), { ...row(3, "b", null), yearId, before }];
    expect([...judgeUndo(rows, [seat("b", "1")]).values()].map(({ state }) => state)).toEqual(states);
  });
});

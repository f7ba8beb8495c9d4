import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { getTemplate } from "@/features/imports/data-files";
import { csvOf } from "@/lib/csv";
import { type AppError, inWords } from "@/lib/errors";
import { readTable, type Table } from "@/server/spreadsheets/read";
import { xlsxOf } from "@/server/spreadsheets/write";
import { xlsxFile } from "../harness/class-list";
import { fc } from "../harness/random";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spreadsheets-"));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function read(bytes: Uint8Array, mostRows = 5_020, sheet?: string): Promise<Table> {
  count += 1;
  const path = join(folder, String(count));
  await writeFile(path, bytes);
  return readTable(path, mostRows, sheet);
}

const cells = ({ rows }: Table) => rows.map((row) => row.cells);
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => "read",
    (error: AppError) => inWords(error).message,
  );

const list = "Name;Phone\r\nAsha Rao;9823012345\r\nवेदांत कुलकर्णी;007\r\n";
const asRead = [
  ["Name", "Phone"],
  ["Asha Rao", "9823012345"],
  ["वेदांत कुलकर्णी", "007"],
];
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

async function zipOf(parts: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const workbook = { "xl/workbook.xml": "<workbook/>" };

describe("a CSV file is read", () => {
  it.each([
    ["in UTF-8 with a byte order mark", Buffer.from(`\ufeff${list}`)],
    ["in UTF-8 without one", Buffer.from(list)],
    ["in UTF-16, little-endian", Buffer.from(`\ufeff${list}`, "utf16le")],
    ["in UTF-16, big-endian", utf16be(list)],
    ["with tabs", Buffer.from(list.replaceAll(";", "\t"))],
    ["with commas", Buffer.from(list.replaceAll(";", ","))],
    ["with Excel’s mark of the delimiter", Buffer.from(`sep=;\r\n${list}`)],
    ["with Unix line ends", Buffer.from(list.replaceAll("\r\n", "\n"))],
    [
      "with Unix line ends in appended rows",
      Buffer.from(list.replace(/\r\n$/, "\n").replace("9823012345\r", "9823012345")),
    ],
    ["with empty lines and columns at the end", Buffer.from(`${list.replaceAll("\r\n", ";;\r\n")}\r\n;;\r\n`)],
  ])("%s", async (_, bytes) => {
    expect(cells(await read(bytes))).toEqual(asRead);
  });

  it.each([
    ["decimal commas", "Name;Punkte\nMeier, Anna;61,5\nSchulz, Ben;70,5\n", 2],
    ["decimal commas and more in a remark", "Nr;Punkte;Bemerkung\n1;61,5;Gut, weiter so, Anna\n", 3],
    ["decimal commas and rows that end early", "Name;Punkte;Bemerkung\nA, B;6,5\nC, D;7,5\nE, F;8,5;gut, fein\n", 3],
    ["decimal commas and no heading", "1;61,5\n2;70,5\n", 2],
    ["decimal commas, names with commas and no heading", "Meier, Anna;61,5\nSchulz, Ben;70,5\n", 2],
    ["decimal commas below a title with a comma", "Test 3, 7a\nNr;Name;Punkte\n1;Anna;61,5\n2;Ben;70,5\n", 3],
    ["tabs and decimal commas", "Name\tPunkte\nMeier, Anna\t61,5\n", 2],
    ["commas and semicolons in a remark", "No,Name,Remark\n1,Asha,good; fine\n2,Nila,late; ill\n", 3],
    ["commas and semicolons in quotes", '"No","Name","Remark"\n"1","Rao; Asha","x;y"\n"2","Rao; Nila","z"\n', 3],
    ["commas and rows that end early", "No,Name,Remark\n1,Asha\n2,Nila\n3,Zoya,late; ill\n", 3],
    ["one column", "Name\nAsha\nNila\n", 1],
    ["one column and a comma in few of the names", "Name\nAsha Rao\nNila Rao\nKhan, Zoya\n", 1],
  ])("with %s", async (_, text, width) => {
    const table = cells(await read(Buffer.from(text)));
    expect(table).toHaveLength(text.trim().split("\n").length);
    expect(Math.max(...table.map((row) => row.length))).toBe(width);
  });

  it("with the row numbers that a spreadsheet shows", async () => {
    const { rows } = await read(Buffer.from('Name,Phone\n\n"Rao\nAsha",1\n,\nNisha,2\n'));
    expect(rows.map(({ no }) => no)).toEqual([1, 3, 5]);
    expect(rows[1]?.cells).toEqual(["Rao\nAsha", "1"]);
  });
});

describe("a workbook is read", () => {
  it("with numbers, dates, booleans, errors and formulas as texts, and empty rows left out", async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "Class 7",
          rows: [
            ["CLASS LIST 2026", null, null],
            ["Name", "Phone", "Born"],
            ["Asha", 9_823_012_345, new Date("2014-05-04")],
            [null, null, null],
            ["007", true, "#N/A"],
            ["4.05.2014", 12.5, 0],
          ],
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }],
          cells: new Map([["5,2", { formula: "1+1", formulaResult: 2 }]]),
        },
        { name: "Notes", rows: [["More"]] },
        { name: "Empty", rows: [] },
      ],
    });
    expect(await refusal(bytes)).toBe(
      "Several sheets of this workbook have rows: Class 7, Notes. Say which one to read.",
    );
    const { issues } = await read(bytes).then(
      () => ({ issues: undefined }),
      (error: AppError) => inWords(error),
    );
    expect(issues).toEqual(["Class 7", "Notes"].map((message) => ({ path: ["sheet"], message })));
    expect(cells(await read(bytes, 100, "Notes"))).toEqual([["More"]]);
    await expect(read(bytes, 100, "Empty")).rejects.toThrow("noSheet");
    const table = await read(bytes, 100, "Class 7");
    expect(table).toMatchObject({ kind: "xlsx", sheet: "Class 7", others: 1 });
    expect(table.rows).toEqual([
      { no: 1, cells: ["CLASS LIST 2026"] },
      { no: 2, cells: ["Name", "Phone", "Born"] },
      { no: 3, cells: ["Asha", "9823012345", "2014-05-04"] },
      { no: 5, cells: ["007", "TRUE", "#N/A"] },
      { no: 6, cells: ["4.05.2014", "12.5", "2"] },
    ]);
  });

  it("with its hidden rows, which are counted unless they are empty", async () => {
    const rows = [["Name"], ["Asha"], [null], ["Nisha"], ["Zoya"]];
    const rowDefs = new Map([1, 2, 4].map((at) => [at, { hidden: true }]));
    rowDefs.set(3, { hidden: false });
    const table = await read(await writeXlsx({ sheets: [{ name: "Class 7", rows, rowDefs }] }));
    expect(table.hidden).toBe(2);
    expect(cells(table)).toEqual([["Name"], ["Asha"], ["Nisha"], ["Zoya"]]);
    expect((await read(await xlsxFile(rows))).hidden).toBe(0);
    expect((await read(Buffer.from(list))).hidden).toBe(0);
  });

  it("with the 15 digits that a spreadsheet shows of a formula's result", async () => {
    const [sum, ratio] = [1.1 + 2.2, 200 / 3];
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "Marks",
          rows: [[0, ratio, 12.345, 123_456_789_012_345, -7.25]],
          cells: new Map([["0,0", { formula: "1.1+2.2", formulaResult: sum }]]),
        },
      ],
    });
    expect(String(sum)).toBe("3.3000000000000003");
    expect(cells(await read(bytes))).toEqual([["3.3", "66.6666666666667", "12.345", "123456789012345", "-7.25"]]);
  });
});

const unescaped = 'No,Name,Mark,Remark\n101,Asha,61,"Tall" girl\n102,Dev,48,\n103,Nila,12,"often absent"\n104,Om,70,\n';

describe("reading refuses with a sentence", () => {
  it.each([
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), /old version of Excel/],
    ["an even older workbook", Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06]), /old version of Excel/],
    ["a web page named like a workbook", Buffer.from("<html><table><tr><td>Asha"), /old version of Excel/],
    ["another encoding", Buffer.from("Name;Phone\nJos\xe9;1\n", "latin1"), /CSV UTF-8/],
    ["UTF-16 without a byte order mark", Buffer.from(list, "utf16le"), /CSV UTF-8/],
    ["big-endian UTF-16 without one", Buffer.from(list, "utf16le").swap16(), /CSV UTF-8/],
    ["UTF-16 without one, in Bengali", Buffer.from("নাম;Phone\nআশা;1\n", "utf16le"), /CSV UTF-8/],
    ["a PDF", Buffer.from("%PDF-1.7\n%\u00e2\n1 0 obj"), /neither a CSV nor an XLSX/],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /neither/],
    ["an empty file", Buffer.alloc(0), /no rows/],
    ["a file of blanks", Buffer.from(" ;\r\n;\r\n"), /no rows/],
    ["too many columns", Buffer.from(`${"a,".repeat(60)}b`), /60 columns/],
    ["a quotation mark that is closed in a later row", Buffer.from(unescaped), /quotation mark/],
    ["a quotation mark that is never closed", Buffer.from(unescaped.replaceAll(/(?<!61,)"/g, "")), /quotation mark/],
  ])("%s", async (_, bytes, words) => {
    expect(await refusal(bytes)).toMatch(words);
  });

  it("a locked workbook or one of another kind", async () => {
    const [ole, name] = [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from("EncryptedPackage", "utf16le")];
    expect(await refusal(Buffer.concat([ole, Buffer.alloc(600), name]))).toMatch(/locked with a password/);
    const kinds: [Record<string, string>, RegExp][] = [
      [{ ...workbook, "xl/vbaProject.bin": "x" }, /macros/],
      [{ ...workbook, "xl/externalLinks/externalLink1.xml": "<x/>" }, /other files/],
      [{ "xl/workbook.bin": "x" }, /xlsb/],
      [{ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }, /ods/],
      [{ "word/document.xml": "<x/>" }, /neither/],
      [workbook, /damaged/],
    ];
    for (const [parts, words] of kinds) expect(await refusal(await zipOf(parts))).toMatch(words);
  });

  it("too many rows", async () => {
    const rows = Array.from({ length: 12 }, (_, index) => [`Asha ${index}`]);
    await expect(read(Buffer.from(csvOf(["Name"], rows)), 10)).rejects.toThrow("tooManyRows");
    await expect(read(await xlsxFile(rows), 10)).rejects.toThrow("tooManyRows");
    expect((await read(await xlsxFile(rows), 12)).rows).toHaveLength(12);
  });

  it("too many rows, not counting empty ones among them", async () => {
    const empty: null[] = [];
    const spaced = (count: number, between = 1) =>
      Array.from({ length: count }, (_, index) => [
        [`Asha ${index}`],
        ...Array.from({ length: between }, () => empty),
      ]).flat();
    const asCsv = (rows: (string | null)[][]) => Buffer.from(rows.map((row) => `${row.join()}\r\n`).join(""));
    for (const make of [asCsv, xlsxFile]) {
      const { rows } = await read(await make(spaced(12)), 12);
      expect(rows.map(({ no, cells: [name] }) => [no, name])).toEqual(
        Array.from({ length: 12 }, (_, index) => [index * 2 + 1, `Asha ${index}`]),
      );
      await expect(read(await make(spaced(13)), 12)).rejects.toThrow("tooManyRows");
    }
    // A workbook is read only up to some row.
    await expect(read(await xlsxFile(spaced(3, 30)), 12)).rejects.toThrow("tooManyRows");
    expect((await read(asCsv(spaced(3, 3000)), 12)).rows).toHaveLength(3);
  });

  it("a workbook cut anywhere", async () => {
    const whole = await xlsxFile([
      ["Name", "Phone"],
      ["Asha", 1],
    ]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: whole.length - 1 }), async (length) => {
        expect(await refusal(whole.subarray(0, length))).toMatch(/damaged|neither/);
      }),
      { numRuns: 10 },
    );
  });
});

describe("a file that could do harm", () => {
  const sheet = Buffer.concat([
    Buffer.from("<worksheet><sheetData>"),
    Buffer.alloc(128 * 1024 * 1024, '<row r="1"><c r="A1"><v>1</v></c></row>'),
  ]);

  it.each([
    ["unpacks to 128 MB", () => zipOf({ ...workbook, "xl/worksheets/sheet1.xml": sheet }), /far larger than it seems/],
    ["holds macros", () => zipOf({ ...workbook, "xl/vbaProject.bin": randomBytes(4_000_000) }), /macros/],
    [
      "is from an old version of Excel",
      async () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(4_900_000, 7)]),
      /old version of Excel/,
    ],
  ])(
    "and %s is refused within half a second of CPU time, and the process grows by less than 100 MB",
    { timeout: 30_000 },
    async (_, make, words) => {
      const bytes = await make();
      expect(bytes.length).toBeLessThan(5 * 1024 * 1024);
      // The first thread loads modules that the following ones share.
      await refusal(bytes);
      const [before, began] = [process.memoryUsage().rss, process.cpuUsage()];
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 5);
      expect(await refusal(bytes)).toMatch(words);
      clearInterval(watch);
      // CPU time instead of elapsed time, since the machine does other things, too.
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1000).toBeLessThan(500);
      expect(most - before).toBeLessThan(100 * 1024 * 1024);
    },
  );

  it("is refused even if it lies about its size", { timeout: 30_000 }, async () => {
    const bytes = await zipOf({ ...workbook, "xl/worksheets/sheet1.xml": sheet.subarray(0, 48 * 1024 * 1024) });
    // Change the sizes in the central directory and before the data: the unpacked bytes are counted.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(48 * 1024 * 1024);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(1000);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 1)) small.copy(bytes, at);
    expect(await refusal(bytes)).toMatch(/damaged/);
  });
});

describe("a written file", () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((one) => /^[^\p{C}\p{Z}']+$/u.test(one));

  it("is read back unchanged, even texts that look like formulas", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
        const formulas = ["=1+1", "+919823012345", "@x", "-1", "＝1+1", "＋919823012345", "＠x", "－1", "\u200e+91"];
        const given = [["Name", "Fault"], ...rows, ...formulas.map((formula) => [formula, formula])];
        const [head = [], ...body] = given;
        expect(cells(await read(await xlsxOf("Students", head, body)))).toEqual(given);
        expect(cells(await read(Buffer.from(csvOf(head, body))))).toEqual(given);
      }),
      { numRuns: 5 },
    );
  });

  it("has no cell that a spreadsheet evaluates", async () => {
    const bytes = Buffer.from(await xlsxOf("Students", ["Name"], [["=HYPERLINK(1)"]]));
    expect(bytes.includes("<f>")).toBe(false);
    expect(csvOf(["Name"], [["=HYPERLINK(1)"]])).toContain("'=HYPERLINK");
  });

  it("has text cells below a template's example, which keep a typed 007 and do not count as rows while empty", async () => {
    const bytes = Buffer.from((await getTemplate("xlsx")).base64, "base64");
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    for (const place of ["1,0", "2,0", "1000,12"]) expect(sheets[0]?.cells?.get(place)?.style?.numFmt, place).toBe("@");
    expect((await read(bytes, 2)).rows.map(({ no }) => no)).toEqual([1, 2]);
  });
});

import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { institute } from "@/content/institute";
import { columns } from "@/features/materials/components/material-columns";
import { copy, countLine } from "@/features/materials/messages";
import { officeCopy } from "@/features/materials/messages-office";
import { availabilityFault, countOf, hasExpired, nextCount } from "@/features/materials/rules";
import { expiryOf, minuteIn } from "@/features/materials/rules-expiry";
import { guessAgain, guessOf, splitKnown } from "@/features/materials/rules-files";
import { officeListFor } from "@/features/materials/rules-office";
import { type MaterialView, materialInput } from "@/features/materials/schema";
import { wordsOf } from "@/lib/catalogue";
import { isNewOn } from "@/lib/dates";
import { fileFault } from "@/lib/file-fault";
import { withPlainName } from "@/lib/plain-file";
import { fc } from "../harness/random";

const now = new Date("2026-11-20T10:00:00.000Z");
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe("expiry of a material", () => {
  it.each([
    [at(1), false],
    [at(0), true],
    [at(-1), true],
    [null, false],
  ])("expired for %s: %s", (expiresAt, passed) => {
    expect(hasExpired(expiresAt, now)).toBe(passed);
  });

  it("an expired material stays expired", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true }), (expiresAt, when) => {
        expect(hasExpired(expiresAt, when)).toBe(expiresAt.getTime() <= when.getTime());
      }),
    );
  });
});

describe("availability of a new material", () => {
  it.each([
    [null, false, "expiryRequired"],
    [at(-1), false, "expiryPassed"],
    [at(0), false, "expiryPassed"],
    [at(1), false, null],
    [null, true, null],
    [at(-1), true, null],
  ] as const)("expiry %s with always available %s: %s", (expiresAt, alwaysAvailable, fault) => {
    expect(availabilityFault({ expiresAt, alwaysAvailable }, now)).toBe(fault);
  });

  it("the availability messages are those of the specification", () => {
    expect(copy.expiryRequired).toBe("Please select expiry date & time OR mark Always Available.");
    expect(copy.fileRequired).toBe("Please select a file!");
  });
});

describe("material input", () => {
  const good = { className: "Class 7", subject: " Biology ", materialName: "Cells" };
  const read = (more: object) => materialInput.parse({ ...good, ...more });

  it.each([
    [{ expiresAt: "null" }, { alwaysAvailable: true, expiresAt: null }],
    [{ alwaysAvailable: true }, { alwaysAvailable: true, expiresAt: null }],
    [
      { alwaysAvailable: true, expiresAt: "" },
      { alwaysAvailable: true, expiresAt: null },
    ],
    [
      { alwaysAvailable: true, expiresAt: "2030-01-01T00:00Z" },
      { alwaysAvailable: true, expiresAt: null },
    ],
    [
      { alwaysAvailable: false, expiresAt: "null" },
      { alwaysAvailable: false, expiresAt: null },
    ],
    [{ expiresAt: "" }, { alwaysAvailable: false, expiresAt: null }],
    [{ expiresAt: null }, { alwaysAvailable: false, expiresAt: null }],
    [{}, { alwaysAvailable: false, expiresAt: null }],
    [{ expiresAt: "2030-01-01T00:00:00.000Z" }, { expiresAt: new Date("2030-01-01T00:00:00Z") }],
    [{ expiresAt: "2030-01-01T05:30+05:30" }, { expiresAt: new Date("2030-01-01T00:00:00Z") }],
    [{ expiresAt: "2030-01" }, { expiresAt: new Date("2030-01-31T18:29:59.999Z") }],
    [{ availableFrom: "2030-01-02" }, { availableFrom: new Date("2030-01-01T18:30:00Z") }],
    [{ availableFrom: "20300102" }, { availableFrom: new Date("2030-01-01T18:30:00Z") }],
  ])("material input parses %j", (more, expected) => {
    expect(read(more)).toMatchObject({ className: 7, subject: "Biology", ...expected });
  });

  it("a material cannot start on a month without a day", () => {
    expect(materialInput.safeParse({ ...good, availableFrom: "2030-01" }).success).toBe(false);
  });

  it.each(["tomorrow", "2030-02-30T00:00:00Z", "2030-13", "1893456000000", 0, "9999-12-31T23:59:59-12:00"])(
    "material input rejects the expiry %j with an example of a valid one",
    (expiresAt) => {
      expect(wordsOf(materialInput.safeParse({ ...good, expiresAt }).error?.issues[0]?.message ?? "")).toBe(
        copy.expiryUnreadable,
      );
    },
  );

  it("an expiry without a time zone is in the institute's, and a date without a time means the end of that day", () => {
    expect(institute.timeZone).toBe("Asia/Kolkata");
    expect(read({ expiresAt: "2030-01-01" }).expiresAt).toEqual(new Date("2030-01-01T18:29:59.999Z"));
    expect(read({ expiresAt: "2030-01-01T17:00" }).expiresAt).toEqual(new Date("2030-01-01T11:30:00Z"));
  });

  it.each(["uploadedAt", "_id", "role", "constructor", "__proto__"])(
    "material input rejects the unknown key %s",
    (key) => {
      const given: unknown = JSON.parse(
        `{"className":7,"subject":"B","materialName":"C","alwaysAvailable":true,"${key}":"x"}`,
      );
      expect(materialInput.safeParse(given).error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: [key] });
    },
  );
});

describe("material file", () => {
  it.each([
    ["notes.pdf", 1, null],
    ["NOTES.PDF", 100, null],
    ["notes.Doc", 1, null],
    ["\u202anotes.pdf\u202c", 1, null],
    ["notes.v2.docx", 1, null],
    ["टिप्पणी.pdf", 1, null],
    ["notes.pdf", 101, "fileTooLarge"],
    ["notes.pdf", 0, "fileEmpty"],
    ["notes.docm", 1, "fileKind"],
    ["notes.pdf.exe", 1, "fileKind"],
    ["pdf", 1, "fileKind"],
    ["notes.", 1, "fileKind"],
    ["", 1, "fileKind"],
  ] as const)("the file %s of %d bytes with a limit of 100: %s", (name, size, fault) => {
    expect(fileFault({ name, size }, 100)).toBe(fault);
  });
});

describe("age of a material", () => {
  it.each([
    ["2026-11-23", true],
    ["2026-11-17", true],
    ["2026-11-16", false],
  ])("on 23 November, one of %s is new: %s", (day, expected) => {
    expect(isNewOn(day, "2026-11-23")).toBe(expected);
  });
});

describe("count of materials", () => {
  it.each([
    [0, {}, "Showing 0 resource(s)"],
    [1, {}, "Showing 1 resource(s)"],
    [12, { className: "7" }, "Showing 12 resource(s) for Class 7"],
    [3, { q: "cell" }, 'Showing 3 resource(s) matching "cell"'],
    [3, { className: "7", q: "cell" }, 'Showing 3 resource(s) for Class 7 matching "cell"'],
    [3, { className: "7", subject: "Physics" }, "Showing 3 resource(s) for Class 7 in Physics"],
    [3, { className: "", subject: "", q: "" }, "Showing 3 resource(s)"],
    [1000, {}, "Showing 1000 resource(s)"],
    [1001, {}, "Showing 1000+ resource(s)"],
  ])("the count line for %d and %j", (total, filter, line) => {
    expect(countLine(countOf(total), filter)).toBe(line);
  });

  it.each([
    [54, 24, 24],
    [54, 48, 6],
    [48, 24, 24],
    [1001, 960, 24],
    // More than a thousand are not counted.
    [1001, 984, undefined],
    [1001, 1008, undefined],
  ])("of %d with %d shown, the next page has %s", (total, shown, count) => {
    expect(nextCount(total, shown, 24)).toBe(count);
  });
});

describe("the expiry in a field of minutes", () => {
  const zone = "Asia/Kolkata";
  it("keeps the seconds of an untouched expiry, and reads a typed one in the institute's time zone", () => {
    const before = new Date("2026-01-01T04:30:59.123Z");
    expect(minuteIn(before, zone)).toBe("2026-01-01T10:00");
    expect(expiryOf(minuteIn(before, zone), before, zone)).toBe(before.toISOString());
    expect(expiryOf("2026-01-01T10:01", before, zone)).toBe("2026-01-01T04:31:00.000Z");
    expect(expiryOf("", before, zone)).toBeNull();
  });
});

describe("what a file's name says", () => {
  const subjects = [
    { name: "EVS", keys: ["evs"], isRetired: true },
    { name: "English", keys: ["english"], isRetired: false },
    { name: "Mathematics", keys: ["mathematics", "maths"], isRetired: false },
  ];
  it.each([
    ["class9_english_letter.pdf", "Class9 english letter", "9", "English"],
    ["Class 12 - maths.docx", "Class 12 maths", "12", "Mathematics"],
    ["worksheet-3.pdf", "Worksheet 3", "", ""],
    ["\u202aworksheet-3.pdf\u202c", "Worksheet 3", "", ""],
    ["class 13.pdf", "Class 13", "", ""],
    ["Class 4 EVS 3.pdf", "Class 4 EVS 3", "4", ""],
    ["Class 4 EVS English.pdf", "Class 4 EVS English", "4", "English"],
    ["गणित-सराव.pdf", "गणित सराव", "", ""],
  ])("%s", (name, materialName, className, subject) => {
    expect(guessOf(name, subjects)).toEqual({ materialName, className, subject });
  });

  it.each([
    [{ materialName: "Img 2041" }, { materialName: "Maths class 9", className: "9", subject: "Mathematics" }],
    [{ materialName: "" }, { materialName: "Maths class 9", className: "9", subject: "Mathematics" }],
    [
      { materialName: "Leaves", className: "7" },
      { materialName: "Leaves", className: "7", subject: "Mathematics" },
    ],
  ])("replaces, when another file is chosen, only what nobody typed: %j", (typed, expected) => {
    const given = { ...{ materialName: "Img 2041", className: "", subject: "" }, ...typed };
    expect(guessAgain(given, "img_2041.heic", "maths_class_9.pdf", subjects)).toEqual(expected);
  });

  it("keeps the class of the first file if another file names none", () => {
    const given = { materialName: "English class 9", className: "9", subject: "English" };
    const after = { materialName: "Leaf", className: "9", subject: "English" };
    expect(guessAgain(given, "english_class_9.heic", "leaf.pdf", subjects)).toEqual(after);
  });
});

it("the office's list reads its filters from its address, and ignores all else", () => {
  const every = { includeExpired: true, limit: 50 };
  expect(officeListFor({ q: "leaf", class: "7", subject: " Botany ", state: "expired" })).toEqual({
    ...{ ...every, q: "leaf", className: "7", subject: "Botany", state: "expired" },
  });
  expect(officeListFor({ class: "13", subject: " ", state: "gone" })).toEqual(every);
});

it("a file that is listed already or dropped twice is uploaded once; a different file of the same name is uploaded, too", () => {
  const file = (name: string, size = 1, lastModified = 1) => ({ name, size, lastModified });
  const { fresh, known } = splitKnown(
    [file("a.pdf"), file("b.pdf"), file("b.pdf"), file("a.pdf", 2), file("a.pdf", 1, 2)],
    [file("a.pdf")],
  );
  expect(known).toEqual([file("a.pdf"), file("b.pdf")]);
  expect(fresh).toEqual([file("b.pdf"), file("a.pdf", 2), file("a.pdf", 1, 2)]);
});

it("a chosen file is sent without direction marks in its name; a file with a plain name stays the same object", () => {
  const marked = new File(["x"], "evil\u202efdp.exe", { type: "application/pdf", lastModified: 7 });
  expect(withPlainName(marked)).toMatchObject({
    name: "evilfdp.exe",
    size: 1,
    type: "application/pdf",
    lastModified: 7,
  });
  const plain = new File(["x"], "notes.pdf");
  expect(withPlainName(plain)).toBe(plain);
});

it.each([
  ["has no end", null, "Always"],
  ["ends later", new Date("2999-03-20T10:00:00Z"), "Until 20 Mar 2999"],
])("the printed list says how long a material is available if it %s", (_, expiresAt, words) => {
  const cell = columns.find(({ name }) => name === officeCopy.heads.until)?.cell({ expiresAt } as MaterialView);
  const html = renderToStaticMarkup(cell as ReactElement);
  expect(html).toMatch(/^<span class="[^"]*\bmax-md:hidden print:inline">/);
  expect(html).toContain(words);
});

import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { typesetCard } from "@/features/report-cards/data-card";
import type { CardContent } from "@/features/report-cards/schema-content";
import { unprintable } from "@/server/documents/coverage";
import { logoOf } from "@/server/documents/letterhead";
import { openPicture, printedPicture, smallPicture } from "@/server/documents/picture";
import { readPdf, readPdfText } from "../harness/read-pdf";

const subjects = ["English", "Hindi (हिन्दी)", "Mathematics", "Science", "Social Science", "Computer Science"];

const content = (given: Partial<CardContent> = {}, names = subjects): CardContent => ({
  ...{ title: "Term 1", year: "2026-27", name: "Ananya Deshpande", admissionNo: "A-2021-0147", className: "7" },
  ...{ section: "A", rollNo: "12", issuedOn: "2026-11-23", attendance: { present: 171, open: 184 } },
  columns: [
    { name: "Unit Test 1", total: 80 },
    { name: "Project", total: 40 },
  ],
  rows: names.map((subject) => ({
    subject,
    cells: [{ kind: "scored", score: 58, total: 80 }, { kind: "absent" }],
    ...{ percent: "72.5%", grade: "B+" },
  })),
  sums: [58 * names.length, null],
  overall: { score: 58, total: 80, percent: "72.5%", grade: "B+", label: "Very Good" },
  ...{ remarkTeacher: "Asks the questions others are glad she asked.", remarkHead: "शाब्बास!" },
  lines: ["Art: A", "Music: B"],
  ...given,
});

const issued = { number: "2026-7A-012-1", token: "A".repeat(22) };
const now = new Date("2026-11-23T10:00:00Z");
const print = async (card: CardContent, logo: Parameters<typeof typesetCard>[2] = null) =>
  (await typesetCard(card, issued, logo, now)).bytes;

/** Makes texts comparable: without spaces, which a reader only derives from the positions of letters. */
const packed = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, "");

describe("a report card", () => {
  it.each([
    ["Latin", "Zoë Nguyễn-Łukasiewicz", "Français"],
    ["Devanagari", "निशा त्रिपाठी", "हिन्दी"],
    ["Bengali", "নিশা ত্রিপাঠী", "বাংলা"],
    ["Gujarati", "નિશા ત્રિપાઠી", "ગુજરાતી"],
    ["Gurmukhi", "ਨਿਸ਼ਾ ਤ੍ਰਿਪਾਠੀ", "ਪੰਜਾਬੀ"],
    ["Tamil", "நிஷா திரிபாதி", "தமிழ்"],
    ["Telugu", "నిషా త్రిపాఠి", "తెలుగు"],
    ["Kannada", "ನಿಶಾ ತ್ರಿಪಾಠಿ", "ಕನ್ನಡ"],
    ["Malayalam", "നിഷാ ത്രിപാഠി", "മലയാളം"],
    ["Arabic", "فاطمة الزهراء", "العربية"],
    ["code of the typesetter", '#eval "x"', "*b* $x$ _i_ @y"],
  ])("is read back in %s as it was typed, below 80 kB", async (_script, name, subject) => {
    expect(await unprintable(name + subject)).toEqual([]);
    const bytes = await print(content({ name, remarkTeacher: `${name}: ${subject}` }, [...subjects, subject]));
    expect(bytes.byteLength).toBeLessThan(80_000);
    const { pages } = await readPdfText(bytes);
    expect(pages).toHaveLength(1);
    const text = packed(pages[0]?.text ?? "");
    for (const typed of [name, subject]) expect(text).toContain(packed(typed));
    for (const word of ["2026-7A-012-1", "171of184days", "23Nov2026", "VeryGood", "AB:absent,notcounted."])
      expect(text).toContain(word);
  });

  it("says what an empty cell means, if there is one", async () => {
    const [row] = content().rows;
    const rows = [{ ...row, cells: [null, { kind: "scored", score: 58, total: 80 }] }] as CardContent["rows"];
    const textOf = async (card: CardContent) => packed((await readPdfText(await print(card))).pages[0]?.text ?? "");
    expect(await textOf(content({ rows }))).toContain("Empty:noexamforthisstudent.");
    expect(await textOf(content())).not.toContain("Empty:");
  });

  it("has a code that leads to its page of verification", async () => {
    const { pages } = await readPdf(await print(content()));
    expect(pages.map(({ codes }) => codes)).toEqual([[`http://localhost:3000/verify/${issued.token}`]]);
  });

  it("is PDF/UA with tags, a language, alternative texts and embedded typefaces", async () => {
    const { source } = await readPdfText(await print(content()));
    expect(source).toMatch(/<pdfuaid:part>1<|pdfuaid:part="1"/);
    for (const mark of ["/StructTreeRoot", "/Marked true", "/Lang (en)", "/Figure", "/H1", "/H2", "/Table", "/TH"])
      expect(source).toContain(mark);
    const fonts = source.match(/\/Type\s*\/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(1);
    expect(source.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(fonts.length);
  });

  it("has fourteen subjects on one page, and below 80 kB with a logo of many colours", async () => {
    const noise = sharp({
      create: {
        width: 800,
        height: 320,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 40 },
        background: "white",
      },
    });
    const opened = await openPicture(new Uint8Array(await noise.blur(2).png().toBuffer()));
    if (typeof opened === "string") throw new Error(opened);
    const picture = await printedPicture(opened);
    const names = Array.from({ length: 14 }, (_, index) => `Environmental studies and community work ${index}`);
    const lines = Array.from({ length: 6 }, (_, index) => `Line ${index}: A`);
    const name = "Venkatanarasimharajuvaripeta Wolfeschlegelsteinhausen";
    const bytes = await print(content({ name, lines }, names), logoOf(await smallPicture(picture)));
    expect(bytes.byteLength).toBeLessThan(80_000);
    expect((await readPdfText(bytes)).pages).toHaveLength(1);
  });

  it.each([4, 6, 8])("keeps a subject on one line beside %i exams with long names", async (count) => {
    const exams = ["Half-yearly examination", "Annual examination", "Unit Test 1", "Practical"];
    const columns = Array.from({ length: count }, (_, index) => ({ name: `${exams[index % 4]} ${index}`, total: 80 }));
    const rows = ["Environmental Studies", "Mathematics"].map((subject) => ({
      subject,
      cells: columns.map(() => ({ kind: "scored" as const, score: 58, total: 80 })),
      ...{ percent: "72.5%", grade: "B+" },
    }));
    const { pages } = await readPdfText(await print(content({ columns, rows, sums: columns.map(() => 116) })));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain("Environmental Studies");
    expect(pages[0]?.text).toContain("type the card number");
  });

  it.each(["Venkatasubrahmanyeswaran", "வெங்கடசுப்பிரமணியேஸ்வரன்", "N".repeat(100)])(
    "keeps the name %s and a long admission number apart from the text beside them",
    async (name) => {
      for (const admissionNo of ["ADM/2026-27/1001", `ADM/2026-27/${"7".repeat(38)}`]) {
        const { pages } = await readPdf(await print(content({ name, admissionNo })));
        const wide = pages[0]?.gaps(36, 47).filter(({ width }) => width > 1.5);
        // The margins, and the gaps between the name and two columns of labels and values.
        expect(wide?.length).toBeGreaterThanOrEqual(6);
      }
    },
  );

  it.each(["Half-Yearly Examination, April to September 2026, Revised 2", "n".repeat(60)])(
    "keeps the period %s apart from name and address beside a wide logo",
    async (title) => {
      const picture = sharp({ create: { width: 480, height: 144, channels: 3, background: "#0e5763" } });
      const logo = logoOf({ bytes: new Uint8Array(await picture.png().toBuffer()), width: 480, height: 144 });
      const { pages } = await readPdf(await print(content({ title }), logo));
      const gaps = pages[0]?.gaps(14, 30) ?? [];
      expect(gaps.at(-1)?.from).toBeGreaterThan(190);
      expect(gaps.filter(({ from, width }) => from < 115 && from + width > 121)).toHaveLength(1);
    },
  );

  it.each([9, 12, 16])("keeps the figures of %i exams apart", async (count) => {
    const columns = Array.from({ length: count }, (_, index) => ({ name: `Test ${index}`, total: null }));
    const rows = Array.from({ length: 14 }, (_, index) => ({
      subject: `Subject ${index}`,
      cells: columns.map(() => ({ kind: "scored" as const, score: 99.75, total: 100 })),
      ...{ percent: "99.75%", grade: "A+" },
    }));
    const { pages } = await readPdf(await print(content({ columns, rows, sums: columns.map(() => 1396.5) })));
    expect(pages).toHaveLength(1);
    const gaps = pages[0]?.gaps(90, 140).filter(({ from, width }) => from > 40 && width > 0.9);
    expect(gaps).toHaveLength(count + 2);
  });

  it("shows the maximum of the sums of its exams", async () => {
    const { pages } = await readPdfText(await print(content()));
    expect(packed(pages[0]?.text ?? "")).toContain("Allsubjects348of48072.5%");
  });

  it("breaks a remark and lines without a space within their box", async () => {
    const lines = Array.from({ length: 6 }, () => "n".repeat(80));
    const { pages } = await readPdf(await print(content({ remarkTeacher: "X".repeat(600), lines })));
    const [first, last] = [pages[0]?.gaps(140, 180)[0], pages[0]?.gaps(140, 180).at(-1)];
    expect(first?.width).toBeGreaterThan(15);
    expect(last?.from).toBeLessThan(192);
    expect(last?.width).toBeGreaterThan(18);
  });

  it("continues on a second page, with name and number on each", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Subject ${index}`);
    const { pages } = await readPdfText(await print(content({ remarkTeacher: "Long. ".repeat(90) }, names)));
    expect(pages).toHaveLength(2);
    for (const { text } of pages) expect(packed(text)).toContain(packed("Ananya Deshpande · 2026-7A-012-1"));
  });

  it("has no code or card number as a draft, and characters without a typeface are reported", async () => {
    const { bytes } = await typesetCard(content(), null, null, now);
    const { pages } = await readPdf(bytes);
    expect(pages[0]?.codes).toEqual([]);
    expect(pages[0]?.text).not.toContain("Card number");
    expect(await unprintable("Asha 梅")).toEqual(["梅"]);
    expect(await unprintable("Asha\u1680Rao")).toEqual(["U+1680"]);
  });

  it("is typeset with every space and joiner that is not reported", async () => {
    const remarkTeacher = "\t\n\r \u00a0\u061c\u2009\u200c\u200d\u200e\u200f\u202f\u205f\u3000".split("").join("a");
    expect(await unprintable(remarkTeacher)).toEqual([]);
    expect((await print(content({ remarkTeacher }))).byteLength).toBeGreaterThan(0);
  });
});

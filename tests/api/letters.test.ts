import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { shownDateHere } from "@/content/institute";
import { readCode } from "@/lib/access-code";
import { hashOfCode } from "@/server/access-codes/hash";
import { db, pool } from "@/server/db/client";
import { files } from "@/server/files/configure";
import { sweepTasks } from "@/server/tasks/run";
import { callerOf, createStudent, openStore, refusalOf, schoolYear, tokenFor } from "../factories";
import { doJobs } from "../harness/jobs";
import { officeOfEachTest } from "../harness/office";
import { publishFacts, publishLogo } from "../harness/pictures";
import { readPdf, readPdfText } from "../harness/read-pdf";

const office = officeOfEachTest();
let yearId: string;
const nobody = "0197a7c8-0000-7000-8000-000000000000";

await openStore();

beforeEach(async () => {
  yearId = (await schoolYear()).id;
});

type Child = {
  name: string;
  email?: string;
  admissionNo?: string;
  rollNo?: string;
  guardian?: string;
  hasLogin?: true;
};

/** A student of 7 A, with a guardian who has a phone. */
async function child({ guardian, hasLogin, rollNo = "1", ...of }: Child): Promise<string> {
  const username = of.email ? null : (of.admissionNo ?? null);
  const { id } = await db().user.create({
    data: {
      ...{ name: of.name, email: of.email ?? (hasLogin && !username ? "own@example.org" : null), username },
      passwordHash: hasLogin ? "hash" : null,
      student: { create: { origin: "office", admissionNo: of.admissionNo ?? null } },
    },
  });
  const place = { className: 7, section: "A", rollNo, fromDay: new Date("2026-04-06") };
  await db().enrolment.create({ data: { studentId: id, schoolYearId: yearId, ...place } });
  if (guardian) {
    const phone = `+9198230${String(10_000 + Number(rollNo))}`;
    const person = await db().user.create({ data: { name: guardian, phone } });
    await db().guardianship.create({
      data: { guardianId: person.id, studentId: id, relation: "mother", origin: "office" },
    });
  }
  return id;
}

const print = async (id: string) => {
  const letter = await office.letters.print({ id });
  return { ...letter, bytes: Buffer.from(letter.base64, "base64") };
};

/** Prints class 7 A and reads it. */
async function printClass() {
  const { taskId } = await office.letters.printClass({ class: 7, section: "A", year: yearId });
  await doJobs();
  const taken = await office.tasks.takeResult({ id: taskId });
  return { taskId, taken, pdf: await readPdf(Buffer.from(taken.base64, "base64")) };
}

const codeIn = (address: string | undefined) => readCode(address?.split("#")[1] ?? "") ?? "";

/** The person whom a code lets in. */
async function ownerOf(code: string): Promise<string | undefined> {
  const codeHash = Uint8Array.from(hashOfCode(code));
  return (await db().accessCode.findUniqueOrThrow({ where: { codeHash }, include: { user: true } })).user?.name;
}

describe("a letter", () => {
  it("can be printed by the office only", async () => {
    const id = await child({ name: "Asha Rao" });
    const others = [
      [await callerOf(null), "UNAUTHORIZED"],
      [await callerOf(await tokenFor(await createStudent())), "FORBIDDEN"],
    ] as const;
    for (const [{ letters }, code] of others) {
      expect(await refusalOf(letters.print({ id }))).toMatchObject({ code });
      expect(await refusalOf(letters.preview({ id }))).toMatchObject({ code });
      expect(await refusalOf(letters.printClass({ class: 7 }))).toMatchObject({ code });
      expect(await refusalOf(letters.previewClass({ class: 7 }))).toMatchObject({ code });
    }
    expect(await db().accessCode.count()).toBe(0);
    expect(await db().backgroundTask.count()).toBe(0);
  });

  it("names student and guardian, each with a code as a QR code and in letters", async () => {
    const id = await child({ name: "Asha Rao", admissionNo: "LYC-1042", rollNo: "12", guardian: "Meera Rao" });
    expect(await office.letters.preview({ id })).toEqual({
      people: [
        { name: "Asha Rao", relation: null },
        { name: "Meera Rao", relation: "mother" },
      ],
      guardians: [
        {
          ...{ _id: expect.any(String), name: "Meera Rao", relation: "mother" },
          ...{ leavesOutStudent: false, unprintable: "" },
        },
      ],
      unprintable: "",
      ...{ address: "localhost:3000/join", ownFacts: false },
    });
    const { bytes, ...letter } = await print(id);
    expect(letter).toMatchObject({ name: "letter.pdf", type: "application/pdf" });
    const { pages } = await readPdf(bytes);
    expect(pages).toHaveLength(1);
    const { text = "", codes = [] } = pages[0] ?? {};
    const words = ["Lyceum", "Class 7 A, roll number 12", "Student", "Mother", "LYC-1042", "your phone number"];
    for (const word of [...words, "Asha Rao", "Meera Rao"]) expect(text).toContain(word);
    expect(codes.map((code) => code.replace(/#.*/, ""))).toEqual(Array(2).fill("http://localhost:3000/join"));
    const owners = await Promise.all(codes.map((code) => ownerOf(codeIn(code))));
    expect(owners).toEqual(["Asha Rao", "Meera Rao"]);
    for (const code of codes) expect(text).toContain(code.split("#")[1]);
    // Nothing of the letter is stored.
    expect(await db().upload.count()).toBe(0);
    for (const { purpose, expiresAt } of await db().accessCode.findMany())
      expect([purpose, text]).toEqual(["join", expect.stringContaining(`until ${shownDateHere(expiresAt)}`)]);
    expect((await office.records.listEvents({})).items).toMatchObject([
      { words: "Letter with codes printed", subjectId: id },
    ]);
  });

  it("is PDF/UA with tags, a language, alternative texts and embedded typefaces", async () => {
    const { source } = await readPdfText(
      (await print(await child({ name: "فاطمة الزهراء", guardian: "सुनीता" }))).bytes,
    );
    expect(source).toMatch(/<pdfuaid:part>1<|pdfuaid:part="1"/);
    for (const mark of ["/StructTreeRoot", "/Marked true", "/Lang (en)", "/Figure", "/H1", "/H2"]) {
      expect(source).toContain(mark);
    }
    const fonts = source.match(/\/Type\s*\/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(2);
    expect(source.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(fonts.length);
    expect(source.match(/\/S \/Figure/g)).toHaveLength(2);
  });

  it.each([
    ["Devanagari", "निशा त्रिपाठी", "प्रतीक्षा कुलकर्णी"],
    ["Arabic", "فاطمة الزهراء", "محمد عبد الرحمن"],
    ["Arabic with digits", "رضا 95", "مريم"],
    ["what is code elsewhere", '#eval("x") *b* $x$ _i_', "\\ // <a> @b `c` = + - / ~"],
    ["marks on letters", "Zoë Nguyễn-Łukasiewicz", "Ó Ceallaigh"],
  ])("shows names in %s as they were typed", async (_script, name, guardian) => {
    const { pages } = await readPdfText((await print(await child({ name, guardian }))).bytes);
    for (const typed of [name, guardian]) expect(pages[0]?.text).toContain(typed);
  });

  it("stays one page with names of 200 letters", async () => {
    const name = "Wolfeschlegelsteinhausen ".repeat(8).trim();
    const { pages } = await readPdf((await print(await child({ name, guardian: "न".repeat(200) }))).bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.codes).toHaveLength(2);
  });

  it("is refused if a name has a character without a typeface, and if nobody needs a code", async () => {
    const chinese = await child({ name: "梅花", rollNo: "1" });
    expect(await refusalOf(office.letters.print({ id: chinese }))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^The letter cannot show these characters of the family or the letterhead: 梅 花/),
    });
    const known = await child({ name: "Asha Rao", rollNo: "2", hasLogin: true });
    expect((await office.letters.preview({ id: known })).people).toEqual([]);
    expect(await refusalOf(office.letters.print({ id: known }))).toMatchObject({ code: "CONFLICT" });
    expect(await db().accessCode.count()).toBe(0);
  });

  it("has no code for a guardian who works here", async () => {
    const id = await child({ name: "Asha Rao", admissionNo: "1", guardian: "Mira Rao" });
    const named = async () => (await office.letters.preview({ id })).people.map(({ name }) => name);
    expect(await named()).toEqual(["Asha Rao", "Mira Rao"]);
    const { id: userId } = await db().user.findFirstOrThrow({ where: { name: "Mira Rao" } });
    await db().staffGrant.create({ data: { userId, role: "office", fromDay: new Date("2099-01-01") } });
    expect(await named()).toEqual(["Asha Rao"]);
  });

  it("leaves out the student's code for a guardian who may not see results; one who may see them comes first", async () => {
    const id = await child({ name: "Asha Rao", admissionNo: "1", guardian: "Mira Rao" });
    await db().guardianship.updateMany({ data: { seesResults: false } });
    const owners = async (guardianId?: string) => {
      const { base64 } = await office.letters.print({ id, guardianId });
      const { pages } = await readPdf(Buffer.from(base64, "base64"));
      return Promise.all((pages[0]?.codes ?? []).map((code) => ownerOf(codeIn(code))));
    };
    const many = async () => (await office.letters.previewMany({ students: [id] })).withoutStudent;
    expect(await office.letters.preview({ id })).toMatchObject({ guardians: [{ leavesOutStudent: true }] });
    expect([await owners(), await many()]).toEqual([["Mira Rao"], 1]);
    const ofClass = await office.letters.previewClass({ class: 7, year: yearId });
    expect(ofClass).toMatchObject({ withoutStudent: 1, withoutAddress: 0 });
    expect((await office.letters.previewMany({ students: [id] })).withoutAddress).toBe(1);
    const link = { studentId: id, relation: "father", origin: "office", contactOrder: 2 } as const;
    await db().user.create({ data: { name: "Arun Rao", guardianOf: { create: link } } });
    const [first, second] = (await office.letters.preview({ id })).guardians;
    expect([first, second]).toMatchObject([{ name: "Arun Rao", leavesOutStudent: false }, { name: "Mira Rao" }]);
    expect([await owners(), await many()]).toEqual([["Asha Rao", "Arun Rao"], 0]);
    expect(await owners(second?._id)).toEqual(["Mira Rao"]);
  });

  it("has the logo of the site beside the name, and screen readers skip the logo", async () => {
    const id = await child({ name: "Asha Rao", guardian: "Meera Rao" });
    const plain = (await readPdfText((await print(id)).bytes)).source;
    expect(plain).not.toContain("/Subtype /Image");
    for (const [width, height] of [
      [400, 400],
      [1800, 60],
      [40, 900],
    ] as const) {
      const picture = sharp({ create: { width, height, channels: 3, background: "#a04020" } });
      const logo = await (width > height ? picture.jpeg() : picture.png()).toBuffer();
      await publishLogo(office, logo);
      const { pages, source } = await readPdfText((await print(id)).bytes);
      expect(pages).toHaveLength(1);
      expect(pages[0]?.text).toContain("Lyceum");
      expect(source).toContain("/Subtype /Image");
      expect(source.match(/\/S \/Figure/g)).toHaveLength(2);
    }
  });

  it("that is printed again leaves the earlier one valid", async () => {
    const id = await child({ name: "Asha Rao" });
    const [first, second] = [await readPdf((await print(id)).bytes), await readPdf((await print(id)).bytes)];
    const [one, other] = [first, second].map(({ pages }) => codeIn(pages[0]?.codes[0]));
    expect(one).not.toBe(other);
    expect(await db().accessCode.findMany()).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);
  });
});

it("a letter never shows an empty box for a character, in the admission number of a login or in its head and foot", async () => {
  const [plain, numbered] = [
    await child({ name: "Asha Rao" }),
    await child({ name: "Dev Gill", rollNo: "2", admissionNo: "7/梅" }),
  ];
  const signs = async () => [
    (await office.letters.preview({ id: plain })).unprintable,
    (await office.letters.preview({ id: numbered })).unprintable,
  ];
  expect(await signs()).toEqual(["", "梅"]);
  // A student who logs in with an address has no number in the letter.
  await db().user.update({ where: { id: numbered }, data: { email: "dev@example.org" } });
  expect(await signs()).toEqual(["", ""]);
  await publishFacts(office, { tagline: "Learn and grow 🌱" });
  expect(await signs()).toEqual(["🌱", "🌱"]);
  expect(await refusalOf(office.letters.print({ id: plain }))).toMatchObject({ code: "CONFLICT" });
  await publishFacts(office, { tagline: "Learn and grow", workingDays: "月–金" });
  expect(await signs()).toEqual(["月 金", "月 金"]);
});

describe("the letters of a class", () => {
  it("are one file in roll order, with progress; the preview says who logs in or cannot be printed, and is left out", async () => {
    await child({ name: "Tenth", rollNo: "10", guardian: "Mother of Tenth" });
    await child({ name: "Second", rollNo: "2A", email: "second@example.org" });
    await child({ name: "Known", rollNo: "3", hasLogin: true });
    const chinese = await child({ name: "梅花", rollNo: "4" });
    expect(await office.letters.previewClass({ class: 7, section: "a", year: yearId })).toEqual({
      ...{ address: "localhost:3000/join", ownFacts: false },
      students: 4,
      withoutAddress: 2,
      ...{ letters: 2, withoutStudent: 0 },
      skipped: 1,
      unprintable: [{ _id: chinese, name: "梅花", signs: "梅 花" }],
    });
    const { taskId, taken, pdf } = await printClass();
    expect(taken).toMatchObject({ name: "letters-class-7-A.pdf", type: "application/pdf" });
    expect(pdf.pages.map(({ codes }) => codes.length)).toEqual([1, 2]);
    expect(pdf.pages.map(({ text }) => /family of\s+(\w+)/.exec(text)?.[1])).toEqual(["Second", "Tenth"]);
    expect(await office.tasks.get({ id: taskId })).toMatchObject({
      ...{ words: "Letters of Class 7 A", state: "done", done: 2, total: 2 },
    });
    const [taking, printing] = (await office.records.listEvents({})).items;
    expect([taking?.words, printing?.words, printing?.facts]).toEqual([
      "File of a task downloaded",
      "Letters printed",
      ["Class 7", "2 letters"],
    ]);
  });

  it("leave out students who log in already, and are never more than three hundred", async () => {
    const ids = [await child({ name: "Asha Rao" })];
    await db().$executeRaw`with made as (
        insert into users (id, name, username, password_hash)
        select gen_random_uuid(), 'Known', 'N-' || n, 'hash' from generate_series(1, 300) n returning id)
      insert into students (user_id, origin) select id, 'office' from made`;
    for (const { userId } of await db().student.findMany({ where: { userId: { notIn: ids } } })) ids.push(userId);
    expect(await office.letters.previewMany({ students: ids })).toMatchObject({ students: 301, letters: 1 });
    await db().user.updateMany({ where: { role: "user" }, data: { passwordHash: null } });
    expect((await refusalOf(office.letters.previewMany({ students: ids }))).message).toBe(
      "Print at most 300 letters at a time: choose fewer students.",
    );
  });

  it("are stored sealed, without a name or a code of anybody, until the hour is over", async () => {
    await child({ name: "Canary Child", guardian: "Canary Mother" });
    await office.letters.printClass({ class: 7, year: yearId });
    await doJobs();
    const folder = join(files().dataDir, "files");
    const { uploadKey } = await db().backgroundTask.findFirstOrThrow();
    const kept = await readFile(join(folder, uploadKey ?? ""));
    expect(kept.subarray(0, 5).toString()).not.toBe("%PDF-");
    expect(await db().upload.findFirstOrThrow()).toMatchObject({ ownerKind: "task", store: "embedded" });
    const row = await pool().query("select row_to_json(t)::text as row from background_tasks t");
    expect(JSON.stringify(row.rows)).not.toContain("Canary");
    await pool().query("update background_tasks set result_until = now()");
    await sweepTasks();
    expect(await readdir(folder)).not.toContain(uploadKey);
  });

  it("are not begun for a class in which nobody needs one, nor for an unknown year", async () => {
    await child({ name: "Known", admissionNo: "1", hasLogin: true });
    expect(await office.letters.previewClass({ class: 7, year: yearId })).toMatchObject({
      withoutAddress: 0,
      skipped: 1,
    });
    expect(await refusalOf(office.letters.printClass({ class: 7, year: yearId }))).toMatchObject({
      ...{ code: "CONFLICT", message: "There is no letter to print." },
    });
    expect(await refusalOf(office.letters.printClass({ class: 7, year: nobody }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().backgroundTask.count()).toBe(0);
  });
});

describe("letters for students who were ticked", () => {
  it("are one file, whatever their class; those who get none are named with the reason", async () => {
    const [first, known, numbered] = [
      await child({ name: "Asha Rao", admissionNo: "1", rollNo: "1" }),
      await child({ name: "Kiran Rao", rollNo: "2", hasLogin: true }),
      await child({ name: "Tara Rao", rollNo: "2A", admissionNo: "5", hasLogin: true }),
    ];
    const [chinese, other] = [
      await child({ name: "梅花", rollNo: "3" }),
      await child({ name: "Nila Sen", rollNo: "4", guardian: "Mira Sen" }),
    ];
    await db().enrolment.updateMany({ where: { studentId: other }, data: { className: 3 } });
    const students = [first, known, nobody, numbered, chinese, other];
    const student = await callerOf(await tokenFor(await createStudent()));
    for (const call of [student.letters.printMany, student.letters.previewMany])
      expect((await refusalOf(call({ students }))).code).toBe("FORBIDDEN");
    expect(await office.letters.previewMany({ students })).toMatchObject({
      ...{ students: 5, withoutAddress: 3, letters: 2 },
      refused: [
        { studentId: known, name: "Kiran Rao", why: "nobody in the family needs a code" },
        { studentId: numbered, name: "Tara Rao", why: "nobody in the family needs a code" },
        { studentId: chinese, name: "梅花", why: expect.stringMatching(/^The letter cannot show these characters/) },
        { studentId: nobody, name: "", why: "This student does not exist or was deleted." },
      ],
    });
    const { taskId } = await office.letters.printMany({ students });
    await doJobs();
    const taken = await office.tasks.takeResult({ id: taskId });
    expect(taken.name).toBe("letters.pdf");
    const { pages } = await readPdfText(Buffer.from(taken.base64, "base64"));
    // In order of class and roll number.
    expect(pages.map(({ text }) => /Nila Sen|Asha Rao/.exec(text)?.[0])).toEqual(["Nila Sen", "Asha Rao"]);
    expect((await refusalOf(office.letters.printMany({ students: [known] }))).code).toBe("CONFLICT");
  });

  it("a letter has the guardian who was chosen, if that guardian has no login", async () => {
    const id = await child({ name: "Asha Rao", guardian: "梅花" });
    const father = await db().user.create({ data: { name: "Arun Rao" } });
    const link = { studentId: id, relation: "father", origin: "office", contactOrder: 2 } as const;
    await db().guardianship.create({ data: { ...link, guardianId: father.id } });
    const { guardians, unprintable } = await office.letters.preview({ id });
    expect(guardians).toMatchObject([
      { name: "梅花", unprintable: "梅 花" },
      { name: "Arun Rao", unprintable: "" },
    ]);
    expect(unprintable).toBe("梅 花");
    const letter = await office.letters.print({ id, guardianId: father.id });
    const { pages } = await readPdfText(Buffer.from(letter.base64, "base64"));
    expect(pages[0]?.text).toContain("Arun Rao");
    expect(pages[0]?.text).not.toContain("梅花");
    await db().user.update({ where: { id: father.id }, data: { passwordHash: "hash", email: "arun@example.org" } });
    const stranger = (await db().user.create({ data: { name: "Stranger" } })).id;
    for (const guardianId of [father.id, stranger]) {
      expect((await refusalOf(office.letters.print({ id, guardianId }))).code).toBe("NOT_FOUND");
    }
  });
});

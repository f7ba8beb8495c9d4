import { beforeEach, describe, expect, it } from "vitest";
import { getMaterialFile, listMaterials } from "@/features/materials/data";
import { copy } from "@/features/materials/messages";
import { listMaterialsInput } from "@/features/materials/schema";
import { findPrincipal } from "@/server/auth/principals";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createStudent, material, refusalOf, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { officeOfEachTest } from "../harness/office";
import { fc } from "../harness/random";

const soon = () => new Date(Date.now() + 60_000);
const past = () => new Date(Date.now() - 1000);

let visitor: Caller;
const admin = officeOfEachTest();

beforeEach(async () => {
  visitor = await callerOf(null);
});

type ListInput = Parameters<Caller["materials"]["list"]>[0];
const names = async (caller: Caller, input: ListInput = {}) =>
  (await caller.materials.list(input)).items.map((item) => item.materialName);

describe("materials that only staff see", () => {
  it("visitors and students cannot list expired materials", async () => {
    await material({ materialName: "old", expiresAt: past() });
    await material({ materialName: "current", expiresAt: soon() });
    const student = await callerOf(await tokenFor(await createStudent()));
    for (const caller of [visitor, student]) {
      expect(await refusalOf(caller.materials.list({ includeExpired: true }))).toMatchObject({ code: "FORBIDDEN" });
      expect(await names(caller)).toEqual(["current"]);
      expect(await names(caller, { includeExpired: false })).toEqual(["current"]);
    }
    expect(await names(admin)).toEqual(["current"]);
    expect(await names(admin, { includeExpired: true })).toEqual(["current", "old"]);
  });

  it("only staff get counts and classes of expired materials", async () => {
    await material({ className: 3, expiresAt: past() });
    await material({ className: 12 });
    await material({ className: 2, expiresAt: soon() });
    await material({ className: 12 });
    expect(await visitor.materials.classes()).toEqual(["2", "12"]);
    expect(await admin.materials.classes({ includeExpired: true })).toEqual(["2", "3", "12"]);
    expect((await visitor.materials.list({})).total).toBe(3);
    expect((await admin.materials.list({ includeExpired: true })).total).toBe(4);
  });
});

describe("expiry of a material", () => {
  const moment = new Date("2031-05-01T10:00:00.000Z");
  const before = new Date(moment.getTime() - 1);

  it("a material is hidden exactly from its expiry", async () => {
    await material({ expiresAt: moment });
    const all = listMaterialsInput.parse({});
    expect((await listMaterials(all, before)).total).toBe(1);
    expect((await listMaterials(all, moment)).total).toBe(0);
    expect((await listMaterials({ ...all, includeExpired: true }, moment)).total).toBe(1);
  });

  it("a file responds with GONE exactly from its expiry, except to staff", async () => {
    const { id, fileKey } = await material({ expiresAt: moment });
    const student = await findPrincipal(await tokenFor(await createStudent()), "bearer", new Date());
    const someAdmin = await findPrincipal(
      await tokenFor(await createAdmin({ username: "head" })),
      "bearer",
      new Date(),
    );
    for (const principal of [null, student]) {
      expect(await getMaterialFile(id, principal, before)).toMatchObject({ key: fileKey });
      expect(await refusalOf(getMaterialFile(id, principal, moment))).toEqual({ code: "GONE", message: copy.expired });
    }
    expect(await getMaterialFile(id, someAdmin, moment)).toMatchObject({ key: fileKey });
  });

  it("a material without an expiry never expires", async () => {
    await material({ expiresAt: null });
    expect((await listMaterials(listMaterialsInput.parse({}), new Date("9000-01-01"))).total).toBe(1);
  });
});

describe("list of materials", () => {
  it("the list of materials has the documented fields and no internals of the store", async () => {
    const row = await material({ fileKind: "docx", expiresAt: soon() });
    expect((await visitor.materials.list({})).items).toEqual([
      {
        _id: row.id,
        className: "7",
        subject: "Biology",
        materialName: "Photosynthesis",
        pdfFile: `/api/materials/${row.id}/file`,
        fileKind: "docx",
        fileSize: 1000,
        uploadedAt: row.uploadedAt,
        expiresAt: row.expiresAt,
      },
    ]);
  });

  it("the list of materials is newest first", async () => {
    for (const day of ["02", "03", "01"])
      await material({ materialName: day, uploadedAt: new Date(`2026-11-${day}T00:00:00Z`) });
    expect(await names(visitor)).toEqual(["03", "02", "01"]);
  });

  it.each([7, "7", "Class 7", "class 7", " Class 7 "])(
    "the list of materials accepts the class %j",
    async (className) => {
      await material({ className: 7, materialName: "seven" });
      await material({ className: 8, materialName: "eight" });
      expect(await names(visitor, { className })).toEqual(["seven"]);
    },
  );

  it.each([0, 13, "Class 13", "seven", 7.5, ""])("the list of materials rejects the class %j", async (className) => {
    const refusal = await refusalOf(visitor.materials.list({ className }));
    expect(refusal).toEqual({
      code: "BAD_REQUEST",
      message: "Please select a class from 1 to 12.",
      issues: [{ path: ["className"], message: "Please select a class from 1 to 12." }],
    });
  });

  it.each([0, 1001, 1.5, -1, "many"])("the list of materials rejects the limit %j", async (limit) => {
    expect(await refusalOf(visitor.materials.list({ limit }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it.each(["junk", Buffer.from("yesterday|x").toString("base64url"), "x".repeat(201)])(
    "the list of materials rejects the cursor %j",
    async (cursor) => {
      expect(await refusalOf(visitor.materials.list({ cursor }))).toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("the list of materials rejects an unknown key", async () => {
    const input: object = { order: "asc" };
    expect(await refusalOf(visitor.materials.list(input))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("subjects of materials", () => {
  it("the list can be limited to a subject, and the subjects to choose from count what visitors can see", async () => {
    await material({ subject: "Physics", className: 7 });
    await material({ subject: "Physics", className: 8 });
    await material({ subject: "Biology", className: 8 });
    await material({ subject: "Biology", className: 8, expiresAt: new Date(Date.now() - 1000) });
    const anyone = await callerOf(null);
    expect((await anyone.materials.list({ subject: "Physics" })).total).toBe(2);
    expect((await anyone.materials.list({ subject: "Physics", className: 7 })).total).toBe(1);
    expect((await anyone.materials.list({ subject: "Physics", q: "bio" })).total).toBe(0);
    expect(await anyone.materials.subjects({})).toEqual([
      { subject: "Physics", count: 2 },
      { subject: "Biology", count: 1 },
    ]);
    expect(await anyone.materials.subjects({ className: 8 })).toEqual([
      { subject: "Biology", count: 1 },
      { subject: "Physics", count: 1 },
    ]);
  });
});

it("a search with more matches than are counted pages on to the last match", async () => {
  const keys = Array.from({ length: 1004 }, (_, index) => `k${String(index).padStart(30, "0")}`);
  const facts = { name: "notes.pdf", size: 1000, type: "application/pdf", state: "published" } as const;
  await db().upload.createMany({ data: keys.map((key) => ({ key, ...facts })) });
  const file = { fileName: "notes.pdf", fileKind: "pdf", fileSize: 1000, fileHash: new Uint8Array(32) } as const;
  const rowOf = (fileKey: string, index: number) => ({
    ...{ ...file, fileKey, className: 7, subject: "Biology", materialName: `Leaf ${index}` },
    uploadedAt: new Date(Date.UTC(2026, 9, 1) - index * 1000),
  });
  await db().material.createMany({ data: keys.map(rowOf) });
  const page = async (limit: number, cursor?: string | null) =>
    visitor.materials.list({ q: "leaf", limit, ...(cursor && { cursor }) });
  const first = await page(1000);
  const second = await page(1, first.nextCursor);
  const third = await page(1000, second.nextCursor);
  expect([first, second, third].map(({ items }) => items.length)).toEqual([1000, 1, 3]);
  expect(third.items.at(-1)).toMatchObject({ materialName: "Leaf 1003" });
  expect([third.nextCursor, third.total]).toEqual([null, 1001]);
});

describe("search for materials", () => {
  const titles = [
    "Photosynthesis",
    "100% of marks",
    "100 of marks",
    "snake_case",
    "snakeXcase",
    "C:\\notes",
    "Größe und ÄRGER",
    "Ёлка",
    "प्रकाश संश्लेषण",
    "l'été",
    "O'Neil; drop table materials --",
    "👩🏽‍🏫 teacher",
  ];

  beforeEach(async () => {
    for (const materialName of titles) await material({ materialName });
    await material({ materialName: "by subject", subject: "Chemistry" });
  });

  it.each([
    ["photo", ["Photosynthesis"]],
    ["PHOTOSYNTHESIS", ["Photosynthesis"]],
    ["chemIST", ["by subject"]],
    ["  synth ", ["Photosynthesis"]],
    ["100%", ["100% of marks"]],
    ["%", ["100% of marks"]],
    ["_", ["snake_case"]],
    ["\\", ["C:\\notes"]],
    ["\\n", ["C:\\notes"]],
    ["größe", ["Größe und ÄRGER"]],
    ["GRÖ", ["Größe und ÄRGER"]],
    ["ärger", ["Größe und ÄRGER"]],
    ["ёЛКА", ["Ёлка"]],
    ["प्रकाश", ["प्रकाश संश्लेषण"]],
    ["e\u0301te\u0301", ["l'été"]],
    ["'; drop", []],
    ["o'neil; DROP", ["O'Neil; drop table materials --"]],
    ["👩🏽‍🏫", ["👩🏽‍🏫 teacher"]],
    ["nothing like it", []],
  ])("a search for %j finds %j", async (q, found) => {
    const page = await visitor.materials.list({ q });
    expect(page.items.map((item) => item.materialName)).toEqual(found);
    expect(page.total).toBe(found.length);
  });

  it("an empty search finds everything", async () => {
    for (const q of ["", "   "]) expect((await visitor.materials.list({ q })).total).toBe(titles.length + 1);
  });

  it("a search can be combined with a class", async () => {
    await material({ className: 9, materialName: "Photosynthesis 2" });
    expect(await names(visitor, { q: "photo", className: 9 })).toEqual(["Photosynthesis 2"]);
    expect(await names(visitor, { q: "snake", className: 9 })).toEqual([]);
  });

  it("a search text has a maximum length, and invalid characters are rejected", async () => {
    expect(await refusalOf(visitor.materials.list({ q: "x".repeat(101) }))).toMatchObject({
      message: "Search for 100 characters at most.",
    });
    expect(await refusalOf(visitor.materials.list({ q: "a\0b" }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("a search finds every substring, of any characters", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom("%", "_", "\\", "a", "B", "é", "क", "'", '"', "😀", "-"),
          minLength: 1,
          maxLength: 12,
        }),
        fc.nat(),
        fc.nat(),
        async (materialName, from, length) => {
          const row = await material({ materialName, className: 11 });
          const letters = [...materialName];
          const start = from % letters.length;
          const q = letters.slice(start, start + 1 + (length % letters.length)).join("");
          expect(await names(visitor, { q: q.toUpperCase(), className: 11 })).toEqual([materialName]);
          await db().material.delete({ where: { id: row.id } });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("paging of materials", () => {
  async function walk(caller: Caller, input: NonNullable<ListInput>): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await caller.materials.list({ ...input, ...(cursor && { cursor }) });
      pages.push(page.items.map((item) => item._id));
      cursor = page.nextCursor;
    }
    return pages;
  }

  it("the pages contain every material once, even with equal upload times", async () => {
    const times = fc.array(fc.record({ second: fc.integer({ min: 0, max: 2 }), className: fc.constantFrom(7, 8) }), {
      minLength: 1,
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 4 }), fc.boolean(), async (made, limit, filtering) => {
        await resetDatabase();
        for (const { second, className } of made)
          await material({ className, uploadedAt: new Date(Date.UTC(2026, 10, 20, 10, 0, second)) });
        const filter = filtering ? { className: 7 } : {};
        const whole = (await visitor.materials.list(filter)).items.map((item) => item._id);
        const pages = await walk(visitor, { ...filter, limit });
        expect(pages.flat()).toEqual(whole);
        expect(whole).toHaveLength(made.filter(({ className }) => !filtering || className === 7).length);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
        if (whole.length > 0) expect(pages.at(-1)).not.toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it("the pages stay consistent while materials are added and deleted", async () => {
    for (const second of [1, 2, 3, 4])
      await material({ materialName: String(second), uploadedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
    const first = await visitor.materials.list({ limit: 2 });
    await material({ materialName: "new" });
    await admin.materials.remove({ id: first.items[1]?._id ?? "" });
    expect(await names(visitor, { limit: 2, cursor: first.nextCursor ?? "" })).toEqual(["2", "1"]);
  });

  it("every page has the total count of matches", async () => {
    for (let count = 0; count < 3; count += 1) await material();
    const first = await visitor.materials.list({ limit: 2 });
    const second = await visitor.materials.list({ limit: 2, cursor: first.nextCursor ?? "" });
    expect([first.total, second.total]).toEqual([3, 3]);
  });
});

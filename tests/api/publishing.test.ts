import { createHash } from "node:crypto";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { copy } from "@/features/materials/copy";
import { addMaterial, removeFile, sweepUploads } from "@/features/materials/mutations";
import { addMaterialInput } from "@/features/materials/schema";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { db, pool } from "@/server/db";
import { utapi } from "@/server/files/uploadthing";
import { prepareJobs } from "@/server/jobs";
import { log } from "@/server/log";
import {
  aboutMaterial,
  admin,
  type Caller,
  callerOf,
  openStore,
  principalFor,
  refusalOf,
  storedFile,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../setup/database";
import { docFile, docxFile, officeFile, pdfFile } from "../setup/documents";

const store = await openStore();
let head: Caller;
let by: Principal;
let pdf: Buffer;

beforeAll(async () => {
  await prepareJobs();
  pdf = await pdfFile();
});

beforeEach(async () => {
  await resetDatabase();
  const user = await admin();
  const token = await tokenFor(user);
  head = await callerOf(token);
  by = await principalFor(token);
  const left = await store.onDisk();
  if (left.length > 0) await (await utapi()).deleteFiles(left);
});

/** The files that jobs on the queue are to delete. */
async function queued(): Promise<string[]> {
  const { rows } = await pool().query<{ key: string }>(
    `select payload ->> 'key' as key from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'removeFile' order by j.id`,
  );
  return rows.map(({ key }) => key);
}

const stateOf = async (key: string) => (await db().upload.findUnique({ where: { key } }))?.state;

describe("a material that is added", () => {
  it("shows its file, of the kind and hash that its content has", async () => {
    const files = [
      { bytes: pdf, name: "Zellen & Gewebe.PDF", kind: "pdf" },
      { bytes: docFile(), name: "notes.doc", kind: "doc" },
      { bytes: await docxFile(), name: "notes.docx", kind: "docx" },
    ] as const;
    for (const { bytes, name, kind } of files) {
      const file = await storedFile(bytes, name, mediaTypeOf[kind]);
      const view = await head.materials.add({ material: aboutMaterial({ className: "Class 9" }), file });
      expect(view).toMatchObject({ className: "9", fileKind: kind, fileSize: bytes.length, expiresAt: null });
      expect(await head.materials.file({ id: view._id })).toEqual({
        key: file.key,
        name,
        kind,
        hash: createHash("sha256").update(bytes).digest("hex"),
      });
      expect(await stateOf(file.key)).toBe("published");
      expect(await db().material.findUnique({ where: { id: view._id } })).toMatchObject({ uploadedById: by.userId });
    }
    expect(await queued()).toEqual([]);
  });

  it("is one, though its file is announced five times at once, and once more later", async () => {
    const file = await storedFile(pdf);
    const add = () => head.materials.add({ material: aboutMaterial(), file });
    const views = await Promise.all([add(), add(), add(), add(), add()]);
    views.push(await add());
    expect(new Set(views.map((view) => view._id)).size).toBe(1);
    expect(await db().material.count()).toBe(1);
    expect(await stateOf(file.key)).toBe("published");
    for (const key of await queued()) await removeFile(key);
    expect(await store.onDisk()).toEqual([file.key]);
  });

  it("stays, file and all, when a late second announcement would be refused", async () => {
    const file = await storedFile(pdf);
    const expiresAt = new Date(Date.now() + 60_000);
    const input = addMaterialInput.parse({
      material: { ...aboutMaterial({ alwaysAvailable: false }), expiresAt: expiresAt.toISOString() },
      file,
    });
    const first = await addMaterial(input, by, new Date());
    expect(await addMaterial(input, by, new Date(expiresAt.getTime() + 1))).toEqual(first);
    for (const key of await queued()) await removeFile(key);
    expect(await store.onDisk()).toEqual([file.key]);
    expect((await head.materials.list({})).total).toBe(1);
  });

  it("is either there with its file or not at all, when one of two announcements at once is refused", async () => {
    const file = await storedFile(pdf);
    const expiresAt = new Date(Date.now() + 60_000);
    const input = addMaterialInput.parse({
      material: { ...aboutMaterial({ alwaysAvailable: false }), expiresAt: expiresAt.toISOString() },
      file,
    });
    await Promise.allSettled([
      addMaterial(input, by, new Date()),
      addMaterial(input, by, new Date(expiresAt.getTime() + 1)),
    ]);
    for (const key of await queued()) await removeFile(key);
    const { total } = await head.materials.list({});
    expect(await store.onDisk()).toEqual(total === 1 ? [file.key] : []);
  });

  it("keeps its expiry to the millisecond", async () => {
    const expiresAt = "2031-05-01T10:00:00.123+05:30";
    const view = await head.materials.add({
      material: aboutMaterial({ alwaysAvailable: undefined, expiresAt }),
      file: await storedFile(pdf),
    });
    expect(view.expiresAt).toEqual(new Date("2031-05-01T04:30:00.123Z"));
  });
});

const html = Buffer.from("<html><script>alert(1)</script></html>");

describe("a file that is not what it says", () => {
  it.each([
    ["HTML named PDF", () => html, "notes.pdf", mediaTypeOf.pdf, "UNSUPPORTED_MEDIA_TYPE"],
    ["a program named DOC", () => Buffer.from("MZ\x90\0".padEnd(2000, "\0")), "notes.doc", mediaTypeOf.doc, undefined],
    ["a workbook named DOCX", () => officeFile("excel", "xl/workbook.xml"), "notes.docx", mediaTypeOf.docx, undefined],
    ["a document with macros", () => officeFile("macroWord"), "notes.docx", mediaTypeOf.docx, undefined],
    ["a PDF sent as another type", () => pdf, "notes.pdf", "text/html", "UNSUPPORTED_MEDIA_TYPE"],
    ["a PDF with another extension", () => pdf, "notes.txt", mediaTypeOf.pdf, "UNSUPPORTED_MEDIA_TYPE"],
  ])("is refused, and nothing of it is left: %s", async (_case, bytes, name, type, code) => {
    const file = await storedFile(bytes(), name, type);
    const refusal = await refusalOf(head.materials.add({ material: aboutMaterial(), file }));
    expect(refusal.code).toMatch(code ?? /^(UNSUPPORTED_MEDIA_TYPE|UNPROCESSABLE_CONTENT)$/);
    expect(refusal.message).toMatch(/[.!]$/);
    expect(await stateOf(file.key)).toBe("removed");
    expect(await queued()).toEqual([file.key]);

    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
    expect(await db().material.count()).toBe(0);
  });

  it("is refused when it is longer or shorter than was said", async () => {
    for (const difference of [-1, 1]) {
      const file = await storedFile(pdf);
      const wrong = { ...file, size: file.size + difference };
      const refusal = await refusalOf(head.materials.add({ material: aboutMaterial(), file: wrong }));
      expect(refusal.code).toBe("UNPROCESSABLE_CONTENT");
      expect(await stateOf(file.key)).toBe("removed");
    }
  });

  it("is refused when it is nowhere", async () => {
    const file = { key: "k".repeat(40), name: "notes.pdf", type: mediaTypeOf.pdf, size: 10 };
    expect(await refusalOf(head.materials.add({ material: aboutMaterial(), file }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db().material.count()).toBe(0);
  });
});

describe("what add refuses, check refuses before a byte travels", () => {
  const file = { name: "notes.pdf", type: mediaTypeOf.pdf, size: 1000 };
  const passed = { alwaysAvailable: undefined, expiresAt: "2020-01-01T00:00:00Z" };

  it.each([
    [aboutMaterial({ alwaysAvailable: undefined }), file, "BAD_REQUEST", copy.expiryRequired, ["expiresAt"]],
    [aboutMaterial({ alwaysAvailable: false, expiresAt: "" }), file, "BAD_REQUEST", copy.expiryRequired, ["expiresAt"]],
    [aboutMaterial(passed), file, "BAD_REQUEST", copy.expiryPassed, ["expiresAt"]],
    [aboutMaterial(), { ...file, name: "notes.exe" }, "UNSUPPORTED_MEDIA_TYPE", copy.fileKind, ["file"]],
    [aboutMaterial(), { ...file, size: 0 }, "BAD_REQUEST", copy.fileEmpty, ["file"]],
    [
      aboutMaterial(),
      { ...file, size: 32 * 1024 * 1024 + 1 },
      "PAYLOAD_TOO_LARGE",
      "This file is larger than 32 MB. Please select a smaller file.",
      ["file"],
    ],
  ] as const)("%j with %j: %s", async (material, claim, code, message, path) => {
    const refusal = { code, message, issues: [{ path, message }] };
    expect(await refusalOf(head.materials.check({ material, file: claim }))).toEqual(refusal);
    const { key } = await storedFile(pdf);
    expect(await refusalOf(head.materials.add({ material, file: { ...claim, key } }))).toEqual(refusal);
    expect(await stateOf(key)).toBe("removed");
    expect(await db().material.count()).toBe(0);
  });

  it.each([
    [{ className: 13 }, "Please select a class from 1 to 12."],
    [{ className: undefined }, "Please select a class from 1 to 12."],
    [{ subject: " " }, "Subject is required."],
    [{ materialName: "" }, "Material Name is required."],
    [{ materialName: "x".repeat(201) }, "Material Name can have 200 characters at most."],
    [{ expiresAt: "soon", alwaysAvailable: undefined }, copy.expiryUnreadable],
  ])("%j in the same words", async (wrong, message) => {
    const material = aboutMaterial(wrong);
    expect(await refusalOf(head.materials.check({ material, file }))).toMatchObject({ code: "BAD_REQUEST", message });
    const stored = await storedFile(pdf);
    const refusal = await refusalOf(head.materials.add({ material, file: stored }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", message });
  });

  it("and lets the largest file through", async () => {
    const largest = { ...file, size: 32 * 1024 * 1024 };
    expect(await head.materials.check({ material: aboutMaterial(), file: largest })).toBeNull();
  });
});

describe("deleting a material", () => {
  it("takes its row at once, its file by a job, and is not found the second time", async () => {
    const file = await storedFile(pdf);
    const { _id } = await head.materials.add({ material: aboutMaterial(), file });
    expect(await head.materials.remove({ id: _id })).toEqual({ _id });
    expect((await head.materials.list({ includeExpired: true })).total).toBe(0);
    expect(await refusalOf(head.materials.file({ id: _id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await stateOf(file.key)).toBe("removed");
    expect(await queued()).toEqual([file.key]);

    const again = await refusalOf(head.materials.remove({ id: _id }));
    expect(again).toEqual({ code: "NOT_FOUND", message: copy.notFound });
    expect(await queued()).toEqual([file.key]);

    await removeFile(file.key);
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
  });

  it("twice at once deletes once", async () => {
    const { _id } = await head.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
    const outcomes = await Promise.allSettled([head.materials.remove({ id: _id }), head.materials.remove({ id: _id })]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await queued()).toHaveLength(1);
  });

  it("keeps the job when the store fails, so that it is tried again", async () => {
    const file = await storedFile(pdf);
    const { _id } = await head.materials.add({ material: aboutMaterial(), file });
    await head.materials.remove({ id: _id });
    vi.spyOn(log(), "error").mockImplementation(() => {});
    const away = vi.spyOn(await utapi(), "deleteFiles").mockRejectedValue(new Error("away"));
    expect((await refusalOf(removeFile(file.key))).code).toBe("SERVICE_UNAVAILABLE");
    expect(await stateOf(file.key)).toBe("removed");
    away.mockRestore();
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
  });

  it("never takes a file that a material shows", async () => {
    const file = await storedFile(pdf);
    await head.materials.add({ material: aboutMaterial(), file });
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([file.key]);
    expect(await stateOf(file.key)).toBe("published");
  });
});

describe("the sweep", () => {
  const old = new Date("2020-01-01");
  const age = (key: string) => db().upload.update({ where: { key }, data: { changedAt: old } });

  it("clears what waits too long and what no row knows, and nothing that is shown or new", async () => {
    const [shown, stale, fresh, stray] = [
      await storedFile(pdf),
      await storedFile(pdf),
      await storedFile(pdf),
      await storedFile(pdf),
    ];
    await head.materials.add({ material: aboutMaterial(), file: shown });
    await db().upload.create({
      data: { key: "expected".padEnd(30, "x"), name: "a.pdf", size: 1, type: mediaTypeOf.pdf, changedAt: old },
    });
    await age(shown.key);
    await age(stale.key);
    await db().upload.delete({ where: { key: stray.key } });
    await utimes(join(store.dataDir, "files", stray.key), old, old);
    await utimes(join(store.dataDir, "files", shown.key), old, old);

    const border = new Date("2021-01-01");
    expect(await sweepUploads(border)).toBe(3);
    const keys = await queued();
    expect(keys.toSorted()).toEqual([stale.key, "expected".padEnd(30, "x")].toSorted());
    for (const key of keys) await removeFile(key);

    expect((await store.onDisk()).toSorted()).toEqual([shown.key, fresh.key].toSorted());
    expect((await db().upload.findMany({ orderBy: { createdAt: "asc" } })).map((row) => [row.key, row.state])).toEqual([
      [shown.key, "published"],
      [fresh.key, "stored"],
    ]);
    expect(await sweepUploads(border)).toBe(0);
  });

  it("lets no file go that a material shows, whatever the file's row says", async () => {
    const file = await storedFile(pdf);
    await head.materials.add({ material: aboutMaterial(), file });
    await db().upload.update({ where: { key: file.key }, data: { state: "stored", changedAt: old } });
    await sweepUploads(new Date("2021-01-01"));
    for (const key of await queued()) await removeFile(key);
    expect(await stateOf(file.key)).toBe("stored");
    expect(await store.onDisk()).toEqual([file.key]);
  });

  it("asks once more for the removal of a file whose job was lost", async () => {
    const file = await storedFile(pdf);
    const { _id } = await head.materials.add({ material: aboutMaterial(), file });
    await head.materials.remove({ id: _id });
    await pool().query("select graphile_worker.remove_job($1)", [`removeFile:${file.key}`]);
    expect(await queued()).toEqual([]);
    await age(file.key);
    await sweepUploads(new Date("2021-01-01"));
    expect(await queued()).toEqual([file.key]);
  });
});

import { createHash } from "node:crypto";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { copy } from "@/features/materials/messages";
import { addMaterial, removeFile, sweepUploads } from "@/features/materials/mutations";
import { addMaterialInput } from "@/features/materials/schema";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Principal } from "@/lib/principal";
import { db, pool } from "@/server/db/client";
import { utapi } from "@/server/files/uploadthing";
import { log } from "@/server/observability/log";
import {
  aboutMaterial,
  type Caller,
  callerOf,
  createAdmin,
  openStore,
  principalFor,
  refusalOf,
  storedFile,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { docFile, docxFile, officeFile, pdfFile } from "../harness/documents";

const store = await openStore();
let admin: Caller;
let by: Principal;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await pdfFile();
});

beforeEach(async () => {
  await resetDatabase();
  const user = await createAdmin();
  const token = await tokenFor(user);
  admin = await callerOf(token);
  by = await principalFor(token);
  const left = await store.onDisk();
  if (left.length > 0) await (await utapi()).deleteFiles(left);
});

/** The files of the queued deletion jobs. */
async function queued(): Promise<string[]> {
  const { rows } = await pool().query<{ key: string }>(
    `select payload ->> 'key' as key from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'removeFile' order by j.id`,
  );
  return rows.map(({ key }) => key);
}

const stateOf = async (key: string) => (await db().upload.findUnique({ where: { key } }))?.state;

describe("adding a material", () => {
  it("an added material has its file, with the type and hash of its content", async () => {
    const files = [
      { bytes: pdf, name: "Zellen & Gewebe.PDF", kind: "pdf" },
      { bytes: docFile(), name: "notes.doc", kind: "doc" },
      { bytes: await docxFile(), name: "notes.docx", kind: "docx" },
    ] as const;
    for (const { bytes, name, kind } of files) {
      const file = await storedFile(bytes, name, mediaTypeOf[kind]);
      const view = await admin.materials.add({ material: aboutMaterial({ className: "Class 9" }), file });
      expect(view).toMatchObject({ className: "9", fileKind: kind, fileSize: bytes.length, expiresAt: null });
      expect(await admin.materials.file({ id: view._id })).toEqual({
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

  it("a file that is announced several times, also concurrently, is added once", async () => {
    const file = await storedFile(pdf);
    const add = () => admin.materials.add({ material: aboutMaterial(), file });
    const views = await Promise.all([add(), add(), add(), add(), add()]);
    views.push(await add());
    expect(new Set(views.map((view) => view._id)).size).toBe(1);
    expect(await db().material.count()).toBe(1);
    expect(await stateOf(file.key)).toBe("published");
    for (const key of await queued()) await removeFile(key);
    expect(await store.onDisk()).toEqual([file.key]);
  });

  it("a late second announcement that would be rejected does not remove the material", async () => {
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
    expect((await admin.materials.list({})).total).toBe(1);
  });

  it("if one of two concurrent announcements is rejected, material and file are both kept or both removed", async () => {
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
    const { total } = await admin.materials.list({});
    expect(await store.onDisk()).toEqual(total === 1 ? [file.key] : []);
  });

  it("an expiry is stored with milliseconds", async () => {
    const expiresAt = "2031-05-01T10:00:00.123+05:30";
    const view = await admin.materials.add({
      material: aboutMaterial({ alwaysAvailable: undefined, expiresAt }),
      file: await storedFile(pdf),
    });
    expect(view.expiresAt).toEqual(new Date("2031-05-01T04:30:00.123Z"));
  });
});

const html = Buffer.from("<html><script>alert(1)</script></html>");

describe("invalid files", () => {
  it.each([
    ["HTML named PDF", () => html, "notes.pdf", mediaTypeOf.pdf, "UNSUPPORTED_MEDIA_TYPE"],
    ["a program named DOC", () => Buffer.from("MZ\x90\0".padEnd(2000, "\0")), "notes.doc", mediaTypeOf.doc, undefined],
    ["a workbook named DOCX", () => officeFile("excel", "xl/workbook.xml"), "notes.docx", mediaTypeOf.docx, undefined],
    ["a document with macros", () => officeFile("macroWord"), "notes.docx", mediaTypeOf.docx, undefined],
    ["a PDF sent as another type", () => pdf, "notes.pdf", "text/html", "UNSUPPORTED_MEDIA_TYPE"],
    ["a PDF with another extension", () => pdf, "notes.txt", mediaTypeOf.pdf, "UNSUPPORTED_MEDIA_TYPE"],
  ])("an invalid file is rejected and deleted: %s", async (_case, bytes, name, type, code) => {
    const file = await storedFile(bytes(), name, type);
    const refusal = await refusalOf(admin.materials.add({ material: aboutMaterial(), file }));
    expect(refusal.code).toMatch(code ?? /^(UNSUPPORTED_MEDIA_TYPE|UNPROCESSABLE_CONTENT)$/);
    expect(refusal.message).toMatch(/[.!]$/);
    expect(await stateOf(file.key)).toBe("removed");
    expect(await queued()).toEqual([file.key]);

    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
    expect(await db().material.count()).toBe(0);
  });

  it("a file of another size than declared is rejected", async () => {
    for (const difference of [-1, 1]) {
      const file = await storedFile(pdf);
      const wrong = { ...file, size: file.size + difference };
      const refusal = await refusalOf(admin.materials.add({ material: aboutMaterial(), file: wrong }));
      expect(refusal.code).toBe("UNPROCESSABLE_CONTENT");
      expect(await stateOf(file.key)).toBe("removed");
    }
  });

  it("a file that is not in the store is rejected", async () => {
    const file = { key: "k".repeat(40), name: "notes.pdf", type: mediaTypeOf.pdf, size: 10 };
    expect(await refusalOf(admin.materials.add({ material: aboutMaterial(), file }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db().material.count()).toBe(0);
  });
});

describe("check rejects what add rejects, before the upload", () => {
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
  ] as const)("check rejects %j with %j: %s", async (material, claim, code, message, path) => {
    const refusal = { code, message, issues: [{ path, message }] };
    expect(await refusalOf(admin.materials.check({ material, file: claim }))).toEqual(refusal);
    const { key } = await storedFile(pdf);
    expect(await refusalOf(admin.materials.add({ material, file: { ...claim, key } }))).toEqual(refusal);
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
  ])("check rejects %j with the same message", async (wrong, message) => {
    const material = aboutMaterial(wrong);
    expect(await refusalOf(admin.materials.check({ material, file }))).toMatchObject({ code: "BAD_REQUEST", message });
    const stored = await storedFile(pdf);
    const refusal = await refusalOf(admin.materials.add({ material, file: stored }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", message });
  });

  it("check accepts the largest allowed file", async () => {
    const largest = { ...file, size: 32 * 1024 * 1024 };
    expect(await admin.materials.check({ material: aboutMaterial(), file: largest })).toBeNull();
  });
});

describe("deleting a material", () => {
  it("deleting a material deletes its row immediately and its file in a job; a second deletion does not find it", async () => {
    const file = await storedFile(pdf);
    const { _id } = await admin.materials.add({ material: aboutMaterial(), file });
    expect(await admin.materials.remove({ id: _id })).toEqual({ _id });
    expect((await admin.materials.list({ includeExpired: true })).total).toBe(0);
    expect(await refusalOf(admin.materials.file({ id: _id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await stateOf(file.key)).toBe("removed");
    expect(await queued()).toEqual([file.key]);

    const again = await refusalOf(admin.materials.remove({ id: _id }));
    expect(again).toEqual({ code: "NOT_FOUND", message: copy.notFound });
    expect(await queued()).toEqual([file.key]);

    await removeFile(file.key);
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
  });

  it("concurrent deletions of a material succeed once", async () => {
    const { _id } = await admin.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
    const outcomes = await Promise.allSettled([
      admin.materials.remove({ id: _id }),
      admin.materials.remove({ id: _id }),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await queued()).toHaveLength(1);
  });

  it("the job that deletes a file is retried if the store fails", async () => {
    const file = await storedFile(pdf);
    const { _id } = await admin.materials.add({ material: aboutMaterial(), file });
    await admin.materials.remove({ id: _id });
    vi.spyOn(log(), "error").mockImplementation(() => {});
    const away = vi.spyOn(await utapi(), "deleteFiles").mockRejectedValue(new Error("away"));
    expect((await refusalOf(removeFile(file.key))).code).toBe("SERVICE_UNAVAILABLE");
    expect(await stateOf(file.key)).toBe("removed");
    away.mockRestore();
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([]);
  });

  it("the job never deletes a file that a material uses", async () => {
    const file = await storedFile(pdf);
    await admin.materials.add({ material: aboutMaterial(), file });
    await removeFile(file.key);
    expect(await store.onDisk()).toEqual([file.key]);
    expect(await stateOf(file.key)).toBe("published");
  });
});

describe("sweep of uploads", () => {
  const old = new Date("2020-01-01");
  const age = (key: string) => db().upload.update({ where: { key }, data: { changedAt: old } });

  it("the sweep deletes abandoned and unknown files, but no published or recent ones", async () => {
    const [shown, stale, fresh, stray] = [
      await storedFile(pdf),
      await storedFile(pdf),
      await storedFile(pdf),
      await storedFile(pdf),
    ];
    await admin.materials.add({ material: aboutMaterial(), file: shown });
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

  it("the sweep keeps a file that a material uses, whatever the upload's state", async () => {
    const file = await storedFile(pdf);
    await admin.materials.add({ material: aboutMaterial(), file });
    await db().upload.update({ where: { key: file.key }, data: { state: "stored", changedAt: old } });
    await sweepUploads(new Date("2021-01-01"));
    for (const key of await queued()) await removeFile(key);
    expect(await stateOf(file.key)).toBe("stored");
    expect(await store.onDisk()).toEqual([file.key]);
  });

  it("the sweep enqueues the deletion of a file again if its job was lost", async () => {
    const file = await storedFile(pdf);
    const { _id } = await admin.materials.add({ material: aboutMaterial(), file });
    await admin.materials.remove({ id: _id });
    await pool().query("select graphile_worker.remove_job($1)", [`removeFile:${file.key}`]);
    expect(await queued()).toEqual([]);
    await age(file.key);
    await sweepUploads(new Date("2021-01-01"));
    expect(await queued()).toEqual([file.key]);
  });
});

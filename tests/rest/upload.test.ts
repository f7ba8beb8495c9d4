import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mediaTypeOf } from "@/lib/file-kinds";
import { db } from "@/server/db/client";
import { sha256Of } from "@/server/files/hash";
import { createAdmin, createStudent, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { docFile, docxFile, pdfFile } from "../harness/documents";
import { openDoor, refusalIn } from "./rest-client";

const { ask, url } = await openDoor();
const { dataDir, onDisk } = await openStore();
const path = "/api/materials/upload";
const about = { className: "7", subject: "Biology", materialName: "Photosynthesis", expiresAt: "null" };
const working = () => readdir(join(dataDir, "tmp")).catch(() => []);

let pdf: Buffer;
let token: string;

beforeAll(async () => {
  pdf = await pdfFile("Photosynthesis ".repeat(200));
});
beforeEach(async () => {
  await resetDatabase();
  // No jobs run in this file, so leftovers of a rejection would stay visible.
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  token = await tokenFor(await createAdmin());
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await working(), "no temporary file is left").toEqual([]);
});

type Part = string | File;
const file = (bytes: Uint8Array, name = "notes.pdf", type: string = mediaTypeOf.pdf) =>
  new File([new Uint8Array(bytes)], name, { type });

function formOf(parts: [name: string, part: Part][]): FormData {
  const form = new FormData();
  for (const [name, part] of parts) form.append(name, part);
  return form;
}

const fields = (more: Record<string, string> = {}) => Object.entries({ ...about, ...more });
const upload = (parts: [string, Part][], as: string | null = token) =>
  ask("POST", path, { token: as, body: formOf(parts) });

async function expectNothing(): Promise<void> {
  expect(await db().material.count()).toBe(0);
  expect(await onDisk()).toEqual([]);
}

describe("POST /api/materials/upload", () => {
  it("an upload by a visitor or a student stores no byte", async () => {
    const student = await tokenFor(await createStudent());
    const large = file(Buffer.alloc(8 * 1024 * 1024, "x"));
    expect(await refusalIn(await upload([...fields(), ["pdfFile", large]], null))).toMatchObject({ status: 401 });
    expect(await refusalIn(await upload([...fields(), ["pdfFile", large]], student))).toMatchObject({ status: 403 });
    await expectNothing();
    expect(await db().upload.count()).toBe(0);
  });

  it.each([
    ["without a file", fields()],
    ["with a text instead of a file", [...fields(), ["pdfFile", "%PDF-1.4"]] as [string, Part][]],
    [
      "of a browser's form without a chosen file",
      [...fields(), ["pdfFile", file(Buffer.alloc(0), "")]] as [string, Part][],
    ],
  ])("an upload with a form %s is rejected", async (_, parts) => {
    expect(await refusalIn(await upload(parts))).toEqual({
      status: 400,
      code: "BAD_REQUEST",
      message: "Please select a file!",
      issues: [{ path: ["pdfFile"], message: "Please select a file!" }],
    });
  });

  it.each([
    [{ className: "13" }, "className", "Please select a class from 1 to 12."],
    [{ subject: "" }, "subject", "Subject is required."],
    [{ materialName: "  " }, "materialName", "Material Name is required."],
    [{ expiresAt: "" }, "expiresAt", "Please select expiry date & time OR mark Always Available."],
    [
      { expiresAt: "tomorrow" },
      "expiresAt",
      "The expiry must be a date or a time such as 2026-12-31 or 2026-12-31T17:00.",
    ],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "The expiry must be in the future."],
    [{ expiresAt: "0026-12-31" }, "expiresAt", "The expiry must be in the future."],
    [{ alwaysAvailable: "perhaps" }, "alwaysAvailable", "alwaysAvailable must be true or false."],
  ])("an upload with %j is rejected and names the field", async (fault: Record<string, string>, field, message) => {
    const refusal = await refusalIn(await upload([...fields(fault), ["pdfFile", file(pdf)]]));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST", issues: [{ path: [field] }] });
    if (message) expect(refusal.message).toBe(message);
    await expectNothing();
  });

  it.each([
    ["another kind", "notes.exe", "application/octet-stream", 415],
    ["another kind under its name", "notes.pdf", "image/png", 415],
    ["a kind that its content is not", "notes.docx", mediaTypeOf.docx, 415],
    ["a text under the name of a PDF", "notes.pdf", mediaTypeOf.pdf, 415, () => Buffer.from("Leaves are green.")],
    ["a PDF without its end", "notes.pdf", mediaTypeOf.pdf, 422, () => pdf.subarray(0, pdf.length / 2)],
  ])("an upload of %s is rejected, and names the field", async (_, name, type, status, bytes = () => pdf) => {
    const refusal = await refusalIn(await upload([...fields(), ["pdfFile", file(bytes(), name, type)]]));
    expect(refusal.status).toBe(status);
    expect(refusal.issues).toEqual([{ path: ["pdfFile"], message: refusal.message }]);
    expect(await db().material.count()).toBe(0);
    expect(await db().upload.count({ where: { state: { not: "removed" } } })).toBe(0);
  });

  it("an upload of an empty file is rejected", async () => {
    expect(await refusalIn(await upload([...fields(), ["pdfFile", file(Buffer.alloc(0))]]))).toMatchObject({
      status: 400,
      issues: [{ path: ["pdfFile"] }],
    });
  });

  it("an upload with two files, a repeated field or an unknown field is rejected", async () => {
    const whole = [...fields(), ["pdfFile", file(pdf)]] as [string, Part][];
    for (const more of [
      ["pdfFile", file(pdf)],
      ["attachment", file(pdf)],
      ["subject", "Botany"],
      ["uploadedById", "me"],
      ["__proto__", "x"],
      ["subject", "x".repeat(10_000)],
    ] as [string, Part][]) {
      for (const parts of [
        [...whole, more],
        [more, ...whole],
      ]) {
        expect(await refusalIn(await upload(parts)), more[0]).toMatchObject({ status: 400, code: "BAD_REQUEST" });
      }
    }
    await expectNothing();
  });

  it("an upload with a body that is not a form, or is truncated, is rejected", async () => {
    const send = async (body: string, type?: string) =>
      refusalIn(await ask("POST", path, { token, body, headers: type ? { "content-type": type } : {} }));
    expect(await send("{}", "application/json")).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    expect(await send("x", "application/x-www-form-urlencoded")).toMatchObject({ status: 415 });
    const type = "multipart/form-data; boundary=b";
    const part = '--b\r\ncontent-disposition: form-data; name="pdfFile"; filename="a.pdf"\r\n\r\n%PDF';
    for (const [body, kind] of [
      ["x", "multipart/form-data"],
      ["", type],
      ["no boundary at all", type],
      [part, type],
      [`${part}\r\n--b`, type],
      ["--b\r\nx\r\n\r\n", type],
    ] as const) {
      expect(await send(body, kind), body).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    }
    await expectNothing();
  });

  it("an upload over the size limit is rejected without reading on, with or without content-length", async () => {
    const most = 32 * 1024 * 1024;
    expect(await refusalIn(await upload([...fields(), ["pdfFile", file(Buffer.alloc(most + 100_000))]]))).toMatchObject(
      {
        status: 413,
        code: "PAYLOAD_TOO_LARGE",
      },
    );
    let sent = 0;
    const endless = new ReadableStream({
      start: (controller) =>
        controller.enqueue(
          Buffer.from('--b\r\ncontent-disposition: form-data; name="pdfFile"; filename="a.pdf"\r\n\r\n%PDF'),
        ),
      async pull(controller) {
        sent += 256 * 1024;
        controller.enqueue(Buffer.alloc(256 * 1024));
      },
    });
    const type = { "content-type": "multipart/form-data; boundary=b" };
    const answer = await ask("POST", path, { token, body: endless, headers: type });
    expect(await refusalIn(answer)).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    expect(sent).toBeLessThan(4 * most);
    await expectNothing();
  });

  it("an upload leaves nothing behind if the client disconnects", async () => {
    const host = new URL(url);
    const socket = connect(Number(host.port), host.hostname);
    const admin = `POST ${path} HTTP/1.1\r\nhost: ${host.host}\r\nauthorization: Bearer ${token}\r\ncontent-length: 1000000\r\n`;
    const body = '--b\r\ncontent-disposition: form-data; name="pdfFile"; filename="a.pdf"\r\n\r\n%PDF';
    socket.write(`${admin}content-type: multipart/form-data; boundary=b\r\n\r\n${body}${"x".repeat(200_000)}`);
    await expect.poll(working).toHaveLength(1);
    socket.destroy();
    await expect.poll(working).toEqual([]);
    await expectNothing();
  });

  it("an upload is not published if the client disconnects while the file is hashed", async () => {
    // The upload's hash waits for the hash of this pipe, which ends when the pipe is closed.
    const pipe = join(dataDir, "pipe");
    execFileSync("mkfifo", [pipe]);
    const first = sha256Of(pipe);
    const leaving = new AbortController();
    const body = formOf([...fields(), ["pdfFile", file(pdf)]]);
    const headers = { authorization: `Bearer ${token}` };
    const sending = fetch(url + path, { method: "POST", headers, body, signal: leaving.signal });
    const arrived = async () => {
      const [folder] = await working();
      return folder && (await stat(join(dataDir, "tmp", folder, "file")).catch(() => undefined))?.size;
    };
    await expect.poll(arrived).toBe(pdf.length);
    leaving.abort();
    await expect(sending).rejects.toThrow(/abort/i);
    // A later request has arrived, so the disconnect has, too.
    await ask("GET", "/api/health");
    await writeFile(pipe, "");
    await first;
    await expect.poll(working).toEqual([]);
    await expectNothing();
  });

  it.each([
    ["notes.pdf", () => Promise.resolve(pdf), mediaTypeOf.pdf, "pdf"],
    ["Größe 光合.doc", async () => docFile(), mediaTypeOf.doc, "doc"],
    ["notes.DOCX", docxFile, mediaTypeOf.docx, "docx"],
    ["notes.pdf", () => Promise.resolve(pdf), "application/octet-stream", "pdf"],
  ] as const)(
    "an upload of %s is published, with the fields before or after the file",
    async (name, bytesOf, type, fileKind) => {
      const bytes = await bytesOf();
      const part: [string, Part] = ["pdfFile", file(bytes, name, type)];
      for (const parts of [
        [...fields(), part],
        [part, ...fields({ className: "Class 7" })],
      ]) {
        const answer = await upload(parts);
        expect(answer.status).toBe(201);
        const { message, ...added } = await answer.json();
        expect(message).toBe("Study material uploaded successfully ✅");
        expect(added).toMatchObject({
          className: "7",
          subject: "Biology",
          fileKind,
          fileSize: bytes.length,
          expiresAt: null,
        });
        const opened = await ask("GET", added.pdfFile);
        const got = Buffer.from(await opened.arrayBuffer());
        expect(createHash("sha256").update(got).digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
        expect(await (await ask("GET", "/api/materials?limit=1")).json()).toEqual([added]);
      }
    },
  );

  it("an upload accepts an expiry, or `alwaysAvailable` alone", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { expiresAt: _, ...rest } = about;
    for (const [more, expected] of [
      [{ expiresAt }, expiresAt],
      [{ alwaysAvailable: "true" }, null],
      [{ expiresAt: "", alwaysAvailable: "true" }, null],
    ] as const) {
      const answer = await upload([...Object.entries({ ...rest, ...more }), ["pdfFile", file(pdf)]]);
      expect([answer.status, (await answer.json()).expiresAt]).toEqual([201, expected]);
    }
  });

  it("concurrent uploads of equal files, in one millisecond, are independent", async () => {
    vi.setSystemTime(new Date());
    const names = Array.from({ length: 8 }, (_, index) => `Lesson ${index}`);
    const answers = await Promise.all(
      names.map((materialName) => upload([...fields({ materialName }), ["pdfFile", file(pdf)]])),
    );
    const refusals = answers.filter(({ ok }) => !ok).map(async (answer) => [answer.status, await answer.text()]);
    expect(await Promise.all(refusals)).toEqual([]);
    expect((await db().material.findMany()).map((row) => row.materialName).sort()).toEqual(names);
    expect(await onDisk()).toHaveLength(8);
  });
});

describe("DELETE /api/materials/{id}", () => {
  it("deleting a material returns it, and then responds with 404", async () => {
    const { _id } = await (await upload([...fields(), ["pdfFile", file(pdf)]])).json();
    const remove = () => ask("DELETE", `/api/materials/${_id}`, { token });
    const first = await remove();
    expect([first.status, await first.json()]).toEqual([200, { message: "Study material deleted.", _id }]);
    expect(await refusalIn(await remove())).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect((await ask("GET", `/api/materials/${_id}/file`)).status).toBe(404);
  });

  it("deleting rejects an invalid id", async () => {
    for (const id of ["7", "null", "%00", "..%2f7"]) {
      expect(await refusalIn(await ask("DELETE", `/api/materials/${id}`, { token })), id).toMatchObject({
        status: 400,
        issues: [{ path: ["id"] }],
      });
    }
  });
});

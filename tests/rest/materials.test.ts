import { createHash } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handleRest } from "@/http/rest";
import { mediaTypeOf } from "@/lib/file-kinds";
import { closeDatabase, db, openDatabase } from "@/server/db/client";
import { log } from "@/server/observability/log";
import {
  aboutMaterial,
  callerOf,
  createAdmin,
  createStudent,
  material,
  openStore,
  storedFile,
  tokenFor,
} from "../factories";
import { connection, resetDatabase } from "../harness/database";
import { docFile, docxFile, pdfFile } from "../harness/documents";

const site = "http://localhost:3000";
const nobody = "019376a0-0000-7000-8000-000000000000";

let pdf: Buffer;
let adminToken: string;

await openStore();

beforeAll(async () => {
  pdf = await pdfFile("Photosynthesis ".repeat(200));
});
beforeEach(async () => {
  await resetDatabase();
  adminToken = await tokenFor(await createAdmin());
});

type Item = { _id: string; materialName: string; className: string };
type Refusal = { message: string; code: string; issues?: { path: string[]; message: string }[] };

async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return handleRest(new Request(new URL(path, site), { method, headers: { host: "localhost:3000", ...headers } }));
}

async function publish(
  bytes: Buffer,
  name: string,
  type: string = mediaTypeOf.pdf,
  more: object = {},
): Promise<string> {
  const file = await storedFile(bytes, name, type);
  const caller = await callerOf(adminToken);
  return (await caller.materials.add({ material: aboutMaterial(more), file })).pdfFile;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

async function refusalIn(answer: Response): Promise<Refusal & { status: number }> {
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, ...((await answer.json()) as Refusal) };
}

describe("GET /api/materials", () => {
  const namesAt = async (path: string) => ((await (await ask(path)).json()) as Item[]).map((item) => item.materialName);

  it("the list of materials is public and has no expired ones", async () => {
    await material({ materialName: "current" });
    await material({ materialName: "old", expiresAt: new Date(Date.now() - 1000) });
    const student = await tokenFor(await createStudent());
    for (const token of [undefined, "worthless", student, adminToken]) {
      const answer = await ask("/api/materials", token === undefined ? {} : { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as Item[]).map((item) => item.materialName)).toEqual(["current"]);
    }
  });

  it("the list of materials is an array, newest first", async () => {
    await material({ materialName: "first", uploadedAt: new Date("2026-01-01") });
    await material({ materialName: "second", uploadedAt: new Date("2026-01-02") });
    const answer = await ask("/api/materials");
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("link")).toBeNull();
    expect(await answer.json()).toMatchObject([{ materialName: "second", className: "7" }, { materialName: "first" }]);
  });

  it("the list of materials filters by class in every spelling, and by text", async () => {
    await material({ className: 7, materialName: "100% Cells" });
    await material({ className: 8, materialName: "Cells of 8" });
    for (const className of ["7", "Class%207", "class+7"])
      expect(await namesAt(`/api/materials?className=${className}`)).toEqual(["100% Cells"]);
    expect(await namesAt("/api/materials?q=CELLS")).toHaveLength(2);
    expect(await namesAt("/api/materials?q=%25")).toEqual(["100% Cells"]);
    expect(await namesAt("/api/materials?q=cells&className=8")).toEqual(["Cells of 8"]);
    expect(await namesAt("/api/materials?q=")).toHaveLength(2);
  });

  it("the Link headers lead to the end of the list of materials and keep the filters", async () => {
    const uploadedAt = new Date("2026-01-01");
    for (let count = 0; count < 7; count += 1) await material({ uploadedAt, materialName: `Cells & more ${count}` });
    await material({ className: 8 });
    const whole = await namesAt("/api/materials?className=7");
    const walked: string[] = [];
    let sizes = "";
    let path = "/api/materials?className=Class%207&q=cells%20%26&limit=3";
    while (path) {
      const answer = await ask(path);
      const items = (await answer.json()) as Item[];
      walked.push(...items.map((item) => item.materialName));
      sizes += items.length;
      path = /^<(\/api\/materials\?[^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(sizes).toBe("331");
    expect(walked).toEqual(whole);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=many", "limit"],
    ["className=13", "className"],
    [`q=${"x".repeat(101)}`, "q"],
    ["q=%00", "q"],
    [`cursor=${"x".repeat(201)}`, "cursor"],
  ])("the list of materials rejects ?%s and names the field", async (query, field) => {
    const refusal = await refusalIn(await ask(`/api/materials?${query}`));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST", issues: [{ path: [field] }] });
    expect(refusal.message).toBe(refusal.issues?.[0]?.message);
  });

  it("the list of materials includes expired ones only for the administrator, with no-store", async () => {
    await material({ materialName: "old", expiresAt: new Date(Date.now() - 1000) });
    const path = "/api/materials?includeExpired=true";
    const student = await tokenFor(await createStudent());
    for (const token of [undefined, student]) {
      const answer = await ask(path, token === undefined ? {} : { authorization: `Bearer ${token}` });
      expect(await refusalIn(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    }
    const oddly = ["/api/materials?includeExpired=&includeExpired=true", "/api/materials?include%45xpired=true"];
    for (const spelled of [path, ...oddly]) {
      const shown = await ask(spelled, { authorization: `Bearer ${adminToken}` });
      expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const items = (await shown.json()) as Item[];
      expect(items).toMatchObject([{ materialName: "old", uploadedBy: null, mayRemove: true }]);
      expect(items[0]).not.toHaveProperty("downloads");
    }
    expect((await ask(path.replace("true", "perhaps"))).status).toBe(400);
    expect(await namesAt(path.replace("true", "false"))).toEqual([]);
    expect(await namesAt(path.replace("true", ""))).toEqual([]);
  });
});

describe("GET /api/materials/{id}/file", () => {
  it("a file download returns the same bytes with the security headers", async () => {
    const answer = await ask(await publish(pdf, "notes.pdf"));
    const bytes = await bytesOf(answer);
    expect(answer.status).toBe(200);
    expect(sha256(bytes)).toBe(sha256(pdf));
    expect(Object.fromEntries(answer.headers)).toEqual({
      "accept-ranges": "bytes",
      "cache-control": "no-cache",
      "content-disposition": "inline; filename=notes.pdf",
      "content-length": String(pdf.length),
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "application/pdf",
      "cross-origin-resource-policy": "same-origin",
      etag: `"${sha256(pdf)}"`,
      "x-content-type-options": "nosniff",
    });
  });

  it("a PDF opens in the browser tab; other files download with their media type", async () => {
    const doc = await ask(await publish(docFile(), "notes.doc", mediaTypeOf.doc));
    expect(doc.headers.get("content-type")).toBe("application/msword");
    expect(doc.headers.get("content-disposition")).toBe("attachment; filename=notes.doc");
    const bytes = await docxFile();
    const docx = await ask(await publish(bytes, "notes.docx", mediaTypeOf.docx));
    expect(docx.headers.get("content-type")).toBe(mediaTypeOf.docx);
    expect(docx.headers.get("content-disposition")).toBe("attachment; filename=notes.docx");
    expect(sha256(await bytesOf(docx))).toBe(sha256(bytes));
  });

  it.each([
    "प्रकाश संश्लेषण.pdf",
    "التمثيل الضوئي.pdf",
    "光合作用.pdf",
    "🌱 leaves 👩🏽‍🏫.pdf",
    'the "green" leaf.pdf',
    "it's 100%; a=b.pdf",
    "back\\slash.pdf",
    "Größe.pdf",
    "a%20b.pdf",
    "line\r\nset-cookie: x=1.pdf",
  ])("a file download keeps the name %j", async (name) => {
    const link = await publish(pdf, "a.pdf");
    // Some names are from before names of two lines were refused.
    await db().material.updateMany({ data: { fileName: name } });
    const answer = await ask(link);
    expect(answer.status).toBe(200);
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^inline; filename/);
    expect(answer.headers.get("set-cookie")).toBeNull();
    const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
    const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]?.replace(/\\(.)/g, "$1");
    expect(extended === undefined ? quoted : decodeURIComponent(extended)).toBe(name);
    await answer.body?.cancel();
  });

  it("a file download responds with 304 to a matching If-None-Match", async () => {
    const path = await publish(pdf, "notes.pdf");
    const etag = `"${sha256(pdf)}"`;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await ask(path, { "if-none-match": known });
      expect(answer.status, known).toBe(304);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("etag")).toBe(etag);
    }
    const changed = await ask(path, { "if-none-match": '"other"' });
    expect(changed.status).toBe(200);
    await changed.body?.cancel();
  });

  it("a file download responds with 412 to another If-Match", async () => {
    const path = await publish(pdf, "notes.pdf");
    const etag = `"${sha256(pdf)}"`;
    for (const wanted of ['"other"', `W/${etag}`, ""]) {
      const refusal = await refusalIn(await ask(path, { "if-match": wanted }));
      expect([wanted, refusal]).toMatchObject([wanted, { status: 412, code: "PRECONDITION_FAILED" }]);
    }
    for (const wanted of [etag, `"other", ${etag}`, "*"]) {
      const answer = await ask(path, { "if-match": wanted });
      expect([wanted, answer.status]).toEqual([wanted, 200]);
      await answer.body?.cancel();
    }
  });

  it("a file download returns the requested range", async () => {
    const path = await publish(pdf, "notes.pdf");
    const size = pdf.length;
    for (const [range, from, to] of [
      ["bytes=0-99", 0, 99],
      ["bytes=100-299", 100, 299],
      [`bytes=${size - 10}-`, size - 10, size - 1],
      ["bytes=-25", size - 25, size - 1],
      ["bytes=0-0", 0, 0],
      [`bytes=500-${size * 2}`, 500, size - 1],
    ] as const) {
      const answer = await ask(path, { range });
      expect(answer.status, range).toBe(206);
      expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to}/${size}`);
      expect(answer.headers.get("content-length")).toBe(String(to - from + 1));
      expect(sha256(await bytesOf(answer))).toBe(sha256(pdf.subarray(from, to + 1)));
    }
  });

  it("a file download responds with 416 to an unsatisfiable range, and in full to an invalid one", async () => {
    const path = await publish(pdf, "notes.pdf");
    for (const range of [`bytes=${pdf.length}-`, `bytes=${pdf.length + 5}-${pdf.length + 9}`]) {
      const answer = await ask(path, { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get("content-range")).toBe(`bytes */${pdf.length}`);
      expect(answer.headers.get("content-type")).toBeNull();
      expect(await answer.text()).toBe("");
    }
    for (const range of ["bytes=0-1,5-9", "bytes=9-2", "pages=1-2", "bytes=x-y"]) {
      const answer = await ask(path, { range });
      expect(answer.status, range).toBe(200);
      expect((await bytesOf(answer)).length).toBe(pdf.length);
    }
  });

  it("a file download honours a range only if If-Range matches", async () => {
    const path = await publish(pdf, "notes.pdf");
    const begun = await ask(path, { range: "bytes=0-9", "if-range": `"${sha256(pdf)}"` });
    expect([begun.status, (await bytesOf(begun)).length]).toEqual([206, 10]);
    for (const other of ['"other"', `W/"${sha256(pdf)}"`, "Fri, 20 Nov 2026 10:00:00 GMT"]) {
      const answer = await ask(path, { range: "bytes=0-9", "if-range": other });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, pdf.length]);
    }
  });

  it("HEAD of a file returns the headers of GET without the bytes", async () => {
    const path = await publish(pdf, "notes.pdf");
    const [admin, get] = [await ask(path, {}, "HEAD"), await ask(path)];
    await get.body?.cancel();
    expect(admin.status).toBe(200);
    expect(await admin.text()).toBe("");
    expect(Object.fromEntries(admin.headers)).toEqual(Object.fromEntries(get.headers));
    const part = await ask(path, { range: "bytes=0-9" }, "HEAD");
    expect([part.status, part.headers.get("content-length"), await part.text()]).toEqual([206, "10", ""]);
  });

  it("a file download responds with 404 to an unknown id and 400 to an invalid one", async () => {
    expect(await refusalIn(await ask(`/api/materials/${nobody}/file`))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    for (const id of ["7", "..%2f..%2fetc", "%00", "%E0%A4%A", `${nobody}x`, "null"]) {
      const refusal = await refusalIn(await ask(`/api/materials/${id}/file`));
      expect(refusal, id).toMatchObject({ status: 400, code: "BAD_REQUEST", issues: [{ path: ["id"] }] });
    }
  });

  it("an expired file responds with 410, except to the administrator", async () => {
    const path = await publish(pdf, "notes.pdf");
    await db().material.updateMany({ data: { expiresAt: new Date() } });
    const student = await tokenFor(await createStudent());
    const asked: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${student}` },
      { "if-none-match": "*" },
      { range: "bytes=0-9" },
    ];
    for (const headers of asked) {
      const refusal = await refusalIn(await ask(path, headers));
      expect(refusal).toEqual({ status: 410, code: "GONE", message: "This study material is no longer available." });
    }
    const answer = await ask(path, { authorization: `Bearer ${adminToken}` });
    expect(answer.status).toBe(200);
    expect(sha256(await bytesOf(answer))).toBe(sha256(pdf));
  });

  it("a deleted file responds with 404", async () => {
    const path = await publish(pdf, "notes.pdf");
    const id = path.split("/")[3] ?? "";
    await (await callerOf(adminToken)).materials.remove({ id });
    expect(await refusalIn(await ask(path))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  it("a file that the store has lost is reported as missing, in JSON", async () => {
    const { id } = await material();
    expect(await refusalIn(await ask(`/api/materials/${id}/file`))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });
});

describe("other paths", () => {
  it.each(["/api/nothing", "/api/materials/", "/api/materials/x/y/z", "/api/../api/unknown", "/api/__proto__"])(
    "%s responds with 404 in JSON",
    async (path) => {
      expect(await refusalIn(await ask(path))).toEqual({
        status: 404,
        code: "NOT_FOUND",
        message: "There is nothing at this address.",
      });
    },
  );

  it("other paths reject changes from another site", async () => {
    const path = `/api/materials/${(await material()).id}`;
    const answer = await ask(path, { origin: "https://evil.example", cookie: "theme=dark" }, "DELETE");
    expect(await refusalIn(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await ask(path, { authorization: `Bearer ${adminToken}` }, "DELETE")).status).toBe(200);
  });
});

describe("database outage", () => {
  afterEach(async () => {
    await closeDatabase();
    openDatabase(connection);
  });

  async function loseDatabase(): Promise<void> {
    await closeDatabase();
    openDatabase({ connectionString: "postgresql://somebody:hidden@127.0.0.1:1/nowhere" });
  }

  it("without a database, /api/health succeeds and /api/ready fails", async () => {
    for (const [path, status] of [
      ["/api/health", "ok"],
      ["/api/ready", "ready"],
    ] as const) {
      const answer = await ask(path);
      expect([answer.status, await answer.json()]).toEqual([200, { status }]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    await loseDatabase();
    expect((await ask("/api/health")).status).toBe(200);
    const answer = await ask("/api/ready");
    expect([answer.status, await answer.json()]).toEqual([503, { status: "not ready" }]);
  });

  it("without a database, a list responds with 503 and no details", async () => {
    const logged = vi.spyOn(log(), "warn").mockImplementation(() => {});
    await loseDatabase();
    const answer = await ask("/api/materials");
    expect(await refusalIn(answer)).toEqual({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      message: "This cannot be done right now. Please try again in a moment.",
    });
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(logged).toHaveBeenCalled();
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/somebody|hidden|nowhere/);
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { writeDownloads } from "@/features/materials/mutations-downloads";
import { handleRest } from "@/http/rest";
import { db } from "@/server/db/client";
import {
  aboutMaterial,
  biology,
  callerOf,
  createStaff,
  createStudent,
  openStore,
  refusalOf,
  storedFile,
  tokenFor,
} from "../factories";
import { docxFile, pdfFile, scannedPdf } from "../harness/documents";
import { doJobs, makeJobsDue } from "../harness/jobs";
import { officeOfEachTest } from "../harness/office";

await openStore();

const admin = officeOfEachTest();

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  handleRest(
    new Request(new URL(path, "http://localhost:3000"), { method, headers: { host: "localhost:3000", ...headers } }),
  );
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const hashOf = async (answer: Response) => sha256(Buffer.from(await answer.arrayBuffer()));
const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

async function publish(bytes: Buffer) {
  const { _id: id, pdfFile: link } = await admin.materials.add({
    ...{ material: aboutMaterial(), file: await storedFile(bytes) },
  });
  return { id, link };
}

describe("replacing a file", () => {
  it("is refused to students and teachers of another class; a refused file leaves the store", async () => {
    const { id, link } = await publish(await pdfFile("first"));
    const before = (await ask(link)).headers.get("etag");
    const student = await callerOf(await tokenFor(await createStudent()));
    const { id: subjectId } = await biology();
    const other = await callerOf((await createStaff({ role: "teacher", className: 8, subjectId })).token);
    const second = await pdfFile("second");
    for (const caller of [student, other]) {
      const file = await storedFile(second);
      expect(await refusalOf(caller.materials.replace({ id, file }))).toMatchObject({ code: "FORBIDDEN" });
    }
    const disguised = await storedFile(Buffer.from("<!doctype html>"), "page.pdf");
    expect(await refusalOf(admin.materials.replace({ id, file: disguised }))).toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    expect(await db().upload.findUnique({ where: { key: disguised.key } })).toMatchObject({ state: "removed" });
    const claim = { name: "letter.exe", type: "application/pdf", size: 10 };
    expect(await refusalOf(admin.materials.checkFile({ id, file: claim }))).toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    expect((await ask(link)).headers.get("etag")).toBe(before);
  });

  it("keeps the link and changes the ETag; a request to continue the old file gets no part of the new one", async () => {
    const first = await pdfFile("first");
    const { id, link } = await publish(first);
    const etag = (await ask(link)).headers.get("etag") ?? "";
    const second = await docxFile("second");
    const file = await storedFile(second, "second.docx", docxType);
    const changed = await admin.materials.replace({ id, file });
    expect(changed).toMatchObject({ _id: id, pdfFile: link, fileKind: "docx", fileSize: second.length });
    expect(await admin.materials.replace({ id, file })).toEqual(changed);
    const answer = await ask(link, { "if-none-match": etag });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).toBe(`"${sha256(second)}"`);
    expect(answer.headers.get("content-disposition")).toContain("second.docx");
    expect(await hashOf(answer)).toBe(sha256(second));
    const rest = await ask(link, { range: "bytes=10-", "if-range": etag });
    expect([rest.status, await hashOf(rest)]).toEqual([200, sha256(second)]);
    expect((await ask(link, { range: "bytes=10-", "if-match": etag })).status).toBe(412);
    expect(await db().auditEvent.findFirst({ where: { action: "material-replaced" } })).toMatchObject({
      ...{ subjectId: id, detail: { class: 7, subject: "Biology" } },
    });
  });

  it("lets downloads under way end with the bytes they began with: one of a part, and 100 at the same time", async () => {
    const first = scannedPdf(2 * 1024 * 1024);
    const { id, link } = await publish(first);
    const part = await ask(link, { range: "bytes=1000-" });
    const running = await Promise.all(Array.from({ length: 100 }, () => ask(link)));
    const begun = await Promise.all(
      running.map(async ({ body }) => {
        const reader = body?.getReader();
        return { reader, chunks: [(await reader?.read())?.value ?? new Uint8Array()] };
      }),
    );
    const second = await pdfFile("second");
    await admin.materials.replace({ id, file: await storedFile(second) });
    // The former file is deleted an hour later; nothing waits for those who are still reading.
    const { fileKey } = await db().material.findUniqueOrThrow({ where: { id } });
    await makeJobsDue();
    await doJobs();
    expect(await db().upload.findMany({ select: { key: true } })).toEqual([{ key: fileKey }]);
    for (const { reader, chunks } of begun) {
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) chunks.push(next.value);
      expect(sha256(Buffer.concat(chunks))).toBe(sha256(first));
    }
    expect([part.status, await hashOf(part)]).toEqual([206, sha256(first.subarray(1000))]);
    expect(await hashOf(await ask(link))).toBe(sha256(second));
  });
});

describe("downloads", () => {
  it("are counted by day and without names; HEAD, parts from the middle and unchanged files are not counted", async () => {
    const { id, link } = await publish(await pdfFile());
    const counted = async () => (await admin.materials.get({ id })).downloads;
    const etag = (await ask(link)).headers.get("etag") ?? "";
    await ask(link, { range: "bytes=0-" });
    await ask(link, { range: "bytes=5-9" });
    await ask(link, { "if-none-match": etag });
    await ask(link, {}, "HEAD");
    expect(await counted()).toBe(0);
    await writeDownloads();
    await ask(link);
    await Promise.all([writeDownloads(), writeDownloads()]);
    await writeDownloads();
    expect(await counted()).toBe(3);
    const rows = await db().materialDownload.findMany();
    expect(rows).toEqual([{ materialId: id, day: expect.any(Date), count: 3 }]);
    await ask(link);
    await admin.materials.remove({ id });
    await writeDownloads();
    expect(await db().materialDownload.count()).toBe(0);
    const visitor = await callerOf(null);
    await publish(await pdfFile());
    expect((await visitor.materials.list({})).items[0]).not.toHaveProperty("downloads");
  });

  it("through an address in capitals count for the same material, and stop no other count", async () => {
    const [one, other] = [await publish(await pdfFile()), await publish(await pdfFile("other"))];
    for (const link of [one.link, one.link.replace(one.id, one.id.toUpperCase()), other.link])
      expect((await ask(link)).status).toBe(200);
    await writeDownloads();
    const counted = ({ id }: { id: string }) => admin.materials.get({ id }).then(({ downloads }) => downloads);
    expect([await counted(one), await counted(other)]).toEqual([2, 1]);
  });
});

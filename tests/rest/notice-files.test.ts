import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { handleRest } from "@/http/rest";
import { db } from "@/server/db/client";
import { files } from "@/server/files/configure";
import * as disk from "@/server/files/disk";
import { callerOf, createAdmin, createStudent, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { arrivedFile, published } from "../harness/notices";
import { plain } from "../harness/pictures";

await openStore();
beforeEach(resetDatabase);

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  handleRest(
    new Request(new URL(path, "http://localhost:3000"), { method, headers: { host: "localhost:3000", ...headers } }),
  );

it("a notice's file is streamed from the disk, in parts if requested, and kept by no cache", async () => {
  const office = await callerOf(await tokenFor(await createAdmin()));
  const bytes = await pdfFile("reading list");
  const { id } = await published(office, { audience: [{ kind: "public" }] });
  const file = await arrivedFile(id, bytes);
  await office.notices.addFile(file);
  const path = `/api/notices/${id}/files/${file.key}`;
  const read = vi.spyOn(disk, "getFile");
  const whole = await ask(path);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/pdf",
    "content-length": String(bytes.length),
    "content-security-policy": "sandbox; default-src 'none'",
  });
  expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  const part = await ask(path, { range: "bytes=5-9" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 5-9/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  expect((await ask(path, { range: `bytes=${bytes.length}-` })).status).toBe(416);
  expect((await ask(path, { "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304);
  const head = await ask(path, {}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(bytes.length), ""]);
  expect(read).not.toHaveBeenCalled();
  await rm(join(files().dataDir, "files", file.key));
  expect([(await ask(path)).status, (await ask(path)).headers.get("cache-control")]).toEqual([404, "no-store"]);
});

it("a notice's last file is answered again when it is sent again with its key; one more is refused, and so is a stranger", async () => {
  const [token, stranger] = [await tokenFor(await createAdmin()), await tokenFor(await createStudent())];
  const { id } = await published(await callerOf(token));
  const bytes = await pdfFile();
  const send = (name: string, key: string | null, bearer = token) => {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(bytes)], name, { type: "application/pdf" }));
    const headers = { authorization: `Bearer ${bearer}`, ...(key && { "idempotency-key": key }) };
    return handleRest(new Request(`http://localhost:3000/api/notices/${id}/files`, { method: "POST", headers, body }));
  };
  for (const name of ["one.pdf", "two.pdf"]) expect((await send(name, null)).status).toBe(201);
  const third = await send("three.pdf", "third");
  const again = await send("three.pdf", "third");
  expect([third.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([201, 201, "true"]);
  expect(await again.text()).toBe(await third.text());
  for (const key of [null, "fourth"]) expect((await send("four.pdf", key)).status).toBe(409);
  expect((await send("three.pdf", "third", stranger)).status).toBe(403);
  expect(await db().noticeFile.count()).toBe(3);
});

it("an empty file, or one with an unusable name or of another kind, is refused in words, for a notice and as a picture", async () => {
  const token = await tokenFor(await createAdmin());
  const { id } = await published(await callerOf(token));
  const send = (path: string, file: File) => {
    const body = new FormData();
    body.append("file", file);
    if (path.endsWith("pictures")) body.append("kind", "gallery");
    const headers = { authorization: `Bearer ${token}` };
    return handleRest(new Request(`http://localhost:3000${path}`, { method: "POST", headers, body }));
  };
  for (const path of [`/api/notices/${id}/files`, "/api/institute/pictures"]) {
    const bytes = new Uint8Array(path.endsWith("pictures") ? await plain(400, 300).png().toBuffer() : await pdfFile());
    const [type, ending] = path.endsWith("pictures") ? ["image/png", ".png"] : ["application/pdf", ".pdf"];
    const named = (length: number) => "a".repeat(length - 4) + ending;
    for (const [file, status, words] of [
      [new File([], `a${ending}`, { type }), 400, "This file is empty. Please choose another one."],
      [new File([bytes], named(256), { type }), 400, /name is too long or not usable/],
      [new File([bytes], `a\0${ending}`, { type }), 400, /name is too long or not usable/],
      [new File([bytes], `a\u2028${ending}`, { type }), 400, /name is too long or not usable/],
      [new File(["text"], `a${ending}`, { type }), 415, /PDF|picture/],
      [new File([bytes], named(255), { type }), 201, undefined],
    ] as const) {
      const answer = await send(path, file);
      const { issues } = (await answer.json()) as { issues?: { path: string[]; message: string }[] };
      expect(answer.status, `${path} ${file.name}`).toBe(status);
      if (words) expect(issues).toEqual([{ path: ["file"], message: expect.stringMatching(words) }]);
    }
  }
  expect(await db().upload.count({ where: { state: "expected" } })).toBe(0);
});

import { createHash, randomBytes } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { mediaTypeOf } from "@/lib/file-kinds";
import { good } from "../corpus/good";
import { classicPdf } from "../corpus/pdf";
import { adminToken } from "../harness/announcer";
import { eicar, startClamd } from "../harness/clamd";
import { docxFile, pdfFile, scannedPdf } from "../harness/documents";
import { ownProduct } from "../harness/own-product";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { isThorough, sampleOf } from "../harness/runs";
import { slowUpload } from "../harness/slow-upload";

const megabyte = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const material = { className: "7", subject: "Physics", materialName: "Light", expiresAt: "null" };

let clamd: Awaited<ReturnType<typeof startClamd>>;
let admin: Awaited<ReturnType<typeof publisher>>;
let authorization: string;

// Serial: they share a product and check all files in its folder.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  clamd = await startClamd();
});

const product = ownProduct("uploads", { more: () => ({ SCANNER_URL: clamd.url }) });

test.beforeAll(async () => {
  admin = await publisher(product.url, administrator);
  authorization = `Bearer ${await adminToken(product.url)}`;
});

test.afterAll(() => clamd.close());

const filesIn = (folder: string) => readdir(join(product.dataDir, folder)).catch(() => [] as string[]);
const stored = () => filesIn("files");
const working = () => filesIn("tmp");
const shown = async () => ((await (await fetch(`${product.url}/api/materials`)).json()) as unknown[]).length;
const download = async (link: string) => sha256(await (await fetch(product.url + link)).bytes());

function send(bytes: Buffer, name = "light.pdf", type: string = mediaTypeOf.pdf): Promise<Response> {
  const form = new FormData();
  for (const [field, value] of Object.entries(material)) form.append(field, value);
  form.append("pdfFile", new File([new Uint8Array(bytes)], name, { type }));
  return fetch(`${product.url}/api/materials/upload`, { method: "POST", headers: { authorization }, body: form });
}

test("files of every size, by the form and the API, arrive unchanged or are rejected completely", async () => {
  test.setTimeout(120_000);
  const sizes: [number, boolean, boolean][] = [
    [31.9, true, true],
    [9.9, true, false],
    [10.1, true, true],
    [19.9, false, true],
    [20, true, false],
  ];
  for (const [size, byForm, byApi] of sampleOf(sizes, sizes.length)) {
    const bytes = scannedPdf(Math.floor(size * megabyte) - 4096);
    if (byForm) {
      const added = await admin.upload(material, { name: "light.pdf", type: mediaTypeOf.pdf, bytes });
      expect(await download(added.pdfFile), `${size} MB by the form`).toBe(sha256(bytes));
    }
    if (!byApi) continue;
    const answer = await send(bytes);
    expect(answer.status).toBe(201);
    const { pdfFile: link } = (await answer.json()) as { pdfFile: string };
    expect(await download(link), `${size} MB by the API`).toBe(sha256(bytes));
  }
  const before = await stored();
  for (const bytes of [Buffer.alloc(0), randomBytes(32 * megabyte + 1)]) {
    const file = { name: "light.pdf", type: mediaTypeOf.pdf, bytes };
    await expect(admin.upload(material, file)).rejects.toThrow(/No place was promised \(400\)/);
    const answer = await send(bytes);
    expect(answer.status).toBe(bytes.length === 0 ? 400 : 413);
    expect(((await answer.json()) as { message: string }).message).toMatch(/Please/);
  }
  expect(await stored()).toEqual(before);
  expect(await working()).toEqual([]);
});

test("bodies that are truncated, endless or of a wrong length leave nothing behind", async () => {
  test.setTimeout(60_000);
  const [before, listed] = [await stored(), await shown()];
  const open = (length: number | "chunked") => slowUpload(product.url, authorization, length);

  const cut = await open(5_000_000);
  await cut.send(Buffer.alloc(1_000_000));
  await expect.poll(working).toHaveLength(1);
  cut.hangUp();
  await expect.poll(working).toEqual([]);

  const long = await open(33 * megabyte);
  expect(await long.status()).toBe(413);
  long.hangUp();

  const short = await open(1000);
  await short.send(Buffer.alloc(100_000));
  expect([0, 400]).toContain(await short.status());
  short.hangUp();

  const endless = await open("chunked");
  let sent = 0;
  while (await endless.send(Buffer.alloc(256 * 1024))) sent += 256 * 1024;
  expect(await endless.status()).toBe(413);
  expect(sent).toBeLessThan(80 * megabyte);
  endless.hangUp();

  await expect.poll(working).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(await shown()).toBe(listed);
});

const many = isThorough ? 200 : 20;

test("slow uploads block nobody and leave nothing behind", async () => {
  test.setTimeout(60_000);
  const before = await stored();
  const slow = await Promise.all(Array.from({ length: many }, () => slowUpload(product.url, authorization, 1_000_000)));
  await expect.poll(async () => (await working()).length).toBe(many);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(slow.map(({ send }) => send("x")));
    expect((await send(await pdfFile())).status).toBe(201);
    expect((await fetch(`${product.url}/api/ready`)).status).toBe(200);
  }
  for (const { hangUp } of slow) hangUp();
  await expect.poll(working, { timeout: 20_000 }).toEqual([]);
  expect((await stored()).length).toBe(before.length + 5);
});

test("an infected file is rejected, and nothing is published while the virus scanner is down", async () => {
  const [before, listed] = [await stored(), await shown()];
  const infected = await send(classicPdf({ content: eicar, filter: "none" }));
  expect([infected.status, await infected.json()]).toMatchObject([422, { code: "UNPROCESSABLE_CONTENT" }]);
  await clamd.close();
  const unchecked = await send(await pdfFile());
  expect([unchecked.status, await unchecked.json()]).toMatchObject([
    503,
    { message: expect.stringMatching(/try again in a few minutes/) },
  ]);
  expect(await shown()).toBe(listed);
  await expect.poll(stored).toEqual(before);
  clamd = await startClamd({ port: Number(new URL(clamd.url).port) });
  expect((await send(await pdfFile())).status).toBe(201);
});

test("no uploaded file can run a script", async ({ browser }) => {
  test.setTimeout(120_000);
  const ran: string[] = [];
  const html = "<!doctype html><html><body><script>alert(1)</script><img src=x onerror=alert(2)></body></html>";
  const hostile = [
    Buffer.from(html),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(3)"><script>alert(4)</script></svg>'),
    Buffer.from(`%PDF-1.7\n${html}`),
    Buffer.from("<?xml version='1.0'?><x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(5)</x:script>"),
    // Valid PDFs with form fields or scripts, which the PDF viewer itself would run.
    ...(await Promise.all(good.filter(({ what }) => /fields|scripts/.test(what)).map(({ bytes }) => bytes()))),
  ];
  for (const [name, bytes, type] of [
    ["a.pdf", await pdfFile(), mediaTypeOf.pdf],
    ["a.docx", await docxFile(), mediaTypeOf.docx],
  ] as const) {
    const known = await stored();
    const { pdfFile: link } = (await (await send(bytes, name, type)).json()) as { pdfFile: string };
    const key = (await stored()).find((file) => !known.includes(file)) ?? "";
    for (const content of [bytes, ...hostile]) {
      // Simulate a file that passed every check.
      await writeFile(join(product.dataDir, "files", key), content);
      // A new browser context each time, so that nothing is cached.
      const context = await browser.newContext();
      const page = await context.newPage();
      page.on("dialog", (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
      // Some navigations show the file, others become downloads and abort.
      const events = (["load", "download"] as const).map((event) => page.waitForEvent(event as "load").catch(() => {}));
      const opened = Promise.race([...events, page.waitForTimeout(2_000)]);
      await page.goto(product.url + link, { waitUntil: "commit" }).catch(() => {});
      await opened;
      await page.waitForTimeout(20);
      await context.close();
    }
    const { headers } = await fetch(product.url + link, { method: "HEAD" });
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-type")).toBe(type);
  }
  expect(ran).toEqual([]);
  for (const path of ["/api/materials/file", "/files/", "/api/uploads/", "/uploads/"]) {
    const listing = await fetch(product.url + path, { redirect: "manual" });
    expect(await listing.text(), path).not.toContain((await stored())[0]);
  }
});

import { beforeEach, expect, it } from "vitest";
import { handleRest } from "@/http/rest";
import { handleTrpc } from "@/http/trpc";
import { material } from "../factories";
import { resetDatabase } from "../harness/database";

const nobody = "019376a0-0000-7000-8000-000000000000";
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

beforeEach(resetDatabase);

const ask = (path: string, accept: string, method = "GET") =>
  handleRest(new Request(`http://localhost:3000${path}`, { method, headers: { host: "localhost:3000", accept } }));

it("an expired file link responds with a page to a browser and with JSON to a program", async () => {
  const { id } = await material({ expiresAt: new Date(Date.now() - 1000) });
  const cases: [id: string, status: number, sentence: string][] = [
    [id, 410, "This study material is no longer available."],
    [nobody, 404, "This study material does not exist or was deleted."],
    ["%3Cscript%3E", 400, "This is not an id of this site."],
  ];
  for (const [asked, status, sentence] of cases) {
    const path = `/api/materials/${asked}/file`;
    const page = await ask(path, browser);
    expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const text = await page.text();
    expect(text).toContain(`<h1>${sentence}</h1>`);
    expect(text).toContain('href="/study-materials"');
    expect(text).not.toContain("<script");
    for (const accept of ["*/*", "application/json", "application/pdf,*/*", "application/json, text/html;q=0.5"]) {
      const answer = await ask(path, accept);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"]);
      expect(await answer.json()).toMatchObject({ message: sentence });
    }
  }
});

it("an old link to a notice's file leads a browser to the login, and tells a program", async () => {
  const path = `/api/notices/${nobody}/files/${"0".repeat(20)}`;
  const page = await ask(path, browser);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  const text = await page.text();
  for (const part of ["Log in, or open the notice again.", 'href="/user/notices"']) expect(text).toContain(part);
  const answer = await ask(path, "*/*");
  expect([answer.status, (await answer.json()).code]).toEqual([404, "NOT_FOUND"]);
});

it("a refused download of a backup leads the office back to its page, and tells a program", async () => {
  const path = "/api/backups/file";
  const page = await ask(path, browser, "POST");
  expect([page.status, page.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
  const text = await page.text();
  for (const part of ["Nothing was downloaded.", 'href="/admin/backup"']) expect(text).toContain(part);
  const answer = await ask(path, "*/*", "POST");
  expect([answer.status, (await answer.json()).code]).toEqual([401, "UNAUTHORIZED"]);
});

it("only file links respond with an error page to a browser", async () => {
  for (const path of [`/api/materials/${nobody}`, `/api/notices/${nobody}/files`, "/api/services", "/api/nothing"]) {
    const method = path.includes(nobody) ? "DELETE" : "GET";
    expect((await ask(path, browser, method)).headers.get("content-type"), path).toMatch(/^application\/json/);
  }
});

it("a browser learns from no procedure where a file is stored", async () => {
  const { id, fileKey } = await material();
  for (const procedure of ["materials.file", "notices.file", "institute.picture"]) {
    const input = encodeURIComponent(JSON.stringify({ json: { id } }));
    const address = `http://localhost:3000/api/trpc/${procedure}?input=${input}`;
    const answer = await handleTrpc(new Request(address, { headers: { host: "localhost:3000" } }));
    const text = await answer.text();
    expect(text, procedure).not.toContain(fileKey);
    expect([procedure, answer.status, text]).toEqual([procedure, 404, expect.stringContaining("NOT_FOUND")]);
  }
});

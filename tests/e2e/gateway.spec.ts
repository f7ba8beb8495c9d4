import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { pdfFile } from "../harness/documents";
import { type Plain, plain } from "../harness/plain-http";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { productQuery } from "../harness/sql";

const kept = "public, max-age=0, s-maxage=1, must-revalidate";
const list = (limit: number) => encodeURIComponent(JSON.stringify({ 0: { json: { limit } } }));
const addresses = [
  ...["/", "/about", "/study-materials", "/study-materials?className=3", "/show-schedule", "/api/materials?limit=24"],
  ...["/api/notifications?limit=5", `/api/trpc/materials.list,materials.classes?batch=1&input=${list(2)}`],
];

test.skip(process.env.GATEWAY === "off", "Tests the gateway in front of Next.");

test("public responses are cached in each encoding and revalidated by ETag", async ({ baseURL }) => {
  for (const path of addresses) await expect(() => isKept(`${baseURL}${path}`), path).toPass(whileOthersPublish);
});

/** Retries, since other tests change the lists in the meantime. */
const whileOthersPublish = { timeout: 20_000, intervals: [100] };

/** Requests until the response has this ETag: each process renders its own version, so several may have to be asked. */
async function askFor(version: string | undefined, ...request: Parameters<typeof plain>): Promise<Plain> {
  for (let left = 9; ; left -= 1) {
    const answer = await plain(...request);
    if (answer.headers.etag === version || left === 0) return answer;
  }
}

async function isKept(url: string): Promise<void> {
  const whole = await plain(url);
  const { etag, vary } = whole.headers;
  expect([whole.status, whole.headers["cache-control"]]).toEqual([200, kept]);
  expect(String(vary)).toContain("accept-encoding");
  expect(String(vary)).not.toContain("cookie");
  expect(whole.headers["set-cookie"]).toBeUndefined();

  const isStart = new URL(url).pathname === "/";
  const packed = await askFor(etag, url, { "accept-encoding": "gzip, br" });
  if (isStart) expect(packed.headers["content-encoding"]).toBe("br");
  if (packed.headers["content-encoding"]) expect(brotliDecompressSync(packed.body)).toEqual(whole.body);
  const zipped = await askFor(etag, url, { "accept-encoding": "gzip, br;q=0" });
  if (isStart) expect(zipped.headers["content-encoding"]).toBe("gzip");
  if (zipped.headers["content-encoding"]) expect(gunzipSync(zipped.body)).toEqual(whole.body);

  const head = await askFor(etag, url, {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, `${whole.body.length}`]);
  const same = await askFor(etag, url, { "if-none-match": String(etag) });
  expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, etag]);
  expect((await plain(url, { "if-none-match": 'W/"another"' })).status).toBe(200);
}

test("unusual requests are not cached and behave as in Next", async ({ baseURL }) => {
  const address = `${baseURL}/api/trpc/materials.list?batch=1&input=${list(2)}`;
  expect((await plain(address, { "trpc-accept": "application/jsonl" })).headers["cache-control"]).toBe(kept);
  const odd = await plain(address, { "trpc-accept": `application/jsonl;${"x".repeat(5_000)}` });
  expect([odd.status, odd.headers["cache-control"]]).toEqual([200, "no-store"]);
  for (const path of ["/api/materials/", "/study-materials/"]) {
    const led = await plain(`${baseURL}${path}`);
    expect([led.status, led.headers.location]).toEqual([308, path.slice(0, -1)]);
  }
});

test("an image that is opened by its URL is an image", async ({ baseURL }) => {
  for (const path of ["/opengraph-image.png", "/apple-icon.png", "/favicon.ico", "/icon.svg", "/pictures/hero.svg"]) {
    const shown = await fetch(baseURL + path);
    const opened = await fetch(baseURL + path, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect([opened.status, opened.headers.get("content-type")], path).toEqual([200, shown.headers.get("content-type")]);
    expect(Buffer.from(await opened.arrayBuffer()).equals(Buffer.from(await shown.arrayBuffer())), path).toBe(true);
  }
});

test("a cached page runs only its own scripts", async ({ baseURL }) => {
  for (const path of ["/", "/study-materials"]) {
    const policy = String((await plain(`${baseURL}${path}`)).headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self'( 'sha256-[A-Za-z0-9+/=]{44}')+;/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test("cached responses contain nothing of a logged-in user", async ({ baseURL }) => {
  const { call, upload } = await publisher(baseURL ?? "", administrator);
  const subject = `Hidden ${Date.now()}`;
  const expiresAt = new Date(Date.now() + 6_000).toISOString();
  const file = { name: "a.pdf", type: "application/pdf", bytes: await pdfFile() };
  await upload({ className: "3", subject, materialName: "Soon gone", expiresAt }, file);
  const page = `/study-materials?q=${encodeURIComponent(subject)}`;
  const input = encodeURIComponent(JSON.stringify({ 0: { json: { limit: 24, q: subject, includeExpired: true } } }));
  const withExpired = `/api/trpc/materials.list?batch=1&input=${input}`;
  await expect
    .poll(async () => (await call(`/api/materials?q=${encodeURIComponent(subject)}`)).text(), { timeout: 20_000 })
    .toBe("[]");

  expect(await (await call(withExpired)).text()).toContain(subject);
  expect((await fetch(`${baseURL}${withExpired}`)).status).toBe(403);
  const isAlike = async (path: string) => {
    const [own, others] = [await call(path), await fetch(`${baseURL}${path}`)];
    expect(own.headers.getSetCookie()).toEqual([]);
    expect(await own.text()).toBe(await others.text());
  };
  for (const path of [page, ...addresses]) await expect(() => isAlike(path), path).toPass(whileOthersPublish);
  for (const path of ["/admin/get-info", "/api/auth/session", "/api/services", "/user/results", "/login"]) {
    expect((await call(path)).headers.get("cache-control")).toContain("no-store");
  }
});

test("a change is visible immediately in this process and within two seconds in others", async ({ baseURL }) => {
  const { send } = await publisher(baseURL ?? "", administrator);
  const subject = `Change ${Date.now()}`;
  const path = `/api/notifications?q=${encodeURIComponent(subject)}`;
  const shown = async () => ((await (await fetch(`${baseURL}${path}`)).json()) as { _id: string }[]).length;
  expect(await shown()).toBe(0);
  await send("schedules.add", { className: "4", subject, testDate: "2031-02-03", testTime: "09:00" });
  // A load balancer may forward the next request to another process.
  if (process.env.REPLICAS) await expect.poll(shown, { timeout: 2_000, intervals: [100] }).toBe(1);
  else expect(await shown()).toBe(1);

  await productQuery("delete from test_schedules where subject = $1", [subject]);
  await expect.poll(shown, { timeout: 2_000, intervals: [100] }).toBe(0);
});

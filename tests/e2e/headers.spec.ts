import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { buildFolder } from "../harness/build";
import { pdfFile } from "../harness/documents";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";

const asked = (baseURL: string | undefined, path: string, init: RequestInit = {}) =>
  fetch(`${baseURL}${path}`, { redirect: "manual", ...init });

const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-powered-by": null,
  server: null,
};
const publicPages = [
  "/",
  "/about",
  "/services",
  "/study-materials",
  "/contact",
  "/story",
  "/blog",
  "/show-schedule",
  "/notices",
];
const accountPages = ["/login", "/signup", "/forgot-password", "/reset-password", "/confirm-email", "/join"];
const userPages = ["/user/results", "/user/my-materials", "/user/notices", "/user/account"];
const adminPages = [
  ...["/admin/upload-materials", "/admin/add-results", "/admin/get-info", "/admin/add-schedule"],
  ...["/admin/mail", "/admin/activity", "/admin/account"],
];
const data = [
  ...["/api/health", "/api/ready", "/api/materials", "/api/openapi.json", "/api/services", "/api/nothing"],
  ...[
    "/api/auth/session",
    "/api/trpc/materials.list?input=%7B%22json%22%3A%7B%22limit%22%3A1%7D%7D",
    "/api/trpc/nothing",
    "/icon.svg",
  ],
  ...["/robots.txt", "/_next/nothing.js", "/nowhere.png", "/%E0%A4%A", "/api/materials/none/file"],
];

test("every response has the security headers", async ({ baseURL }) => {
  const { call, upload } = await publisher(baseURL ?? "", administrator);
  const about = { className: "2", subject: "Headers", materialName: "Safe as houses", expiresAt: "null" };
  const { pdfFile: link } = await upload(about, { name: "a.pdf", type: "application/pdf", bytes: await pdfFile() });
  const asset = /\/_next\/static\/[^"]+\.js/.exec(await (await asked(baseURL, "/")).text())?.[0] ?? "";
  const redirects = ["/dashboard", "/nowhere", "/Story", "/about/"];
  const all = [...publicPages, ...accountPages, ...userPages, ...adminPages, ...data, ...redirects, asset, link];

  for (const answer of await Promise.all(all.flatMap((path) => [asked(baseURL, path), call(path)]))) {
    const told = Object.fromEntries(Object.keys(always).map((name) => [name, answer.headers.get(name)]));
    expect([answer.url, told]).toEqual([answer.url, always]);
    const policy = answer.headers.get("content-security-policy") ?? "";
    // Files have a stricter policy.
    const rules = answer.url.endsWith(link) ? [] : ["frame-ancestors 'none'", "base-uri 'none'"];
    for (const rule of ["default-src 'none'", ...rules])
      expect([answer.url, policy]).toEqual([answer.url, expect.stringContaining(rule)]);
    expect(policy).not.toMatch(/unsafe-eval|\*(?!\.ingest)|data:.*script/);
  }
});

test("pages with personal data run only scripts with their nonce", async ({ baseURL }) => {
  const { call } = await publisher(baseURL ?? "", administrator);
  const nonces = new Set<string>();
  for (const path of [...accountPages, ...adminPages]) {
    const smuggled = { "content-security-policy": "script-src 'nonce-smuggled'" };
    const answer = await (accountPages.includes(path) ? asked(baseURL, path, { headers: smuggled }) : call(path));
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    nonces.add(nonce);
    const scripts = [...(await answer.text()).matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((attributes) => !attributes?.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(accountPages.length + adminPages.length);
});

test("no served file contains a secret, a password or server code", async () => {
  const secret = readFileSync(join(process.env.PRODUCT_DATA_DIR ?? "", "secrets/nextauth"), "utf8");
  const never = [secret, administrator.password, "DATABASE_URL", "argon2", "pg_catalog", "lyceum-device"];
  const found: string[] = [];
  for (const folder of [join(buildFolder(), "static"), "public"])
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.(js|css|json|svg|txt|map)$/.test(name)) continue;
      expect(name).not.toMatch(/\.map$/);
      const text = readFileSync(join(folder, name), "utf8");
      found.push(...never.filter((word) => text.includes(word)).map((word) => `${word} in ${name}`));
    }
  expect(found).toEqual([]);
});

test("personal responses have no-store", async ({ baseURL }) => {
  const { call } = await publisher(baseURL ?? "", administrator);
  const personal = [
    ...["/api/auth/session", "/api/services", "/api/admin/results/nobody@school.example", "/dashboard"],
    ...[
      "/api/trpc/records.mails?input=%7B%22json%22%3A%7B%7D%7D",
      "/api/trpc/services.list?input=%7B%22json%22%3A%7B%7D%7D",
      ...adminPages,
      ...userPages,
    ],
  ];
  for (const path of personal) {
    const answer = await call(path);
    expect([path, answer.headers.get("cache-control")]).toEqual([path, expect.stringContaining("no-store")]);
  }
});

test("no headers or URLs show the administrator's data to a visitor", async ({ baseURL }) => {
  const canary = `Canary ${Date.now()}`;
  const form = {
    ...{ name: canary, selectedClass: 3, parentName: canary, email: "canary@school.example" },
    ...{ phone: "+91 98765 43210", previousSchool: canary },
  };
  const sent = await asked(baseURL, "/api/services/submit", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(form),
  });
  expect(sent.status, await sent.clone().text()).toBe(201);
  const chain = "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware";
  const tricks: Record<string, string>[] = [
    { "x-middleware-subrequest": chain },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    { rsc: "1", "next-router-segment-prefetch": "/admin/get-info/__PAGE__" },
    { "x-nextjs-data": "1" },
    { "x-forwarded-host": "localhost", "x-original-url": "/admin/get-info", "x-rewrite-url": "/admin/get-info" },
    { authorization: "Bearer null" },
    { cookie: "next-auth.session-token=admin; role=admin; user=%7B%22role%22%3A%22admin%22%7D" },
    { "next-action": "x" },
  ];
  const addresses = [
    ...[
      "/admin/get-info",
      "/admin/get-info.rsc",
      "/admin/get-info?_rsc=1",
      "/admin/get-info.segments/_tree.segment.rsc",
    ],
    ...["/_next/data/x/admin/get-info.json", "/admin/get-info?nxtPpath=1", "//admin/get-info", "/Admin/Get-Info"],
    ...["/%61dmin/get-info", "/admin%2Fget-info", "/admin/./get-info", "/user/../admin/get-info", "/api/services"],
    ...["/api/Services", "/api/services/", "/api//services", "/api/trpc/services.list?input=%7B%22json%22%3A%7B%7D%7D"],
    "/api/trpc/services.list,services.list?batch=1&input=%7B%220%22%3A%7B%22json%22%3A%7B%7D%7D%7D",
  ];
  for (const headers of tricks) {
    const texts = await Promise.all(
      addresses.map(async (path) => (await asked(baseURL, path, { headers })).text().then((text) => [path, text])),
    );
    expect(texts.filter(([, text]) => text?.includes(canary)).map(([path]) => path)).toEqual([]);
  }
});

test("upgrade requests are destroyed", async ({ baseURL }) => {
  let visits = 0;
  const canary = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => canary.listen(0, "127.0.0.1", ready));
  const address = canary.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const site = new URL(baseURL ?? "");
  for (const target of [`http://127.0.0.1:${port}/`, `//127.0.0.1:${port}/`, `/\\127.0.0.1:${port}`]) {
    const socket = connect(Number(site.port), site.hostname);
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n";
    socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n`);
    const ended = await new Promise<boolean>((over) => {
      socket.once("data", () => over(true)).once("close", () => over(true));
      socket.setTimeout(10_000, () => over(false));
    });
    socket.destroy();
    // An open upgrade socket would block the shutdown.
    expect([target, ended]).toEqual([target, true]);
  }
  await new Promise((done) => canary.close(done));
  expect(visits).toBe(0);
});

test("a page of another site cannot change anything with the administrator's cookies", async ({ browser, baseURL }) => {
  const { call } = await publisher(baseURL ?? "", administrator);
  const count = async () => ((await (await call("/api/notifications?limit=1000")).json()) as unknown[]).length;
  const before = await count();
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const csrf = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const login = await page.request.post("/api/auth/callback/admin", {
    form: { csrfToken: csrf.csrfToken, ...administrator, json: "true" },
  });
  expect(login.ok()).toBe(true);

  // 127.0.0.1 is another site than localhost.
  await context.route("http://127.0.0.1:9/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Elsewhere</title><body></body>" }),
  );
  await page.goto("http://127.0.0.1:9/");
  const exam = { className: "5", subject: "Forged", testDate: "2031-01-01", testTime: "10:00" };
  await page.evaluate(
    async ({ home, bodies }) => {
      const types = ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
      for (const [path, body] of [
        ["/api/notifications", bodies.rest],
        ["/api/trpc/schedules.add", bodies.trpc],
      ] as const)
        for (const type of types)
          for (const mode of ["cors", "no-cors"] as const)
            await fetch(home + path, {
              method: "POST",
              mode,
              credentials: "include",
              headers: { "content-type": type },
              body,
            }).catch(() => {});
      const frame = document.createElement("iframe");
      frame.name = "frame";
      document.body.append(frame);
      for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: `${home}/api/trpc/schedules.add`, enctype, target: "frame" });
        const field = document.createElement("input");
        Object.assign(field, { name: bodies.trpc, value: "" });
        form.append(field);
        document.body.append(form);
        form.submit();
        await new Promise((done) => frame.addEventListener("load", done, { once: true }));
      }
    },
    { home: baseURL ?? "", bodies: { rest: JSON.stringify(exam), trpc: JSON.stringify({ json: exam }) } },
  );
  expect(await count()).toBe(before);
  await context.close();
});

test("headers over 16 KB are rejected", async ({ baseURL }) => {
  expect((await asked(baseURL, "/api/materials", { headers: { "x-filler": "x".repeat(15_000) } })).status).toBe(200);
  expect((await asked(baseURL, "/api/materials", { headers: { "x-filler": "x".repeat(17_000) } })).status).toBe(431);
});

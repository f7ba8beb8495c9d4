import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { ownProduct } from "../harness/own-product";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { startTraceReceiver } from "../harness/traces";

// Logs, metrics and traces. All tests share one product.
test.describe.configure({ mode: "default" });

const logFile = "test-results/observability.log";
const token = "a token of twenty characters";
const email = "canary.asha@school.example";

type Line = { level: string; time: string; request?: string; route?: string; user?: string } & Record<string, unknown>;

let traces: Awaited<ReturnType<typeof startTraceReceiver>>;

test.beforeAll(async () => {
  traces = await startTraceReceiver();
});

const product = ownProduct("observability", {
  more: () => ({ METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }),
});

test.afterAll(() => traces.close());

function linesOf(request: string | null): Line[] {
  return readFileSync(logFile, "utf8")
    .split("\n")
    .flatMap((line): Line[] => (line.startsWith("{") ? [JSON.parse(line)] : []))
    .filter((line) => line.request === request);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { headers, redirect: "manual" });

const idOf = (answer: Response) => answer.headers.get("x-request-id");

test("each request has an id and one log line, without the visitor's input", async () => {
  const id = idOf(await get(`/api/admin/results/${encodeURIComponent(email)}?q=${email}%0d%0a{"level":"fatal"}`));
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await expect.poll(() => linesOf(id)).toHaveLength(1);
  expect(linesOf(id)).toEqual([
    {
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request: id,
      method: "GET",
      route: "/api/admin/results/:email",
      status: 401,
      ms: expect.any(Number),
      msg: "request",
    },
  ]);
});

test("the logged route of every kind of request is a template", async () => {
  const routes: [string, string][] = [
    ["/about", "/about"],
    [`/nowhere/${email}`, "/[...path]"],
    [`/api/nowhere/${email}`, "/api/[[...rest]]"],
    [`/api/trpc/materials.list,${email},account.get?batch=1`, "/api/trpc/materials.list,account.get"],
    [`/api/trpc/${email}`, "/api/trpc/(unknown)"],
    [`/api/auth/${email}`, "/api/auth/[...nextauth]"],
    ["/api/auth/session", "/api/auth/session"],
    ["/api/materials/01a1fff3-345c-7221-b733-bf2d1c857292/file", "/api/materials/:id/file"],
  ];
  for (const [path, route] of routes) {
    const id = idOf(await get(path));
    await expect.poll(() => linesOf(id).map((line) => line.route)).toEqual([route]);
  }
});

test("a visitor's request id is ignored", async () => {
  for (const given of ["my-own-request-1", 'x","level":"fatal', "../../etc/passwd"]) {
    expect(idOf(await get("/login", { "x-request-id": given }))).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("nobody can forge a log line", async () => {
  const forged = '\u001b[2J{"level":"fatal","msg":"forged"}';
  const id = idOf(
    await get(`/login?${encodeURIComponent(`\r\n${forged}`)}`, { "user-agent": "x\u00e9{}", referer: "x" }),
  );
  await expect.poll(() => linesOf(id)).toHaveLength(1);
  expect(readFileSync(logFile, "utf8")).not.toContain("forged");
});

test("the log shows a person as a stable pseudonym", async () => {
  const { call } = await publisher(product.url, administrator);
  const ids = [idOf(await call("/api/services")), idOf(await call("/admin/mail"))];
  await expect.poll(() => ids.flatMap((id) => linesOf(id))).toHaveLength(2);
  const users = ids.flatMap((id) => linesOf(id)).map(({ user }) => user);
  expect(new Set(users).size).toBe(1);
  expect(users[0]).toMatch(/^[\w-]{16}$/);
});

test("an email is logged with the id of the request that enqueued it", async () => {
  const answer = await fetch(`${product.url}/api/services/submit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      selectedClass: 7,
      name: "Kiran Das",
      parentName: "Mohan Das",
      email,
      phone: "+91 98765 43210",
    }),
  });
  expect(answer.status).toBe(201);
  const id = idOf(answer);
  await expect
    .poll(() => linesOf(id).map(({ msg, kind, state }) => [msg, kind, state].filter(Boolean)), { timeout: 20_000 })
    .toEqual([["request"], ["mail", "admissionReceipt", "kept"]]);
});

test("the metrics require the token", async () => {
  expect((await get("/api/metrics")).status).toBe(401);
  const answer = await get("/api/metrics", { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toMatch(/^http_requests_total\{method="GET",route="\/about",status="200"\} [1-9]/m);
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="POST",route="\/api\/services\/submit"\} 1$/m);
  expect(text).not.toContain("canary");
});

test("traces reach the configured collector and contain no names", async () => {
  await get(`/about?q=${email}`);
  await expect.poll(() => traces.received.join("\n"), { timeout: 20_000 }).toContain('"stringValue":"/about"');
  await get(`/api/admin/results/${encodeURIComponent(email)}`);
  await get(`/api/trpc/materials.list,${email}?batch=1`);
  const names = ["GET /api/admin/results/:email", "GET /api/trpc/materials.list"].map((name) => `"name":"${name}"`);
  await expect
    .poll(() => names.filter((name) => !traces.received.join("\n").includes(name)), { timeout: 20_000 })
    .toEqual([]);
  const all = traces.received.join("\n");
  expect(all).toContain('"name":"BaseServer.handleRequest GET /about"');
  expect(all).toContain('"stringValue":"lyceum"');
  expect(all).not.toContain("canary");
});

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as auth from "@/app/api/auth/[...nextauth]/route";
import * as trpc from "@/app/api/trpc/[trpc]/route";
import * as uploads from "@/app/api/uploads/[key]/route";
import * as uploadthing from "@/app/api/uploadthing/route";
import { env } from "@/env";
import { say } from "@/server/messages";
import { readBytes } from "@/server/rest/body";
import { createAdmin, createStudent, material, schedule, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";
import { document, openDoor, refusalIn } from "./rest-client";

const { ask, url } = await openDoor();
let token: string;

beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await createAdmin());
});

const test = { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };

describe("unsupported methods", () => {
  it.each([
    ["PUT", "/api/materials", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/notifications", "GET, POST, HEAD, OPTIONS"],
    ["GET", "/api/auth/login", "POST, OPTIONS"],
    ["HEAD", "/api/auth/logout", "POST, OPTIONS"],
    ["PATCH", "/api/materials/x/file", "GET, HEAD, OPTIONS"],
    ["GET", "/api/admin/results/add", undefined],
    ["POST", "/api/openapi.json", "GET, HEAD, OPTIONS"],
  ])("%s %s responds with 405 and the allowed methods", async (method, path, allow) => {
    const answer = await ask(method, path);
    if (allow === undefined) return expect(answer.status).toBe(401);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it("an unsupported method is rejected with JSON before the body is read", async () => {
    const answer = await ask("PUT", "/api/materials", { body: "x".repeat(100), token: "worthless" });
    expect(await refusalIn(answer)).toMatchObject({ status: 405, code: "METHOD_NOT_SUPPORTED" });
  });

  it.each([
    ["auth/session", auth, 404],
    ["uploads/x", uploads, 405],
    ["uploadthing", uploadthing, 405],
    ["trpc/materials.list", trpc, 405],
  ])("/api/%s answers other methods with JSON, also without the gateway", async (path, route, status) => {
    for (const method of ["DELETE", "PATCH"] as const) {
      const params = Promise.resolve({ nextauth: path.split("/").slice(1) });
      const answer = await route[method](new Request(`${url}/api/${path}`, { method }), { params });
      expect([answer.status, answer.headers.has("allow")]).toEqual([status, status === 405]);
      expect(await answer.text()).toContain(status === 405 ? '"METHOD_NOT_SUPPORTED"' : '"NOT_FOUND"');
    }
  });

  it("OPTIONS returns the allowed methods, and 404 for an unknown path", async () => {
    const answer = await ask("OPTIONS", "/api/notifications");
    expect([answer.status, answer.headers.get("allow"), await answer.text()]).toEqual([
      204,
      "GET, POST, HEAD, OPTIONS",
      "",
    ]);
    expect((await fetch(`${url}/api/nothing`, { method: "OPTIONS" })).status).toBe(404);
  });

  it("HEAD returns the headers of GET without a body", async () => {
    const [head, get] = [await ask("HEAD", "/api/materials"), await ask("GET", "/api/materials")];
    expect([head.status, head.headers.get("etag")]).toEqual([200, get.headers.get("etag")]);
    expect(await head.text()).toBe("");
  });
});

describe("request body", () => {
  const send = (body: BodyInit, type = "application/json", headers = {}) =>
    ask("POST", "/api/notifications", { token, body, headers: { ...(type && { "content-type": type }), ...headers } });

  it("a body must be JSON", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "multipart/form-data; boundary=x",
    ])
      expect(await refusalIn(await send(JSON.stringify(test), type)), type).toMatchObject({
        status: 415,
        code: "UNSUPPORTED_MEDIA_TYPE",
      });
    const zipped = { "content-type": "application/json", "content-encoding": "gzip" };
    expect((await ask("POST", "/api/notifications", { token, headers: zipped, body: "x" })).status).toBe(415);
    expect((await send(JSON.stringify(test), "Application/JSON; charset=utf-8")).status).toBe(201);
  });

  it.each(["", "{", "{'a':1}", "[1,]", "undefined", '{"a":1}{"b":2}', "\u0000"])(
    "the body %j is invalid JSON",
    async (body) => {
      expect(await refusalIn(await send(body))).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    },
  );

  it("a body must be valid UTF-8", async () => {
    expect((await send(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).status).toBe(400);
  });

  it.each([null, true, 7, "text", [], [test], { __proto__: null }])("the body %j is rejected", async (value) => {
    expect(await refusalIn(await send(JSON.stringify(value)))).toMatchObject({ status: 400, code: "BAD_REQUEST" });
  });

  const changes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const { example } = requestBody?.content?.["application/json"] ?? {};
      return path.includes("{id}") && example ? [{ method: method.toUpperCase(), path, example }] : [];
    }),
  );

  it.each(changes)("the body of $method $path is an object without an id", async ({ method, path, example }) => {
    const at = path.replace("{id}", randomUUID());
    for (const json of [null, 5, "text", [], [example]]) {
      const { status, message } = await refusalIn(await ask(method, at, { token, json }));
      expect([status, message]).toEqual([400, "What was sent must be an object."]);
    }
    const named = await refusalIn(await ask(method, at, { token, json: { ...example, id: randomUUID() } }));
    expect([named.status, named.message]).toEqual([400, 'There is no field "id" here.']);
  });

  it("a deeply nested body does no harm", async () => {
    const before = await everything();
    const lists = "[".repeat(30_000) + "]".repeat(30_000);
    const objects = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    for (const deep of [lists, objects]) {
      expect((await send(deep)).status).toBe(400);
      expect((await send(deep, undefined, { "idempotency-key": "deep" })).status).toBe(400);
      expect((await send(JSON.stringify({ ...test, subject: 0 }).replace("0", deep))).status).toBe(400);
    }
    expect(await everything()).toBe(before);
  });

  it("a body with prototype keys does no harm", async () => {
    for (const key of ["__proto__", "constructor", "prototype", "toString"]) {
      const text = JSON.stringify(test).replace("{", `{${JSON.stringify(key)}:{"isAdmin":true},`);
      expect((await send(text)).status, key).toBe(400);
    }
    expect({}).not.toHaveProperty("isAdmin");
  });

  it("a body over 64 KB is rejected, with or without content-length", async () => {
    const large = JSON.stringify({ ...test, description: "x".repeat(64 * 1024) });
    expect(await refusalIn(await send(large))).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    const pieces = new ReadableStream({
      start(controller) {
        for (const piece of large.match(/.{1,10000}/g) ?? []) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    expect(await refusalIn(await send(pieces))).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  });

  it("a body over 16 KB is rejected on public paths", async () => {
    const large = JSON.stringify({ name: "x".repeat(16 * 1024) });
    const answer = await ask("POST", "/api/services/submit", {
      headers: { "content-type": "application/json" },
      body: large,
    });
    expect(await refusalIn(answer)).toMatchObject({ status: 413, message: "Please send 16 KB at most." });
  });

  it("a body that arrives too slowly is aborted, and the rest is discarded", async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("{")) });
    const slow = new Request("http://localhost:3000/", { method: "POST", body, duplex: "half" } as RequestInit);
    await expect(readBytes(slow, 1024, 50)).rejects.toThrow(say("timedOut"));
    expect(slow.body?.locked).toBe(false);
  });

  it("a body may have 1 MB where 1000 results are allowed", async () => {
    const { email } = await createStudent();
    const one = { studentEmail: email, className: 7, score: 1, totalMarks: 2, examName: "x".repeat(150) };
    const sent = await ask("POST", "/api/admin/results/add", { token, json: { results: Array(1000).fill(one) } });
    expect(sent.status).toBe(201);
    const more = await ask("POST", "/api/admin/results/add", { token, json: { results: Array(6000).fill(one) } });
    expect(more.status).toBe(413);
  });

  it("a body is not read from a caller who is not logged in", async () => {
    const answer = await ask("POST", "/api/notifications", {
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(await refusalIn(answer)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });
});

describe("public lists", () => {
  const lists = ["/api/materials", "/api/notifications"];

  it.each(lists)("%s responds with 304 until the data changes", async (path) => {
    const first = await ask("GET", path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"\w+"$/);
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=1, must-revalidate");
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await ask("GET", path, { headers: { "if-none-match": known } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    await Promise.all([material(), schedule()]);
    const changed = await ask("GET", path, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it.each([...lists, "/api/openapi.json"])("%s responds with 412 to If-Match", async (path) => {
    const etag = (await ask("GET", path)).headers.get("etag") ?? "";
    expect((await ask("GET", path, { headers: { "if-match": "*" } })).status).toBe(200);
    // A weak ETag never matches If-Match.
    for (const wanted of ['"another"', etag, etag.replace("W/", "")]) {
      const refusal = await refusalIn(await ask("GET", path, { headers: { "if-match": wanted } }));
      expect([wanted, refusal]).toMatchObject([wanted, { status: 412, code: "PRECONDITION_FAILED" }]);
    }
  });

  it("a page that is no longer the last one has another ETag, whoever asks", async () => {
    for (const day of [1, 2]) await schedule({ testDate: new Date(`2031-03-0${day}`) });
    await material({ uploadedAt: new Date("2026-02-02") });
    for (const [path, other] of [
      ["/api/tests?limit=2&class=7", "/api/tests?class=7&limit=2"],
      ["/api/materials?limit=1&className=7", "/api/materials?className=7&limit=1"],
    ] as const) {
      const read = async (asked: string, more = {}) => {
        const answer = await ask("GET", asked, more);
        return { body: await answer.text(), etag: answer.headers.get("etag") ?? "", link: answer.headers.get("link") };
      };
      const last = await read(path);
      expect(last.link).toBeNull();
      if (path.startsWith("/api/materials")) await material({ uploadedAt: new Date("2026-02-01") });
      else await schedule({ testDate: new Date("2031-02-28") });
      const longer = await read(path);
      expect([longer.body, longer.link]).toEqual([last.body, expect.stringContaining("cursor=")]);
      expect(longer.etag).not.toBe(last.etag);
      for (const [asked, more] of [
        [other, {}],
        [path, { token }],
      ] as const)
        expect((await read(asked, more)).etag, asked).toBe(longer.etag);
      expect((await ask("GET", path, { headers: { "if-none-match": last.etag } })).status).toBe(200);
      expect((await ask("GET", path, { headers: { "if-none-match": longer.etag } })).status).toBe(304);
    }
  });

  it("public lists have no rate-limit headers, since they are cached for everyone", async () => {
    for (const path of lists) expect((await ask("GET", path)).headers.get("ratelimit"), path).toBeNull();
  });

  it("public lists are cacheable; errors and personal responses are no-store", async () => {
    await material();
    const [visitor, administrator] = [await ask("GET", lists[0] ?? ""), await ask("GET", lists[0] ?? "", { token })];
    expect(administrator.headers.get("etag")).toBe(visitor.headers.get("etag"));
    for (const path of ["/api/materials?limit=0", "/api/services", "/api/nothing", "/api/health"])
      expect((await ask("GET", path, { token })).headers.get("cache-control"), path).toBe("no-store");
  });
});

describe("CORS", () => {
  const app = "https://app.example";
  afterEach(() => void env().API_CORS_ORIGINS.splice(0));

  const from = (origin: string, more: Record<string, string> = {}) => ({
    origin,
    "sec-fetch-site": "cross-site",
    ...more,
  });
  const allowed = (answer: Response) => answer.headers.get("access-control-allow-origin");
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const answers = [...operations.map(({ responses }) => responses), document.components?.responses];
  const headersOfAnswers = answers.flatMap((all = {}) =>
    Object.values(all).flatMap(({ headers = {} }) => Object.keys(headers)),
  );

  it("other origins cannot read responses unless API_CORS_ORIGINS names them", async () => {
    for (const named of [[], ["https://other.example"]]) {
      env().API_CORS_ORIGINS.splice(0, 9, ...named);
      const answer = await ask("GET", "/api/materials", { headers: from(app) });
      expect([answer.status, allowed(answer)]).toEqual([200, null]);
      expect(answer.headers.get("vary")).toBe(named.length > 0 ? "Origin" : null);
      const asked = from(app, { "access-control-request-method": "POST" });
      expect(allowed(await ask("OPTIONS", "/api/notifications", { headers: asked }))).toBeNull();
    }
  });

  it("a named origin passes the preflight and can call with a token", async () => {
    env().API_CORS_ORIGINS.push(app);
    const asked = from(app, {
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    });
    const preflight = await ask("OPTIONS", "/api/notifications", { headers: asked });
    expect([preflight.status, allowed(preflight)]).toEqual([204, app]);
    const allowedHeaders = preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(",");
    for (const name of ["authorization", "if-match", "if-none-match", "if-range", "idempotency-key"])
      expect(allowedHeaders).toContain(name);
    const methods = preflight.headers.get("access-control-allow-methods")?.toLowerCase().split(",");
    expect(methods).toEqual(expect.arrayContaining(Object.values(document.paths).flatMap(Object.keys)));
    const added = await ask("POST", "/api/notifications", { token, json: test, headers: from(app) });
    expect([added.status, allowed(added)]).toEqual([201, app]);
    const refused = await ask("POST", "/api/notifications", { json: test, headers: from(app) });
    expect([refused.status, allowed(refused)]).toEqual([401, app]);
    const listed = await ask("GET", "/api/materials", { headers: from(app) });
    const etag = listed.headers.get("etag") ?? "";
    const again = await ask("GET", "/api/materials", { headers: from(app, { "if-none-match": etag }) });
    expect([again.status, allowed(again), again.headers.get("vary")]).toEqual([304, app, "Origin"]);
  });

  it("a named origin reads replayed responses, refusals with a key and those to If-Match; another origin does not", async () => {
    env().API_CORS_ORIGINS.push(app);
    const read = (answer: Response) => [allowed(answer), answer.headers.get("vary")];
    const send = (origin: string, key: string, json: object = test) =>
      ask("POST", "/api/notifications", { token, json, headers: from(origin, { "idempotency-key": key }) });
    const [first, again] = [await send(app, "first"), await send(app, "first")];
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    const refused = await send(app, "second", { ...test, testTime: "9" });
    const changed = await ask("GET", "/api/materials", { headers: from(app, { "if-match": '"another"' }) });
    expect([refused.status, changed.status]).toEqual([400, 412]);
    for (const answer of [first, again, refused, changed]) {
      expect(read(answer)).toEqual([app, "Origin"]);
      const exposed = answer.headers.get("access-control-expose-headers")?.split(",");
      expect(exposed).toEqual(expect.arrayContaining(headersOfAnswers));
    }
    expect(read(await send("https://other.example", "first"))).toEqual([null, "Origin"]);
  });

  it("no other origin can use the cookie, named or not", async () => {
    for (const named of [[], [app]]) {
      env().API_CORS_ORIGINS.splice(0, 9, ...named);
      const headers = from(app, { cookie: "next-auth.session-token=sealed" });
      const answer = await ask("POST", "/api/notifications", { json: test, headers });
      expect(await refusalIn(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" });
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("an unnamed origin can call with a token, since browsers do not send tokens on their own", async () => {
    expect((await ask("POST", "/api/notifications", { token, json: test, headers: from(app) })).status).toBe(201);
  });
});

describe("unusual requests", () => {
  /** Sends lines that Node's clients would not send. */
  async function sent(...lines: string[]): Promise<{ head: string; body: string }> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    return { head, body };
  }

  it("a load balancer may ask in HTTP/1.0 without a host", async () => {
    const { head, body } = await sent("GET /api/health HTTP/1.0");
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(JSON.parse(body)).toEqual({ status: "ok" });
    const json = ["Content-Type: application/json", "Content-Length: 0"];
    const written = await sent("POST /api/notifications HTTP/1.0", "Origin: http://localhost", ...json);
    expect(written.head).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("an invalid host is refused in JSON", async () => {
    for (const host of ["a b", "a/b", "[::1", "school.example:99999"]) {
      const { head, body } = await sent("GET /api/health HTTP/1.1", `Host: ${host}`, "Connection: close");
      expect(head, host).toMatch(/^HTTP\/1\.1 400 .*cache-control: no-store/is);
      expect(JSON.parse(body.replace(/^[\da-f]+\r\n|\r\n0$/g, "")), host).toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it("an address that cannot be decoded is refused in the usual form of its path", async () => {
    const message = "This address is not valid.";
    for (const [method, path, more] of [
      ["GET", "/api/ready?for=%ff", {}],
      ["GET", "/api/me/children?%", {}],
      ["GET", "/api/student/results/%ff", { msg: message }],
      ["POST", "/api/auth/login?%ff", { success: false }],
    ] as const) {
      const refusal = await refusalIn(await ask(method, path, { token }));
      expect(refusal, path).toEqual({ status: 400, message, code: "BAD_REQUEST", ...more });
    }
  });
});

import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handleAuth } from "@/http/next-auth";
import { noMarks } from "@/http/session-mark";
import { handleTrpc, maxBatchSize } from "@/http/trpc";
import { createToken } from "@/server/auth/account-tokens";
import { deviceIn } from "@/server/auth/device-cookie";
import { secret } from "@/server/auth/secret";
import { closeDatabase, db, openDatabase, pool } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { createAdmin, createStudent, schedule, tokenFor } from "../factories";
import { connection, resetDatabase } from "../harness/database";
import { withSettings } from "../harness/settings";

withSettings({ APP_URL: "https://school.example" });

const site = "http://localhost:3000";
const unexpected = "Something went wrong. Please try again.";
const application = {
  selectedClass: 7,
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "das@example.org",
  phone: "+91 98765 43210",
};
const newTest = { className: 7, subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };

beforeEach(resetDatabase);

type Refusal = { message: string; data: { code: string; httpStatus: number; issues?: unknown } };
type Failure = { error: { json: Refusal } };

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return handleTrpc(
    new Request(`${site}/api/trpc/${path}`, { ...init, headers: { host: "localhost:3000", ...init.headers } }),
  );
}

/** Sends a text unchanged; else wraps the input of a call, or the inputs of a batch by index. */
function send(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const batch = () => Object.fromEntries(Object.entries(Object(body)).map(([place, json]) => [place, { json }]));
  const sent = path.endsWith("?batch=1") ? batch() : { json: body };
  const text = typeof body === "string" ? body : JSON.stringify(sent);
  return ask(path, { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } });
}

async function refusalIn(answer: Response) {
  const { json: error } = ((await answer.json()) as Failure).error;
  return { status: answer.status, code: error.data.code, httpStatus: error.data.httpStatus, message: error.message };
}

const notNow = "This cannot be done right now. Please try again in a moment.";

const same = (status: number, code: string) => ({ status, code, httpStatus: status });

/** The administrator's session cookie over HTTPS. */
async function adminCookie(): Promise<Record<string, string>> {
  const token = await tokenFor(await createAdmin());
  return { cookie: `__Host-next-auth.session-token=${await encode({ token: { token }, secret: secret() })}` };
}

describe("tRPC request body", () => {
  it("a tRPC body over a megabyte is rejected before it is read, with or without content-length", async () => {
    const large = { identifier: "x".repeat(1024 * 1024), password: "x", role: "user" };
    expect(await refusalIn(await send("auth.login", large))).toMatchObject(same(413, "PAYLOAD_TOO_LARGE"));
    const announced = await send("auth.login", "{}", { "content-length": "2000000" });
    expect(await refusalIn(announced)).toMatchObject(same(413, "PAYLOAD_TOO_LARGE"));
  });

  const long = { name: "x".repeat(70_000) };

  it("a tRPC body over 64 KB is read for a caller who has logged in", async () => {
    expect(await refusalIn(await send("students.add", long, await adminCookie()))).toMatchObject({ status: 400 });
    const bearer = { authorization: `Bearer ${await tokenFor(await createAdmin({ username: "other" }))}` };
    expect(await refusalIn(await send("students.add", long, bearer))).toMatchObject({ status: 400 });
  });

  it("a tRPC body over 64 KB is not read for a visitor, and a caller whose session has ended is asked to log in", async () => {
    expect(await refusalIn(await send("inquiries.sendMessage", long))).toMatchObject(same(413, "PAYLOAD_TOO_LARGE"));
    const bearer = { authorization: `Bearer ${"x".repeat(43)}` };
    expect(await refusalIn(await send("students.add", long, bearer))).toMatchObject(same(413, "PAYLOAD_TOO_LARGE"));
    const cookie = await adminCookie();
    await db().session.deleteMany();
    expect(await refusalIn(await send("students.add", long, cookie))).toMatchObject(same(401, "UNAUTHORIZED"));
  });
});

describe("NextAuth endpoints", () => {
  const knock = (method: string, path: string, init: RequestInit = {}) =>
    handleAuth(new Request(`${site}/api/auth/${path}`, { method, ...init }), {
      params: Promise.resolve({ nextauth: path.split("/") }),
    });

  it.each(["POST _log", "GET callback/user", "GET nothing", "POST signin/user", "GET providers", "POST error"])(
    "the NextAuth endpoint %s responds with 404 and logs nothing",
    async (call) => {
      const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
      const [method = "", path = ""] = call.split(" ");
      const form = method === "POST" && { body: new URLSearchParams({ level: "error", code: "INJECTED" }) };
      const answer = await knock(method, path, { ...form });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
      expect(logged).not.toHaveBeenCalled();
    },
  );

  it.each([
    ["signin", "/login"],
    ["signout", "/"],
    ["error", "/login"],
    ["verify-request", "/login"],
  ])("NextAuth's own page %s redirects to %s and logs nothing", async (path, page) => {
    const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
    const answer = await knock("GET", path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, page]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(logged).not.toHaveBeenCalled();
  });

  it("NextAuth accepts only small form bodies", async () => {
    const json = await knock("POST", "callback/user", { body: "{", headers: { "content-type": "application/json" } });
    expect([json.status, await json.json()]).toMatchObject([415, { code: "UNSUPPORTED_MEDIA_TYPE" }]);
    const large = await knock("POST", "callback/user", { body: new URLSearchParams({ email: "x".repeat(20_000) }) });
    expect([large.status, await large.json()]).toMatchObject([413, { code: "PAYLOAD_TOO_LARGE" }]);
  });
});

describe("session mark", () => {
  it("an expired session's mark is deleted together with one from before HTTPS", () => {
    expect(noMarks(new Headers({ cookie: "other=1; lyceum-logged-in=1" }))).toEqual([
      "__Host-lyceum-logged-in=; Path=/; Max-Age=0; SameSite=Lax; Secure",
      "lyceum-logged-in=; Path=/; Max-Age=0; SameSite=Lax; Secure",
    ]);
    for (const cookie of ["__Host-lyceum-logged-in=1", "", "not-lyceum-logged-in=1"]) {
      expect(noMarks(new Headers({ cookie }))).toHaveLength(1);
    }
  });
});

describe("device cookie", () => {
  it("a password reset sets the device cookie only if its link is valid", async () => {
    const { id } = await createStudent();
    const token = await createToken(id, "reset", 60_000, new Date());
    const marksOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .flatMap((cookie) => /^__Host-lyceum-device=([^;]+); Path=\/; .*Secure$/.exec(cookie)?.[1] ?? []);
    const reset = (json: unknown, headers: Record<string, string>) =>
      send("auth.resetPassword?batch=1", JSON.stringify({ 0: { json } }), headers);
    for (const accept of ["application/json", "application/jsonl"]) {
      const headers = { "trpc-accept": accept };
      const answer = await reset({ token: "guess", password: "a green hill" }, headers);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const answer = await reset({ token, password: "a new green hill" }, { "trpc-accept": "application/jsonl" });
    const marks = marksOf(answer);
    expect(await answer.text()).not.toContain("error");
    expect(await Promise.all(marks.map((mark) => deviceIn(mark, "user", id)))).toEqual([expect.any(String)]);
  });
});

describe("tRPC batch", () => {
  const batch = (count: number, comma = ",") => {
    const path = Array.from({ length: count }, () => "materials.classes").join(comma);
    return ask(`${path}?batch=1&input=${encodeURIComponent("{}")}`);
  };

  it("a batch of ten calls is accepted", async () => {
    const answer = await batch(maxBatchSize);
    expect(maxBatchSize).toBe(10);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(Array.from({ length: 10 }, () => ({ result: { data: { json: [] } } })));
  });

  it.each([",", "%2C", "%2c"])("a batch of eleven calls, joined by %s, is rejected as a whole", async (comma) => {
    const answer = await batch(11, comma);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain("BAD_REQUEST");
  });

  it.each([",", "%2C"])("a batch of eleven mutations, joined by %s, changes nothing", async (comma) => {
    const path = Array.from({ length: 11 }, () => "services.submit").join(comma);
    const inputs = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [index, application]));
    expect((await send(`${path}?batch=1`, inputs)).status).toBe(400);
    expect(await db().submission.count()).toBe(0);
  });

  it("a batch returns a result for each call", async () => {
    const answer = await send("services.submit,services.submit?batch=1", { 0: application, 1: {} });
    const [first, second] = (await answer.json()) as [{ result?: object }, Failure];
    expect(first.result).toBeDefined();
    expect(second.error.json.data).toMatchObject({ code: "BAD_REQUEST", httpStatus: 400 });
    expect(await db().submission.count()).toBe(1);
  });
});

describe("content type of a mutation", () => {
  const form = new FormData();
  form.append("name", "Kiran");
  const bodies: [string, BodyInit, string | undefined][] = [
    ["multipart", form, undefined],
    ["a form", new URLSearchParams({ name: "Kiran" }), undefined],
    ["plain text", JSON.stringify({ json: application }), "text/plain"],
    ["bytes", JSON.stringify({ json: application }), "application/octet-stream"],
    ["something like JSON", JSON.stringify({ json: application }), "application/jsonish"],
    ["JSON in a second place", JSON.stringify({ json: application }), "text/plain; application/json"],
    ["without a type", new TextEncoder().encode(JSON.stringify({ json: application })), undefined],
  ];

  it.each(bodies)("a mutation with another content type is rejected: %s", async (_case, body, type) => {
    const answer = await ask("services.submit", {
      method: "POST",
      body,
      ...(type && { headers: { "content-type": type } }),
    });
    expect(await refusalIn(answer)).toMatchObject(same(415, "UNSUPPORTED_MEDIA_TYPE"));
    expect(await db().submission.count()).toBe(0);
  });

  it.each(["application/json", "application/json; charset=utf-8"])(
    "a mutation with the content type %s is accepted",
    async (type) => {
      expect((await send("services.submit", application, { "content-type": type })).status).toBe(200);
    },
  );

  it.each(["{", "", "[", "{'name':1}", "\u0000"])("a mutation with invalid JSON is rejected: %j", async (body) => {
    const answer = await send("services.submit", body);
    const refusal = await refusalIn(answer);
    expect(refusal).toMatchObject(same(400, "BAD_REQUEST"));
    expect(refusal.message).not.toMatch(/JSON|token|position/);
    expect(await db().submission.count()).toBe(0);
  });
});

describe("cross-site mutation", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "http://localhost:3001" },
    { origin: "http://localhost" },
    { origin: "http://localhost:3000.evil.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "junk" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: site },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ])("a mutation from another site is rejected despite the cookie: %j", async (headers) => {
    const cookie = await adminCookie();
    const answer = await send("schedules.add", newTest, { ...cookie, ...headers });
    expect(await refusalIn(answer)).toMatchObject(same(403, "FORBIDDEN"));
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await db().testSchedule.count()).toBe(0);
  });

  it.each<Record<string, string>>([
    {},
    { origin: site },
    { origin: "https://school.example" },
    { origin: site, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("a mutation with %j counts as same-site", async (headers) => {
    const answer = await send("schedules.add", newTest, { ...(await adminCookie()), ...headers });
    expect(answer.status).toBe(200);
    expect(await db().testSchedule.count()).toBe(1);
  });

  it("a cross-site mutation with a bearer token is accepted, since browsers do not send tokens on their own", async () => {
    const headers = { authorization: `Bearer ${await tokenFor(await createAdmin())}`, origin: "https://app.example" };
    expect((await send("schedules.add", newTest, headers)).status).toBe(200);
  });

  it("an invalid authorization header disables the cookie", async () => {
    const headers = { ...(await adminCookie()), authorization: "Basic eDp5", origin: "https://evil.example" };
    expect(await refusalIn(await send("schedules.add", newTest, headers))).toMatchObject(same(401, "UNAUTHORIZED"));
    expect(await db().testSchedule.count()).toBe(0);
  });
});

describe("tRPC GET", () => {
  it("a mutation by GET is rejected", async () => {
    const { id } = await schedule();
    const cookie = await adminCookie();
    const calls: [string, unknown][] = [
      ["schedules.remove", { id }],
      ["schedules.add", newTest],
      ["services.submit", application],
      ["auth.signup", { name: "A", email: "a@example.org", password: "sixsix" }],
      ["auth.logout", undefined],
    ];
    for (const [path, input] of calls) {
      const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
      const answer = await ask(path + query, { headers: cookie });
      expect(await refusalIn(answer), path).toMatchObject(same(405, "METHOD_NOT_SUPPORTED"));
    }
    expect([await db().testSchedule.count(), await db().submission.count(), await db().user.count()]).toEqual([
      1, 0, 1,
    ]);
    expect((await ask("services.list?input=%7B%22json%22%3A%7B%7D%7D", { headers: cookie })).status).toBe(200);
  });

  it("a public query from another site is accepted, with no-store", async () => {
    const answer = await ask("materials.classes", { headers: { origin: "https://evil.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("vary")).toContain("cookie");
  });

  it.each(["%7B", "{", "%22", "nothing"])("a query with the invalid input %s is rejected", async (input) => {
    expect(await refusalIn(await ask(`materials.list?input=${input}`))).toMatchObject(same(400, "BAD_REQUEST"));
  });
});

describe("tRPC responses", () => {
  it.each([
    ["of a call", () => ask("materials.list?input=%7B%22json%22%3A%7B%7D%7D"), 200],
    ["of a refused call", () => ask("results.mine"), 401],
    ["of a wrong input", () => send("services.submit", {}), 400],
    ["of a call that does not exist", () => ask("materials.burn"), 404],
    ["of a prototype", () => ask("__proto__.toString"), 404],
    ["of a broken path", () => ask("%E0%A4%A"), 400],
  ])("%s has no-store", async (_case, call, status) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("an error names each invalid field", async () => {
    const answer = await send("services.submit", { ...application, name: "", email: "x" });
    expect(((await answer.json()) as Failure).error.json).toMatchObject({
      message: "Name is required.",
      data: {
        issues: [
          { path: ["name"], message: "Name is required." },
          { path: ["email"], message: "Please enter a valid email address." },
        ],
      },
    });
  });

  it("an error contains no stack trace", async () => {
    for (const answer of [await ask("results.mine"), await send("services.submit", {}), await ask("materials.burn")])
      expect(await answer.text()).not.toMatch(/stack|node_modules|\.ts/);
  });
});

describe("unexpected failures", () => {
  afterEach(async () => {
    await closeDatabase();
    openDatabase(connection);
  });

  const ours = { message: unexpected, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } };
  const outage = { message: notNow, data: { code: "SERVICE_UNAVAILABLE", httpStatus: 503 } };

  async function refusedWithoutAWord(answer: Response, secrets: RegExp, logged: unknown, as = ours) {
    const text = await answer.text();
    expect(answer.status).toBe(as.data.httpStatus);
    expect((JSON.parse(text) as Failure).error.json).toMatchObject(as);
    expect(text).not.toMatch(secrets);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(logged)).not.toMatch(secrets);
  }

  it("a failed query is reported in general terms, and logged without user input", async () => {
    const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
    await pool().query("alter table submissions rename column phone to telephone");
    try {
      const answer = await send("services.submit", application);
      await refusedWithoutAWord(answer, /telephone|column|submissions"|Kiran|das@example/i, logged.mock.calls);
      expect(logged).toHaveBeenCalledTimes(1);
    } finally {
      await pool().query("alter table submissions rename column telephone to phone");
    }
  });

  it("a failed connection is reported in general terms, and the next call works", async () => {
    const logged = vi.spyOn(log(), "warn").mockImplementation(() => {});
    await closeDatabase();
    openDatabase({ connectionString: "postgresql://somebody:hidden@127.0.0.1:1/nowhere" });
    const answer = await send("services.submit", application);
    await refusedWithoutAWord(answer, /127\.0\.0\.1|somebody|hidden|nowhere/, logged.mock.calls, outage);
    expect(answer.headers.get("retry-after")).toBe("2");
    await closeDatabase();
    openDatabase(connection);
    expect((await send("services.submit", application)).status).toBe(200);
  });

  it("a failure while resolving the caller grants no access", async () => {
    vi.spyOn(log(), "warn").mockImplementation(() => {});
    const authorization = `Bearer ${await tokenFor(await createAdmin())}`;
    await closeDatabase();
    const answer = await send("schedules.add", newTest, { authorization });
    expect(await refusalIn(answer)).toMatchObject({ ...same(503, "SERVICE_UNAVAILABLE"), message: notNow });
  });
});

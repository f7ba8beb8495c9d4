import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  createAdmin,
  createStudent,
  expiredTokenFor,
  material,
  revokedTokenFor,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

const logIn = (json: unknown) => ask("POST", "/api/student/login", { json });

describe("POST /api/student/login", () => {
  it("student login rejects a wrong password and an unknown email with the same message, also in msg", async () => {
    const { email } = await createStudent();
    const wrong = await refusalIn(await logIn({ email, password: "not this one" }));
    const unknown = await refusalIn(await logIn({ email: "nobody@example.org", password: usualPassword }));
    expect(wrong).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
      message: "Invalid email or password",
      msg: "Invalid email or password",
    });
    expect(unknown).toEqual(wrong);
  });

  it("student login rejects the administrator", async () => {
    await createAdmin();
    expect((await logIn({ email: "admin", password: usualPassword })).status).toBe(401);
    const more = { email: "admin", password: usualPassword, role: "admin" };
    expect(await refusalIn(await logIn(more))).toMatchObject({ status: 400, code: "BAD_REQUEST" });
  });

  it.each([
    [{}, ["email"]],
    [{ email: "asha@example.org" }, ["password"]],
    [{ email: { $gt: "" }, password: { $gt: "" } }, ["email"]],
    [{ email: ["asha@example.org"], password: usualPassword }, ["email"]],
    [{ email: "a\u0000b", password: usualPassword }, ["email"]],
    [{ email: "x".repeat(255), password: usualPassword }, ["email"]],
    [{ email: "asha@example.org", password: "x".repeat(1025) }, ["password"]],
  ])("student login rejects %j and names the field", async (json, path) => {
    const refusal = await refusalIn(await logIn(json));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    expect(refusal.issues?.[0]?.path).toEqual(path);
    expect(refusal.msg).toBe(refusal.message);
  });

  it("student login returns Retry-After after too many attempts, and the message in msg", async () => {
    const { email } = await createStudent();
    let answer = await logIn({ email, password: "not this one" });
    for (let tries = 1; answer.status === 401 && tries < 50; tries += 1)
      answer = await logIn({ email, password: "not this one" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("ratelimit")).toMatch(/^"[\w-]+";r=0;t=\d+$/);
    expect(answer.headers.get("ratelimit-policy")).toMatch(/^"[\w-]+";q=\d+;w=\d+$/);
    const refusal = await refusalIn(answer);
    expect(refusal).toMatchObject({ code: "TOO_MANY_REQUESTS", msg: refusal.message });
  });

  it("student login returns the session's expiry and the rate-limit headers", async () => {
    const { email } = await createStudent();
    await logIn({ email, password: "not this one" });
    const answer = await logIn({ email, password: usualPassword });
    const { expiresAt, token } = await answer.json();
    const { expiresAt: kept } = await db().session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    expect([expiresAt, typeof token]).toEqual([kept.toISOString(), "string"]);
    // A successful login is not counted and clears the earlier failure in this network.
    const { points, left } = standingIn(answer);
    expect(left).toBeGreaterThanOrEqual(points - 1);
    expect(answer.headers.get("ratelimit-policy")).toMatch(new RegExp(`^"[\\w-]+";q=${points};w=\\d+$`));
  });

  it("student login returns the student and a token that opens their data (spec §7)", async () => {
    const { id, email, name } = await createStudent();
    for (const spelling of [email, ` ${email.toUpperCase()} `]) {
      const answer = await logIn({ email: spelling, password: usualPassword });
      expect(answer.status).toBe(200);
      const { token, expiresAt: _, ...said } = await answer.json();
      expect(said).toEqual({
        user: { _id: id, name, email, role: "user" },
        msg: "You are logged in.",
        message: "You are logged in.",
      });
      expect((await ask("POST", "/api/auth/logout", { token })).status).toBe(204);
    }
  });
});

function standingIn(answer: Response) {
  const [, left] = /^"[\w-]+";r=(\d+);t=\d+$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
  expect(answer.headers.get("ratelimit-remaining")).toBe(left);
  return { points: Number(answer.headers.get("ratelimit-limit")), left: Number(left) };
}

describe("POST /api/student/signup", () => {
  const asha = { name: "Asha Rao", email: "asha@example.org", password: "six green hills" };
  const signUp = (json: unknown) => ask("POST", "/api/student/signup", { json });

  it("student signup returns the rate-limit headers on success, but not on a conflict", async () => {
    for (const left of [9, 8, 7]) {
      const json = { ...asha, email: `asha${left}@example.org` };
      const answer = await ask("POST", "/api/student/signup", { json });
      expect([answer.status, standingIn(answer)]).toEqual([201, { points: 10, left }]);
      expect(Date.parse((await answer.json()).expiresAt)).toBeGreaterThan(Date.now());
    }
    const taken = await signUp({ ...asha, email: "asha7@example.org" });
    expect([taken.status, taken.headers.get("ratelimit")]).toEqual([409, null]);
  });

  it("student signup rejects a taken email in any spelling, with the message in msg", async () => {
    await createStudent({ email: asha.email });
    const before = await everything();
    for (const email of [asha.email, "ASHA@EXAMPLE.ORG", "ａsha@example.org"]) {
      expect(await refusalIn(await signUp({ ...asha, email }))).toMatchObject({
        status: 409,
        code: "CONFLICT",
        message: "An account with this email already exists",
        msg: "An account with this email already exists",
      });
    }
    expect(await everything()).toBe(before);
  });

  it.each([
    [{ ...asha, password: "short" }, "password", "Password must be at least 6 characters"],
    [{ ...asha, email: "asha" }, "email", "Please enter a valid email address."],
    [{ ...asha, name: " " }, "name", "Name is required."],
  ])("student signup rejects %j and names the field", async (json, field, message) => {
    const refusal = await refusalIn(await signUp(json));
    expect(refusal).toMatchObject({ status: 400, message, msg: message, issues: [{ path: [field] }] });
  });

  it("student signup cannot create an administrator", async () => {
    expect((await signUp({ ...asha, role: "admin" })).status).toBe(400);
    expect(await db().user.count()).toBe(0);
  });

  it("student signup creates the account and returns a token (decision 8)", async () => {
    const answer = await signUp(asha);
    expect(answer.status).toBe(201);
    const { token, user, msg, message } = await answer.json();
    expect(user).toEqual({ _id: expect.any(String), name: asha.name, email: asha.email, role: "user" });
    expect(msg).toBe(message);
    expect((await ask("POST", "/api/auth/logout", { token })).status).toBe(204);
    expect((await logIn({ email: asha.email, password: asha.password })).status).toBe(200);
  });
});

describe("POST /api/auth/login", () => {
  const login = (json: unknown) => ask("POST", "/api/auth/login", { json });

  it("login errors contain success, message and code (spec §7)", async () => {
    const { email } = await createStudent();
    await createAdmin();
    for (const [json, message] of [
      [{ identifier: "admin", password: "a wrong password", role: "admin" }, "Invalid admin credentials"],
      [{ identifier: email, password: usualPassword, role: "admin" }, "Invalid admin credentials"],
      [{ identifier: "admin", password: usualPassword, role: "user" }, "Invalid email or password"],
    ] as const) {
      expect(await refusalIn(await login(json))).toEqual({
        status: 401,
        success: false,
        message,
        code: "UNAUTHORIZED",
      });
    }
    const none = await refusalIn(await login({ identifier: "admin", password: usualPassword, role: "parent" }));
    expect(none).toMatchObject({ status: 400, success: false, issues: [{ path: ["role"] }] });
    expect(await refusalIn(await ask("POST", "/api/auth/login", { body: "x" }))).toMatchObject({
      status: 415,
      success: false,
    });
  });

  it("login returns a token to a student and to the administrator", async () => {
    const [student, admin] = [await createStudent(), await createAdmin()];
    for (const [identifier, role, id] of [
      [student.email, "user", student.id],
      ["admin", "admin", admin.id],
    ] as const) {
      const answer = await login({ identifier, password: usualPassword, role });
      expect(answer.status).toBe(200);
      const said = await answer.json();
      expect(said).toMatchObject({ success: true, message: "You are logged in.", user: { _id: id, role } });
      const list = await ask("GET", "/api/services", { token: said.token });
      expect(list.status).toBe(role === "admin" ? 200 : 403);
    }
  });

  it("an API session lasts 12 hours, or 30 days with remember", async () => {
    const { email } = await createStudent();
    for (const [remember, hours] of [
      [false, 12],
      [true, 30 * 24],
    ] as const) {
      await login({ identifier: email, password: usualPassword, role: "user", remember });
      const [session] = await db().session.findMany({ orderBy: { createdAt: "desc" }, take: 1 });
      expect(Number(session?.expiresAt) - Number(session?.createdAt)).toBe(hours * 60 * 60 * 1000);
    }
  });
});

describe("POST /api/auth/logout", () => {
  it("logout requires a login", async () => {
    expect(await refusalIn(await ask("POST", "/api/auth/logout"))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });

  it("logout ends only the session of its token", async () => {
    const admin = await createAdmin();
    const [one, other] = [await tokenFor(admin), await tokenFor(admin)];
    const answer = await ask("POST", "/api/auth/logout", { token: one });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect((await ask("GET", "/api/services", { token: one })).status).toBe(401);
    expect((await ask("POST", "/api/auth/logout", { token: one })).status).toBe(401);
    expect((await ask("GET", "/api/services", { token: other })).status).toBe(200);
  });
});

describe("a token that has ended", () => {
  const gone = { expiresAt: new Date(Date.now() - 1000) };

  it("asks for a new login where a visitor is refused, and reads what visitors read", async () => {
    const admin = await createAdmin();
    const { id } = await material(gone);
    const refused = ["/api/materials?includeExpired=true", `/api/materials/${id}/file`];
    const now = await tokenFor(admin);
    expect((await ask("GET", refused[0] ?? "", { token: now })).status).toBe(200);
    for (const token of [await revokedTokenFor(admin), await expiredTokenFor(admin), "worthless"]) {
      for (const path of refused) {
        const answer = await ask("GET", path, { token });
        expect(await refusalIn(answer)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
      expect((await ask("GET", "/api/materials", { token })).status).toBe(200);
      expect((await ask("GET", "/api/materials?limit=0", { token })).status).toBe(400);
    }
    const statuses = refused.map(async (path) => (await ask("GET", path)).status);
    expect(await Promise.all(statuses)).toEqual([403, 410]);
  });
});

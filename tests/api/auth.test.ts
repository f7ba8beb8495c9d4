import { beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { ensureAdmin, resetAdminPassword } from "@/features/auth/mutations-admin";
import { principalOf } from "@/http/session";
import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStudent,
  expiredTokenFor,
  refusalOf,
  revokedTokenFor,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { fc } from "../harness/random";

let visitor: Caller;

beforeEach(async () => {
  await resetDatabase();
  visitor = await callerOf(null);
});

const bearer = (authorization: string) => principalOf(new Headers({ authorization }));
const login = (identifier: string, password: string, role: "user" | "admin" = "user", remember = false) =>
  visitor.auth.login({ identifier, password, role, remember });

describe("requests without a valid session", () => {
  it("a revoked or expired token is rejected", async () => {
    const user = await createStudent();
    expect(await bearer(`Bearer ${await revokedTokenFor(user)}`)).toBeNull();
    expect(await bearer(`Bearer ${await expiredTokenFor(user)}`)).toBeNull();
  });

  it("a text that only resembles a token is rejected", async () => {
    const token = await tokenFor(await createStudent());
    expect(await bearer(`bearer ${token}`)).toMatchObject({ kind: "bearer" });
    const { sessionId } = (await bearer(`Bearer ${token}`)) ?? {};
    const hash = Buffer.from(hashOfToken(token)).toString("base64url");
    for (const wrong of [
      "",
      "Bearer",
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.toLowerCase()}`,
      `Bearer ${token} ${token}`,
      `Basic ${token}`,
      `Bearer ${sessionId}`,
      `Bearer ${hash}`,
      "Bearer %00",
      `Bearer ${"x".repeat(5000)}`,
    ])
      expect(await bearer(wrong), wrong.slice(0, 20)).toBeNull();
  });

  it("a cookie encrypted with another secret is rejected", async () => {
    const token = await tokenFor(await createStudent());
    for (const cookie of ["next-auth.session-token=", "other=1", `token=${token}`])
      expect(await principalOf(new Headers({ cookie }))).toBeNull();
  });

  it("logout requires a login", async () => {
    expect(await refusalOf(visitor.auth.logout())).toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("sessions", () => {
  it("logout ends a session immediately", async () => {
    const user = await createStudent();
    const [token, other] = [await tokenFor(user), await tokenFor(user)];
    expect(await (await callerOf(token)).auth.logout()).toBeNull();
    expect(await bearer(`Bearer ${token}`)).toBeNull();
    expect(await db().auditEvent.findMany()).toMatchObject([{ action: "logout", actorId: user.id, actorRole: "user" }]);
    expect(await refusalOf((await callerOf(token)).results.mine())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await (await callerOf(other)).results.mine()).toEqual([]);
  });

  it("a session ends immediately when it expires or its user is deleted", async () => {
    const user = await createStudent();
    const [first, second] = [await tokenFor(user), await tokenFor(user)];
    await db().session.updateMany({
      where: { tokenHash: hashOfToken(first) },
      data: { createdAt: new Date(0), expiresAt: new Date() },
    });
    expect(await bearer(`Bearer ${first}`)).toBeNull();
    await db().user.delete({ where: { id: user.id } });
    expect(await bearer(`Bearer ${second}`)).toBeNull();
  });

  it("a session shows a changed name immediately, and stays on its side", async () => {
    const user = await createStudent();
    const token = await tokenFor(user);
    await db().user.update({
      where: { id: user.id },
      data: { role: "admin", email: null, username: "new", name: "New" },
    });
    expect(await bearer(`Bearer ${token}`)).toMatchObject({ role: "user", name: "New", email: null, username: "new" });
  });

  it("a new administrator password ends the administrator's sessions only", async () => {
    const admin = await createAdmin();
    const [token, student] = [await tokenFor(admin), await tokenFor(await createStudent())];
    expect(await resetAdminPassword("a new long password", new Date())).toBe("admin");
    expect(await bearer(`Bearer ${token}`)).toBeNull();
    expect(await bearer(`Bearer ${student}`)).not.toBeNull();
    expect(await refusalOf(login("admin", usualPassword, "admin"))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await login("admin", "a new long password", "admin")).toMatchObject({ user: { username: "admin" } });
  });

  it("a common password is rejected for the administrator and ends no session", async () => {
    const token = await tokenFor(await createAdmin());
    for (const [password, message] of [
      ["too short", "Password must be at least 12 characters"],
      ["password1234", "This password is too easy to guess. Please choose another one."],
      ["Administrator-1", "This password is too easy to guess. Please choose another one."],
    ] as const)
      expect(await refusalOf(resetAdminPassword(password, new Date()))).toMatchObject({ message });
    expect(await bearer(`Bearer ${token}`)).not.toBeNull();
  });

  it("resetting the administrator's password does nothing if there is no administrator", async () => {
    await createStudent();
    expect(await resetAdminPassword("a new long password", new Date())).toBeNull();
  });
});

describe("login", () => {
  it("a login opens a session for 12 hours and stores only the hash of its token", async () => {
    const user = await createStudent({ email: "asha@example.org" });
    const before = Date.now();
    const session = await login(" ASHA＠Example.org ", usualPassword);
    expect(session).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.any(Date),
      user: { _id: user.id, name: user.name, role: "user", email: "asha@example.org", username: null },
    });
    const [row] = await db().session.findMany();
    expect(row?.tokenHash).toEqual(hashOfToken(session.token));
    expect(JSON.stringify([await db().session.findMany(), await db().user.findMany()])).not.toContain(session.token);
    const hours = (session.expiresAt.getTime() - before) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(12);
    expect(hours).toBeLessThan(12.1);
    expect(await bearer(`Bearer ${session.token}`)).toMatchObject({ userId: user.id, role: "user" });
  });

  it('a login with "Remember me" lasts 30 days', async () => {
    await createStudent({ email: "asha@example.org" });
    const { expiresAt } = await login("asha@example.org", usualPassword, "user", true);
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
  });

  it("a login fails with the same error for a wrong password, an unknown email and the other role", async () => {
    await createStudent({ email: "asha@example.org" });
    await createAdmin();
    const wrong = await refusalOf(login("asha@example.org", "not her password"));
    expect(wrong).toEqual({ code: "UNAUTHORIZED", message: "Invalid email or password" });
    expect(await refusalOf(login("nobody@example.org", usualPassword))).toEqual(wrong);
    expect(await refusalOf(login("admin", usualPassword))).toEqual(wrong);
    const wrongAdmin = await refusalOf(login("admin", "not the password", "admin"));
    expect(wrongAdmin).toEqual({ code: "UNAUTHORIZED", message: "Invalid admin credentials" });
    expect(await refusalOf(login("asha@example.org", usualPassword, "admin"))).toEqual(wrongAdmin);
    expect(await refusalOf(login("Admin", usualPassword, "admin"))).toEqual(wrongAdmin);
    expect(await db().session.count()).toBe(0);
  });

  it("an administrator whose username is an address can log in whoever signs up with it, and so can a colleague who has it", async () => {
    const [username, password] = ["office@school.example", "six green hills"];
    await createAdmin({ username });
    const { _id: userId } = await visitor.auth.signup({ name: "Asha Rao", email: username, password });
    const expectAdmin = async () =>
      expect(await login(username, usualPassword, "admin")).toMatchObject({ user: { username, role: "admin" } });
    await expectAdmin();
    await db().staffGrant.create({ data: { userId, role: "office", fromDay: new Date("2026-01-01") } });
    await expectAdmin();
    expect(await login(username, password, "admin")).toMatchObject({ user: { _id: userId, role: "admin" } });
    expect(await login(username, password)).toMatchObject({ user: { _id: userId, role: "user" } });
    expect((await refusalOf(login(username, "neither of the two", "admin"))).code).toBe("UNAUTHORIZED");
  });

  it("a colleague who has the administrator's username gains no more tries at the administrator by logging in", async () => {
    const [username, own] = ["office@school.example", "six green hills"];
    await createAdmin({ username });
    const { _id: userId } = await visitor.auth.signup({ name: "Asha Rao", email: username, password: own });
    await db().staffGrant.create({ data: { userId, role: "office", fromDay: new Date("2026-01-01") } });
    const { auth } = createCaller({ principal: null, address: "10.0.0.1" });
    const logIn = (password: string) => auth.login({ identifier: username, password, role: "admin" });
    // The network is now a known one, for which the tries of all networks together do not count.
    expect((await logIn(usualPassword)).user._id).not.toBe(userId);
    for (let time = 0; time < 5; time += 1) {
      expect((await refusalOf(logIn("neither of the two"))).code).toBe("UNAUTHORIZED");
      if (time === 3) expect((await logIn(own)).user._id).toBe(userId);
    }
    expect((await refusalOf(logIn(usualPassword))).code).toBe("TOO_MANY_REQUESTS");
  });

  it.each([
    [{ identifier: "" }],
    [{ password: "" }],
    [{ role: "parent" }],
    [{ identifier: { contains: "@" } }],
    [{ identifier: "a\0@example.org" }],
    [{ password: "x".repeat(1025) }],
    [{ identifier: "x".repeat(255) }],
    [JSON.parse('{"__proto__":{"role":"admin"}}')],
    [{ userId: "1" }],
  ])("a login with %j is rejected before the password is compared", async (wrong) => {
    const right = { identifier: "asha@example.org", password: usualPassword, role: "user" as const };
    const given = JSON.parse(JSON.stringify(right).replace("}", `,${JSON.stringify(wrong).slice(1)}`));
    expect(await refusalOf(visitor.auth.login(given))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("signup", () => {
  const person = { name: "Asha Rao", email: "asha@example.org", password: "six green hills" };

  it("a signup creates a student's account without a session", async () => {
    expect(await visitor.auth.signup({ ...person, email: " Asha@Example.ORG" })).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Asha Rao",
      role: "user",
      email: "asha@example.org",
      username: null,
      token: null,
      expiresAt: null,
    });
    expect(await db().session.count()).toBe(0);
    const [row] = await db().user.findMany();
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await login("asha@example.org", person.password)).toMatchObject({ user: { _id: row?.id } });
  });

  it("a signup opens a session if the client requests one", async () => {
    const { _id, token } = await visitor.auth.signup({ ...person, openSession: true });
    expect(await bearer(`Bearer ${token}`)).toMatchObject({ userId: _id, emailConfirmed: false });
    const [row] = await db().session.findMany();
    expect(row?.tokenHash).toEqual(hashOfToken(token ?? ""));
  });

  it("a rejected signup opens no session", async () => {
    await createStudent({ email: "asha@example.org" });
    expect((await refusalOf(visitor.auth.signup({ ...person, openSession: true }))).code).toBe("CONFLICT");
    expect(await db().session.count()).toBe(0);
  });

  it("a signup enqueues no email if no mail server is set", async () => {
    await visitor.auth.signup(person);
    expect(await db().mail.count()).toBe(0);
  });

  it.each([
    "password",
    "PassWord1",
    "qwerty123",
    "123456",
    "aaaaaa",
    "abcabcabc",
    "abcdefgh",
    "987654",
    "Password1234!",
    "Lyceum2024",
    "nagpur@123",
    "ＬＹＣＥＵＭ１",
    "Asha Rao",
    "raoasha",
    "asha2011",
    "asha@example.org",
    "ASHA@EXAMPLE.ORG",
  ])("a signup rejects the common password %j", async (password) => {
    const message = "This password is too easy to guess. Please choose another one.";
    const refusal = { code: "BAD_REQUEST", message, issues: [{ path: ["password"], message }] };
    expect(await refusalOf(visitor.auth.signup({ ...person, password }))).toEqual(refusal);
    expect(await db().user.count()).toBe(0);
  });

  it.each(["banyan-court-14", "mango-river-9", "six green hills", "🌱🌿🌳🐦🌤🌻", "9c4f2e", "nobody knows asha"])(
    "a signup accepts the password %j",
    async (password) => {
      expect(await visitor.auth.signup({ ...person, password })).toHaveProperty("_id");
    },
  );

  it.each(["asha@example.org", "ASHA@EXAMPLE.ORG", " asha@example.org\n", "asha＠example.org", "ａｓｈａ@example.org"])(
    "a signup rejects the taken email %j",
    async (email) => {
      await createStudent({ email: "asha@example.org" });
      const message = "An account with this email already exists";
      const refusal = { code: "CONFLICT", message, issues: [{ path: ["email"], message }] };
      expect(await refusalOf(visitor.auth.signup({ ...person, email }))).toEqual(refusal);
      expect(await db().user.count()).toBe(1);
    },
  );

  it("fifty concurrent signups with one email create one account", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        visitor.auth
          .signup({ ...person, email: index % 2 ? "ASHA@example.org" : "asha@example.org" })
          .then(() => "made")
          .catch(async (error: unknown) => (await refusalOf(Promise.reject(error))).code),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "CONFLICT")).toHaveLength(49);
    expect(await db().user.count()).toBe(1);
  });

  it.each([
    [{ name: "  " }, "name", "Name is required."],
    [{ name: "x".repeat(101) }, "name", "Name can have 100 characters at most."],
    [{ email: "asha" }, "email", "Please enter a valid email address."],
    [{ password: "fives" }, "password", "Password must be at least 6 characters"],
    [{ password: "x".repeat(1025) }, "password", "Password is too long."],
  ])("a signup with %j is rejected", async (wrong, field, message) => {
    expect(await refusalOf(visitor.auth.signup({ ...person, ...wrong }))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: [field], message }],
    });
    expect(await db().user.count()).toBe(0);
  });

  it.each(["role", "username", "_id", "id", "passwordHash", "createdAt", "__proto__", "constructor"])(
    "a signup with the unknown key %s is rejected",
    async (key) => {
      const given = JSON.parse(JSON.stringify(person).replace("{", `{"${key}":"admin",`));
      expect(await refusalOf(visitor.auth.signup(given))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await db().user.count()).toBe(0);
    },
  );

  it("a signup accepts passwords in any script, unchanged", async () => {
    const passwords = fc.string({
      unit: fc.constantFrom("a", "é", "e\u0301", "ß", "ſ", "Я", "क्ष", "ﷺ", "👩🏽‍🏫", " ", "\t", "\0", "\u200d", "Ａ"),
      minLength: 6,
      maxLength: 12,
    });
    // None of them is a common password.
    const guarded = passwords.map((text) => `7${text}q`);
    await fc.assert(
      fc.asyncProperty(guarded, async (password) => {
        await resetDatabase();
        await visitor.auth.signup({ ...person, password });
        expect(await login(person.email, password)).toMatchObject({ user: { email: person.email } });
        for (const other of [` ${password}`, `${password} `, password.slice(0, -1), `${password}\0`])
          if (other !== "") expect((await refusalOf(login(person.email, other))).code).toBe("UNAUTHORIZED");
      }),
      { numRuns: 8 },
    );
  });

  it("passwords are neither trimmed nor normalized", async () => {
    await visitor.auth.signup({ ...person, password: " Jose\u0301 " });
    for (const other of [" José ", "Jose\u0301", " jose\u0301 "])
      expect((await refusalOf(login(person.email, other))).code).toBe("UNAUTHORIZED");
    expect(await login(person.email, " Jose\u0301 ")).toHaveProperty("token");
  });
});

describe("first administrator", () => {
  it("concurrent first starts create one administrator", async () => {
    const made = await Promise.all([1, 2, 3, 4].map((number) => ensureAdmin("admin", `the password number ${number}`)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await db().user.count({ where: { role: "admin" } })).toBe(1);
    const winner = made.indexOf(true) + 1;
    expect(await login("admin", `the password number ${winner}`, "admin")).toMatchObject({ user: { role: "admin" } });
  });
});

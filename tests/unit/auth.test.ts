import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { afterLogin, linkLength, loginLimits, resetLimits, sessionLength, throughLogin } from "@/features/auth/rules";
import { openingSignupInput, signupInput } from "@/features/auth/schema";
import { wordsOf } from "@/lib/catalogue";
import { isEasyToGuess } from "@/server/auth/common-passwords";
import { fc } from "../harness/random";
import { runs } from "../harness/runs";

describe("redirect after login", () => {
  it("the login redirects students to the home page and the administrator to the office", () => {
    expect(afterLogin({ role: "user" }, null)).toBe("/");
    expect(afterLogin({ role: "admin" }, null)).toBe("/admin");
    expect(afterLogin({ role: "user", isGuardian: true }, null)).toBe("/user/today");
    expect(afterLogin({ role: "user", isGuardian: true }, "/user/account")).toBe("/user/account");
  });

  it.each(["/user/results", "/study-materials?class=7#top", "/admin/get-info"])(
    "the login redirects to the path %s",
    (next) => {
      expect(afterLogin({ role: "user" }, next)).toBe(next);
    },
  );

  it("a logged-in person is led to the requested page of their own side; a page of the other side asks for another login", () => {
    const [pupil, teacher] = [{ role: "user" as const }, { role: "admin" as const }];
    const parent = { ...teacher, isGuardian: true };
    const toResults = "/user/results?child=7d%2F";
    const cases = [pupil, teacher, parent].map((by) =>
      [
        null,
        "/story",
        "/user/results",
        "/admin/results?page=2",
        toResults,
        "/user/tests?child=7d",
        "/user/notices/7d",
      ].map((next) => throughLogin(by, next)),
    );
    expect(cases).toEqual([
      ["/dashboard", "/dashboard", "/user/results", null, toResults, "/user/tests?child=7d", "/user/notices/7d"],
      ["/dashboard", "/dashboard", null, "/admin/results?page=2", null, null, null],
      [
        ...["/dashboard", "/dashboard", "/admin/children", "/admin/results?page=2"],
        ...["/admin/children/7d%2F", "/admin/children", null],
      ],
    ]);
    expect(throughLogin(pupil, "//evil.example/admin")).toBe("/dashboard");
    expect(throughLogin(teacher, "//evil.example/user")).toBe("/admin");
  });

  const foreign = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "https://evil.example/x",
    "https:evil.example",
    "//user@evil.example:80/",
    "//own.invalid@evil.example/",
    "javascript:alert(1)",
    "/.//evil.example",
    "/..//evil.example/",
    "/x/../..//evil.example",
    "/login",
    "/login?next=/login",
    "/login/",
    "/login/..//evil.example",
    "/x/../login",
    "evil.example",
    "",
  ];

  /** The URL where a browser would arrive. */
  const landing = (role: "user" | "admin", next: string) =>
    new URL(afterLogin({ role }, next), "https://school.example/login");

  it.each(foreign)("the login ignores the redirect target %j", (next) => {
    for (const role of ["user", "admin"] as const) {
      const { origin, pathname } = landing(role, next);
      expect(origin).toBe("https://school.example");
      expect(pathname.replace(/\/$/, "")).not.toBe("/login");
    }
  });

  it("no redirect target leads to another site", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "..",
        ".",
        "\t",
        "\n",
        " ",
        "@",
        ":",
        "?",
        "#",
        "%2f",
        "evil.example",
        "https:",
        "login",
      ),
      { maxLength: 8 },
    );
    const texts = fc.oneof(
      pieces.map((some) => some.join("")),
      pieces.map((some) => `/${some.join("")}`),
      fc.string({ unit: "binary" }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(texts, (next) => {
        const target = afterLogin({ role: "user" }, next);
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(landing("user", next).origin).toBe("https://school.example");
      }),
      { numRuns: 2 * runs },
    );
  });
});

describe("session lifetime", () => {
  it('a student\'s session lasts 12 hours, or 30 days with "Remember me"', () => {
    expect(sessionLength("user", false)).toBe(12 * 3600 * 1000);
    expect(sessionLength("user", true)).toBe(30 * 24 * 3600 * 1000);
  });

  it('an administrator\'s session lasts at most 12 hours, even with "Remember me"', () => {
    expect([sessionLength("admin", false), sessionLength("admin", true)]).toEqual(Array(2).fill(12 * 3600 * 1000));
  });
});

describe("signup input", () => {
  const good = { name: "Asha Rao", email: "asha@example.org", password: "sixsix" };

  it("signup requires a password of six characters, with the message of the specification", () => {
    expect(wordsOf(signupInput.safeParse({ ...good, password: "fives" }).error?.issues[0]?.message ?? "")).toBe(
      "Password must be at least 6 characters",
    );
    expect(signupInput.safeParse(good).success).toBe(true);
  });

  it("signup does not alter the password", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 6, maxLength: 60 }), (password) => {
        expect(signupInput.parse({ ...good, password }).password).toBe(password);
      }),
    );
    expect(signupInput.parse({ ...good, password: "  spaces  " }).password).toBe("  spaces  ");
  });

  it.each(["role", "_id", "username", "passwordHash", "__proto__", "constructor"])(
    "signup rejects the unknown key %s",
    (key) => {
      const given: unknown = JSON.parse(`{"name":"A","email":"a@example.org","password":"sixsix","${key}":"admin"}`);
      expect(signupInput.safeParse(given).error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: [key] });
    },
  );
});

describe("rate limits", () => {
  const perMinutes = ({ points, seconds }: { points: number; seconds: number }) => [points, seconds / 60];

  it("login allows 5 failures in 15 minutes, 20 an hour per account, 100 in 15 minutes per network", () => {
    const { location, account, network, known } = loginLimits;
    expect([location, account, network].map(perMinutes)).toEqual([
      [5, 15],
      [20, 60],
      [100, 15],
    ]);
    expect(known.seconds).toBe(30 * 24 * 3600);
  });

  it("a password reset can be requested 3 times in 30 minutes, and 20 times an hour per network", () => {
    expect([resetLimits.account, resetLimits.network].map(perMinutes)).toEqual([
      [3, 30],
      [20, 60],
    ]);
    expect(linkLength).toEqual({ reset: 30 * 60_000, confirm: 48 * 3_600_000 });
  });

  it("every rate limit has its own name", () => {
    const { known: _, ...login } = loginLimits;
    const names = [...Object.values(login), ...Object.values(resetLimits)].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("common passwords", () => {
  it("each of the 3,000 most common passwords is rejected, in any case", async () => {
    const common = dictionary["passwords-common"].slice(0, 3000);
    for (const password of common)
      for (const typed of [password, password.toUpperCase(), ` ${password}`])
        expect(await isEasyToGuess(typed, []), typed).toBe(true);
  });

  it.each(["Lyceum", "lyceum-2026", "NAGPUR99", "99 Banyan", "india!!!"])(
    "the password %s is rejected: made of the institute's words",
    async (password) => {
      expect(await isEasyToGuess(password, [])).toBe(true);
    },
  );

  it.each([
    "Meera-Joshi",
    "joshimeera1",
    "MEERA2026",
    "meera.joshi@example.org",
    "m.joshi.90",
    "9876543210",
    "मीरा123",
  ])("the password %s is rejected: made of the user's own name or email", async (password) => {
    const own = ["Meera Joshi", "m.joshi@example.org", "meera.joshi@example.org", "9876543210@example.org", "मीरा"];
    expect(await isEasyToGuess(password, own)).toBe(true);
  });

  it.each(["abababab", "zzzzzzz", "fedcba", "1234567", "११११११"])(
    "the password %s is rejected: a sequence or repetition",
    async (password) => {
      expect(await isEasyToGuess(password, [])).toBe(true);
    },
  );

  it.each(["banyan-court-14", "meera likes maps", "lyceum on the hill", "9c4f2e", "zqxjkv", "🌱🌿🌳🐦🌤🌻"])(
    "the password %s is accepted",
    async (password) => {
      expect(await isEasyToGuess(password, ["Meera Joshi", "meera.joshi@example.org", null])).toBe(false);
    },
  );

  it("any text can be checked as a password in little time", async () => {
    for (const text of [
      "a".repeat(1023),
      `${"ab".repeat(500)}c`,
      "é".repeat(1024),
      "\ud800\ud800x",
      "\0".repeat(100),
    ]) {
      const start = performance.now();
      expect(typeof (await isEasyToGuess(text, [text]))).toBe("boolean");
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});

describe("API signup input", () => {
  it("an API signup opens a session only on request", () => {
    const good = { name: "Asha Rao", email: "asha@example.org", password: "sixsix" };
    expect(openingSignupInput.parse(good).openSession).toBe(false);
    expect(openingSignupInput.safeParse({ ...good, openSession: "true" }).success).toBe(false);
    expect(signupInput.safeParse({ ...good, openSession: true }).success).toBe(false);
  });
});

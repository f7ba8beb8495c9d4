import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterLogin, sessionLength } from "@/features/auth/rules";
import { signupInput } from "@/features/auth/schema";

describe("after a login", () => {
  it("a student goes home and the administrator to the desk", () => {
    expect(afterLogin("user", null)).toBe("/");
    expect(afterLogin("admin", null)).toBe("/admin");
  });

  it.each(["/user/results", "/study-materials?class=7#top", "/admin/get-info"])("%s is returned to", (next) => {
    expect(afterLogin("user", next)).toBe(next);
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

  /** Where a browser on our site would end. */
  const landing = (role: "user" | "admin", next: string) =>
    new URL(afterLogin(role, next), "https://school.example/login");

  it.each(foreign)("%j leads nowhere but to this site, and not back to the login", (next) => {
    for (const role of ["user", "admin"] as const) {
      const { origin, pathname } = landing(role, next);
      expect(origin).toBe("https://school.example");
      expect(pathname.replace(/\/$/, "")).not.toBe("/login");
    }
  });

  it("no text leads to another site", () => {
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
        const target = afterLogin("user", next);
        expect(target).toMatch(/^\/(?![/\\])/);
        expect(landing("user", next).origin).toBe("https://school.example");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a session", () => {
  it("lasts 12 hours, or 30 days for who asked to be remembered", () => {
    expect(sessionLength(false)).toBe(12 * 3600 * 1000);
    expect(sessionLength(true)).toBe(30 * 24 * 3600 * 1000);
  });
});

describe("the input of a signup", () => {
  const good = { name: "Asha Rao", email: "asha@example.org", password: "sixsix" };

  it("asks for six characters, in the words of the specification", () => {
    expect(signupInput.safeParse({ ...good, password: "fives" }).error?.issues[0]?.message).toBe(
      "Password must be at least 6 characters",
    );
    expect(signupInput.safeParse(good).success).toBe(true);
  });

  it("keeps a password as it was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 6, maxLength: 60 }), (password) => {
        expect(signupInput.parse({ ...good, password }).password).toBe(password);
      }),
    );
    expect(signupInput.parse({ ...good, password: "  spaces  " }).password).toBe("  spaces  ");
  });

  it.each(["role", "_id", "username", "passwordHash", "__proto__", "constructor"])(
    "refuses the unknown key %s",
    (key) => {
      const given: unknown = JSON.parse(`{"name":"A","email":"a@example.org","password":"sixsix","${key}":"admin"}`);
      expect(signupInput.safeParse(given).error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: [key] });
    },
  );
});

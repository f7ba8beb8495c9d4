import { readFile } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { errorResponse } from "@/http/error-responses";
import { admit } from "@/http/load-shedding";
import { handleRest } from "@/http/rest";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { matrix } from "../harness/rooms";
import { document, faultsOf, openDoor } from "./rest-client";

const { ask } = await openDoor();

type Operation = Record<string, unknown> & {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { example?: unknown }> }>;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string[], Operation] => [
    `${method.toUpperCase()} ${path}`,
    ["paths", path, method],
    operation as unknown as Operation,
  ]),
);

describe("GET /api/openapi.json", () => {
  it("the document is valid OpenAPI 3.1", async () => {
    const answer = await ask("GET", "/api/openapi.json");
    const given = await answer.json();
    expect(await new Validator().validate(given)).toEqual({ valid: true });
    expect(given).toEqual(document);
    expect(given.openapi).toBe("3.1.0");
  });

  it("the document passes a second validator with its strictest rules", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        "no-invalid-media-type-examples": "error",
        "no-invalid-parameter-examples": "error",
        "no-invalid-schema-examples": "error",
        // The Service calls accept any input and so have no 4xx.
        "operation-4xx-response": "off",
        "no-unused-components": "off",
        // The link in an email answers a GET only with a redirect to the page.
        "operation-2xx-response": "off",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("every call documents a success", () => {
    for (const [call, , { responses }] of operations) {
      expect([call, Object.keys(responses ?? {}).some((status) => /^[23]/.test(status))]).toEqual([call, true]);
    }
  });

  it("the document says which calls need a login, and when a login expires", () => {
    for (const [call, , { security }] of operations) expect([call, Array.isArray(security)]).toEqual([call, true]);
    for (const path of ["/api/student/login", "/api/auth/login", "/api/student/signup"]) {
      const text = JSON.stringify(document.paths[path]?.post?.responses);
      expect([path, text]).toEqual([
        path,
        expect.stringContaining('"expiresAt":{"type":"string","format":"date-time"}'),
      ]);
    }
  });

  it("the document says that the cookie has another name over HTTPS", () => {
    expect(document.components?.securitySchemes?.cookie).toMatchObject({
      name: "next-auth.session-token",
      description: expect.stringContaining("`__Host-`"),
    });
  });

  it("the document says which calls are for visitors, too, and that they refuse an ended login", () => {
    const optional = operations.filter(([, , { security }]) => JSON.stringify(security).startsWith("[{},"));
    expect(optional.map(([call]) => call).sort()).toEqual([
      "GET /api/materials",
      "GET /api/materials/{id}/file",
      "GET /api/notices/{id}/files/{key}",
    ]);
    for (const [call, , { responses }] of optional) expect([call, "401" in responses]).toEqual([call, true]);
  });

  it("the document describes the file of a report card as bytes with a name", () => {
    const { content, headers } = document.paths["/api/report-cards/{id}/file"]?.get?.responses?.[200] ?? {};
    expect(content?.["application/pdf"]?.schema).toEqual({ type: "string", format: "binary" });
    expect(headers).toHaveProperty("Content-Disposition");
  });

  it.each(operations)("%s says which staff may call it", (call, _, { description = "" }) => {
    const { userA, teacher = 200, office = 200 } = matrix[call] ?? {};
    if (userA !== 403) return;
    const [callers = ""] = String(description).split(/(?<=\.) /);
    const staff =
      callers === "For administrators." ? [] : ["office", ...(callers.includes("teachers") ? ["teacher"] : [])];
    expect(callers).toMatch(/^For (administrators|.*\bthe office\b.*)\.$/);
    expect(staff).toEqual([...(office < 400 ? ["office"] : []), ...(teacher < 400 ? ["teacher"] : [])]);
  });

  it("the document describes every parameter", () => {
    const parameters = operations.flatMap(([call, , { parameters = [] }]) =>
      (parameters as { name: string; description?: string }[]).map((one) => [call, one.name, one.description]),
    );
    expect(parameters.length).toBeGreaterThan(100);
    expect(parameters.filter(([, , description]) => !description)).toEqual([]);
    // One filter has one name in all lists.
    expect(parameters.filter(([, name]) => name === "class" || name === "search")).toEqual([]);
  });

  it("the document says that a full disk refuses every write, and which answers of a POST may be repeated ones", () => {
    for (const [call, , { responses }] of operations) {
      expect([call, "507" in responses]).toEqual([call, !call.startsWith("GET ")]);
      for (const [status, { headers = {} }] of Object.entries(responses))
        expect([call, status, "Idempotency-Replayed" in headers]).toEqual([
          call,
          status,
          /^POST/.test(call) && /^2/.test(status) && !call.endsWith("/logout"),
        ]);
    }
  });

  it("the document says that the site may be too busy, except for calls that are always admitted", () => {
    const spared = operations.flatMap(([, [, path = ""], { responses }]) => ("503" in responses ? [] : [path]));
    expect(spared).toContain("/api/health");
    for (const path of spared) {
      const ends = Array.from({ length: 201 }, () => admit(new IncomingMessage(new Socket()), path));
      for (const end of ends) end?.();
      expect([path, ends.includes(undefined)]).toEqual([path, false]);
    }
  });

  it("the document says for whom a retry is answered again, and offers no key for a logout", () => {
    const keyOf = ({ parameters = [] }: Operation) =>
      (parameters as { name: string; description: string }[]).find(({ name }) => name === "Idempotency-Key");
    for (const [call, , operation] of operations.filter(([name]) => name.startsWith("POST "))) {
      const said = call.endsWith("/logout") ? undefined : expect.stringContaining("the same person in the same role");
      expect([call, keyOf(operation)?.description]).toEqual([call, said]);
    }
    expect(Object.keys(document.paths["/api/auth/logout"]?.post?.responses ?? {})).not.toContain("409");
  });

  it("the document says what is needed together, what a key may be, and which consent a signup notes", () => {
    const said = (path: string) => document.paths[path]?.post?.description;
    expect(said("/api/tests/{id}/cancel")).toContain("It needs a `reason`, unless `byMistake` is true.");
    expect(said("/api/materials/upload")).toContain("It needs `expiresAt`, or `alwaysAvailable`");
    expect(said("/api/students")).toContain("`section`, `rollNo`, `year` and `fromDay` need a `className`.");
    for (const path of ["/api/student/signup", "/api/services/submit"])
      expect(said(path)).toContain(
        "agrees to the Terms of Use and the Privacy Policy; the time and the version of the text are stored.",
      );
    const parameters = document.paths["/api/students"]?.post?.parameters as unknown as {
      name: string;
      schema: object;
    }[];
    const key = parameters.find(({ name }) => name === "Idempotency-Key")?.schema as { pattern: string } | undefined;
    const isKey = (text: string) => new RegExp(key?.pattern ?? "").test(text);
    expect(["a", "!~", "x".repeat(255)].map(isKey)).toEqual([true, true, true]);
    expect(["", "a b", "\u00e9", "a\n", "x".repeat(256)].map(isKey)).not.toContain(true);
  });

  it("the document says who reads a test and its history, and how long a list gets", () => {
    const said = (path: string, method = "get") => document.paths[path]?.[method] ?? {};
    for (const read of [said("/api/tests/{id}"), said("/api/tests/{id}/changes"), said("/api/tests/check", "post")])
      expect(read.description).toBe("For teachers and the office.");
    expect(said("/api/tests/{id}/changes").summary).toContain("at most 200");
    expect(said("/api/report-cards").summary).toContain("at most 100");
    const { names, enrolments, guardians, mails, changes } =
      document.components?.schemas?.RosterStudent?.properties ?? {};
    for (const list of [names, enrolments, guardians, mails, changes]) expect(list?.description).toMatch(/\b50\b/);
  });

  it("the document says which lists know a subject by its spellings", () => {
    const saidAt = (path: string) => {
      const parameters = document.paths[path]?.get?.parameters ?? [];
      return (parameters as { name: string; description: string }[]).find(({ name }) => name === "subject")
        ?.description;
    };
    expect(saidAt("/api/exams")).toBe("The whole name of a subject, or a spelling of it");
    for (const path of ["/api/materials", "/api/tests", "/api/notifications"])
      expect(saidAt(path)).toBe("The whole name of a subject, exactly as it is stored");
  });

  it("the document has the headers of a partial file, of a redirect and of a wait", () => {
    for (const path of ["/api/materials/{id}/file", "/api/notices/{id}/files/{key}"]) {
      const { parameters, responses } = document.paths[path]?.get ?? {};
      const names = (parameters as unknown as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["Range", "If-Range"]));
      expect(responses?.[200]?.headers).toHaveProperty("Accept-Ranges");
      for (const status of [206, 416]) expect(responses?.[status]?.headers).toHaveProperty("Content-Range");
    }
    expect(document.paths["/api/mail-choices/{token}"]?.get?.responses?.[303]?.headers).toHaveProperty("Location");
    expect(document.paths["/api/ready"]?.get?.responses?.[503]?.headers).toHaveProperty("Retry-After");
  });

  it("the document has the headers of a 304", () => {
    const unchanged = operations.flatMap(([, , { responses }]) => (responses[304] ? [responses] : []));
    expect(unchanged.length).toBeGreaterThan(5);
    for (const { 200: whole, 304: same } of unchanged) {
      expect(same?.headers).toHaveProperty("ETag");
      expect("Link" in (same?.headers ?? {})).toBe("Link" in (whole?.headers ?? {}));
    }
  });

  it("the document says of each numbered list, and at the beginning, what a change of the list does to its pages", () => {
    const sentence = "While a list changes, a row may be on two of its numbered pages or on none";
    expect((document.info as unknown as { description: string }).description).toContain(sentence);
    const told = operations.filter(([, , { description }]) => String(description).includes(sentence));
    const numbered = operations.filter(([, , { parameters = [] }]) =>
      (parameters as { name: string }[]).some(({ name }) => name === "page"),
    );
    expect(told.map(([call]) => call)).toEqual(numbered.map(([call]) => call));
    expect(told.map(([call]) => call)).toEqual(expect.arrayContaining(["GET /api/exams", "GET /api/notices"]));
    expect(told.length).toBeLessThan(10);
  });

  it("every 201 has a `message` beside the fields of what was made, except the array of exams (decision 326)", () => {
    const without = operations.flatMap(([call, , { responses }]) => {
      const { example } = responses[201]?.content?.["application/json"] ?? {};
      if (!responses[201]) return [];
      return typeof (example as { message?: unknown }).message === "string" ? [] : [call];
    });
    expect(without).toEqual(["POST /api/exams"]);
  });

  it("the document has constraints for passwords and emails", () => {
    const fieldsOf = (path: string) =>
      document.paths[path]?.post?.requestBody?.content?.["application/json"]?.schema?.properties;
    expect(fieldsOf("/api/student/signup")).toMatchObject({
      email: { format: "email" },
      password: { format: "password", minLength: 6, maxLength: 1024, description: expect.any(String) },
    });
    expect(fieldsOf("/api/student/login")).toMatchObject({
      email: { format: "email" },
      password: { format: "password" },
    });
    expect(fieldsOf("/api/services/submit")).toMatchObject({ email: { format: "email" } });
  });

  it("the document has every documented call (spec §7)", () => {
    const documented = [
      "DELETE /api/materials/{id}",
      "GET /api/admin/results/{email}",
      "GET /api/enrolments",
      "GET /api/health",
      "GET /api/materials",
      "GET /api/materials/{id}/file",
      "GET /api/me/results",
      "GET /api/notifications",
      "GET /api/openapi.json",
      "GET /api/ready",
      "GET /api/services",
      "GET /api/students",
      "GET /api/students/{id}",
      "PATCH /api/enrolments/{id}",
      "PATCH /api/students/{id}",
      "POST /api/admin/results/add",
      "POST /api/auth/login",
      "POST /api/auth/logout",
      "POST /api/enrolments",
      "POST /api/enrolments/end",
      "POST /api/enrolments/move",
      "POST /api/enrolments/return",
      "POST /api/materials/upload",
      "POST /api/notifications",
      "POST /api/services/submit",
      "POST /api/student/login",
      "POST /api/student/signup",
      "POST /api/students",
    ];
    // tests/rest/matrix.test.ts refuses a call that no room has declared.
    expect(operations.map(([call]) => call)).toEqual(expect.arrayContaining(documented));
  });

  it("the document gives every call a tag, and every tag a description", () => {
    const places = (document.tags as unknown as { name: string; description: string }[]).map(({ name }) => name);
    expect(new Set(operations.flatMap(([, , { tags }]) => tags))).toEqual(new Set(places));
  });

  it("the validator detects a response and an example that do not match the document", () => {
    const error = ["components", "schemas", "Error"];
    expect(faultsOf({ message: "No.", code: "NOT_FOUND" }, ...error)).toEqual([]);
    expect(faultsOf({ message: "No.", code: "NO" }, ...error)).not.toEqual([]);
    expect(faultsOf({ message: "No.", code: "NOT_FOUND", stack: "at x" }, ...error)).not.toEqual([]);
  });

  it.each(operations)("%s has an operation id, a summary, a tag and valid examples", (_, keys, operation) => {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
      summary: expect.stringMatching(/^[A-Z]/),
      tags: [expect.any(String)],
    });
    for (const [type, content] of Object.entries(operation.requestBody?.content ?? {})) {
      const form =
        type === "multipart/form-data"
          ? []
          : faultsOf(content.example, ...keys, "requestBody", "content", type, "schema");
      expect(content.example, type).toBeDefined();
      expect(form).toEqual([]);
    }
    for (const [status, { $ref, content = {} }] of Object.entries(operation.responses)) {
      if ($ref) continue;
      for (const [type, { example }] of Object.entries(content)) {
        if (type !== "application/json") continue;
        expect(faultsOf(example, ...keys, "responses", status, "content", type, "schema"), status).toEqual([]);
      }
    }
  });

  it("every error of the document has a valid example", () => {
    const refusals = document.components?.responses ?? {};
    expect(Object.keys(refusals)).toHaveLength(15);
    for (const [code, { content }] of Object.entries(refusals)) {
      const example = content?.["application/json"]?.example;
      expect(example).toMatchObject({ code });
      expect(faultsOf(example, "components", "schemas", "Error"), code).toEqual([]);
    }
  });

  it.each(["SERVICE_UNAVAILABLE", "REQUEST_IN_PROGRESS"] as const)("%s says when to come back", (code) => {
    const answer = errorResponse(new AppError(code, say("notNow")), "/api/materials");
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("the document describes a class as a number, a text or `Class N`, a section by its letters, and an upload as a file", () => {
    const body = ["post", "requestBody", "content", "application/json", "schema", "properties"];
    const fits = (path: string, field: string) => (value: unknown) =>
      faultsOf(value, "paths", path, ...body, field).length === 0;
    const isClass = fits("/api/notifications", "className");
    expect([7, "7", "Class 7", "class 12"].map(isClass)).toEqual([true, true, true, true]);
    expect([0, 13, 7.5, "Class 13", "seven", null].map(isClass)).not.toContain(true);
    const isSection = fits("/api/students", "section");
    expect(["a", "2B", null].map(isSection)).toEqual([true, true, true]);
    expect(["LONG", "7-A"].map(isSection)).not.toContain(true);
    expect([["a", "B"], ["LONG"]].map(fits("/api/exams", "sections"))).toEqual([true, false]);
    const form = document.paths["/api/materials/upload"]?.post?.requestBody?.content?.["multipart/form-data"]?.schema;
    expect(form?.properties?.pdfFile).toMatchObject({ type: "string", format: "binary" });
  });
});

describe("GET /api/docs", () => {
  it("the API reference is served by the site and its CSP allows no other host", async () => {
    const answer = await ask("GET", "/api/docs");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    const page = await answer.text();
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const [, path = ""] of page.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      const part = await ask("GET", path);
      expect([path, part.status]).toEqual([path, 200]);
      expect((await part.text()).length).toBeGreaterThan(100);
    }
  });

  it("the API reference has the colours of the site, by day and by night", async () => {
    const style = await (await ask("GET", "/api/docs/page.css")).text();
    const [day = "", night = ""] = (await readFile("src/app/globals.css", "utf8")).split("prefers-color-scheme: dark");
    const colours = [...style.matchAll(/(--color-[a-z-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/g)];
    expect(colours.length).toBeGreaterThan(10);
    for (const [, name, byDay, byNight] of colours) {
      expect(day).toContain(`${name}: ${byDay};`);
      expect(night).toContain(`${name}: ${byNight};`);
    }
  });

  it("the API reference does not use an online validator", async () => {
    expect(await (await ask("GET", "/api/docs/start.js")).text()).toContain("validatorUrl: null");
  });

  it.each(["/api/docs/", "/api/docs/package.json", "/api/docs/..%2fpackage.json", "/api/docs/swagger-ui.css.map"])(
    "the API reference responds with 404 to %s",
    async (path) => {
      expect((await handleRest(new Request(`http://localhost:3000${path}`))).status).toBe(404);
    },
  );
});

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { handleRest } from "@/api/rest";
import { document, faultsOf, openDoor } from "./door";

const { ask } = await openDoor();

type Operation = Record<string, unknown> & {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string[], Operation] => [
    `${method.toUpperCase()} ${path}`,
    ["paths", path, method],
    operation as unknown as Operation,
  ]),
);

describe("GET /api/openapi.json", () => {
  it("is valid OpenAPI 3.1", async () => {
    const answer = await ask("GET", "/api/openapi.json");
    const given = await answer.json();
    expect(await new Validator().validate(given)).toEqual({ valid: true });
    expect(given).toEqual(document);
    expect(given.openapi).toBe("3.1.0");
  });

  it("passes a second validator, with its strictest rules", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        "no-invalid-media-type-examples": "error",
        "no-invalid-parameter-examples": "error",
        "no-invalid-schema-examples": "error",
        // Whoever watches the server can ask nothing wrongly; and another method than these is no call.
        "operation-4xx-response": "off",
        "no-unused-components": "off",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("says of each call whether it asks for a login, and of a login when it ends", () => {
    for (const [call, , { security }] of operations) expect([call, Array.isArray(security)]).toEqual([call, true]);
    for (const path of ["/api/student/login", "/api/auth/login", "/api/student/signup"]) {
      const text = JSON.stringify(document.paths[path]?.post?.responses);
      expect([path, text]).toEqual([
        path,
        expect.stringContaining('"expiresAt":{"type":"string","format":"date-time"}'),
      ]);
    }
  });

  it("tells programs what a password and an address look like", () => {
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

  it("names every documented call (spec §7; decisions, the contract)", () => {
    expect(operations.map(([call]) => call).sort()).toEqual([
      "DELETE /api/materials/{id}",
      "GET /api/admin/results/{email}",
      "GET /api/health",
      "GET /api/materials",
      "GET /api/materials/{id}/file",
      "GET /api/me/results",
      "GET /api/notifications",
      "GET /api/openapi.json",
      "GET /api/ready",
      "GET /api/services",
      "POST /api/admin/results/add",
      "POST /api/auth/login",
      "POST /api/auth/logout",
      "POST /api/materials/upload",
      "POST /api/notifications",
      "POST /api/services/submit",
      "POST /api/student/login",
      "POST /api/student/signup",
    ]);
  });

  it("puts every call in one of its places, and describes each place", () => {
    const places = (document.tags as unknown as { name: string; description: string }[]).map(({ name }) => name);
    expect(new Set(operations.flatMap(([, , { tags }]) => tags))).toEqual(new Set(places));
  });

  it("would notice an answer and an example that are not as described", () => {
    const error = ["components", "schemas", "Error"];
    expect(faultsOf({ message: "No.", code: "NOT_FOUND" }, ...error)).toEqual([]);
    expect(faultsOf({ message: "No.", code: "NO" }, ...error)).not.toEqual([]);
    expect(faultsOf({ message: "No.", code: "NOT_FOUND", stack: "at x" }, ...error)).not.toEqual([]);
  });

  it.each(operations)("%s has a name, a summary, a place, and examples that hold", (_, keys, operation) => {
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

  it("has an example that holds for every refusal", () => {
    const refusals = document.components?.responses ?? {};
    expect(Object.keys(refusals)).toHaveLength(15);
    for (const [code, { content }] of Object.entries(refusals)) {
      const example = content?.["application/json"]?.example;
      expect(example).toMatchObject({ code });
      expect(faultsOf(example, "components", "schemas", "Error"), code).toEqual([]);
    }
  });

  it("says of a class that it is a number, a text or `Class N`, and of an upload that it is a file", () => {
    const properties = [
      "paths",
      "/api/notifications",
      "post",
      "requestBody",
      "content",
      "application/json",
      "schema",
      "properties",
    ];
    const isClass = (value: unknown) => faultsOf(value, ...properties, "className").length === 0;
    expect([7, "7", "Class 7", "class 12"].map(isClass)).toEqual([true, true, true, true]);
    expect([0, 13, 7.5, "Class 13", "seven", null].map(isClass)).not.toContain(true);
    const form = document.paths["/api/materials/upload"]?.post?.requestBody?.content?.["multipart/form-data"]?.schema;
    expect(form?.properties?.pdfFile).toMatchObject({ type: "string", format: "binary" });
  });
});

describe("GET /api/docs", () => {
  it("is a page of the site itself, which may reach no other host", async () => {
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

  it("asks nobody whether the description is valid", async () => {
    expect(await (await ask("GET", "/api/docs/start.js")).text()).toContain("validatorUrl: null");
  });

  it.each(["/api/docs/", "/api/docs/package.json", "/api/docs/..%2fpackage.json", "/api/docs/swagger-ui.css.map"])(
    "has nothing at %s",
    async (path) => {
      expect((await handleRest(new Request(`http://localhost:3000${path}`))).status).toBe(404);
    },
  );
});

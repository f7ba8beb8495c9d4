import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type ZodObject, type ZodType, z } from "zod";
import { cookieNames } from "@/lib/browser-memory";
import { type ErrorCode, statusOf } from "@/lib/errors";
import type { Call, Takes } from "@/server/rest/call";
import { errorView, limitAnswers, refusalAnswers } from "./refusals";

type Fragment = Record<string, unknown>;

/** The OpenAPI 3.1 document of the declared calls: what the reference, the client and the tests are made from. */
export function documentOf({ definitions }: OpenAPIHono["openAPIRegistry"]) {
  const schemas: Fragment = {};
  const calls = definitions.flatMap((found) => (found.type === "route" ? [found.route as Call] : []));
  const paths: Record<string, Fragment> = {};
  for (const call of calls) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method]: operationOf(call, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lyceum API",
      version: "1.0.0",
      description: introduction,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This site" }],
    tags,
    paths,
    components: {
      responses: refusalAnswers(schemaOf(errorView, "output", schemas)),
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token that a login answers." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieNames.session,
          description: "A login on the website itself; pages of other sites cannot use it.",
        },
      },
    },
  };
}

const introduction =
  "What the website of the institute does, for programs. Answers are JSON. A refusal has a status of its own and says in " +
  "`message` what to tell the person and in `code` what happened; `issues` names the fields of an input that is not right. " +
  "Lists are paged: `limit` says how many, and the header `Link` where to go on. " +
  'A class is a number from 1 to 12 and may be sent as `7`, `"7"` or `"Class 7"`.';

const tags = [
  { name: "Accounts", description: "Sign up, log in, log out." },
  { name: "Study materials", description: "Files by class and subject." },
  { name: "Results", description: "Exam results of the students." },
  { name: "Test schedules", description: "Which test is when." },
  { name: "Admission", description: "Applications of families." },
  { name: "Service", description: "About the server itself." },
];

function operationOf(call: Call, schemas: Fragment): Fragment {
  const { method: _, path: __, takes = {}, refuses = [], responses, security, ...said } = call;
  const parameters = [
    ...parametersOf(takes.path, "path", schemas),
    ...parametersOf(takes.query, "query", schemas),
    ...("304" in responses ? [ifNoneMatch, ifMatch] : []),
    ...(call.method === "post" ? [idempotencyKey] : []),
  ];
  const requestBody = bodyOf(takes, schemas);
  const limited = refuses.includes("TOO_MANY_REQUESTS");
  return {
    ...said,
    security: security ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...answersOf(limited ? withLimits(responses) : responses, schemas),
      ...refusalsOf(new Set([...refuses, ...usualRefusals(call)])),
    },
  };
}

function withLimits(responses: Call["responses"]): Call["responses"] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      "$ref" in response ? response : { ...response, headers: { ...response.headers, ...limitAnswers } },
    ]),
  );
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "5f0c2b7e-9d1a-4c38-8e64-0a7b3d9c1f52",
  description:
    "A name of your own for this request, such as a UUID. Sent again with the same body within 24 hours, it gets the first answer again and nothing is done twice.",
};

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string" },
  description: "The `ETag` of the answer you have: 304 when it still holds.",
};

const ifMatch = {
  name: "If-Match",
  in: "header",
  schema: { type: "string" },
  description:
    "The `ETag` of the answer you want, and no other: 412 when it is another one, which a weak one always is.",
};

function parametersOf(schema: ZodObject | undefined, place: "path" | "query", schemas: Fragment): Fragment[] {
  if (!schema) return [];
  const { properties, required = [] } = schemaOf(schema, "input", schemas) as {
    properties: Record<string, Fragment>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema: shape,
  }));
}

function bodyOf({ json, form }: Takes, schemas: Fragment): Fragment | undefined {
  const [type, body] = json ? ["application/json", json] : ["multipart/form-data", form];
  if (!body) return undefined;
  const { schema, example } = body;
  return { required: true, content: { [type]: { schema: schemaOf(schema, "input", schemas), example } } };
}

function answersOf(responses: Call["responses"], schemas: Fragment): Fragment {
  const read = (_: string, value: unknown) => (value instanceof z.ZodType ? schemaOf(value, "output", schemas) : value);
  return JSON.parse(JSON.stringify(responses, read));
}

function usualRefusals({ method, takes = {}, security, tags, responses }: Call): ErrorCode[] {
  const ofBody = ["BAD_REQUEST", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;
  return [
    // What is said of the server itself is answered whatever the address says beside it.
    ...((takes.path || takes.query) && tags[0] !== "Service" ? (["BAD_REQUEST"] as const) : []),
    ...(takes.json || takes.form ? ofBody : []),
    ...(security ? (["UNAUTHORIZED"] as const) : []),
    // The key is another request's, or the first one is still under way.
    ...(method === "post" ? (["BAD_REQUEST", "CONFLICT", "UNPROCESSABLE_CONTENT"] as const) : []),
    // A page of another site may have sent it.
    ...(method === "get" ? [] : (["FORBIDDEN"] as const)),
    ...("304" in responses ? (["PRECONDITION_FAILED"] as const) : []),
    "INTERNAL_SERVER_ERROR",
    // There may be too many requests at once, but who watches the server is always answered.
    ...(tags[0] === "Service" ? [] : (["SERVICE_UNAVAILABLE"] as const)),
  ];
}

function refusalsOf(codes: Set<ErrorCode>): Fragment {
  return Object.fromEntries([...codes].map((code) => [statusOf[code], { $ref: `#/components/responses/${code}` }]));
}

/** A schema as JSON Schema says it; what has a name goes to `schemas` and is pointed at. */
function schemaOf(schema: ZodType, io: "input" | "output", schemas: Fragment): Fragment {
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io,
    unrepresentable: "any",
    // The format says it shorter.
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  });
  for (const [name, { id: _, ...named }] of Object.entries($defs ?? {})) schemas[name] = pointed(named);
  return pointed(properties?.schema as Fragment);
}

function pointed(schema: Fragment): Fragment {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/"));
}

import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type ZodObject, type ZodType, z } from "zod";
import { firstClass, lastClass } from "@/lib/classes";
import { cookieNames } from "@/lib/cookies";
import { type ErrorCode, statusOf } from "@/lib/errors";
import { type Call, type CallInput, takesKey } from "@/server/rest/call";
import { parameterOf } from "@/server/rest/read";
import { errorResponses, errorView, rateLimitHeaders } from "./error-responses";
import { idempotencyKey, ifMatch, ifNoneMatch, ifRange, range } from "./openapi-headers";

type Fragment = Record<string, unknown>;

type Headers = Partial<typeof rateLimitHeaders>;

type Tag = { name: string; description: string };

/** The OpenAPI 3.1 document of the declared calls; source of the reference, the generated client and the contract tests. */
export function documentOf({ definitions }: OpenAPIHono["openAPIRegistry"], tags: Tag[]) {
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
      responses: errorResponses(schemaOf(errorView, "output", schemas)),
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token from the login response." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieNames.session,
          description:
            "The session of a login on the website; over HTTPS the cookie's name has the prefix `__Host-`. Pages of other sites cannot use it.",
        },
      },
    },
  };
}

const ofNumberedPages =
  "While a list changes, a row may be on two of its numbered pages or on none: then read the list again from the first page.";

const introduction =
  "The functions of the institute's website, for programs. Responses are JSON. An error response has its own status, a " +
  "`message` to show to the person and a `code` for programs; `issues` names the invalid fields. " +
  "Lists are paged: `limit` sets the page size, and the header `Link` has the next page. " +
  `Some lists have numbered pages. ${ofNumberedPages} ` +
  `A class is a number from ${firstClass} to ${lastClass} and may be sent as \`7\`, \`"7"\` or \`"Class 7"\`. ` +
  'Most responses have it as `"7"`, those about tests as `"Class 7"`, and those about applications as `7`. ' +
  "Calls that write ignore `If-Match`; those that take a `rowVersion` compare that.";

function operationOf(call: Call, schemas: Fragment): Fragment {
  const { method: _, path: __, replays: ___, takes = {}, refuses = [], responses, security, ...rest } = call;
  const told = [rest.description ?? [], "page" in (takes.query?.shape ?? {}) ? ofNumberedPages : []].flat().join(" ");
  const parameters = [
    ...parametersOf(takes.path, "path", schemas),
    ...parametersOf(takes.query, "query", schemas),
    ...("304" in responses ? [ifNoneMatch, ifMatch] : []),
    ...("206" in responses ? [range, ifRange] : []),
    ...(takesKey(call) ? [idempotencyKey] : []),
  ];
  const requestBody = bodyOf(takes, schemas);
  const headers = {
    ...(refuses.includes("TOO_MANY_REQUESTS") && rateLimitHeaders),
    ...(takesKey(call) && replayedHeader),
  };
  return {
    ...rest,
    ...(told && { description: told }),
    security: security ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...responsesOf(withHeaders(withTags(responses), headers), schemas),
      ...errorRefsOf(new Set([...refuses, ...commonErrors(call)])),
    },
  };
}

function withHeaders(responses: Call["responses"], headers: Headers): Call["responses"] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      "$ref" in response ? response : { ...response, headers: { ...response.headers, ...headers } },
    ]),
  );
}

/** A 304 has the `ETag` and the `Link` of the 200. */
function withTags(responses: Call["responses"]): Call["responses"] {
  const { 200: whole, 304: unchanged } = responses;
  if (!unchanged || !whole || "$ref" in whole || "$ref" in unchanged) return responses;
  const kept = Object.entries(whole.headers ?? {}).filter(([name]) => name === "ETag" || name === "Link");
  return { ...responses, 304: { ...unchanged, headers: Object.fromEntries(kept) } };
}

const replayedHeader = {
  "Idempotency-Replayed": {
    description: "On a response that is replayed for its `Idempotency-Key`",
    schema: { type: "string" as const },
    example: "true",
  },
};

function parametersOf(schema: ZodObject | undefined, place: "path" | "query", schemas: Fragment): Fragment[] {
  if (!schema) return [];
  const { properties, required = [] } = schemaOf(schema, "input", schemas) as {
    properties: Record<string, Fragment>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name: place === "query" ? parameterOf(name) : name,
    in: place,
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema: shape,
  }));
}

function bodyOf({ json, form }: CallInput, schemas: Fragment): Fragment | undefined {
  const [type, body] = json ? ["application/json", json] : ["multipart/form-data", form];
  if (!body) return undefined;
  const { schema, example } = body;
  return { required: !json?.isOptional, content: { [type]: { schema: schemaOf(schema, "input", schemas), example } } };
}

function responsesOf(responses: Call["responses"], schemas: Fragment): Fragment {
  const read = (_: string, value: unknown) => (value instanceof z.ZodType ? schemaOf(value, "output", schemas) : value);
  return JSON.parse(JSON.stringify(responses, read));
}

function commonErrors(call: Call): ErrorCode[] {
  const { method, takes = {}, security, tags, responses } = call;
  const ofBody = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;
  return [
    // From its input, and from an address that cannot be decoded.
    "BAD_REQUEST",
    ...(takes.json || takes.form ? ofBody : []),
    ...(security ? (["UNAUTHORIZED"] as const) : []),
    // From Idempotency-Key: used for another request, or the first request is in progress.
    ...(takesKey(call) ? (["CONFLICT", "UNPROCESSABLE_CONTENT"] as const) : []),
    // From cross-site requests, and from a full disk.
    ...(method === "get" ? [] : (["FORBIDDEN", "INSUFFICIENT_STORAGE"] as const)),
    ...("304" in responses ? (["PRECONDITION_FAILED"] as const) : []),
    "INTERNAL_SERVER_ERROR",
    // From load shedding, which exempts monitoring.
    ...(tags[0] === "Service" ? [] : (["SERVICE_UNAVAILABLE"] as const)),
  ];
}

function errorRefsOf(codes: Set<ErrorCode>): Fragment {
  return Object.fromEntries([...codes].map((code) => [statusOf[code], { $ref: `#/components/responses/${code}` }]));
}

/** Converts a Zod schema to JSON Schema; named schemas are added to `schemas` and referenced. */
function schemaOf(schema: ZodType, io: "input" | "output", schemas: Fragment): Fragment {
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io,
    unrepresentable: "any",
    // The format already implies the pattern.
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  });
  for (const [name, { id: _, ...named }] of Object.entries($defs ?? {})) schemas[name] = withComponentRefs(named);
  return withComponentRefs(properties?.schema as Fragment);
}

function withComponentRefs(schema: Fragment): Fragment {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/"));
}

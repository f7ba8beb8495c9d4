import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { afterAll, expect } from "vitest";
import { openApiDocument } from "@/http/rest";
import { startGateway } from "../harness/gateway";

type Fragment = { [key: string]: Fragment };

export const document = JSON.parse(JSON.stringify(openApiDocument())) as Fragment & {
  paths: Record<string, Record<string, Fragment>>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addFormat("binary", true);
ajv.addSchema(document, "api");

/** Compiled validators of the document's schemas. */
const checks = new Map<string, ValidateFunction>();

/** The errors of `value` against the schema at these keys of the document. */
export function faultsOf(value: unknown, ...keys: string[]): string[] {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const check = checks.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
  checks.set(pointer, check);
  return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

// `/materials/upload` takes precedence over `/materials/{id}`.
const templates = Object.entries(document.paths)
  .sort(([a], [b]) => a.split("{").length - b.split("{").length)
  .map(([path, methods]) => {
    const pattern = path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
    return { path, methods, pattern: new RegExp(`^${pattern}$`) };
  });

function operationOf(method: string, pathname: string): string[] | undefined {
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  const found = templates.find(({ methods, pattern }) => asked in methods && pattern.test(pathname));
  return found && ["paths", found.path, asked];
}

function at(keys: string[]): Fragment {
  return keys.reduce((part: Fragment, key) => part[key] ?? {}, document);
}

/** The response statuses so far, by call of the document. */
export const answered = new Map<string, Set<number>>();

function note(method: string, path: string, status: number): void {
  const call = `${method.toUpperCase()} ${path}`;
  answered.set(call, (answered.get(call) ?? new Set()).add(status));
}

/** What in a response is not as the document says: status, content type and body. Each `expect` takes longer than the check. */
async function faultsIn(method: string, url: URL, answer: Response): Promise<string[]> {
  const operation = operationOf(method, url.pathname);
  const text = method === "HEAD" ? "" : await answer.clone().text();
  if (!operation) {
    if (url.pathname.startsWith("/api/docs") || method === "OPTIONS" || method === "HEAD") return [];
    return faultsOf(JSON.parse(text), "components", "schemas", "Error");
  }
  note(method, operation[1] ?? "", answer.status);
  const declared = at(operation).responses?.[answer.status];
  if (!declared) return ["is not declared"];
  const reference = declared.$ref as unknown as string | undefined;
  const keys = reference?.slice(2).split("/") ?? [...operation, "responses", String(answer.status)];
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const content = at(keys).content;
  if (text === "") return [];
  if (!content || !Object.hasOwn(content, type)) return [`is ${type}`];
  return type === "application/json" ? faultsOf(JSON.parse(text), ...keys, "content", type, "schema") : [];
}

export type Asked = {
  token?: string | null | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  body?: BodyInit;
};

export type Ask = (method: string, path: string, asked?: Asked) => Promise<Response>;

/**
 * Serves the REST API with a real HTTP server until the test file ends, and validates every response against the document.
 */
export async function openDoor(): Promise<{ url: string; ask: Ask }> {
  const { url, close } = await startGateway();
  afterAll(close);
  const ask: Ask = async (method, path, { token, headers = {}, json, body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body, duplex: "half" }),
    } as RequestInit);
    const faults = await faultsIn(method, new URL(answer.url), answer);
    const isKept = answer.headers.get("cache-control") !== "no-store";
    if (isKept && !["GET", "HEAD", "OPTIONS"].includes(method)) faults.push("has no no-store");
    expect(faults, `${method} ${path}: ${answer.status}`).toEqual([]);
    return answer;
  };
  return { url, ask };
}

export async function refusalIn(answer: Response) {
  const body = (await answer.json()) as {
    message: string;
    code: string;
    issues?: { path: unknown[] }[];
    existingId?: string;
    msg?: string;
  };
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, ...body };
}

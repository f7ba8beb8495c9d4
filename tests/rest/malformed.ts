import { fc } from "../harness/random";
import { document } from "./rest-client";

/** An invalid or unusual request. */
export type Malformed = { method: string; path: string; headers: Record<string, string>; body?: BodyInit };

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Values that are invalid for any text, number or list. */
const neverRight = fc.oneof(
  fc.constantFrom<unknown>(
    { not: "" },
    { contains: "" },
    { $ne: null },
    { equals: { in: [] } },
    [],
    [[]],
    [{ not: "" }],
    {},
    true,
    -1,
    1e308,
    "",
    "\0",
    "a\0b",
    "\ud800",
    "x".repeat(5_000),
    "\u202e".repeat(5_000),
    "';drop table users;--".repeat(300),
    { toString: "x", valueOf: 1 },
  ),
  fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
);

const strangeKeys = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "role",
  "_id",
  "id",
  "createdAt",
  "$where",
);

const brokenJson = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "[",
    '{"a":}',
    "nul",
    "NaN",
    "{'a':1}",
    '{"a":1}{"b":2}',
    "\ufeff",
    `{"a":${nested(10_000)}}`,
    nested(20_000),
    '"\\ud800"',
    "1e999",
    '{"a":"\u0000"}',
  ),
  fc.string({ unit: "binary", maxLength: 200 }).filter((text) => !isJsonObject(text)),
);

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

const wrongTypes = fc.constantFrom(
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/xml",
  "application/jsonp",
  "json",
  "application/json/x",
  "",
);

const json = { "content-type": "application/json" };

type Example = Record<string, unknown>;

const membersOf = (example: Example) =>
  Object.entries(example).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);

/** Bodies that are nearly valid, and bodies far from it. Where no field is required, any of the example's is made wrong. */
function jsonBodies(example: Example, required: string[]): fc.Arbitrary<Omit<Malformed, "method" | "path">> {
  const said = (body: unknown) => ({ headers: json, body: JSON.stringify(body) });
  const fields = required.length > 0 ? required : Object.keys(example);
  const oneWrong = () =>
    fc.tuple(fc.constantFrom(...fields), neverRight).map(([field, value]) => said({ ...example, [field]: value }));
  const oneMissing = () =>
    fc.constantFrom(...required).map((field) => {
      const { [field]: _, ...rest } = example;
      return said(rest);
    });
  const unknownKeys = strangeKeys.filter((key) => !Object.hasOwn(example, key));
  const oneTooMany = fc.tuple(unknownKeys, fc.jsonValue()).map(([key, value]) => ({
    headers: json,
    // As JSON text: an object literal would set the prototype.
    body: `{${[`${JSON.stringify(key)}:${JSON.stringify(value)}`, ...membersOf(example)].join(",")}}`,
  }));
  const noObject = fc.jsonValue().filter((value) => !isRecord(value));
  const wrongType = wrongTypes.map((type) => ({
    headers: { "content-type": type },
    body: JSON.stringify(example),
  }));
  const badBytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => ({
    headers: json,
    // Invalid in UTF-8.
    body: new Uint8Array([...bytes, 0xff]),
  }));
  return fc.oneof(
    ...(fields.length > 0 ? [{ weight: 4, arbitrary: oneWrong() }] : []),
    ...(required.length > 0 ? [{ weight: 1, arbitrary: oneMissing() }] : []),
    { weight: 2, arbitrary: oneTooMany },
    { weight: 1, arbitrary: noObject.map(said) },
    { weight: 2, arbitrary: brokenJson.map((body) => ({ headers: json, body })) },
    { weight: 1, arbitrary: wrongType },
    { weight: 1, arbitrary: badBytes },
  );
}

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const boundary = "lyceum-boundary";
const line = "\r\n";
const part = (name: string, value: string, more = "") =>
  `--${boundary}${line}content-disposition: form-data; name="${name}"${more}${line}${line}${value}${line}`;
const whole = [
  part("className", "7"),
  part("subject", "Biology"),
  part("materialName", "Cells"),
  part("expiresAt", "null"),
].join("");
const file = (name: string, bytes: string) =>
  part("pdfFile", bytes, `; filename="${name}"${line}content-type: application/pdf`);

/** Forms that are truncated, duplicated, misnamed or contain no document. */
const formBodies: fc.Arbitrary<Omit<Malformed, "method" | "path">> = fc
  .oneof(
    fc.constantFrom("", `--${boundary}--`, whole, `${whole}--${boundary}--`, part("pdfFile", "%PDF-1.7")),
    fc.tuple(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "binary", maxLength: 300 })).map(
      // Not a document, whatever its type says.
      ([name, bytes]) => `${whole}${file(name.replaceAll(/["\r\n]/g, ""), `%PDF-1.7\n${bytes}`)}--${boundary}--${line}`,
    ),
    fc.tuple(strangeKeys, fc.string({ maxLength: 50 })).map(([name, value]) => `${part(name, value)}${whole}`),
    fc.nat({ max: whole.length }).map((length) => whole.slice(0, length)),
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.constant(whole.repeat(20)),
  )
  .map((body) => ({ headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, body }));

const formTypes = wrongTypes.map((type) => ({ headers: { "content-type": type }, body: whole }));

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "null",
    "undefined",
    "NaN",
    "-1",
    "0",
    "1e309",
    "0x10",
    "../..",
    "..%2f..",
    "%00",
    "'--",
    "[]",
    "{}",
  ),
  fc.constantFrom(
    "\0",
    "\u202e",
    "%".repeat(200),
    "a".repeat(3_000),
    "__proto__",
    "019376a0-0000-7000-8000-00000000000g",
  ),
);

const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** URLs with unusual parameters. */
function pathsOf(template: string, queries: string[]): fc.Arbitrary<string> {
  const path = oddText.map((text) => template.replaceAll(/\{\w+\}/g, () => encoded(text) || "%20"));
  const names = fc.constantFrom(...queries, "__proto__", "limit[]", "where", "constructor");
  const query = fc.array(fc.tuple(names, oddText), { minLength: template.includes("{") ? 0 : 1, maxLength: 4 });
  return fc
    .tuple(path, query)
    .map(([at, pairs]) => `${at}?${pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&")}`);
}

type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { example: Example; schema: { required?: string[]; $ref?: string } }> };
};

export function malformedCalls(): [call: string, requests: fc.Arbitrary<Malformed>][] {
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, said]): [string, fc.Arbitrary<Malformed>] => {
      const method = verb.toUpperCase();
      const { parameters = [], requestBody } = said as Operation;
      const queries = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
      const body = requestBody?.content["application/json"];
      const form = requestBody?.content["multipart/form-data"];
      const bodies = body
        ? jsonBodies(body.example, requiredOf(body.schema))
        : form
          ? fc.oneof(formBodies, formTypes)
          : fc.constant<Omit<Malformed, "method" | "path">>({ headers: {} });
      const paths = requestBody ? fc.constant(template) : pathsOf(template, queries);
      return [`${method} ${template}`, fc.tuple(paths, bodies).map(([path, rest]) => ({ method, path, ...rest }))];
    }),
  );
}

function requiredOf(schema: { required?: string[]; $ref?: string }): string[] {
  const named = schema.$ref?.split("/").at(-1);
  const found = named ? (document.components?.schemas?.[named] as { required?: string[] } | undefined) : schema;
  return found?.required ?? [];
}

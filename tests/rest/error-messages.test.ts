import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleTrpc } from "@/http/trpc";
import { createAdmin, openStore, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted } from "../harness/days";
import { libraryWords } from "../harness/library-words";
import { mutationNames, procedureNames } from "../harness/procedures";
import { sampleOf } from "../harness/runs";
import { document, openDoor } from "./rest-client";

const { ask } = await openDoor();
await openStore();
let admin: Awaited<ReturnType<typeof createAdmin>>;
let token: string;

beforeAll(async () => {
  await resetDatabase();
  admin = await createAdmin();
});
// Some calls end the session.
beforeEach(async () => {
  token = await tokenFor(admin);
});

const wrong = sampleOf<unknown>([null, true, -1.5, "", "\0", "x".repeat(2_000), [], { x: 1 }], 4);

type Parameter = { name: string; in: string };
type Content = Record<string, { example?: Record<string, unknown> }>;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const parameters = (operation.parameters ?? []) as unknown as Parameter[];
    const content = (operation.requestBody?.content ?? {}) as unknown as Content;
    return { call: `${method.toUpperCase()} ${path}`, parameters, content };
  }),
);

/** Copies of a value, each with one field changed, at any depth. */
function* changed(value: unknown, put: unknown): Generator<unknown> {
  yield put;
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, "no such field": put };
  for (const [key, inner] of Object.entries(value))
    for (const other of changed(inner, put))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

const site = "http://localhost:3000/api/trpc/";
const headersOf = (bearer: string | null) => ({
  "content-type": "application/json",
  ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
});
const posted = (name: string, body: string, bearer: string | null = token) =>
  new Request(site + name, { method: "POST", headers: headersOf(bearer), body });
const got = (name: string, body: string) =>
  new Request(`${site}${name}?input=${encodeURIComponent(body)}`, { headers: headersOf(token) });

it.each([
  ["/api/exams?className=13", "className"],
  ["/api/exams?class=13", "className"],
  [`/api/students?q=${"x".repeat(101)}`, "q"],
  [`/api/students?search=${"x".repeat(101)}`, "q"],
  ["/api/students?limit=0", "limit"],
  ["/api/enrolments?cursor=junk", "cursor"],
  ["/api/materials?cursor=junk", "cursor"],
  ["/api/tests?section=ß", "section"],
])("a refusal of %s names the parameter as the document does", async (path, name) => {
  const answer = await ask("GET", path, { token });
  expect([answer.status, (await answer.json()).issues]).toMatchObject([400, [{ path: [name] }]]);
});

const keyInsteadOfWords = /"(message|msg|error)":"\w+\.\w+[" ]/;

async function expectOwnWords(answer: Response, asked: string): Promise<void> {
  const text = await answer.text();
  const words = [answer.status >= 400 && libraryWords.exec(text)?.[0], keyInsteadOfWords.exec(text)?.[0]];
  expect([...words.filter(Boolean), answer.status < 500], `${asked}: ${text}`).toEqual([true]);
}

describe("no words of a library are in", () => {
  const bodies = operations.flatMap(({ call, content }) =>
    content["application/json"]?.example ? [[call, content["application/json"].example] as const] : [],
  );
  it.each(bodies)("the error for any value in any field of %s", async (call, example) => {
    const [method = "", path = ""] = call.split(" ");
    for (const put of [undefined, ...wrong])
      for (const json of changed(example, put)) {
        const asked = JSON.stringify(json) ?? "";
        // Valid login input counts as an attempt and is rate limited.
        const answer = await ask(method, path, { token, headers: { "content-type": "application/json" }, body: asked });
        if (answer.status < 300 || answer.status === 429) await answer.text();
        else await expectOwnWords(answer, asked);
      }
  });

  const queries = operations.filter(({ parameters }) => parameters.some((parameter) => parameter.in !== "header"));
  it.each(queries)("the error for any value in the URL of $call", async ({ call, parameters }) => {
    const [method = "", template = ""] = call.split(" ");
    const texts = ["x", "-1", "7.5", "\0", "x".repeat(2_000)];
    for (const { name, in: place } of parameters)
      for (const text of texts) {
        const [value, path] = [encodeURIComponent(text), template.replace(/\{\w+\}/, "x")];
        if (place === "path")
          await expectOwnWords(await ask(method, template.replace(`{${name}}`, value), { token }), text);
        if (place !== "query") continue;
        await expectOwnWords(await ask(method, `${path}?${name}=${value}`, { token }), `${name}=${text}`);
        await expectOwnWords(await ask(method, `${path}?${name}=${value}&${name}=y`, { token }), `${name} twice`);
      }
  });

  it.each(procedureNames)("the error for any input from the browser to %s, which has no-store", async (name) => {
    const isMutation = mutationNames.includes(name);
    const bodies = wrong.map((put) => JSON.stringify({ json: put }));
    const [right, other] = isMutation ? [posted, got] : [got, posted];
    const asked = [...bodies, "{"].map((body) => [right(name, body), body] as const);
    for (const [request, body] of [...asked, [other(name, "{}"), "by the wrong method"] as const]) {
      const answer = await handleTrpc(request);
      // A success of a mutation has it, too.
      if (isMutation || answer.status >= 400) expect(answer.headers.get("cache-control"), body).toBe("no-store");
      await expectOwnWords(answer, body);
    }
    if (!isMutation) return;
    for (const request of [posted(name, "{}", null), posted(`${name}?batch=1`, "{}", null)])
      expect((await handleTrpc(request)).headers.get("cache-control")).toBe("no-store");
  });
});

describe("unknown parameters", () => {
  it.each(["/api/materials", "/api/notifications", "/api/services"])(
    "unknown parameters in the URL are ignored by %s",
    async (path) => {
      const plain = await (await ask("GET", path, { token })).text();
      for (const query of ["utm_source=x", "className=&q=&limit=&cursor=", "__proto__=x&where[]=1", "q=%20"]) {
        const answer = await ask("GET", `${path}?${query}`, { token });
        expect([query, answer.status, await answer.text()]).toEqual([query, 200, plain]);
      }
      expect((await ask("GET", `${path}?limit=0`, { token })).status).toBe(400);
    },
  );
});

it("an unknown field of a body is rejected by name", async () => {
  const one = await ask("POST", "/api/notifications", { token, json: { ...announced, hall: "12" } });
  const noHall = { path: ["hall"], message: 'There is no field "hall" here.' };
  expect([one.status, await one.json()]).toMatchObject([400, { message: noHall.message, issues: [noHall] }]);
  const two = await ask("POST", "/api/notifications", { token, json: { ...announced, hall: "12", floor: 1 } });
  const message = 'There are no fields "hall", "floor" here.';
  const issues = [noHall, { path: ["floor"], message: 'There is no field "floor" here.' }];
  expect([two.status, await two.json()]).toMatchObject([400, { message, issues }]);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]));
  const named = await (await ask("POST", "/api/notifications", { token, json: { ...announced, ...many } })).json();
  expect(named.issues).toHaveLength(20);
  expect(named.message.match(/field\d+/g)).toHaveLength(20);
});

it("an unknown field of a form and the id of the path in a body are rejected by name", async () => {
  const body = new FormData();
  body.append("colour", "red");
  const form = await ask("POST", "/api/imports", { token, body });
  const inBody = await ask("PATCH", `/api/students/${id}`, { token, json: { id } });
  for (const [answer, name] of [
    [form, "colour"],
    [inBody, "id"],
  ] as const) {
    const message = `There is no field "${name}" here.`;
    expect([answer.status, await answer.json()]).toMatchObject([400, { message, issues: [{ path: [name], message }] }]);
  }
});

it.each(["/api/services/submit", "/api/students"])("%s refuses what only the site's forms send", async (path) => {
  const { example } = operations.find(({ call }) => call === `POST ${path}`)?.content["application/json"] ?? {};
  for (const [name, sent] of Object.entries({ website: "", key: "0123456789abcdef" })) {
    const answer = await ask("POST", path, { token, json: { ...example, [name]: sent } });
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: `There is no field "${name}" here.` }]);
  }
});

const id = "01a2265a-0000-7000-8000-000000000000";
const guardian = { studentId: id, name: "Mira Rao", relation: "mother" };
const exam = { className: "7", subjects: ["Biology"], examName: "Unit test", totalMarks: 20 };
const place = { studentId: id, className: "7" };
const test = { className: "7", subject: "Biology", testDate: "2031-01-01", testTime: "09:30" };
const cell = { studentId: id, seen: 0, mark: null };
const announced = { className: "7", subject: "Biology", testDate: "2031-01-01", testTime: "09:30" };

it.each([
  ["PATCH", `/api/students/${id}`, { bornOn: "2041-05-01" }, "The date of birth cannot be in the future."],
  ["PATCH", `/api/students/${id}`, { bornOn: 7 }, "Date of birth must be a date like 2026-11-20."],
  ["PATCH", `/api/students/${id}`, { admissionNo: "x".repeat(41) }, /can have 40 characters at most/],
  ["PATCH", `/api/students/${id}`, { email: "आशा@example.org" }, /only the letters a to z/],
  ["PATCH", `/api/students/${id}`, { admissionNo: "ﷺ".repeat(12) }, /can have 40 characters at most/],
  ["PATCH", `/api/students/${id}`, { email: true }, "Please enter a valid email address."],
  ["PATCH", `/api/guardians/${id}`, { email: [1] }, "Please enter a valid email address."],
  ["PATCH", `/api/enrolments/${id}`, { rollNo: "x".repeat(21) }, /can have 20 characters at most/],
  ["PATCH", `/api/enrolments/${id}`, { rollNo: -5 }, "Roll number must be text."],
  ["POST", "/api/students", { name: "Asha Rao", className: 7, section: "ß" }, /one to three letters or digits/],
  ["PATCH", `/api/enrolments/${id}`, { section: "x".repeat(21) }, /one to three letters or digits/],
  ["POST", "/api/subjects", { name: "…".repeat(67) }, "Name can have 100 characters at most."],
  ["PATCH", `/api/subjects/${id}`, { spellings: ["Ⅷ".repeat(51)] }, "A spelling can have 100 characters at most."],
  ["PATCH", `/api/exams/${id}/marks`, { cells: "" }, "cells must be a list."],
  ["POST", "/api/tests", { ...test, minutes: 1e29 }, /whole number/],
  ["POST", "/api/tests", { ...test, sections: ["ß"] }, /one to three letters or digits/],
  ["PATCH", `/api/exams/${id}/marks`, { cells: [{ ...cell, remark: "x".repeat(301) }] }, /300 characters at most/],
  ["POST", "/api/guardianships", { ...guardian, phone: 98 }, "Please enter a valid phone number."],
  ["POST", "/api/students", { name: "Asha Rao", bornOn: "today" }, "Date of birth must be a date like 2026-11-20."],
  ["POST", "/api/enrolments", { ...place, fromDay: "" }, /must be a date like/],
  ["POST", "/api/enrolments/move", { ...place, day: "yesterday" }, /must be a date like/],
  ["POST", "/api/exams", { ...exam, examDate: "today" }, /must be a date like/],
  ["POST", "/api/exams", { ...exam, examDate: 5 }, "Date must be a date like 2026-11-20."],
  ["POST", "/api/tests", { ...announced, confirmed: "x" }, "Confirm with the fingerprint of the warnings."],
  ["POST", "/api/guardianships", { ...guardian, contactOrder: "first" }, "Order of contact must be a whole number"],
  ["POST", `/api/exams/${id}/release`, { digest: "none" }, "Take the digest from the preview."],
] as const)("a field is refused once, in its own words: %s %s %j", async (method, path, json, words) => {
  const answer = await ask(method, path, { token, json });
  expect(answer.status).toBe(400);
  const { issues } = (await answer.json()) as { issues: { path: unknown[]; message: string }[] };
  const [[name = "", value] = []] = Object.entries<unknown>(json).slice(-1);
  const inside = !Array.isArray(value) || name === "email" ? [] : name === "cells" ? [0, "remark"] : [0];
  expect(issues).toEqual([{ path: [name, ...inside], message: expect.stringMatching(words) }]);
});

it("a date that an answer has as null can be sent as null, or empty", async () => {
  for (const bornOn of [null, ""]) {
    const added = await ask("POST", "/api/students", { token, json: { name: "Asha Rao", bornOn } });
    expect([added.status, await added.json()]).toMatchObject([201, { bornOn: null }]);
  }
  await schoolYear(2026, shifted);
  for (const examDate of [null, ""]) {
    const json = { ...exam, examName: `Unit test ${examDate}`, examDate };
    const added = await ask("POST", "/api/exams", { token, json });
    expect(added.status).toBe(201);
    const [{ _id }] = await added.json();
    const read = await (await ask("GET", `/api/exams/${_id}`, { token })).json();
    expect(read.examDate).toBeNull();
    const { className, sections, examName, totalMarks, rowVersion } = read;
    const same = { className, sections, examName, totalMarks, rowVersion, examDate: read.examDate };
    expect((await ask("PATCH", `/api/exams/${_id}`, { token, json: same })).status).toBe(200);
  }
});

it.each([
  [`/api/exams?year=${id}`, "This school year does not exist."],
  [`/api/students?year=${id}`, "This school year does not exist."],
  [`/api/enrolments?year=${id}`, "This school year does not exist."],
  [`/api/enrolments?studentId=${id}`, "This student is no longer on the roster."],
  [`/api/report-cards?studentId=${id}`, "This student is no longer on the roster."],
])("a list of an unknown year or student is not found: %s", async (path, message) => {
  const answer = await ask("GET", path, { token });
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "NOT_FOUND", message }]);
});

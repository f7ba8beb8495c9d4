import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appRouter } from "@/api/root";
import { handleTrpc } from "@/api/trpc";
import { prepareJobs } from "@/server/jobs";
import { admin, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { libraryWords } from "../setup/library-words";
import { document, openDoor } from "./door";

const { ask } = await openDoor();
await openStore();
let head: Awaited<ReturnType<typeof admin>>;
let token: string;

beforeAll(async () => {
  await prepareJobs();
  await resetDatabase();
  head = await admin();
});
// Some calls end the session.
beforeEach(async () => {
  token = await tokenFor(head);
});

const wrong: unknown[] = [null, true, -1.5, "", "\0", "x".repeat(2_000), [], { x: 1 }];

type Parameter = { name: string; in: string };
type Content = Record<string, { example?: Record<string, unknown> }>;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const parameters = (operation.parameters ?? []) as unknown as Parameter[];
    const content = (operation.requestBody?.content ?? {}) as unknown as Content;
    return { call: `${method.toUpperCase()} ${path}`, parameters, content };
  }),
);

/** A value with one of its fields changed, for each of them however deep. */
function* changed(value: unknown, put: unknown): Generator<unknown> {
  yield put;
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, "no such field": put };
  for (const [key, inner] of Object.entries(value))
    for (const other of changed(inner, put))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

async function expectOwnWords(answer: Response, asked: string): Promise<void> {
  const text = await answer.text();
  if (answer.status >= 400) expect(text, asked).not.toMatch(libraryWords);
  expect(answer.status, asked).toBeLessThan(500);
}

describe("a refusal speaks in the words of the house", () => {
  const bodies = operations.flatMap(({ call, content }) =>
    content["application/json"]?.example ? [[call, content["application/json"].example] as const] : [],
  );
  it.each(bodies)("whatever stands in any field of %s", async (call, example) => {
    const [method = "", path = ""] = call.split(" ");
    for (const put of [undefined, ...wrong])
      for (const json of changed(example, put)) {
        const asked = JSON.stringify(json) ?? "";
        // A try to log in counts as one; what is no login at all does not.
        const answer = await ask(method, path, { token, headers: { "content-type": "application/json" }, body: asked });
        if (answer.status < 300 || answer.status === 429) await answer.text();
        else await expectOwnWords(answer, asked);
      }
  });

  const queries = operations.filter(({ parameters }) => parameters.some((parameter) => parameter.in !== "header"));
  it.each(queries)("whatever stands in the address of $call", async ({ call, parameters }) => {
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

  it.each(Object.keys(appRouter._def.procedures))("whatever %s is given by the browser", async (name) => {
    for (const put of wrong) {
      const said = { headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
      const body = JSON.stringify({ json: put });
      const site = "http://localhost:3000/api/trpc/";
      for (const request of [
        new Request(`${site}${name}`, { ...said, method: "POST", body }),
        new Request(`${site}${name}`, { ...said, method: "POST", body: "{" }),
        new Request(`${site}${name}?input=${encodeURIComponent(body)}`, said),
        new Request(`${site}${name}?input={`, said),
      ])
        await expectOwnWords(await handleTrpc(request), body);
    }
  });
});

describe("what an address says beside what is asked", () => {
  it.each(["/api/materials", "/api/notifications", "/api/services"])("is no concern of %s", async (path) => {
    const plain = await (await ask("GET", path, { token })).text();
    for (const query of ["utm_source=x", "className=&q=&limit=&cursor=", "__proto__=x&where[]=1", "q=%20"]) {
      const answer = await ask("GET", `${path}?${query}`, { token });
      expect([query, answer.status, await answer.text()]).toEqual([query, 200, plain]);
    }
    expect((await ask("GET", `${path}?limit=0`, { token })).status).toBe(400);
  });
});

it("a field that nobody knows is refused by its name", async () => {
  const test = { className: "7", subject: "Biology", testDate: "2031-01-01", testTime: "09:30" };
  const one = await ask("POST", "/api/notifications", { token, json: { ...test, room: "12" } });
  expect([one.status, await one.json()]).toMatchObject([400, { message: 'There is no field "room" here.' }]);
  const two = await ask("POST", "/api/notifications", { token, json: { ...test, room: "12", floor: 1 } });
  expect([two.status, await two.json()]).toMatchObject([400, { message: 'There are no fields "room", "floor" here.' }]);
});

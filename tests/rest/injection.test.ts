import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handleRest } from "@/http/rest";
import { handleTrpc } from "@/http/trpc";
import { db, pool } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { createAdmin, createStudent, material, result, schedule, submission } from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";
import { canary, operators, statementPayloads, wildcards } from "../harness/injections";
import { sampleOf } from "../harness/runs";

const site = "http://localhost:3000";
const json = { host: "localhost:3000", "content-type": "application/json" };

beforeAll(() => pool().query(`create sequence ${canary}`));
afterAll(() => pool().query(`drop sequence ${canary}`));
beforeEach(async () => {
  await resetDatabase();
  vi.spyOn(log(), "error").mockImplementation(() => {});
});

async function expectNothingRan(): Promise<void> {
  expect((await pool().query(`select is_called from ${canary}`)).rows).toEqual([{ is_called: false }]);
  expect(log().error).not.toHaveBeenCalled();
}

/** Some rows in every table that a statement could read or change. */
async function furnish(): Promise<void> {
  const [, student] = await Promise.all([createAdmin(), createStudent()]);
  await Promise.all([material(), schedule(), result(student, {}), submission()]);
}

const get = (path: string) => handleRest(new Request(site + path, { headers: { host: json.host } }));
const post = (path: string, body: unknown) =>
  handleRest(new Request(site + path, { method: "POST", headers: json, body: JSON.stringify(body) }));
const mutate = (name: string, input: unknown) =>
  handleTrpc(
    new Request(`${site}/api/trpc/${name}`, { method: "POST", headers: json, body: JSON.stringify({ json: input }) }),
  );
const ask = (name: string, input: unknown) =>
  handleTrpc(
    new Request(`${site}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, {
      headers: json,
    }),
  );

const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };
const password = "mango-river-9";
const email = "asha@example.org";

type Call = {
  call: string;
  send: (input: Record<string, unknown>) => Promise<Response>;
  good: Record<string, unknown>;
};

const queryOf = (input: Record<string, unknown>) => new URLSearchParams(input as Record<string, string>).toString();
const rest = (path: string, good: Call["good"]): Call => ({
  call: `POST ${path}`,
  send: (input) => post(path, input),
  good,
});
const trpc = (call: string, good: Call["good"], send = mutate): Call => ({
  call,
  send: (input) => send(call, input),
  good,
});

/** All calls that accept text from visitors. */
const changes: Call[] = [
  rest("/api/services/submit", { ...family, selectedClass: "7", previousSchool: "Hill School" }),
  rest("/api/student/login", { email, password }),
  rest("/api/student/signup", { name: "Asha Rao", email, password }),
  rest("/api/auth/login", { identifier: email, password, role: "user" }),
  trpc("services.submit", { ...family, selectedClass: "7", previousSchool: "Hill School" }),
  trpc("services.sendMessage", { name: "Mohan Das", email, phone: "+91 98765 43210", message: "Hello", consent: true }),
  trpc("auth.login", { identifier: email, password, role: "user" }),
  trpc("auth.signup", { name: "Asha Rao", email, password, consent: true }),
  trpc("auth.requestReset", { email }),
  trpc("auth.resetPassword", { token: "x".repeat(43), password }),
  trpc("auth.confirmEmail", { token: "x".repeat(43) }),
];

const place = Buffer.from("2026-11-20T09:30:00.000Z|019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30").toString("base64url");
const list = { className: "7", q: "Bio", cursor: place };
const dated = { ...list, from: "2026-01-01", before: "2027-01-01", order: "latest" };
const searches: Call[] = [trpc("materials.list", list, ask), trpc("schedules.list", dated, ask)];

const queried = (path: string, good: Call["good"]): Call => ({
  call: `GET ${path}`,
  send: (input) => get(`${path}?${queryOf(input)}`),
  good,
});
const addressed = (path: string): Call => ({
  call: `GET ${path}`,
  send: ({ part }) => get(path.replace(/\{\w+\}/, encodeURIComponent(String(part)))),
  good: { part: "x" },
});
const reads: Call[] = [
  ...searches,
  queried("/api/materials", { ...list, limit: "5" }),
  queried("/api/notifications", { ...list, limit: "5" }),
  addressed("/api/materials/{id}/file"),
  addressed("/api/admin/results/{email}"),
];

const textsOf = (good: Call["good"]) => Object.keys(good).filter((field) => typeof good[field] === "string");

describe("query operators instead of texts", () => {
  it.each([...changes, ...searches])(
    "query operators are rejected by $call in every field and change nothing",
    async ({ send, good }) => {
      await furnish();
      const before = await everything();
      for (const field of textsOf(good)) {
        for (const operator of operators) {
          // A class may be a number.
          if (/[cC]lass/.test(field) && operator === 1) continue;
          const answer = await send({ ...good, [field]: operator });
          expect([field, operator, answer.status]).toEqual([field, operator, 400]);
        }
      }
      expect(await everything()).toBe(before);
      await expectNothingRan();
    },
  );

  it.each(["q=x&q=y", "className=7&className=8"])(
    "query operators in the URL are rejected by the lists: ?%s",
    async (query) => {
      for (const path of ["/api/materials", "/api/notifications"]) {
        expect([path, (await get(`${path}?${query}`)).status]).toEqual([path, 400]);
      }
    },
  );

  it.each(["q[contains]=", "q[not]=x", "className[not]=1", "where=1", "orderBy=id", "__proto__[take]=0"])(
    "unknown parameters in the URL are ignored by the lists: ?%s",
    async (query) => {
      await furnish();
      for (const path of ["/api/materials", "/api/notifications"]) {
        const [plain, odd] = [await get(path), await get(`${path}?${query}`)];
        expect([path, odd.status, await odd.text()]).toEqual([path, 200, await plain.text()]);
      }
    },
  );
});

// Every seventh: covers each shape and each call.
const statements = sampleOf(statementPayloads, 7);
/** Fewer, since each login costs a password hash. */
const fewStatements = statementPayloads.filter((_, index) => index % 7 === 0);

/** Free text fields, and fields that are hashed before any query. */
const free = new Set(["q", "name", "parentName", "previousSchool", "message", "password"]);

describe("SQL statements instead of texts", { timeout: 60_000 }, () => {
  it("there are 300 distinct SQL injections, and an executed one would be counted", async () => {
    expect(new Set(statementPayloads).size).toBe(300);
    await furnish();
    // The product itself never advances the sequence.
    await pool().query(`select from users where name = '${statementPayloads[0]}`);
    expect((await pool().query(`select is_called from ${canary}`)).rows).toEqual([{ is_called: true }]);
    await pool().query(`alter sequence ${canary} restart`);
    await expectNothingRan();
  });

  it.each([...changes, ...reads])(
    "SQL injections are rejected by $call wherever it accepts no free text",
    async ({ call, send, good }) => {
      await furnish();
      const before = await everything();
      for (const field of textsOf(good).filter((name) => !free.has(name))) {
        const statuses = new Set<number>();
        const payloads = /login/.test(call) ? fewStatements : statements;
        for (const payload of payloads) statuses.add((await send({ ...good, [field]: payload })).status);
        expect([field, [...statuses].filter((status) => ![400, 401, 404, 429].includes(status))]).toEqual([field, []]);
      }
      expect(await everything()).toBe(before);
      await expectNothingRan();
    },
  );

  it("SQL injections are stored as plain text where free text is allowed", async () => {
    const texts = statements.filter((text) => text.length <= 200 && !text.includes("\n"));
    // Alternate between the two calls.
    const [applied, written] = [0, 1].map((rest) => texts.filter((_, index) => index % 2 === rest)) as [
      string[],
      string[],
    ];
    for (const text of applied) {
      const application = { ...family, name: text, parentName: text, previousSchool: text, selectedClass: 7 };
      expect((await post("/api/services/submit", application)).status).toBe(201);
    }
    for (const text of written) {
      const message = { name: text, email, message: text, consent: true };
      expect((await mutate("services.sendMessage", message)).status).toBe(200);
    }
    const sorted = (values: (string | null)[]) => values.sort();
    const [applications, messages] = [await db().submission.findMany(), await db().contactMessage.findMany()];
    for (const field of ["name", "parentName", "previousSchool"] as const) {
      expect(sorted(applications.map((row) => row[field]))).toEqual(sorted([...applied]));
    }
    for (const field of ["name", "message"] as const) {
      expect(sorted(messages.map((row) => row[field]))).toEqual(sorted([...written]));
    }
    await expectNothingRan();
  });

  it("SQL wildcards in a search match literally", async () => {
    const subjects = [
      "Biology",
      "Chemistry",
      "100 % of it",
      "snake_case",
      "C:\\files",
      "a*b?",
      "[a-z]%",
      ...statements,
    ];
    const searched = [...new Set([...wildcards, ...statements.map((text) => text.slice(0, 100).trim())])];
    await material({ subject: "Biology", materialName: "Cells" });
    await db().testSchedule.createMany({
      data: subjects.map((subject) => ({ className: 7, subject, testDate: new Date("2027-01-15"), testTime: "09:30" })),
    });
    for (const q of searched) {
      const query = new URLSearchParams({ q, limit: "1000" });
      const found = (await (await get(`/api/notifications?${query}`)).json()) as { subject: string }[];
      const holding = subjects.filter((subject) => subject.toLowerCase().includes(q.toLowerCase()));
      expect([q, found.map(({ subject }) => subject).sort()]).toEqual([q, holding.sort()]);
      const materials = await (await get(`/api/materials?${query}`)).json();
      expect([q, materials]).toEqual([q, []]);
    }
    await expectNothingRan();
  });
});

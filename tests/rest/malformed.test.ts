import { beforeAll, describe, expect, it, vi } from "vitest";
import { handleRest } from "@/http/rest";
import { log } from "@/server/observability/log";
import { createAdmin, createStudent, material, openStore, result, schedule, schoolYear, tokenFor } from "../factories";
import { rowCounts } from "../harness/database-digest";
import { libraryWords } from "../harness/library-words";
import { fc } from "../harness/random";
import { isThorough, runs } from "../harness/runs";
import { type Malformed, malformedCalls } from "./malformed";
import { document, faultsOf } from "./rest-client";

const seed = 20_261_121;
const nobody = "019376a0-0000-7000-8000-000000000000";
const leaks =
  /\bat \S+ \(|node_modules|prisma|postgres|violates|duplicate key|syntax error|relation "|column "|argon2/i;

await openStore();
let token: string;
let secretScore: number;

beforeAll(async () => {
  const [admin, student] = await Promise.all([createAdmin(), createStudent()]);
  token = await tokenFor(admin);
  secretScore = 43.21;
  await Promise.all([material(), schedule(), schoolYear(), result(student, { score: secretScore })]);
});

async function send({ method, path, headers, body }: Malformed, bearer: string | undefined): Promise<Response> {
  const url = new URL(path, "http://localhost:3000");
  const sent = new Headers({ host: url.host, ...headers });
  if (bearer !== undefined) sent.set("authorization", `Bearer ${bearer}`);
  return handleRest(new Request(url, { method, headers: sent, body: body ?? null }));
}

describe("malformed requests", () => {
  it.each(malformedCalls())(
    "malformed requests to %s write nothing, cause no failure and reveal nothing",
    async (call, requests) => {
      const complaint = vi.spyOn(log(), "error").mockImplementation(() => {});
      const before = await rowCounts();
      const check = fc.asyncProperty(requests, async (request) => {
        // A logout has no input; without a login it is rejected.
        const answer = await send(request, call === "POST /api/auth/logout" ? undefined : token);
        const text = await answer.text();
        // Unusual search input is valid; unusual input of a change is not.
        if (request.method !== "GET") expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status, text).toBeLessThan(500);
        if (answer.status >= 400) expect(faultsOf(JSON.parse(text), "components", "schemas", "Error")).toEqual([]);
        if (answer.status >= 400) expect(text).not.toMatch(leaks);
        if (answer.status >= 400) expect(text).not.toMatch(libraryWords);
      });
      await fc.assert(check, { seed, numRuns: isThorough ? runs : 25, endOnFailure: true });
      expect(complaint, call).not.toHaveBeenCalled();
      expect(await rowCounts()).toEqual(before);
      const asked = await send({ method: "GET", path: "/api/services", headers: {} }, token);
      expect(asked.status, "all of this was asked by an administrator").toBe(200);
    },
    120_000,
  );
});

it("a text that cannot be stored is refused by each filter, or found nowhere", async () => {
  const calls = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const names = ((get?.parameters ?? []) as unknown as { name: string; in: string }[]).filter(
      (one) => one.in === "query",
    );
    return names.map(({ name }) => `${path.replaceAll(/\{\w+\}/g, nobody)}?${name}=a%00`);
  });
  expect(calls).toContain("/api/exams?subject=a%00");
  for (const path of calls)
    expect([path, (await send({ method: "GET", path, headers: {} }, token)).status < 500]).toEqual([path, true]);
});

describe("spellings of another student's email", () => {
  it("every spelling of another student's email is treated as an unknown email", async () => {
    const [mine, other] = await Promise.all([createStudent(), createStudent({ email: "asha.rao@example.org" })]);
    await result(other, { score: secretScore });
    const own = await tokenFor(mine);
    const address = "asha.rao@example.org";
    const spelling = fc
      .tuple(fc.infiniteStream(fc.nat({ max: 4 })), fc.constantFrom("", " ", ".", "/", "%00", "?", "#", ",", ";", "+a"))
      .map(([ways, tail]) => {
        const letters = [...address].map((letter) => {
          const way = ways.next().value ?? 0;
          if (way === 1) return letter.toUpperCase();
          if (way === 2) return `%${letter.charCodeAt(0).toString(16)}`;
          if (way === 3) return encodeURIComponent(String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
          return letter;
        });
        return letters.join("") + (tail.startsWith("%") ? tail : encodeURIComponent(tail));
      });
    const unknown = await (
      await send({ method: "GET", path: "/api/admin/results/nobody@example.org", headers: {} }, own)
    ).text();
    const check = fc.asyncProperty(spelling, async (email) => {
      const answer = await send({ method: "GET", path: `/api/admin/results/${email}`, headers: {} }, own);
      const text = await answer.text();
      expect([400, 404]).toContain(answer.status);
      expect(text).not.toContain(String(secretScore));
      if (answer.status === 404) expect(text).toBe(unknown);
    });
    await fc.assert(check, { seed, endOnFailure: true });
  });
});

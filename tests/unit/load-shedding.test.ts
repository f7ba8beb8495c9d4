import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { env } from "@/env";
import { admit } from "@/http/load-shedding";
import { sendOverloaded } from "@/http/overloaded";
import { patience } from "../harness/patience.mjs";

afterEach(() => void env().API_CORS_ORIGINS.splice(0));

const request = () => new IncomingMessage(new Socket());

/** How many of 300 simultaneous requests for this path are admitted. */
function admitted(path: string): number {
  const leave = Array.from({ length: 300 }, () => admit(request(), path)).filter((end) => end !== undefined);
  for (const end of leave) end();
  return leave.length;
}

it.each([
  ["/api/uploads/abc", 300],
  ["/api/materials/upload", 300],
  ["/api/materials/1/file", 300],
  ["/api/notices/1/files", 300],
  ["/api/notices/1/files/abc", 300],
  ["/api/report-cards/1/file", 300],
  ["/api/institute/pictures", 300],
  ["/api/backups/file", 300],
  ["/api/notices", 200],
  ["/api/materials", 200],
  ["/api/trpc/notices.mine", 200],
])("of 300 simultaneous requests for %s, %i are admitted", (path, count) => {
  expect(admitted(path)).toBe(count);
});

it("slow transfers of files take no places away from the pages", () => {
  const leave = Array.from({ length: 300 }, () => admit(request(), "/api/notices/1/files/abc"));
  expect(admitted("/")).toBe(200);
  for (const end of leave) end?.();
});

const app = "https://app.example";

/** The status and the headers of an answer under overload. */
async function refusal(method: string, path: string, origin?: string) {
  const response = new ServerResponse(Object.assign(request(), { method, headers: origin ? { origin } : {} }));
  // The server sets this before every answer, too; only with it does Node keep the other headers readable.
  response.setHeader("x-request-id", "1");
  sendOverloaded(path, response, () => ({}));
  await vi.waitFor(() => expect(response.writableEnded).toBe(true), patience);
  const named = (name: string) => response.getHeader(name);
  return [response.statusCode, named("access-control-allow-origin"), named("vary"), named("retry-after")];
}

it("a program of a named origin can read that it has to wait, and pass the preflight; no other origin can", async () => {
  for (const method of ["GET", "POST", "OPTIONS", "TRACE"])
    expect(await refusal(method, "/api/materials", app)).toEqual([503, undefined, undefined, "5"]);
  env().API_CORS_ORIGINS.push(app);
  for (const method of ["GET", "HEAD", "POST", "DELETE"])
    expect(await refusal(method, "/api/materials", app)).toEqual([503, app, "Origin", "5"]);
  expect(await refusal("OPTIONS", "/api/materials", app)).toEqual([
    204,
    app,
    expect.stringMatching(/^Origin\b/),
    undefined,
  ]);
  for (const origin of [undefined, "https://other.example", "null", "\u00e9"])
    for (const method of ["GET", "OPTIONS", "TRACE"])
      expect(await refusal(method, "/api/materials/%ff", origin)).toEqual([503, undefined, "Origin", "5"]);
  expect(await refusal("POST", "/api/trpc/notices.mine", app)).toEqual([503, undefined, undefined, "5"]);
});

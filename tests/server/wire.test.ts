import { createTRPCClient, httpBatchStreamLink, TRPCClientError } from "@trpc/client";
import superjson from "superjson";
import { beforeEach, describe, expect, it } from "vitest";
import type { AppRouter } from "@/features";
import { handleRest } from "@/http/rest";
import { handleTrpc, trpcErrorResponse } from "@/http/trpc";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { wire } from "@/lib/wire";
import { say } from "@/server/messages";
import { serializeFast } from "@/server/trpc/wire";
import { material } from "../factories";
import { resetDatabase } from "../harness/database";
import { startGateway } from "../harness/gateway";
import { fc } from "../harness/random";
import { runs } from "../harness/runs";

const bytesOf = (written: unknown) => JSON.stringify(written);

const key = fc.oneof(
  fc.string(),
  fc.constantFrom("a.b", "a\\.b", "\\", "0", "12", "items", "toString", "hasOwnProperty"),
);

/** Any value of a view, and some that no view has. */
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.double(),
    fc.bigInt(),
    fc.date({ noInvalidDate: false }),
    fc.constantFrom(undefined, Number.NaN, -0, Number.POSITIVE_INFINITY),
    fc.array(tie("anything"), { maxLength: 5 }),
    fc.dictionary(key, tie("anything"), { maxKeys: 5 }),
    fc.array(fc.string(), { maxLength: 3 }).map((texts) => new Set(texts)),
    fc.array(fc.tuple(fc.string(), fc.integer()), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
}));
describe("serializeFast", () => {
  it("matches superjson byte for byte", () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(bytesOf(serializeFast(value))).toBe(bytesOf(superjson.serialize(value)));
      }),
      { numRuns: 2 * runs },
    );
  });

  it("writes a list of materials without superjson, and the result parses to the same value", () => {
    const item = () => ({ _id: "a", size: 1, uploadedAt: new Date(0), expiresAt: null });
    const page = { items: [item(), item()], "next.Cursor": null, total: 2n };
    const text = bytesOf(serializeFast(page));
    expect(text).toBe(bytesOf(superjson.serialize(page)));
    expect(wire.output.deserialize(JSON.parse(text))).toEqual(page);
  });

  it("duplicates repeated objects, and the result parses to the same value", () => {
    const moment = new Date(0);
    const page = { first: { moment }, second: { moment } };
    expect(wire.output.deserialize(JSON.parse(bytesOf(serializeFast(page))))).toEqual(page);
  });

  it("leaves cycles to superjson", () => {
    const ring: Record<string, unknown> = { at: new Date(0) };
    ring.self = ring;
    expect(bytesOf(serializeFast(ring))).toBe(bytesOf(superjson.serialize(ring)));
  });
});

describe("the tRPC client", () => {
  beforeEach(resetDatabase);

  const clientOf = (answer: (request: Request) => Promise<Response>) =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchStreamLink({
          url: "http://localhost:3000/api/trpc",
          transformer: wire,
          fetch: (input, init) => answer(new Request(input as string, init as RequestInit)),
        }),
      ],
    });

  it("receives timestamps as Date and calendar days as text", async () => {
    const { uploadedAt } = await material({ uploadedAt: new Date("2026-11-20T09:30:00Z") });
    const { items } = await clientOf(handleTrpc).materials.list.query({});
    expect(items).toMatchObject([{ uploadedAt, expiresAt: null }]);
  });

  it("puts nothing but the input into request URLs", async () => {
    const asked: string[] = [];
    const client = clientOf((request) => {
      asked.push(decodeURIComponent(new URL(request.url).search));
      return handleTrpc(request);
    });
    await client.materials.list.query({ limit: 24, cursor: undefined });
    await client.materials.classes.query();
    expect(asked).toEqual(['?batch=1&input={"0":{"json":{"limit":24}}}', '?batch=1&input={"0":{}}']);
  });

  it("reads errors of a procedure and of the whole request", async () => {
    const refusalOf = (client: ReturnType<typeof clientOf>) =>
      client.results.mine.query().then(
        () => undefined,
        (error: unknown) => (error instanceof TRPCClientError ? { message: error.message, data: error.data } : error),
      );
    expect(await refusalOf(clientOf(handleTrpc))).toMatchObject({
      message: "Please log in first.",
      data: { code: "UNAUTHORIZED", key: "server.logInFirst", httpStatus: 401 },
    });
    const whole = new AppError("SERVICE_UNAVAILABLE", say("overloaded"));
    expect(await refusalOf(clientOf(async () => trpcErrorResponse(whole)))).toMatchObject({
      message: wordsOf(say("overloaded")),
      data: { code: "SERVICE_UNAVAILABLE", key: "server.overloaded", httpStatus: 503 },
    });
  });
});

it.each(["null", "5", '"text"'])("an input without a superjson envelope is rejected: %s", async (input) => {
  const address = `http://localhost:3000/api/trpc/materials.list?input=${encodeURIComponent(input)}`;
  const answer = await handleTrpc(new Request(address));
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { json: { data: { code: "BAD_REQUEST" } } } },
  ]);
});

it("errors of the gateway have the same envelope", async () => {
  const { url, close } = await startGateway();
  const answer = await fetch(`${url}/api/trpc/materials.list`, { method: "DELETE" });
  expect([answer.status, await answer.json()]).toMatchObject([
    405,
    { error: { json: { data: { code: "METHOD_NOT_SUPPORTED", httpStatus: 405 } } } },
  ]);
  await close();
});

it("the REST API returns timestamps in ISO 8601", async () => {
  await resetDatabase();
  const { id } = await material({ uploadedAt: new Date("2026-11-20T09:30:00Z"), expiresAt: new Date("2099-01-01") });
  const shown = `"className":"7","subject":"Biology","materialName":"Photosynthesis","pdfFile":"/api/materials/${id}/file"`;
  const times = '"uploadedAt":"2026-11-20T09:30:00.000Z","expiresAt":"2099-01-01T00:00:00.000Z"';
  const answer = await handleRest(new Request("http://localhost:3000/api/materials"));
  expect(await answer.text()).toBe(`[{"_id":"${id}",${shown},"fileKind":"pdf","fileSize":1000,${times}}]`);
});

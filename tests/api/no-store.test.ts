import { beforeAll, beforeEach, expect, it } from "vitest";
import { handleTrpc } from "@/http/trpc";
import { handleStore, handleUploadRoute } from "@/http/upload-handlers";
import { openSecret } from "@/server/auth/secret";
import { prepareJobs } from "@/server/jobs/jobs";
import { createAdmin, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { startGateway } from "../harness/gateway";
import { mutationNames } from "../harness/procedures";

// tests/rest/rest-client.ts checks the REST calls.
await openStore();
beforeAll(openSecret);
beforeAll(prepareJobs);
beforeEach(resetDatabase);

const site = "http://localhost:3000";

/** Sends an invalid input, with or without a token. */
function post(path: string, token?: string): Request {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return new Request(site + path, { method: "POST", headers, body: "{}" });
}

it.each(mutationNames)("%s has no-store, on errors and on success", async (name) => {
  const token = await tokenFor(await createAdmin());
  for (const asked of [
    post(`/api/trpc/${name}`),
    post(`/api/trpc/${name}`, token),
    post(`/api/trpc/${name}?batch=1`),
  ]) {
    expect((await handleTrpc(asked)).headers.get("cache-control")).toBe("no-store");
  }
});

it("upload responses have no-store", async () => {
  const token = await tokenFor(await createAdmin());
  const begun = "/api/uploadthing?actionType=upload&slug=material";
  for (const answer of [
    await handleUploadRoute(post(begun)),
    await handleUploadRoute(post(begun, token)),
    await handleUploadRoute(new Request(site + begun, { method: "POST", body: "{}" })),
    await handleStore(new Request(`${site}/api/uploads/nothing`, { method: "PUT", body: "bytes" })),
  ]) {
    expect([answer.status >= 400, answer.headers.get("cache-control")]).toEqual([true, "no-store"]);
  }
});

it("a list that could not be read has no-store, although a batch stream starts with status 200", async () => {
  const gateway = await startGateway();
  const ask = (limit: number) => {
    const input = encodeURIComponent(JSON.stringify({ 0: { json: { limit } }, 1: { json: {} } }));
    const path = `/api/trpc/materials.list,schedules.list?batch=1&input=${input}`;
    return fetch(gateway.url + path, { headers: { "trpc-accept": "application/jsonl" } });
  };
  try {
    const [whole, broken] = [await ask(2), await ask(0)];
    expect([whole.status, whole.headers.get("cache-control")]).toEqual([200, expect.stringContaining("public")]);
    expect([broken.status, broken.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await whole.text()).not.toContain("BAD_REQUEST");
    expect(await broken.text()).toContain("BAD_REQUEST");
  } finally {
    await gateway.close();
  }
});

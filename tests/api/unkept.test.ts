import { beforeAll, beforeEach, expect, it } from "vitest";
import { appRouter } from "@/api/root";
import { handleTrpc } from "@/api/trpc";
import { handleStore, handleUploadRoute } from "@/api/uploads";
import { prepareJobs } from "@/server/jobs";
import { openSecret } from "@/server/secret";
import { admin, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { listenInFront } from "../setup/front";

process.env.NEXTAUTH_SECRET = "a secret of thirty-two characters";

// The calls of the REST door are looked at by tests/rest/door.ts, each time one is made.
await openStore();
beforeAll(openSecret);
beforeAll(prepareJobs);
beforeEach(resetDatabase);

const { procedures } = appRouter._def;
const mutations = Object.keys(procedures).filter((name) => Reflect.get(procedures, name)._def.type === "mutation");

const site = "http://localhost:3000";

/** Sends what is right nowhere, with a token or without one. */
function post(path: string, token?: string): Request {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return new Request(site + path, { method: "POST", headers, body: "{}" });
}

it.each(mutations)("what %s answers is kept by nobody, neither a refusal nor a success", async (name) => {
  const token = await tokenFor(await admin());
  for (const asked of [
    post(`/api/trpc/${name}`),
    post(`/api/trpc/${name}`, token),
    post(`/api/trpc/${name}?batch=1`),
  ]) {
    expect((await handleTrpc(asked)).headers.get("cache-control")).toBe("no-store");
  }
});

it("what an upload is answered is kept by nobody", async () => {
  const token = await tokenFor(await admin());
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

it("a list that could not be read is kept by nobody, though the stream of a batch says 200 before it is asked for", async () => {
  const front = await listenInFront();
  const ask = (limit: number) => {
    const input = encodeURIComponent(JSON.stringify({ 0: { json: { limit } }, 1: { json: {} } }));
    const path = `/api/trpc/materials.list,schedules.list?batch=1&input=${input}`;
    return fetch(front.url + path, { headers: { "trpc-accept": "application/jsonl" } });
  };
  try {
    const [whole, broken] = [await ask(2), await ask(0)];
    expect([whole.status, whole.headers.get("cache-control")]).toEqual([200, expect.stringContaining("public")]);
    expect([broken.status, broken.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await whole.text()).not.toContain("BAD_REQUEST");
    expect(await broken.text()).toContain("BAD_REQUEST");
  } finally {
    await front.close();
  }
});

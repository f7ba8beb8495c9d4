import { expect, it } from "vitest";
import { openStore } from "../factories";
import { startGateway } from "../harness/gateway";

// tests/rest/rest-client.ts checks the REST calls, tests/rest/error-messages.test.ts every procedure.
await openStore();

it("a list that could not be read is sent with no-store, although a batch stream starts with status 200", async () => {
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

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openGateway } from "@/http/gateway";
import { invalidate } from "@/server/response-cache/versions";
import { rejectUnreadable } from "../../src/main/next-responses.mjs";

/** The gateway on the loopback address, without Next behind it. */
export async function startGateway(): Promise<{ url: string; close: () => Promise<void> }> {
  const gateway = openGateway({
    pages: (_request, response) => response.writeHead(404).end(),
    prepareRequest: (request, response) => !rejectUnreadable(request, response),
    safetyOf: () => ({}),
  });
  const responses: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    responses.push(new Promise((resolve) => response.once("close", resolve)));
    // Tests write directly to the database, so the cache must be invalidated.
    invalidate();
    gateway(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    // A server closes before the responses whose connections it has cut.
    await Promise.all(responses);
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openFront } from "@/api/front";
import { doubt } from "@/server/kept/lists";

/** What stands in front of Next, on the loopback address; of Next's own addresses it knows none. */
export async function listenInFront(): Promise<{ url: string; close: () => Promise<void> }> {
  const front = openFront({
    pages: (_request, response) => response.writeHead(404).end(),
    dress: () => true,
    safetyOf: () => ({}),
  });
  const server = createServer((request, response) => {
    // Tests write to the database past the product, and look at once.
    doubt();
    front(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}

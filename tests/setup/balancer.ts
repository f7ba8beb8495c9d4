import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** A balancer as stands before several processes: in turn, and past those that do not answer. */
export async function startBalancer(targets: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> {
  let turn = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, left: number): void {
    const target = targets[turn++ % targets.length] ?? "";
    const forwarded = [incoming.headers["x-forwarded-for"], incoming.socket.remoteAddress].filter(Boolean).join(", ");
    const headers = { ...incoming.headers, "x-forwarded-for": forwarded };
    // The address as it came: one that names another host must not lead there.
    const onward = request(target, { path: incoming.url, method: incoming.method, headers, agent: false });
    // Nothing of the body has left before the connection stands, so another process can still take it.
    onward.once("socket", (socket) => socket.once("connect", () => incoming.pipe(onward)));
    onward.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.once("aborted", () => outgoing.destroy());
    });
    onward.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && left > 1) pass(incoming, outgoing, left - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.once("close", () => onward.destroy());
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, targets.length));
  await new Promise<void>((ready) => server.listen(0, ready));
  const address = server.address();
  const url = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url, close };
}

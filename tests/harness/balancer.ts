import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** A round-robin load balancer that skips processes that do not respond. */
export async function startBalancer(targets: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> {
  let turn = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, left: number): void {
    const target = targets[turn++ % targets.length] ?? "";
    const forwarded = [incoming.headers["x-forwarded-for"], incoming.socket.remoteAddress].filter(Boolean).join(", ");
    const headers = { ...incoming.headers, "x-forwarded-for": forwarded };
    // Forward the target unchanged: an absolute one must not lead to another host.
    const onward = request(target, { path: incoming.url, method: incoming.method, headers, agent: false });
    // No byte of the body is sent before the connection is open, so another process can still be tried.
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

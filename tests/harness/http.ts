import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

type Serve = (request: Request) => Promise<Response>;

function requestOf(message: IncomingMessage, signal: AbortSignal): Request {
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const init = { method: message.method ?? "GET", headers, signal, duplex: "half" };
  const hasBody = init.method !== "GET" && init.method !== "HEAD";
  // Without this strategy the stream counts chunks instead of bytes and buffers the whole upload.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 });
  const body = hasBody ? (Readable.toWeb(message, { strategy }) as ReadableStream) : null;
  return new Request(`http://${message.headers.host}${message.url}`, { ...init, body } as RequestInit);
}

/** A real HTTP server on the loopback address for a fetch-style handler. */
export async function listen(serve: Serve): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (message, reply) => {
    const gone = new AbortController();
    reply.on("close", () => reply.writableFinished || gone.abort());
    const answer = await serve(requestOf(message, gone.signal)).catch((error: unknown) => {
      return new Response(String(error), { status: 500 });
    });
    reply.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>).pipe(reply);
    else reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}

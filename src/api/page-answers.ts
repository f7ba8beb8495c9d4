import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type DispatchFunc, type InjectOptions, inject } from "light-my-request";
import { encodingFor, packed } from "@/server/kept/answer";
import { logUnforeseen } from "@/server/trpc";
import { paintedFirst } from "./late-scripts";
import { nonceIn } from "./own-scripts";
import { brokenPage } from "./plain-page";

/**
 * An answer of Next as a whole, and the policy that it was made with. A page has its scripts put off ({@link paintedFirst});
 * what is none, such as a picture that somebody opens, is as it was. A page that failed is the house's.
 */
type PageAnswer = { status: number; headers: Headers; isPage: boolean; body: Buffer; policy: string };

/** Has Next make a page. */
export async function askPage(pages: RequestListener, asked: InjectOptions): Promise<PageAnswer> {
  const answer = await inject(pages as DispatchFunc, asked);
  const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const headers = new Headers(pairs);
  const policy = headers.get("content-security-policy") ?? "";
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const common = { status: answer.statusCode, headers, isPage, policy };
  if (!isPage) return { ...common, body: answer.rawPayload };
  // Next sends an empty page, and leaves the rest to a script.
  if (answer.statusCode >= 500) {
    headers.set("cache-control", "no-store");
    return { ...common, body: Buffer.from(brokenPage) };
  }
  return { ...common, body: Buffer.from(paintedFirst(answer.payload, nonceIn(policy))) };
}

/** A browser goes to an address; all else, such as the router's questions about parts of pages, streams from Next. */
export function asksForPage({ method, url = "", headers }: IncomingMessage): boolean {
  // Odd addresses are Next's to lead elsewhere, as they are.
  const isPlain = url.length < 8_000 && /^\/(?![/\\])/.test(`${url} `);
  return method === "GET" && isPlain && Boolean(headers.accept?.startsWith("text/html")) && !headers.rsc;
}

// Found anew for each connection and each packing.
const passing = /^(connection|keep-alive|date|transfer-encoding|content-length|set-cookie|vary)$/;

/** Has Next make a page for who asks, and sends it. */
export async function sendPage(
  pages: RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { "accept-encoding": accepted, ...headers } = request.headers;
  try {
    const remoteAddress = request.socket.remoteAddress ?? "";
    const page = await askPage(pages, { url: request.url ?? "/", headers, remoteAddress });
    const { headers: packing, body } = await packed(page.body, page.isPage ? encodingFor(accepted) : "identity");
    const own = [...page.headers].filter(([name]) => !passing.test(name)).flat();
    const cookies = page.headers.getSetCookie().flatMap((cookie) => ["set-cookie", cookie]);
    const vary = ["vary", [page.headers.get("vary") ?? [], "accept-encoding"].flat().join(", ")];
    response.writeHead(page.status, [...own, ...cookies, ...vary, ...(page.status === 304 ? [] : packing)]).end(body);
  } catch (error) {
    logUnforeseen(error, "page");
    response.destroy();
  }
}

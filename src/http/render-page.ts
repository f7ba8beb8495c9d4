import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type DispatchFunc, type InjectOptions, inject } from "light-my-request";
import { compressed, encodingFor } from "@/server/response-cache/response";
import { logUnexpected } from "@/server/trpc/trpc";
import { deferScripts } from "./next-html";
import { failurePage } from "./plain-page";

/**
 * A complete response of Next, and its CSP. HTML has its scripts deferred ({@link deferScripts}), and is replaced by our
 * failure page on a 5xx; other content, such as images, is unchanged.
 */
type PageResponse = { status: number; headers: Headers; isPage: boolean; body: Buffer; policy: string };

export async function renderPage(pages: RequestListener, asked: InjectOptions): Promise<PageResponse> {
  const response = await inject(pages as DispatchFunc, asked);
  const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const headers = new Headers(pairs);
  const policy = headers.get("content-security-policy") ?? "";
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const common = { status: response.statusCode, headers, isPage, policy };
  if (!isPage) return { ...common, body: response.rawPayload };
  // Next sends an almost empty page that a script fills.
  if (response.statusCode >= 500) {
    headers.set("cache-control", "no-store");
    return { ...common, body: Buffer.from(failurePage()) };
  }
  return { ...common, body: Buffer.from(deferScripts(response.payload, policy)) };
}

/** True for a page load by a browser; other requests, such as RSC, stream from Next. */
export function isPageRequest({ method, url = "", headers }: IncomingMessage): boolean {
  // Next redirects unusual addresses; light-my-request would normalize them first.
  const isPlain = url.length < 8_000 && /^\/(?![/\\])/.test(`${url} `);
  return method === "GET" && isPlain && Boolean(headers.accept?.startsWith("text/html")) && !headers.rsc;
}

// Not copied: they depend on the connection or the encoding, or are merged below.
const notCopied = /^(connection|keep-alive|date|transfer-encoding|content-length|set-cookie|vary)$/;

export async function sendPage(
  pages: RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { "accept-encoding": accepted, ...headers } = request.headers;
  try {
    const page = await renderPage(pages, { url: request.url ?? "/", headers });
    const { headers: packing, body } = await compressed(page.body, page.isPage ? encodingFor(accepted) : "identity");
    const own = [...page.headers].filter(([name]) => !notCopied.test(name)).flat();
    const cookies = page.headers.getSetCookie().flatMap((cookie) => ["set-cookie", cookie]);
    const vary = ["vary", [page.headers.get("vary") ?? [], "accept-encoding"].flat().join(", ")];
    response.writeHead(page.status, [...own, ...cookies, ...vary, ...(page.status === 304 ? [] : packing)]).end(body);
  } catch (error) {
    logUnexpected(error, "page");
    response.destroy();
  }
}

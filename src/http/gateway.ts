import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { features } from "@/features";
import { pages } from "@/features/pages";
import { AppError, statusOf } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import { isIncomplete } from "@/server/observability/request-scope";
import type { RenderedResponse } from "@/server/response-cache/response";
import { sendCached, sendRendered } from "@/server/response-cache/store";
import { type CacheTag, invalidate } from "@/server/response-cache/versions";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { isPreview, withPreviews } from "./draft-page";
import { errorResponse, refuseMethod } from "./error-responses";
import { withoutNonce } from "./next-html";
import type { SafetyOf } from "./overloaded";
import { isPageRequest, renderPage, sendPage } from "./render-page";
import { withRequestLog } from "./request-log";
import { handleRest } from "./rest";
import { handleSitePicture } from "./site-picture";
import { handleTrpc, trpcErrorResponse } from "./trpc";
import { handleStore, handleUploadRoute } from "./upload-handlers";

type Host = {
  /** Next with the security headers. */
  pages: RequestListener;
  /** Adds the security headers; false if it has already responded. */
  prepareRequest: (request: IncomingMessage, response: ServerResponse) => boolean;
  safetyOf: SafetyOf;
};

const lists = features.flatMap(({ publicLists }) => publicLists ?? []);

/** Public cacheable paths with their cache tags. */
const publicPaths = new Map<string, readonly CacheTag[]>([
  ...pages.flatMap(({ path, cached }): [string, readonly CacheTag[]][] => (cached ? [[path, cached]] : [])),
  ...lists.flatMap(({ tags, paths }) => paths.map((path): [string, readonly CacheTag[]] => [`/api${path}`, tags])),
]);
const procedures = new Set(lists.flatMap((list) => list.procedures));
const allTags = [...new Set(lists.flatMap(({ procedures, tags }) => (procedures.length > 0 ? tags : [])))];
const trpc = "/api/trpc/";

type Endpoint = {
  path: RegExp;
  methods?: string[];
  /** Methods that Next answers instead. */
  ofNext?: string[];
  handle: (request: Request) => Promise<Response>;
  /** The error format of this handler; by default that of the REST API. */
  refuse?: (error: AppError) => Response;
};

/** The API handlers that run without Next, which NextAuth needs. */
const endpoints: Endpoint[] = [
  { path: /^\/api\/trpc\//, methods: ["GET", "HEAD", "POST"], handle: handleTrpc, refuse: trpcErrorResponse },
  { path: /^\/api\/uploadthing$/, methods: ["GET", "POST"], handle: handleUploadRoute },
  { path: /^\/api\/uploads\/[^/]+$/, methods: ["HEAD", "PUT"], handle: handleStore },
  { path: /^\/pictures\/site\//, methods: ["GET", "HEAD"], handle: handleSitePicture },
  { path: /^\/api\/auth\/(?!log(in|out)$)/, ofNext: ["GET", "POST"], handle: handleRest },
  { path: /^\/api(\/|$)/, handle: handleRest },
];

const longestAddress = 2_000;

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

function tagsOf(url: string): readonly CacheTag[] | undefined {
  // Only the administrator may see expired materials.
  if (url.length > longestAddress || url.includes("includeExpired")) return undefined;
  const path = pathOf(url);
  if (!path.startsWith(trpc)) return publicPaths.get(path);
  const names = path.slice(trpc.length).split(",");
  return names.every((name) => procedures.has(name)) ? allTags : undefined;
}

async function handleAt(endpoint: Endpoint, request: Request): Promise<Response> {
  if (!endpoint.methods || endpoint.methods.includes(request.method)) return endpoint.handle(request);
  return refuseMethod(endpoint.methods, endpoint.refuse);
}

const listeners = endpoints.map((endpoint) => ({
  ...endpoint,
  listen: getRequestListener((request) => handleAt(endpoint, request), {
    overrideGlobalObjects: false,
    // For requests without a Host, such as those of a load balancer in HTTP/1.0.
    hostname: "localhost",
    errorHandler: (error) => errorResponse(failureOf(error), ""),
  }),
}));

/** Why a handler did not answer: its request has an invalid Host, or it failed. */
function failureOf(error: unknown): AppError {
  if (error instanceof RequestError) return new AppError("BAD_REQUEST", sayLib("notUnderstood"));
  logUnexpected(error, "gateway");
  return appErrorOf(error);
}

/**
 * The gateway in front of Next: serves public responses from the cache, handles the API itself and passes the rest to Next. It
 * changes nothing in Next's responses except that pages load their scripts after the first paint.
 */
export function openGateway({ pages, prepareRequest, safetyOf }: Host): RequestListener {
  const previews = withPreviews(pages, safetyOf);

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request.url ?? "");
    // Next redirects paths with repeated slashes.
    const found = /\/(\/|$)/.test(path) ? undefined : listeners.find((one) => one.path.test(path));
    const endpoint = found?.ofNext?.includes(request.method ?? "") ? undefined : found;
    if (!endpoint && isPreview(request)) previews(request, response);
    else if (!endpoint && isPageRequest(request)) void sendPage(pages, request, response);
    else if (!endpoint) pages(request, response);
    else if (prepareRequest(request, response)) void endpoint.listen(request, response);
  }

  function render(url: string, accept: string | undefined): Promise<RenderedResponse> {
    const endpoint = endpoints.find((one) => one.path.test(pathOf(url)));
    return endpoint ? renderEndpoint(endpoint.handle, url, accept, safetyOf()) : renderPublicPage(pages, url, safetyOf);
  }

  const onward = withRequestLog((request, response) => {
    const { url = "/" } = request;
    if (isChange(request)) response.once("close", invalidate);
    const key = keyOf(request);
    const tags = key === undefined ? undefined : tagsOf(url);
    if (key === undefined || !tags) return pass(request, response);
    const accept = request.headers["trpc-accept"]?.toString();
    void sendRendered(key, { tags, render: () => render(url, accept) }, request, response)
      .catch((error: unknown) => logUnexpected(error, "gateway"))
      .then((sent) => sent || pass(request, response));
  }, safetyOf);

  return (request, response) => {
    const key = keyOf(request);
    if (key === undefined || !sendCached(key, request, response)) onward(request, response);
  };
}

// After a change, invalidate at once, so that its author sees it.
const isChange = ({ method }: IncomingMessage) => method !== "GET" && method !== "HEAD";

/** The cache key of a request; undefined if the response depends on the caller. */
function keyOf(request: IncomingMessage): string | undefined {
  const { url = "/", headers } = request;
  // Not cacheable: authenticated requests, cross-origin requests (Vary: Origin), RSC requests and If-Match.
  if (isChange(request) || headers.authorization || headers.origin || headers.rsc || headers["if-match"])
    return undefined;
  const accept = headers["trpc-accept"];
  // The value of our tRPC client; arbitrary values would fill the cache with keys.
  if (accept !== undefined && accept !== "application/jsonl") return undefined;
  return accept ? `${accept} ${url}` : url;
}

async function renderEndpoint(
  handle: (request: Request) => Promise<Response>,
  url: string,
  accept: string | undefined,
  safety: RenderedResponse["safety"],
): Promise<RenderedResponse> {
  const answer = await handle(
    new Request(`http://localhost${url}`, { headers: accept ? { "trpc-accept": accept } : {} }),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  // A batch stream has status 200 even if a call fails. Inside of strings the quotes would be escaped.
  const hasFailed = answer.ok && body.includes('"error":{');
  const status = hasFailed ? statusOf.INTERNAL_SERVER_ERROR : answer.status;
  return { status, headers: Object.fromEntries(answer.headers), body, safety };
}

async function renderPublicPage(pages: RequestListener, url: string, safetyOf: SafetyOf): Promise<RenderedResponse> {
  const { status: answered, headers, body, policy } = await renderPage(pages, { url });
  const status = isIncomplete() ? statusOf.INTERNAL_SERVER_ERROR : answered;
  const { page, scripts } = withoutNonce(body.toString(), policy);
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(page), safety: safetyOf(scripts) };
}

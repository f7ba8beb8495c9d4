import "server-only";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "@/features";
import { AppError, inWords, statusOf } from "@/lib/errors";
import { say } from "@/server/messages";
import { setRoute } from "@/server/observability/request-scope";
import { readBytes } from "@/server/rest/body";
import { requireJson, requireSameSite } from "@/server/rest/csrf";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { serverWire } from "@/server/trpc/wire";
import { applicationCookie, contextOf, cookieIn, deviceCookie, principalOf } from "./session";

const endpoint = "/api/trpc";

export const maxBatchSize = 10;

// The procedures that may set a cookie.
const cookieProcedures =
  /\b(auth\.resetPassword|codes\.join|account\.(changePassword|confirmCodes|endCodes)|services\.(askToFollow|openFollowed|stopFollowing))\b/;

/** Maximum body size; fits a thousand results. */
const maxBytes = 1024 * 1024;

/** The same for visitors, whose forms are small: many slow senders must not fill the memory. */
const visitorBytes = 64 * 1024;

/** Handles tRPC requests: JSON from this origin only, in bounded batches, never cached. */
export async function handleTrpc(request: Request): Promise<Response> {
  const called = new Set<string>();
  setRoute(`${endpoint}/(unknown)`);
  const cookies = new Set<string>();
  try {
    requireSameSite(request);
    requireValidRequest(request);
    const response = await fetchRequestHandler({
      endpoint,
      req: await bounded(request),
      router: appRouter,
      maxBatchSize,
      createContext: async () => ({
        ...(await contextOf(request.headers)),
        isDirect: true,
        // Log the names of procedures, not the URL that a visitor typed.
        named: (procedure) => setRoute(`${endpoint}/${[...called.add(procedure)].join(",")}`),
        recognise: async (person) => void cookies.add(await deviceCookie(person, request.headers)),
        follow: (token) => cookies.add(applicationCookie(token, request.headers)),
      }),
      onError: ({ error, path }) => logUnexpected(error, `trpc ${path ?? "?"}`),
      responseMeta: ({ errors }) => {
        const appError = errors[0] && appErrorOf(errors[0]);
        return {
          // tRPC has no code for 507, and turns a 503 from createContext into 500.
          ...(appError && isOutage(appError) && { status: statusOf[appError.code] }),
          headers: { "cache-control": "no-store", vary: "cookie, authorization", ...appError?.headers },
        };
      },
    });
    return cookieProcedures.test(request.url) ? await withCookies(response, cookies) : response;
  } catch (error) {
    logUnexpected(error, "trpc");
    return trpcErrorResponse(appErrorOf(error));
  }
}

/** Adds cookies. Buffers the body: a stream would send its headers before the calls have finished. */
async function withCookies(response: Response, cookies: Set<string>): Promise<Response> {
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(body, { status: response.status, headers });
}

/** An error response for a whole batch, in tRPC's format. */
export function trpcErrorResponse(refused: AppError): Response {
  const { code, key, message, headers } = inWords(refused);
  const error = { code: -32600, message, data: { code, key, httpStatus: statusOf[code] } };
  const body = { error: serverWire.output.serialize(error) };
  return Response.json(body, { status: statusOf[code], headers: { "cache-control": "no-store", ...headers } });
}

const isOutage = ({ code }: AppError) => code === "SERVICE_UNAVAILABLE" || code === "INSUFFICIENT_STORAGE";

async function bounded(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  const body = await readBody(request);
  return new Request(request.url, { method: "POST", headers: request.headers, body, signal: request.signal });
}

async function readBody(request: Request) {
  const { headers } = request;
  const isSmall = Number(headers.get("content-length") ?? Number.NaN) <= visitorBytes;
  if (isSmall || (await principalOf(headers))) return readBytes(request, maxBytes);
  return readBytes(request, visitorBytes).catch((error: unknown) => {
    // The session may have ended while a long sheet was filled in.
    throw cookieIn(headers, "session") ? new AppError("UNAUTHORIZED", say("logInFirst")) : error;
  });
}

function requireValidRequest(request: Request): void {
  if (!isReadable(new URL(request.url).pathname)) throw new AppError("BAD_REQUEST", say("badAddress"));
  if (request.method === "POST") requireJson(request);
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

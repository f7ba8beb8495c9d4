import "server-only";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError, statusOf } from "@/lib/errors";
import { refuseCrossSite, refuseOtherThanJson } from "@/server/origin";
import { nameRoute } from "@/server/request";
import { readBytes } from "@/server/rest/body";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { serverWire } from "@/server/wire";
import { appRouter } from "./root";
import { contextOf, deviceCookie } from "./session";

const endpoint = "/api/trpc";

/** How many calls may travel in one request. */
export const mostCalls = 10;

// The calls that can show that a browser is a person's own.
const recognising = /\bauth\.resetPassword\b/;

/** Room for a thousand results at once. */
const mostBytes = 1024 * 1024;

/** The browser's door to the routers: JSON from this site alone, a bounded batch, never kept by anyone. */
export async function handleTrpc(request: Request): Promise<Response> {
  const route = routeOf(request);
  nameRoute(route);
  const recognised = new Set<string>();
  try {
    refuseCrossSite(request);
    refuseOddRequest(request);
    const answer = await fetchRequestHandler({
      endpoint,
      req: await bounded(request),
      router: appRouter,
      maxBatchSize: mostCalls,
      createContext: async () => ({
        ...(await contextOf(request.headers)),
        recognise: (userId) => recognised.add(userId),
      }),
      onError: ({ error, path }) => logUnforeseen(error, `trpc ${path ?? "?"}`),
      responseMeta: ({ errors }) => {
        const refusal = errors[0] && appErrorOf(errors[0]);
        return {
          // tRPC has no word for the one, and takes the other for a failure when it meets it before a procedure.
          ...(refusal && isOutage(refusal) && { status: statusOf[refusal.code] }),
          headers: { "cache-control": "no-store", vary: "cookie, authorization", ...refusal?.headers },
        };
      },
    });
    return recognising.test(route) ? await withMarks(answer, recognised, request.headers) : answer;
  } catch (error) {
    logUnforeseen(error, "trpc");
    return refuseTrpc(appErrorOf(error));
  }
}

/** An answer with its marks of the browser. It is waited for as a whole: its headers would leave before its calls are done. */
async function withMarks(answer: Response, people: Set<string>, asked: Headers): Promise<Response> {
  const body = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  for (const userId of people) headers.append("set-cookie", deviceCookie(userId, asked));
  return new Response(body, { status: answer.status, headers });
}

/** The refusal of a whole request, as the browser's client reads it. */
export function refuseTrpc({ code, message, headers }: AppError): Response {
  const error = { code: -32600, message, data: { code, httpStatus: statusOf[code] } };
  const body = { error: serverWire.output.serialize(error) };
  return Response.json(body, { status: statusOf[code], headers: { "cache-control": "no-store", ...headers } });
}

const isOutage = ({ code }: AppError) => code === "SERVICE_UNAVAILABLE" || code === "INSUFFICIENT_STORAGE";

/** The calls of a request by the names of the procedures there are; others are what a visitor typed. */
function routeOf(request: Request): string {
  const names = new URL(request.url).pathname.slice(endpoint.length + 1).split(",");
  const known = names.filter((name) => Object.hasOwn(appRouter._def.procedures, name));
  return `${endpoint}/${known.length > 0 ? [...new Set(known)].join(",") : "(unknown)"}`;
}

async function bounded(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  const body = await readBytes(request, mostBytes);
  return new Request(request.url, { method: "POST", headers: request.headers, body, signal: request.signal });
}

function refuseOddRequest(request: Request): void {
  if (!isReadable(new URL(request.url).pathname)) throw new AppError("BAD_REQUEST", "This address cannot be read.");
  if (request.method === "POST") refuseOtherThanJson(request);
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

import "server-only";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError, statusOf } from "@/lib/errors";
import { refuseCrossSite, refuseOtherThanJson } from "@/server/origin";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { appRouter } from "./root";
import { principalOf } from "./session";

const endpoint = "/api/trpc";

/** How many calls may travel in one request. */
export const mostCalls = 10;

/** The browser's door to the routers: JSON from this site alone, a bounded batch, never kept by anyone. */
export async function handleTrpc(request: Request): Promise<Response> {
  try {
    refuseCrossSite(request);
    refuseOddRequest(request);
    return await fetchRequestHandler({
      endpoint,
      req: request,
      router: appRouter,
      maxBatchSize: mostCalls,
      createContext: async () => ({ principal: await principalOf(request.headers) }),
      onError: ({ error, path }) => logUnforeseen(error, `trpc ${path ?? "?"}`),
      responseMeta: () => ({ headers: { "cache-control": "no-store", vary: "cookie, authorization" } }),
    });
  } catch (error) {
    const { code, message } = appErrorOf(error);
    logUnforeseen(error, "trpc");
    const body = { error: { code: -32600, message, data: { code, httpStatus: statusOf[code] } } };
    return Response.json(body, { status: statusOf[code], headers: { "cache-control": "no-store" } });
  }
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

import "server-only";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { matchedRoutes } from "hono/route";
import { z } from "zod";
import { createCaller, features } from "@/features";
import { AppError, statusOf } from "@/lib/errors";
import { say } from "@/server/messages";
import { readiness } from "@/server/observability/health";
import { mayReadMetrics, readMetrics } from "@/server/observability/metrics";
import { setRoute } from "@/server/observability/request-scope";
import { rateLimitHeaders } from "@/server/rate-limits/rate-limit";
import { discardRest } from "@/server/rest/body";
import { call, response, restOf } from "@/server/rest/call";
import { retryHeader, tagHeader } from "@/server/rest/headers";
import { inParameters } from "@/server/rest/read";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { docs } from "./api-docs";
import { errorPage } from "./error-page";
import { errorResponse } from "./error-responses";
import { allowedMethods, allowNamedOrigins, noStore, publicCacheable, refuseOtherOrigins } from "./middleware";
import { documentOf } from "./openapi";
import { contextOf } from "./session";

const rest = restOf<ReturnType<typeof createCaller>>().basePath("/api");

rest.use(async (context, next) => {
  setRoute(matchedRoutes(context).findLast(({ method }) => method !== "ALL")?.path);
  await next();
});
rest.use(allowNamedOrigins, noStore);
rest.use(allowedMethods(() => rest.routes));

const service = { name: "Service", description: "Calls about the server itself." };
const tags: [string] = [service.name];

const health = call({
  method: "get",
  path: "/health",
  operationId: "isAlive",
  tags,
  summary: "Whether the process is alive; checks nothing else",
  responses: { 200: response("It is", z.object({ status: z.literal("ok") }), { status: "ok" }) },
});

const readyView = z.object({ status: z.enum(["ready", "nearly full", "read-only", "not ready"]) });

const ready = call({
  method: "get",
  path: "/ready",
  operationId: "isReady",
  tags,
  summary: "Whether requests can be served",
  takes: {
    query: z.object({
      for: z.string().optional().describe("`reads`: 200 also while the database is read-only"),
    }),
  },
  responses: {
    200: response("Ready; while the disk is nearly full, writes may fail with 507", readyView, {
      status: "ready",
    }),
    503: response(
      "Not ready; while the database is read-only, reads still work",
      readyView,
      { status: "not ready" },
      retryHeader,
    ),
  },
});

const description = call({
  method: "get",
  path: "/openapi.json",
  operationId: "describe",
  tags,
  summary: "This description, in OpenAPI 3.1",
  // Load shedding exempts the other calls of this tag.
  refuses: ["SERVICE_UNAVAILABLE"],
  responses: {
    200: response("The description", z.looseObject({ openapi: z.string() }), { openapi: "3.1.0" }, tagHeader),
    304: { description: "The description has not changed" },
  },
});

rest.openapi(health, (context) => context.json({ status: "ok" as const }, 200));
rest.openapi(ready, async (context) => {
  const status = await readiness();
  const isServed = status === "read-only" ? context.req.query("for") === "reads" : status !== "not ready";
  return isServed ? context.json({ status }, 200) : context.json({ status }, 503, { "retry-after": "2" });
});

let written: ReturnType<typeof documentOf> | undefined;

/** The OpenAPI document, generated on first use. */
export function openApiDocument(): ReturnType<typeof documentOf> {
  written ??= documentOf(rest.openAPIRegistry, [...features.flatMap(({ restTag }) => restTag ?? []), service]);
  return written;
}

rest.use("/openapi.json", publicCacheable);
rest.openapi(description, (context) => context.json(openApiDocument(), 200));
rest.route("/docs", docs);

// For operators, with its own token; not part of the documented API.
rest.get("/metrics", async (context) => {
  const may = mayReadMetrics(context.req.header("authorization"));
  if (may === undefined) return context.notFound();
  if (!may) throw new AppError("UNAUTHORIZED", say("metricsToken"));
  const { type, text } = await readMetrics();
  return context.body(text, 200, { "content-type": type });
});

rest.use(async (context, next) => {
  refuseOtherOrigins(context);
  const known = await contextOf(context.req.raw.headers);
  const { principal } = known;
  context.set("loggedIn", principal !== null);
  context.set("callerKey", principal ? `${principal.role} ${principal.userId}` : `a visitor from ${known.address}`);
  context.set("caller", createCaller(known));
  context.set("callerNow", async () => createCaller(await contextOf(context.req.raw.headers)));
  await next();
  // Not on errors: they would reveal the attempts of others.
  if (context.res.ok) for (const [name, value] of Object.entries(rateLimitHeaders())) context.header(name, value);
});

for (const { publicLists, rest: calls } of features) {
  for (const { paths } of publicLists ?? []) for (const path of paths) rest.use(path, publicCacheable);
  calls?.(rest);
}

rest.notFound((context) => errorResponse(new AppError("NOT_FOUND", say("nothingHere")), context.req.path));

rest.onError((error, context) => {
  logUnexpected(error, `${context.req.method} ${context.req.routePath}`);
  const found = appErrorOf(error);
  const refusal = isRead(context) ? inParameters(found) : found;
  const link = fileLinks.find(({ path }) => path.test(context.req.path));
  if (link && isForPerson(context))
    return errorPage(refusal, statusOf[refusal.code] < 500 ? link.hint : laterHint, link.page);
  return errorResponse(refusal, context.req.path);
});

const isRead = ({ req }: Context) => req.method === "GET" || req.method === "HEAD";

/** Addresses of files that people open by a link or a page's form, with the page where they can find the file now. */
const fileLinks = [
  {
    path: /^\/api\/materials\/[^/]+\/file$/,
    hint: "This link is old or incomplete. The page Study Materials shows what there is for your class today.",
    page: { href: "/study-materials", name: "Study Materials" },
  },
  {
    path: /^\/api\/notices\/[^/]+\/files\/[^/]+$/,
    hint: "This link is old, or the notice is for other people. Log in, or open the notice again.",
    page: { href: "/user/notices", name: "Notices" },
  },
  {
    path: /^\/api\/backups\/file$/,
    hint: "Nothing was downloaded. Open the page Backup again, log in if it asks you to, and download it from there.",
    page: { href: "/admin/backup", name: "Backup" },
  },
];

const laterHint = "Please try again in a moment. If this keeps happening, please tell the institute.";

/** True for a browser that follows a link; programs ask for JSON or accept anything. */
function isForPerson(context: Context): boolean {
  const supports = ["application/json", "text/html"];
  return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}

/** Handles the REST API (spec §7); each path only calls the tRPC caller. */
export async function handleRest(request: Request): Promise<Response> {
  const answered = await rest.fetch(request);
  void discardRest(request);
  return answered;
}

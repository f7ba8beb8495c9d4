import "server-only";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { matchedRoutes } from "hono/route";
import { z } from "zod";
import { authRest } from "@/features/auth/rest";
import { materialsRest } from "@/features/materials/rest";
import { resultsRest } from "@/features/results/rest";
import { schedulesRest } from "@/features/schedules/rest";
import { servicesRest } from "@/features/services/rest";
import { AppError, statusOf } from "@/lib/errors";
import { readiness } from "@/server/health";
import { limitHeaders } from "@/server/limits";
import { mayReadMetrics, readMetrics } from "@/server/metrics";
import { nameRoute } from "@/server/request";
import { dropRest } from "@/server/rest/body";
import { answer, call, restOf } from "@/server/rest/call";
import { tagHeader } from "@/server/rest/headers";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { docs } from "./docs";
import { keptByNobody, knownMethods, openToNamedOrigins, refuseStrangers, sameForEveryone } from "./manners";
import { documentOf } from "./openapi";
import { refusalPage } from "./refusal-page";
import { refuse } from "./refusals";
import { createCaller } from "./root";
import { contextOf } from "./session";

const rest = restOf<ReturnType<typeof createCaller>>().basePath("/api");

rest.use(async (context, next) => {
  nameRoute(matchedRoutes(context).findLast(({ method }) => method !== "ALL")?.path);
  await next();
});
rest.use(openToNamedOrigins, keptByNobody);
rest.use(knownMethods(() => rest.routes));

const tags: [string] = ["Service"];

const health = call({
  method: "get",
  path: "/health",
  operationId: "isAlive",
  tags,
  summary: "Whether the process is alive; asks nobody",
  responses: { 200: answer("It is", z.object({ status: z.literal("ok") }), { status: "ok" }) },
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
      for: z.string().optional().describe("`reads`: 200 as well where the database is read-only"),
    }),
  },
  responses: {
    200: answer("They can; where the disk is nearly full, a write may be refused with 507", readyView, {
      status: "ready",
    }),
    503: answer("Not now; where the database is read-only, reads are answered all the same", readyView, {
      status: "not ready",
    }),
  },
});

const description = call({
  method: "get",
  path: "/openapi.json",
  operationId: "describe",
  tags,
  summary: "This description, in OpenAPI 3.1",
  responses: {
    200: answer("The description", z.looseObject({ openapi: z.string() }), { openapi: "3.1.0" }, tagHeader),
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

/** The OpenAPI document of the calls below. */
export function openApiDocument(): ReturnType<typeof documentOf> {
  written ??= documentOf(rest.openAPIRegistry);
  return written;
}

rest.use("/openapi.json", sameForEveryone);
rest.openapi(description, (context) => context.json(openApiDocument(), 200));
rest.route("/docs", docs);

// For whoever runs the site, with a token of its own: no part of the contract.
rest.get("/metrics", async (context) => {
  const may = mayReadMetrics(context.req.header("authorization"));
  if (may === undefined) return context.notFound();
  if (!may) throw new AppError("UNAUTHORIZED", "Please send the METRICS_TOKEN of the settings as a bearer token.");
  const { type, text } = await readMetrics();
  return context.body(text, 200, { "content-type": type });
});

rest.use(async (context, next) => {
  refuseStrangers(context);
  const known = await contextOf(context.req.raw.headers);
  context.set("loggedIn", known.principal !== null);
  context.set("asker", known.principal?.userId ?? `a visitor from ${known.address}`);
  context.set("caller", createCaller(known));
  await next();
  // Of a refusal it could tell what others have tried.
  if (context.res.ok) for (const [name, value] of Object.entries(limitHeaders())) context.header(name, value);
});

rest.use("/materials", sameForEveryone);
rest.use("/notifications", sameForEveryone);
rest.route("/", authRest);
rest.route("/", materialsRest);
rest.route("/", resultsRest);
rest.route("/", schedulesRest);
rest.route("/", servicesRest);

rest.notFound((context) => refuse(new AppError("NOT_FOUND", "There is nothing at this address."), context.req.path));

rest.onError((error, context) => {
  logUnforeseen(error, `${context.req.method} ${context.req.routePath}`);
  const refusal = appErrorOf(error);
  if (/^\/api\/materials\/[^/]+\/file$/.test(context.req.path) && isForPerson(context)) {
    return refusalPage(refusal, statusOf[refusal.code] < 500 ? goneHint : laterHint);
  }
  return refuse(refusal, context.req.path);
});

const goneHint =
  "The link is an old one, or not complete. What is there for your class today is on the page Study Materials.";

const laterHint = "Please try again in a moment. If it stays like this, tell the institute.";

/** A person follows a link; a program says what it takes, or takes anything. */
function isForPerson(context: Context): boolean {
  const supports = ["application/json", "text/html"];
  return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}

/** The documented paths (spec §7): each calls the tRPC caller and nothing else. */
export async function handleRest(request: Request): Promise<Response> {
  const answered = await rest.fetch(request);
  void dropRest(request);
  return answered;
}

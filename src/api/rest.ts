import "server-only";
import { OpenAPIHono } from "@hono/zod-openapi";
import { materialsRest } from "@/features/materials/rest";
import { statusOf } from "@/lib/errors";
import { isReady } from "@/server/health";
import { refuseCrossSite } from "@/server/origin";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { createCaller } from "./root";
import { principalOf } from "./session";

type Caller = ReturnType<typeof createCaller>;

const rest = new OpenAPIHono<{ Variables: { caller: Caller } }>().basePath("/api");

const noStore = { "cache-control": "no-store" };

/** The process is alive; asks nobody. */
rest.get("/health", (context) => context.json({ status: "ok" }, 200, noStore));

/** Requests can be served. */
rest.get("/ready", async (context) =>
  (await isReady())
    ? context.json({ status: "ready" }, 200, noStore)
    : context.json({ status: "not ready" }, 503, noStore),
);

rest.use(async (context, next) => {
  refuseCrossSite(context.req.raw);
  context.set("caller", createCaller({ principal: await principalOf(context.req.raw.headers) }));
  await next();
});

rest.route("/", materialsRest);

rest.notFound(() => answerFor("NOT_FOUND", "There is nothing at this address."));

rest.onError((error, context) => {
  logUnforeseen(error, `${context.req.method} ${context.req.routePath}`);
  const { code, message, issues } = appErrorOf(error);
  return answerFor(code, message, issues);
});

function answerFor(code: keyof typeof statusOf, message: string, issues?: unknown): Response {
  const body = { message, code, ...(issues !== undefined && { issues }) };
  return Response.json(body, { status: statusOf[code], headers: noStore });
}

/** The documented paths (spec §7): each calls the tRPC caller and nothing else. */
export function handleRest(request: Request): Response | Promise<Response> {
  return rest.fetch(request);
}

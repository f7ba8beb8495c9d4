import "server-only";
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { ZodObject, ZodType } from "zod";
import { AppError, type ErrorCode } from "@/lib/errors";
import { readJson } from "./body";
import { onceForKey } from "./once";

/** What a call takes, for the document. The procedure behind it reads it, and no one before. */
export type Takes = {
  path?: ZodObject;
  query?: ZodObject;
  /** A JSON body with its largest size, 64 KB unless told. */
  json?: { schema: ZodType; example: unknown; mostBytes?: number };
  /** A form with a file; the call reads it itself. */
  form?: { schema: ZodType; example: unknown };
};

/** A call of the REST API: its route, and what the document says of it. */
export type Call = Omit<RouteConfig, "request"> & {
  operationId: string;
  summary: string;
  tags: [string];
  takes?: Takes;
  /** The refusals that are its own; those of every body, address and login are added to the document. */
  refuses?: readonly ErrorCode[];
};

/** What the door has found out before a call is answered. */
export type Answering<Caller> = {
  Variables: {
    caller: Caller;
    loggedIn: boolean;
    /** Whoever asks, told apart from all others as well as can be: a person, else a network. */
    asker: string;
    body: unknown;
  };
};

/** The two ways to say who is calling (decision 4). */
export const forMembers: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }];

/**
 * Declares a call. Who must be logged in is asked before a byte of the body is read. A call that takes a form sees to its
 * `Idempotency-Key` itself, once it has read the form.
 */
export function call<Path extends string, const Route extends Omit<Call, "path"> & { path: Path }>(route: Route) {
  const { json, form } = route.takes ?? {};
  const middleware = [
    ...(route.security ? [requireLogin] : []),
    ...(json ? [takeJson(json.mostBytes)] : []),
    ...(route.method === "post" && !form ? [answerOnce] : []),
  ];
  // Its type stays that of the route alone: middleware changes no answer.
  return createRoute<Path, Route>({ ...route, middleware } as Route);
}

/** An empty room for calls. */
export function restOf<Caller>() {
  return new OpenAPIHono<Answering<Caller>>();
}

/** A JSON answer and an example of it. */
export function answer<Schema extends ZodType>(
  description: string,
  schema: Schema,
  example: Schema["_zod"]["input"],
  headers: NonNullable<Exclude<RouteConfig["responses"][string], { $ref: string }>["headers"]> = {},
) {
  return { description, headers, content: { "application/json": { schema, example } } };
}

type Known = MiddlewareHandler<Answering<unknown>>;

const requireLogin: Known = async (context, next) => {
  if (!context.var.loggedIn) throw new AppError("UNAUTHORIZED", "Please log in first.");
  await next();
};

const takeJson =
  (mostBytes = 64 * 1024): Known =>
  async (context, next) => {
    context.set("body", await readJson(context.req.raw, mostBytes));
    await next();
  };

const answerOnce: Known = async (context, next) => {
  try {
    const answered = await onceForKey(context.req.raw, context.var.asker, context.var.body, async () => {
      await next();
      if (context.error) throw context.error;
      return context.res;
    });
    // Put in its place: Hono would add the headers of the one to the other.
    context.res = undefined;
    context.res = answered;
  } catch (error) {
    // A refusal of the call has its answer already.
    if (error !== context.error) throw error;
  }
};

import "server-only";
import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Env, MiddlewareHandler, Schema } from "hono";
import type { ZodObject, ZodType } from "zod";
import { AppError, type ErrorCode } from "@/lib/errors";
import { say } from "@/server/messages";
import { appErrorOf } from "@/server/trpc/trpc";
import { type JsonLimits, readJson } from "./body";
import { onceForKey } from "./once";

/** Inputs of a call for the OpenAPI document; only the procedure behind it parses them. */
export type CallInput = {
  path?: ZodObject;
  query?: ZodObject;
  /** JSON body with its size limit, 64 KB by default. */
  json?: { schema: ZodType; example: unknown } & JsonLimits;
  /** Form with a file, which the call parses itself. */
  form?: { schema: ZodType; example: unknown };
};

/** A call of the REST API: its route and its part of the OpenAPI document. */
export type Call = Omit<RouteConfig, "request"> & {
  operationId: string;
  summary: string;
  tags: [string];
  takes?: CallInput;
  /** Its own errors; the document adds those of every body, path and login. */
  refuses?: readonly ErrorCode[];
  /** False if a retry cannot be answered, because the call ends the login to which the key belongs. */
  replays?: boolean;
};

/** True for calls that take an `Idempotency-Key`. */
export const takesKey = ({ method, replays = true }: Pick<Call, "method" | "replays">) => method === "post" && replays;

export type CallContext<Caller> = {
  Variables: {
    caller: Caller;
    /** The caller at this moment, for long uploads during which the session may end. */
    callerNow: () => Promise<Caller>;
    loggedIn: boolean;
    /** The caller for idempotency: the user and the side of the session, else the network. */
    callerKey: string;
    body: unknown;
    /** The body as it was sent. */
    bodyText: string | undefined;
  };
};

/** Both ways to authenticate (decision 4). */
export const forMembers: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }];

/** Visitors may call it, too; a login shows more. */
export const forVisitorsToo: Record<string, string[]>[] = [{}, ...forMembers];

/** Declares a call. A call with a form handles its `Idempotency-Key` itself, after it has parsed the form. */
export function call<Path extends string, const Route extends Omit<Call, "path"> & { path: Path }>(route: Route) {
  const { json, form } = route.takes ?? {};
  const middleware = [
    ...(route.security ? [route.security === forVisitorsToo ? askAgain : requireLogin] : []),
    ...(json ? [takeJson(json)] : []),
    ...(takesKey(route) && !form ? [answerOnce] : []),
  ];
  // Keep the type of the route, since the middleware changes no response.
  return createRoute<Path, Route>({ ...route, middleware } as Route);
}

/** Adds the calls of a room to the API. A function, since Hono's apps are not assignable to a common type. */
export type RestMount = <E extends Env, S extends Schema, Base extends string>(api: OpenAPIHono<E, S, Base>) => void;

export function mountOf<E extends Env, S extends Schema, Base extends string>(app: OpenAPIHono<E, S, Base>): RestMount {
  return (api) => void api.route("/", app);
}

export function restOf<Caller>() {
  return new OpenAPIHono<CallContext<Caller>>();
}

export function response<Schema extends ZodType>(
  description: string,
  schema: Schema,
  example: Schema["_zod"]["input"],
  headers: NonNullable<Exclude<RouteConfig["responses"][string], { $ref: string }>["headers"]> = {},
) {
  return { description, headers, content: { "application/json": { schema, example } } };
}

type Known = MiddlewareHandler<CallContext<unknown>>;

const requireLogin: Known = async (context, next) => {
  if (!context.var.loggedIn) throw new AppError("UNAUTHORIZED", say("logInFirst"));
  await next();
};

const hidden: readonly ErrorCode[] = ["FORBIDDEN", "NOT_FOUND", "GONE"];

/**
 * With an ended token, a caller sees what a visitor sees; if a visitor may not see it, the response asks for a new login
 * (decision 328).
 */
const askAgain: Known = async (context, next) => {
  await next();
  const isEnded = !context.var.loggedIn && /^bearer /i.test(context.req.header("authorization") ?? "");
  if (!context.error || !isEnded || !hidden.includes(appErrorOf(context.error).code)) return;
  // Without this, Hono would merge the headers of both responses.
  context.res = undefined;
  throw new AppError("UNAUTHORIZED", say("logInFirst"));
};

const takeJson =
  (limits: JsonLimits): Known =>
  async (context, next) => {
    const { text, value } = await readJson(context.req.raw, limits);
    context.set("body", value);
    context.set("bodyText", text);
    await next();
  };

const answerOnce: Known = async (context, next) => {
  try {
    const answered = await onceForKey(context.req.raw, context.var.callerKey, context.var.bodyText, async () => {
      await next();
      if (context.error) throw context.error;
      return context.res;
    });
    // Without this, Hono would merge the headers of both responses.
    context.res = undefined;
    context.res = answered;
  } catch (error) {
    // Errors of the call already have a response.
    if (error !== context.error) throw error;
  }
};

import "server-only";
import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import type { Message } from "@/lib/catalogue";
import { AppError, type ErrorCode, type Issue, inWords, statusOf } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { unknownIn, wordsFor } from "@/lib/input-words";
import { may, type Right } from "@/lib/may";
import { say as sayLib } from "@/lib/messages";
import type { Principal } from "@/lib/principal";
import { recordNow } from "@/server/audit/audit";
import { requireSecondStep } from "@/server/auth/second-step";
import { databaseRefusalOf, isOutage } from "@/server/db/database-errors";
import { say } from "@/server/messages";
import { log, traceOf } from "@/server/observability/log";
import { consume } from "@/server/rate-limits/rate-limit";
import { serverWire } from "./wire";

/** Context of a procedure call. Calls by the server itself have no address. */
export type Context = {
  principal: Principal | null;
  address?: string | undefined;
  device?: string | undefined;
  named?: ((procedure: string) => void) | undefined;
  /** True if a browser calls the procedure itself, not a door of the server. */
  isDirect?: boolean | undefined;
  /** Marks this browser as known to a person who has proved their identity. */
  recognise?: ((person: Pick<Principal, "role" | "userId">) => Promise<void>) | undefined;
  /** The token with which this browser follows an admission application. */
  followed?: string | undefined;
  /** Sets or removes the cookie with that token. */
  follow?: ((token: string | null) => void) | undefined;
};

z.config({ customError: wordsFor });

type TrpcCode = TRPCError["code"];

// Codes of ours that tRPC lacks; the error formatter restores the original.
const trpcCodes = {
  GONE: "NOT_FOUND",
  INSUFFICIENT_STORAGE: "INTERNAL_SERVER_ERROR",
  REQUEST_IN_PROGRESS: "CONFLICT",
  ANSWER_UNAVAILABLE: "CONFLICT",
  KEY_REUSED: "UNPROCESSABLE_CONTENT",
} as const;
const hasNearest = (code: ErrorCode): code is keyof typeof trpcCodes => code in trpcCodes;
const trpcCodeOf = (code: ErrorCode): TrpcCode => (hasNearest(code) ? trpcCodes[code] : code);

/** The first issue of each path: what fails one check of a field may fail the later ones, too. */
function issuesOf(error: ZodError): Issue[] {
  const issues = error.issues.flatMap(({ path: keys, message, ...issue }): Issue[] => {
    const path = keys.map((key) => (typeof key === "symbol" ? "" : key));
    if (issue.code !== "unrecognized_keys") return [{ path, message: wordsIn(message) }];
    return unknownIn(issue.keys).map((name) => ({ path: [...path, name], message: sayLib("unknownFields", [name]) }));
  });
  return [...groupBy(issues, ({ path }) => JSON.stringify(path)).values()].flatMap(([first]) => first ?? []);
}

// All messages of schemas come from a catalogue, or from `wordsFor`.
const wordsIn = (message: string) => message as Message;

export function inputErrorOf(error: ZodError): AppError {
  const [first] = error.issues;
  return new AppError("BAD_REQUEST", first ? wordsIn(first.message) : say("checkInput"), issuesOf(error));
}

/** Error to show for any failure: an expected error, an outage, or an unexpected error. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.code === "BAD_REQUEST" && error.cause instanceof ZodError) return inputErrorOf(error.cause);
    if (error.code === "PARSE_ERROR") return new AppError("BAD_REQUEST", sayLib("notUnderstood"));
    if (error.code in statusOf && error.code !== "INTERNAL_SERVER_ERROR") {
      return new AppError(error.code as ErrorCode, refusals[error.code as ErrorCode] ?? sayLib("notUnderstood"));
    }
  }
  return databaseRefusalOf(error) ?? new AppError("INTERNAL_SERVER_ERROR", sayLib("unexpected"));
}

function isExpected(error: unknown): boolean {
  const code = appErrorOf(error).code;
  return code !== "INTERNAL_SERVER_ERROR" && !databaseRefusalOf(error);
}

const refusals: Partial<Record<ErrorCode, Message>> = {
  NOT_FOUND: say("nothingHere"),
  METHOD_NOT_SUPPORTED: say("otherMethod"),
  PAYLOAD_TOO_LARGE: say("requestTooLarge"),
  UNSUPPORTED_MEDIA_TYPE: say("otherContent"),
};

/** Logs a failure unless it is an expected error; an outage of the database is no fault of the program (decision 91). */
export function logUnexpected(error: unknown, where: string): void {
  if (isExpected(error)) return;
  let cause = error;
  while ((cause instanceof TRPCError || cause instanceof AppError) && cause.cause) cause = cause.cause;
  const line = { where, error: traceOf(cause) };
  if (isOutage(cause)) log().warn(line, "database outage");
  else log().error(line, "unexpected failure");
}

const t = initTRPC.context<Context>().create({
  transformer: serverWire,
  errorFormatter({ shape, error }) {
    const { code, key, message, issues, existingId } = inWords(appErrorOf(error));
    return {
      code: shape.code,
      message,
      data: { code, key, httpStatus: statusOf[code], ...(issues && { issues }), ...(existingId && { existingId }) },
    };
  },
});

const expectedErrors = t.middleware(async ({ ctx, path, next }) => {
  ctx.named?.(path);
  const result = await next();
  const meant = result.ok
    ? undefined
    : result.error.cause instanceof AppError
      ? result.error.cause
      : databaseRefusalOf(result.error);
  if (meant) throw new TRPCError({ code: trpcCodeOf(meant.code), message: meant.message, cause: meant });
  return result;
});

export const publicProcedure = t.procedure.use(expectedErrors);

/** Procedures for doors of the server only: they tell where a file is stored (decision 18). */
export const innerProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.isDirect) throw new AppError("NOT_FOUND", say("nothingHere"));
  return next();
});

/** Procedures for principals with a right; each room names its actions in `rules.ts`. */
export function allow(right: Right) {
  return publicProcedure.use(async ({ ctx, next, path }) => {
    if (!ctx.principal) throw new AppError("UNAUTHORIZED", say("logInFirst"));
    if (!may(ctx.principal, right)) {
      if (may({ ...ctx.principal, lacksSecondStep: false }, right)) requireSecondStep(ctx.principal);
      throw await recordDenial(ctx.principal, path);
    }
    return next({ ctx: { principal: ctx.principal } });
  });
}

/** The output of a procedure that answers nothing, whatever its resolver returns. */
export const nothing = z.unknown().transform(() => null);

type Work<Input, Done> = (input: Input, by: Principal, now: Date) => Promise<Done>;

/** A resolver that only passes on the input, with the caller and the time. */
export function resolver<Input, By, Done>(work: (input: Input, by: By, now: Date) => Done) {
  return ({ ctx, input }: { ctx: { principal: By }; input: Input }): Done => work(input, ctx.principal, new Date());
}

/** A resolver that does its work, then answers with the view of what it has changed. */
export function thenShow<Input, View>(work: Work<Input, unknown>, view: Work<NoInfer<Input>, View>) {
  return async ({ ctx, input }: { ctx: { principal: Principal }; input: Input }): Promise<View> => {
    const now = new Date();
    await work(input, ctx.principal, now);
    return view(input, ctx.principal, now);
  };
}

// Repeated attempts must not flood the audit trail.
const recordedDenials = { name: "refusals-recorded", points: 20, seconds: 60 * 60 };

async function recordDenial(principal: Principal, path: string): Promise<AppError> {
  await consume(recordedDenials, principal.userId)
    .then(() => recordNow({ action: "refused", by: principal, detail: { call: path } }))
    .catch(() => {});
  return new AppError("FORBIDDEN", say("notAllowed"));
}

export const { router, mergeRouters, createCallerFactory } = t;

import "server-only";
import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { AppError, type ErrorCode, type Issue, statusOf, unforeseen } from "@/lib/errors";
import { wordsFor } from "@/lib/input-words";
import type { Principal, Role } from "@/lib/principal";
import { recordNow } from "./audit";
import { countTry } from "./limits";
import { log, traceOf } from "./log";
import { outageOf } from "./outage";
import { serverWire } from "./wire";

/** All a procedure knows of its caller; the door finds it. What the server does on its own has no address. */
export type Context = {
  /** From cookie or bearer. */
  principal: Principal | null;
  /** The network the request came from, for throttles. */
  address?: string | undefined;
  /** A mark of a browser in which someone has logged in before. */
  device?: string | undefined;
  /** Tells the door that this browser is the person's own: it gets a mark of that. */
  recognise?: ((userId: string) => void) | undefined;
};

z.config({ customError: wordsFor });

type TrpcCode = TRPCError["code"];

// tRPC has no word for some of ours; the formatter below puts the right one back.
const nearest = {
  GONE: "NOT_FOUND",
  INSUFFICIENT_STORAGE: "INTERNAL_SERVER_ERROR",
  REQUEST_IN_PROGRESS: "CONFLICT",
  ANSWER_UNAVAILABLE: "CONFLICT",
} as const;
const hasNearest = (code: ErrorCode): code is keyof typeof nearest => code in nearest;
const trpcCodeOf = (code: ErrorCode): TrpcCode => (hasNearest(code) ? nearest[code] : code);

function issuesOf(error: ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: path.map((key) => (typeof key === "symbol" ? "" : key)),
    message,
  }));
}

/** The refusal of an input that its schema does not take. */
export function inputErrorOf(error: ZodError): AppError {
  const issues = issuesOf(error);
  return new AppError("BAD_REQUEST", issues[0]?.message ?? "Please check what you entered.", issues);
}

/** What may be said of any failure: the refusal that was meant, an outage of what the product stands on, or {@link unforeseen}. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.code === "BAD_REQUEST" && error.cause instanceof ZodError) return inputErrorOf(error.cause);
    if (error.code === "PARSE_ERROR") return new AppError("BAD_REQUEST", notUnderstood);
    if (error.code in statusOf && error.code !== "INTERNAL_SERVER_ERROR") {
      return new AppError(error.code as ErrorCode, refusals[error.code as ErrorCode] ?? notUnderstood);
    }
  }
  return outageOf(error) ?? new AppError("INTERNAL_SERVER_ERROR", unforeseen);
}

/** True for a refusal that some code meant, be it wrapped by tRPC. */
function isMeant(error: unknown): boolean {
  const code = appErrorOf(error).code;
  return code !== "INTERNAL_SERVER_ERROR" && !outageOf(error);
}

const notUnderstood = "This request cannot be understood.";

const refusals: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: "There is nothing at this address.",
  METHOD_NOT_SUPPORTED: "This call does not exist with this method.",
  PAYLOAD_TOO_LARGE: "This request is too large.",
  UNSUPPORTED_MEDIA_TYPE: "This kind of content is not accepted here.",
};

/** Writes a failure nobody meant to the log; refusals that were meant are not failures. */
export function logUnforeseen(error: unknown, where: string): void {
  if (isMeant(error)) return;
  const wrapped = error instanceof TRPCError ? (error.cause ?? error) : error;
  const cause = wrapped instanceof AppError ? (wrapped.cause ?? wrapped) : wrapped;
  log().error({ where, error: traceOf(cause) }, "unforeseen failure");
}

const t = initTRPC.context<Context>().create({
  transformer: serverWire,
  errorFormatter({ shape, error }) {
    const { code, message, issues } = appErrorOf(error);
    return { code: shape.code, message, data: { code, httpStatus: statusOf[code], ...(issues && { issues }) } };
  },
});

const meantErrors = t.middleware(async ({ next }) => {
  const result = await next();
  const meant = result.ok
    ? undefined
    : result.error.cause instanceof AppError
      ? result.error.cause
      : outageOf(result.error);
  if (meant) throw new TRPCError({ code: trpcCodeOf(meant.code), message: meant.message, cause: meant });
  return result;
});

/** For everyone. */
export const publicProcedure = t.procedure.use(meantErrors);

function procedureFor(role: Role) {
  return publicProcedure.use(async ({ ctx, next, path }) => {
    if (!ctx.principal) throw new AppError("UNAUTHORIZED", "Please log in first.");
    if (ctx.principal.role !== role) throw await refusalOf(ctx.principal, path);
    return next({ ctx: { principal: ctx.principal } });
  });
}

// Someone who tries on and on fills no trail.
const refusalsRecorded = { name: "refusals-recorded", points: 20, seconds: 60 * 60 };

/** The refusal of what a person may not do, once it is in the audit trail. */
async function refusalOf(principal: Principal, path: string): Promise<AppError> {
  await countTry(refusalsRecorded, principal.userId)
    .then(() => recordNow({ action: "refused", by: principal, detail: { call: path } }))
    .catch(() => {});
  return new AppError("FORBIDDEN", "You are not allowed to do this.");
}

/** For anyone who is logged in. */
export const memberProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.principal) throw new AppError("UNAUTHORIZED", "Please log in first.");
  return next({ ctx: { principal: ctx.principal } });
});

/** For students. */
export const userProcedure = procedureFor("user");

/** For the administrator. */
export const adminProcedure = procedureFor("admin");

/**
 * A schema that is asked without waiting, for what many ask at once or what is long: tRPC asks each with `parseAsync`, which takes
 * zod several times as long. Nothing in it may need to wait.
 */
export function atOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  return Object.create(schema, { parseAsync: { value: undefined } });
}

export const { router, createCallerFactory } = t;

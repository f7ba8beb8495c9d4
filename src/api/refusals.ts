import "server-only";
import { z } from "zod";
import { type AppError, type ErrorCode, statusOf, unforeseen } from "@/lib/errors";

/** The body of every refusal (decision 22). */
export const errorView = z
  .object({
    message: z.string().describe("A sentence for the person"),
    code: z.enum(Object.keys(statusOf) as ErrorCode[]).describe("Stable, for programs"),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
      .optional()
      .describe("What is wrong with which field"),
    msg: z.string().optional().describe("The message again, under `/api/student`"),
    success: z.literal(false).optional().describe("At `/api/auth/login`"),
  })
  .meta({ id: "Error" });

/** A refusal as it leaves, with what the documented clients of this path read beside the message (spec §7). */
export function refuse({ code, message, issues, headers }: AppError, path: string): Response {
  const body: z.infer<typeof errorView> = {
    ...(path === "/api/auth/login" && { success: false }),
    message,
    ...(path.startsWith("/api/student/") && { msg: message }),
    code,
    ...(issues && { issues }),
  };
  const challenge = code === "UNAUTHORIZED" && { "www-authenticate": "Bearer" };
  return Response.json(body, {
    status: statusOf[code],
    headers: { "cache-control": "no-store", ...challenge, ...headers },
  });
}

type Described = {
  description: string;
  message: string;
  headers?: [name: string, description: string, example: string][];
};

const waiting: Described["headers"] = [["Retry-After", "Seconds to wait", "60"]];

/** Those that share a status with another one are described there. */
type Documented = Exclude<ErrorCode, "REQUEST_IN_PROGRESS" | "ANSWER_UNAVAILABLE">;

const limitHeaders: NonNullable<Described["headers"]> = [
  ["RateLimit", "What is left of the limit", '"login";r=0;t=60'],
  ["RateLimit-Policy", "The limit", '"login";q=10;w=900'],
  ["RateLimit-Limit", "How many tries there are", "10"],
  ["RateLimit-Remaining", "How many are left", "0"],
  ["RateLimit-Reset", "Seconds until there are all again", "60"],
];

/** The headers that tell what is left of a limit, as the document names them. */
export const limitAnswers = headersOf(limitHeaders);

function headersOf(headers: NonNullable<Described["headers"]>) {
  return Object.fromEntries(
    headers.map(([name, meaning, example]) => [
      name,
      { description: meaning, schema: { type: "string" as const }, example },
    ]),
  );
}

const described: Record<Documented, Described> = {
  BAD_REQUEST: { description: "The input is not right; `issues` says where", message: "Subject is required." },
  UNAUTHORIZED: {
    description: "Nobody is logged in, or with the wrong pair",
    message: "Please log in first.",
    headers: [["WWW-Authenticate", "The way to log in", "Bearer"]],
  },
  FORBIDDEN: { description: "This is not for this caller", message: "You are not allowed to do this." },
  NOT_FOUND: {
    description: "There is no such thing, or not for this caller",
    message: "There is nothing at this address.",
  },
  METHOD_NOT_SUPPORTED: {
    description: "The address does not know this method",
    message: "This call does not exist with this method.",
    headers: [["Allow", "The methods it knows", "GET, HEAD, OPTIONS"]],
  },
  CONFLICT: {
    description:
      "`CONFLICT`: it is there already. `REQUEST_IN_PROGRESS`: a request with this `Idempotency-Key` is under way; ask again. `ANSWER_UNAVAILABLE`: it was carried out, and its answer is lost; do not send it again",
    message: "An account with this email already exists",
    headers: [["Retry-After", "Seconds to wait, with `REQUEST_IN_PROGRESS`", "30"]],
  },
  GONE: { description: "It has expired", message: "This study material is no longer available." },
  PRECONDITION_FAILED: {
    description: "It is not the one that `If-Match` names",
    message: "This has changed since it was read.",
  },
  PAYLOAD_TOO_LARGE: { description: "The body is too large", message: "Please send 64 KB at most." },
  UNSUPPORTED_MEDIA_TYPE: { description: "The body is of another kind", message: "Please send JSON." },
  UNPROCESSABLE_CONTENT: {
    description: "It is not what it says it is, or its `Idempotency-Key` was used for another request",
    message: "The file did not arrive as it was sent. Please upload it again.",
  },
  TOO_MANY_REQUESTS: {
    description: "There were too many tries",
    message: "There were too many tries. Please try again in a minute.",
    headers: [["Retry-After", "Seconds to wait", "60"], ...limitHeaders],
  },
  INTERNAL_SERVER_ERROR: { description: "Something nobody foresaw", message: unforeseen },
  SERVICE_UNAVAILABLE: {
    description: "It cannot be done right now",
    message: "The file cannot be reached right now. Please try again.",
    headers: waiting,
  },
  INSUFFICIENT_STORAGE: {
    description: "There is no room left",
    message: "There is no room left for this file. Please tell the institute.",
  },
};

/** The refusals as the document names them. */
export function refusalAnswers(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(described).map(([code, { description, message, headers = [] }]) => {
    const example = { message, code, ...(code === "BAD_REQUEST" && { issues: [{ path: ["subject"], message }] }) };
    return [code, { description, headers: headersOf(headers), content: { "application/json": { schema, example } } }];
  });
  return Object.fromEntries(entries);
}

import "server-only";
import { z } from "zod";
import { say as sayAuth } from "@/features/auth/messages";
import { say as sayMaterials } from "@/features/materials/messages";
import { type Message, wordsOf } from "@/lib/catalogue";
import { AppError, type ErrorCode, inWords, statusOf } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import { say } from "@/server/messages";

/** The body of every error response (decision 22). */
export const errorView = z
  .object({
    message: z.string().describe("A sentence for the person"),
    code: z.enum(Object.keys(statusOf) as ErrorCode[]).describe("Stable, for programs"),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
      .optional()
      .describe("The invalid fields"),
    existingId: z.string().optional().describe("The id of the existing item: a result, an exam or a guardian"),
    msg: z.string().optional().describe("The message again, under `/api/student`"),
    success: z.literal(false).optional().describe("At `/api/auth/login`"),
  })
  .meta({ id: "Error" });

/** An error response, with the extra fields that documented clients of this path expect (spec §7). */
export function errorResponse(error: AppError, path: string): Response {
  const { code, message, issues, headers, existingId } = inWords(error);
  const body: z.infer<typeof errorView> = {
    ...(path === "/api/auth/login" && { success: false }),
    message,
    ...(path.startsWith("/api/student/") && { msg: message }),
    code,
    ...(issues && { issues }),
    ...(existingId && { existingId }),
  };
  const challenge = code === "UNAUTHORIZED" && { "www-authenticate": "Bearer" };
  const isShort = code === "SERVICE_UNAVAILABLE" || code === "REQUEST_IN_PROGRESS";
  return Response.json(body, {
    status: statusOf[code],
    headers: { "cache-control": "no-store", ...challenge, ...(isShort && { "retry-after": "5" }), ...headers },
  });
}

/** The response to a method that a path does not support; the REST API's format, unless `send` writes another. */
export function refuseMethod(methods: readonly string[], send = (error: AppError) => errorResponse(error, "")) {
  return send(new AppError("METHOD_NOT_SUPPORTED", say("otherMethod"), undefined, { allow: methods.join(", ") }));
}

type Documentation = {
  description: string;
  message: Message;
  headers?: [name: string, description: string, example: string][];
};

const retryAfter: Documentation["headers"] = [["Retry-After", "Seconds to wait", "60"]];

/** Codes of an `Idempotency-Key` are documented with the code that has their status. */
type Documented = Exclude<ErrorCode, "REQUEST_IN_PROGRESS" | "ANSWER_UNAVAILABLE" | "KEY_REUSED">;

const limitHeaders: NonNullable<Documentation["headers"]> = [
  ["RateLimit", "The remaining requests", '"login-place";r=0;t=60'],
  ["RateLimit-Policy", "The limit", '"login-place";q=5;w=900'],
  ["RateLimit-Limit", "The number of attempts in a window", "5"],
  ["RateLimit-Remaining", "The number of attempts left", "0"],
  ["RateLimit-Reset", "Seconds until the window ends", "60"],
];

export const rateLimitHeaders = headersOf(limitHeaders);

function headersOf(headers: NonNullable<Documentation["headers"]>) {
  return Object.fromEntries(
    headers.map(([name, meaning, example]) => [
      name,
      { description: meaning, schema: { type: "string" as const }, example },
    ]),
  );
}

const documentation: Record<Documented, Documentation> = {
  BAD_REQUEST: {
    description: "Invalid input; `issues` names the fields",
    message: sayLib("required", sayLib("subject")),
  },
  UNAUTHORIZED: {
    description: "Not logged in, or wrong credentials",
    message: say("logInFirst"),
    headers: [["WWW-Authenticate", "The authentication scheme", "Bearer"]],
  },
  FORBIDDEN: { description: "The caller lacks permission", message: say("notAllowed") },
  NOT_FOUND: {
    description: "Not found, or not visible to the caller",
    message: say("nothingHere"),
  },
  METHOD_NOT_SUPPORTED: {
    description: "The path does not support this method",
    message: say("otherMethod"),
    headers: [["Allow", "The supported methods", "GET, HEAD, OPTIONS"]],
  },
  CONFLICT: {
    description:
      "`CONFLICT`: it already exists, or it has changed or is in another state: read it again. `REQUEST_IN_PROGRESS`: a request with this `Idempotency-Key` is in progress; retry later. `ANSWER_UNAVAILABLE`: it was carried out, but its response is lost; do not retry",
    message: sayAuth("emailTaken"),
    headers: [["Retry-After", "Seconds to wait, with `REQUEST_IN_PROGRESS`", "30"]],
  },
  GONE: { description: "Expired, withdrawn or taken back", message: sayMaterials("expired") },
  PRECONDITION_FAILED: {
    description: "The current `ETag` does not match `If-Match`",
    message: say("changed"),
  },
  PAYLOAD_TOO_LARGE: { description: "The body is too large", message: say("atMost", 64) },
  UNSUPPORTED_MEDIA_TYPE: {
    description: "The content type of the body, or the kind of its file, is not supported",
    message: say("sendJson"),
  },
  UNPROCESSABLE_CONTENT: {
    description:
      "`UNPROCESSABLE_CONTENT`: the file cannot be read, or does not match its declaration. `KEY_REUSED`: the `Idempotency-Key` was used for another request; send a new key",
    message: say("otherFile"),
  },
  TOO_MANY_REQUESTS: {
    description: "Too many attempts",
    message: say("tooManyTries", 1),
    headers: [["Retry-After", "Seconds to wait", "60"], ...limitHeaders],
  },
  INTERNAL_SERVER_ERROR: { description: "An unexpected error", message: sayLib("unexpected") },
  SERVICE_UNAVAILABLE: {
    description: "Temporarily unavailable",
    message: say("fileUnreachable"),
    headers: retryAfter,
  },
  INSUFFICIENT_STORAGE: {
    description: "Not enough disk space",
    message: say("noRoom"),
  },
};

export function errorResponses(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(documentation).map(([code, { description, message: said, headers = [] }]) => {
    const message = wordsOf(said);
    const example = { message, code, ...(code === "BAD_REQUEST" && { issues: [{ path: ["subject"], message }] }) };
    return [code, { description, headers: headersOf(headers), content: { "application/json": { schema, example } } }];
  });
  return Object.fromEntries(entries);
}

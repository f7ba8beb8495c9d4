import { keyOf, type Message, wordsOf } from "./catalogue";

/** The error codes with their HTTP status (decision 22). */
export const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  /** It already exists. */
  CONFLICT: 409,
  /** A request with the same idempotency key is in progress, or another process has taken it over. */
  REQUEST_IN_PROGRESS: 409,
  /** The same request was carried out, but its response is lost. */
  ANSWER_UNAVAILABLE: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  /** The idempotency key was used for another request. */
  KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** An invalid field of an input: its path, and a sentence for the person. */
export type Issue<Text extends string = Message> = { path: (string | number)[]; message: Text };

/** An expected error; its message is shown to the person. */
export class AppError extends Error {
  override name = "AppError";
  override readonly message: Message;
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  /** Response headers, such as Retry-After and Allow. */
  readonly headers: Record<string, string>;
  /** The id of the existing record that a conflict is with. */
  readonly existingId: string | undefined;

  constructor(
    code: ErrorCode,
    message: Message,
    issues?: Issue[],
    headers: Record<string, string> = {},
    existingId?: string,
  ) {
    super(message);
    this.message = message;
    this.code = code;
    this.issues = issues;
    this.headers = headers;
    this.existingId = existingId;
  }
}

export function fieldError(field: string, message: Message, code: ErrorCode = "BAD_REQUEST"): AppError {
  return new AppError(code, message, [{ path: [field], message }]);
}

/** @throws AppError CONFLICT if the version is not the one that was seen; a call without a version accepts any */
export function requireVersion(seen: number | undefined, version: number, message: Message): void {
  if (seen !== undefined && seen !== version) throw new AppError("CONFLICT", message);
}

/** An error for a response: the one place where messages become words. */
export function inWords({ code, message, issues, headers, existingId }: AppError) {
  const told = issues?.map(({ path, message }): Issue<string> => ({ path, message: wordsOf(message) }));
  return { code, key: keyOf(message), message: wordsOf(message), issues: told, headers, existingId };
}

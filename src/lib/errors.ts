/** Every way the product refuses, with the HTTP status it leaves as (decision 22). */
export const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  /** It is there already. */
  CONFLICT: 409,
  /** The same request is still being worked on, or another process has taken it over. */
  REQUEST_IN_PROGRESS: 409,
  /** The same request was carried out, and what it was answered is lost. */
  ANSWER_UNAVAILABLE: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** What is wrong with one field of an input: where it is, and a sentence for the person. */
export type Issue = { path: (string | number)[]; message: string };

/** A refusal the product means; its message is written for the person who meets it. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  /** What the door says beside the message: when to come again, which methods there are. */
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, issues?: Issue[], headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.headers = headers;
  }
}

/** The sentence for a failure nobody foresaw; the cause is in the log, never in the answer. */
export const unforeseen = "Something went wrong. Please try again.";

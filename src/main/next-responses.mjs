// What Next's server lacks: the length of a stream, the status of an outage, and responses to unusual targets and during the start.
import { isReadable } from "../http/local-address.mjs";
import { safetyOf } from "../http/security-headers.mjs";

/**
 * Repeats the content-length of a streamed response, which Next drops and downloads need for progress; src/app/api sends it
 * under another name.
 * @param {import("node:http").ServerResponse} response
 */
export function keepLength(response) {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name === "x-content-length" ? set("content-length", String(value)) : set(name, value);
}

/** The scope of the current request, set by src/server/observability/request-scope.ts. */
export function requestNow() {
  const { lyceumRequestScopes: scopes } =
    /** @type {{ lyceumRequestScopes?: { getStore(): { outage?: boolean } | undefined } }} */ (globalThis);
  return scopes?.getStore();
}

/**
 * Turns a 500 during a database outage into a 503 with Retry-After: Next renders every failure as 500.
 * @param {import("node:http").ServerResponse} response
 */
export function sendUnavailable(response) {
  const request = requestNow();
  const write = response.writeHead.bind(response);
  /** @param {number} status @param {any[]} more */
  response.writeHead = (status, ...more) => {
    if (status !== 500 || !request?.outage) return write(status, ...more);
    response.statusCode = 503;
    response.setHeader("retry-after", "2");
    return write(503, ...more);
  };
}

/** All methods that any route of the site allows, for OPTIONS *. */
export const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/**
 * Responds to a request whose target is not an address of the site. Returns true if it has responded.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function rejectUnreadable({ url, method }, response) {
  if (isReadable(url ?? "/")) return false;
  if (url === "*" && method === "OPTIONS") response.writeHead(204, { allow: methods }).end();
  else if (url?.startsWith("/api/")) {
    response.writeHead(400, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(errorOf(url, "This address is not valid.", "BAD_REQUEST"));
  } else response.writeHead(400).end("This address is not valid.\n");
  return true;
}

/**
 * The body of an error of the API, with the fields of `errorResponse` in src/http/error-responses.ts.
 * @param {string} url @param {string} message @param {string} code
 */
function errorOf(url, message, code) {
  return JSON.stringify({
    ...(/^\/api\/auth\/login(\?|$)/.test(url) && { success: false }),
    message,
    ...(url.startsWith("/api/student/") && { msg: message }),
    code,
  });
}

const starting = "The site is starting. Please try again in a moment.";

const startingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="5">
<title>One moment, please</title>
<style>body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 18vh auto; padding: 0 1.25rem }</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>${starting} This page does so by itself.</p>
</main>
</body>
</html>
`;

/**
 * Responds to a request that arrives before the product is ready.
 * @type {import("node:http").RequestListener}
 */
export function sendStarting({ url = "/" }, response) {
  const isApi = url.startsWith("/api/");
  response.writeHead(503, {
    ...safetyOf({ dev: false, cloud: false, https: false }, isApi ? undefined : []),
    "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "5",
  });
  response.end(isApi ? errorOf(url, starting, "SERVICE_UNAVAILABLE") : startingPage);
}

/**
 * Prepares Next without the line about its configuration, for which it has no setting. Warnings and errors are still shown.
 * @param {ReturnType<typeof import("next").default>} app
 */
export async function prepareQuietly(app) {
  const { log } = console;
  console.log = () => {};
  await app.prepare();
  console.log = log;
}

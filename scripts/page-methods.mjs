// The HTTP methods of pages; the API handles its own paths.

const allow = "GET, HEAD";

/**
 * Rejects other methods than GET and HEAD, for which Next would render the page as well. Returns true if it has responded.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function rejectOtherMethod({ method = "GET", url = "/" }, response) {
  if (/^\/api(?:[/?]|$)/.test(url) || allow.split(", ").includes(method)) return false;
  if (method === "OPTIONS") response.writeHead(204, { allow }).end();
  else {
    const headers = { allow, "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" };
    response.writeHead(405, headers).end("This page supports only GET and HEAD.\n");
  }
  return true;
}

// Normalizes the target of a request to a path of this site, and tells the pages of Next what was asked for.

/**
 * Rewrites an absolute-form target, which clients with a proxy setting send, to a path.
 * @param {import("node:http").IncomingMessage} request
 */
export function localAddress(request) {
  const { url = "/", rawHeaders } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { host, pathname, search } = new URL(url);
  request.url = pathname + search;
  // RFC 9112: the host of an absolute target replaces the Host header. Some code reads `rawHeaders`.
  request.headers.host = host;
  const isOther = (/** @type {number} */ index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== "host";
  request.rawHeaders = [...rawHeaders.filter((_, index) => isOther(index)), "Host", host];
}

/**
 * False for a target that is no path or cannot be decoded: Next responds to these with a failure.
 * @param {string} url
 */
export function isReadable(url) {
  try {
    return decodeURI(url).startsWith("/");
  } catch {
    return false;
  }
}

const askedHeader = "x-asked-address";

/**
 * Stores the address for {@link askedAddress}: Next gives a page its parameters, but not the requested address. A client's
 * value is overwritten.
 * @param {import("node:http").IncomingMessage} request
 */
export function noteAddress(request) {
  request.headers[askedHeader] = request.url ?? "/";
}

// The query is encoded twice, and a longer one would not fit into the headers of a request.
const longestQuery = 2_000;

/**
 * The address of a page with the query that was asked for, without the parameter of Next's router; only the path for a request
 * of another page.
 * @param {string} path
 * @param {Pick<Headers, "get">} headers
 */
export function askedAddress(path, headers) {
  const [asked, ...parts] = (headers.get(askedHeader) ?? "").split("?");
  const query = new URLSearchParams(parts.join("?"));
  query.delete("_rsc");
  const isPlain = asked === path && query.size > 0 && query.toString().length <= longestQuery;
  return isPlain ? `${path}?${query}` : path;
}

// Normalizes the target of a request to a path of this site.

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

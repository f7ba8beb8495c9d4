// The address of a request as all that follows expects it: a path of this site.

/**
 * Brings an address in its absolute form, which programs behind a proxy setting send, into the usual one.
 * @param {import("node:http").IncomingMessage} request
 */
export function localAddress(request) {
  const { url = "/", rawHeaders } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { host, pathname, search } = new URL(url);
  request.url = pathname + search;
  // HTTP has the host of such an address replace the one of the header, for whoever reads the headers as they came, too.
  request.headers.host = host;
  const isOther = (/** @type {number} */ index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== "host";
  request.rawHeaders = [...rawHeaders.filter((_, index) => isOther(index)), "Host", host];
}

/**
 * False for an address that names no place of this site, or that cannot be decoded: Next answers these with failures of its own.
 * @param {string} url
 */
export function isReadable(url) {
  try {
    return decodeURI(url).startsWith("/");
  } catch {
    return false;
  }
}

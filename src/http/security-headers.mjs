// The security headers of every response: pages, API, files and errors.
import { randomBytes } from "node:crypto";

/** @typedef {{ dev: boolean; cloud: boolean; https: boolean; subdomains?: boolean }} Site */

/**
 * The settings that affect the headers.
 * @param {Pick<import("../env").Env, "APP_URL" | "UPLOADTHING_TOKEN" | "HSTS_SUBDOMAINS">} settings
 * @param {boolean} dev
 * @returns {Site}
 */
export function siteOf({ APP_URL, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, dev) {
  const https = APP_URL?.startsWith("https:") ?? false;
  return { dev, cloud: UPLOADTHING_TOKEN !== undefined, https, subdomains: HSTS_SUBDOMAINS === "on" };
}

/** Shared caches may store pages for a second; the same value as in `src/server/response-cache/response.ts`. */
const oneSecond = "public, max-age=0, s-maxage=1, must-revalidate";

const forData = policy({ "default-src": "'none'" }, "'none'");

/**
 * @param {Record<string, string>} sources
 * @param {string} forms the value of form-action
 */
function policy(sources, forms) {
  const all = { ...sources, "base-uri": "'none'", "form-action": forms, "frame-ancestors": "'none'" };
  return Object.entries(all)
    .map((directive) => directive.join(" "))
    .join("; ");
}

/**
 * @param {string} scripts nonce or hashes of inline scripts
 * @param {Site} site
 */
function forPages(scripts, { dev, cloud }) {
  const sources = {
    "default-src": "'none'",
    "script-src": `'self' ${scripts}${dev ? " 'unsafe-eval'" : ""}`,
    // Libraries position floating elements with style attributes; these cannot run code.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    // The office shows previews of the site.
    "frame-src": "'self'",
    "connect-src": cloud ? "'self' https://*.ingest.uploadthing.com" : "'self'",
    "manifest-src": "'self'",
  };
  return policy(sources, "'self'");
}

/**
 * The headers of every response.
 * @param {Site} site
 * @returns {Record<string, string>}
 */
function always({ https, subdomains }) {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ...(https && { "strict-transport-security": `max-age=31536000${subdomains ? "; includeSubDomains" : ""}` }),
  };
}

/**
 * The security headers of a cacheable response.
 * @param {Site} site
 * @param {string[]} [scripts] hashes of a page's inline scripts; undefined if not a page
 */
export function safetyOf(site, scripts) {
  const hashes = scripts?.map((hash) => `'sha256-${hash}'`).join(" ");
  return { ...always(site), "content-security-policy": hashes === undefined ? forData : forPages(hashes, site) };
}

/**
 * The content type of a response, from its headers or from the arguments of `writeHead`.
 * @param {import("node:http").ServerResponse} response
 * @param {unknown} last the last argument of `writeHead`
 */
function typeOf(response, last) {
  const given = Object.entries(typeof last === "object" && last !== null ? last : {});
  return String(
    given.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? response.getHeader("content-type"),
  );
}

/**
 * Adds the security headers to a response unless the handler has set them, and passes the nonce to Next.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {Site} site
 */
export function secure(request, response, site) {
  const page = forPages(`'nonce-${randomBytes(16).toString("base64")}'`, site);
  // Next reads the nonce from this request header; a client's value is overwritten.
  request.headers["content-security-policy"] = page;
  const { writeHead } = response;
  const writeWithHeaders = (/** @type {unknown[]} */ ...args) => {
    // Next allows shared caches to store prerendered pages for a year, beyond the next deployment.
    if (String(response.getHeader("cache-control")).startsWith("s-maxage="))
      response.setHeader("cache-control", oneSecond);
    const isPage = typeOf(response, args.at(-1)).startsWith("text/html");
    // A 304 has no type, and its headers replace those that the browser has cached with the page.
    const policies = args[0] === 304 ? {} : { "content-security-policy": isPage ? page : forData };
    for (const [name, value] of Object.entries({ ...always(site), ...policies })) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return Reflect.apply(writeHead, response, args);
  };
  Object.assign(response, { writeHead: writeWithHeaders });
}
